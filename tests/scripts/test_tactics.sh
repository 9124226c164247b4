#!/usr/bin/env bash
# Tactics: the positions of tests/data/tactics.txt are proven again, wrong ones are noticed, and the
# engine at its strongest solves a sample. Prints TAP. BUILD names the folder of the programs.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

prove=$build/tests/prover/prove
tactics=$build/tests/bench/tactics
fake=$build/tests/bench/fake
data=tests/data/tactics.txt

enough() {
	[ "$(grep -vc '^#' $data)" -ge 200 ] && [ -z "$(grep -v '^#' $data | sort | uniq -d)" ]
}
check 'there are 200 positions or more, each once' enough

proven() {
	"$prove" check $data >"$dir/out" && has "$dir/out" ', 0 not so'
}
check 'the answers are proven again' proven

# Each line with its answers cut to the first, or its kind changed.
noticed() {
	grep -v '^#' $data | head -n 20 >"$dir/some"
	sed -E 's/ ([a-z][0-9]+)[a-z0-9]*$/ \1a1/' "$dir/some" >"$dir/answers"
	sed -E 's/ (vcf[0-9]*|defend|win|block) / vcf17 /' "$dir/some" >"$dir/kinds"
	! "$prove" check "$dir/answers" >"$dir/out" && has "$dir/out" '20 positions, 20 not so' &&
		! "$prove" check "$dir/kinds" >"$dir/out" && has "$dir/out" '20 positions, 20 not so'
}
check 'wrong answers and kinds are noticed' noticed

# x: black; five in a row at the first row's end is what the fake plays, whatever is asked.
graded() {
	printf '%s\n' 'freestyle 15 black win a15a1b15b1c15c1d15d1 e15' \
		'freestyle 15 black win a15a1b15b1c15c1d15d1 h8' >"$dir/two"
	"$tactics" --engine "$fake 0" --verbose "$dir/two" >"$dir/out" &&
		has "$dir/out" 'line 2: freestyle win, not e15; one of h8' &&
		has "$dir/out" '1 of   2, 50.0 %' &&
		! "$tactics" --engine "$fake 0" --least 51 "$dir/two" >"$dir/out" &&
		! "$tactics" --engine "$fake 0 exit" "$dir/two" --least 1 >"$dir/out" &&
		has "$dir/out" '0 of   2' && has "$dir/out" '2 positions had no answer'
}
check 'right and wrong moves are told apart' graded

solved() {
	"$tactics" --engine "$build/gomoku-engine" --info 'level 10' --time-ms 300 --every 8 \
		--least 95 --verbose $data >"$dir/out" && return
	sed 's/^/# /' "$dir/out"
	return 1
}
check 'the engine solves 95 % of a sample' solved

finish
