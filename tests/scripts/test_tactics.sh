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

# What the prover takes for forbidden in renju: it has no rules but its own.
check "the prover knows renju's forbidden points" "$prove" forbidden tests/data/renju_forbidden.txt

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

# solves RULE EVERY: of the rule's positions every EVERY-th.
solves() {
	grep "^$1 " $data >"$dir/positions"
	"$tactics" --engine "$build/gomoku-engine" --info 'level 10' --time-ms 300 --every "$2" \
		--least 95 --verbose "$dir/positions" >"$dir/out" && return
	sed 's/^/# /' "$dir/out"
	return 1
}
for rule in freestyle standard renju caro; do
	if [ -n "${GOMOKU_LONG:-}" ]; then
		check "the engine solves 95 % by $rule" solves $rule 1
	else
		check "the engine solves 95 % of a sample by $rule" solves $rule 8
	fi
done

# The referee is engine/game: a forbidden stone loses.
games=${GOMOKU_LONG:+300}
games=${games:-10}
no_foul() {
	"$build/tests/bench/match" --a "$build/gomoku-engine" --b "$build/gomoku-engine" --rule renju \
		--info-a 'max_node 400' --info-b 'max_node 300' --games "$games" \
		--quiet --file "$dir/renju" >"$dir/out" 2>&1 &&
		[ "$(grep -c ' why=five ' "$dir/renju")" -gt 0 ] &&
		! grep -E ' why=(foul|occupied|off-board|late|silent|gone|rubbish|error) ' "$dir/renju"
}
check "no stone is played on a point forbidden in renju" no_foul

finish
