#!/usr/bin/env bash
# The engine is never late: games at 100 ms a move while every processor has other work too. The
# referee (tests/bench/duel.h) allows the limit and what the machine kept the engine waiting at that
# moment, by a sentinel's measure, and nothing more. GOMOKU_LONG=1: 200 moves or more. Prints TAP.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

match=$build/tests/bench/match
engine=$build/gomoku-engine
games=${GOMOKU_LONG:+12}
games=${games:-2}
least=${GOMOKU_LONG:+200}
least=${least:-20}
load=()

# So many processes that do nothing but compute.
load_processors() {
	for ((i = 1; i < $(nproc); i++)); do
		timeout 300 sh -c 'while :; do :; done' &
		load+=($!)
	done
}

unload_processors() {
	[ ${#load[@]} = 0 ] || kill "${load[@]}"
	wait
	load=()
}

# The moves that were thought about: all but those of the openings.
moves() {
	awk '/^game / {
		for (i = 1; i <= NF; i++) {
			if ($i ~ /^opening=/) given = substr($i, 9)
			if ($i ~ /^ms=/) n += split(substr($i, 4), ms, ",") - given
		}
	}
	END { print n + 0 }' "$dir/games"
}

in_time() {
	load_processors
	"$match" --a "$engine" --b "$engine" --time-ms 100 --games "$games" --rule "$1" \
		--file "$dir/games" >"$dir/out" 2>"$dir/err"
	local status=$?
	unload_processors
	if [ $status = 0 ] && [ "$(moves)" -ge "$least" ] && ! grep '^game ' "$dir/games" |
		grep -qvE ' why=(five|board-full|full) '; then
		return
	fi
	sed 's/^/# /' "$dir/out" "$dir/err"
	echo "# $(moves) moves"
	return 1
}
check 'no answer is later than its limit and the delay of the machine' in_time freestyle

# A player that is late by a little is told from one that is not, under the same load.
noticed() {
	load_processors
	"$match" --a "$build/tests/bench/fake 0" --b "$build/tests/bench/fake 8 late 2" --size 9 --time-ms 100 \
		--games 2 --file "$dir/late" >"$dir/out" 2>"$dir/err"
	unload_processors
	has "$dir/out" 'lost late 2;'
}
check 'and one that is later is noticed' noticed

finish
