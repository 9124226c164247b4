#!/usr/bin/env bash
# The match runner with engines that are no good: who wins, and for which reason the other loses.
# Prints TAP. BUILD names the folder of the programs.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

match=$build/tests/bench/match
fake=$build/tests/bench/fake

# play A B [OPTION...]: two games of 9x9; the file of games in $dir/games, the output in $dir/out.
play() {
	local a=$1 b=$2
	shift 2
	rm -f "$dir/games"
	"$match" --a "$a" --b "$b" --size 9 --time-ms 100 --games 2 --file "$dir/games" "$@" \
		>"$dir/out" 2>"$dir/err"
}

# told NUMBER TEXT...: the line of that game holds each text.
told() {
	local line text
	line=$(grep "^game $1 " "$dir/games") || return 1
	shift
	for text; do
		case " $line " in
		*" $text "*) ;;
		*)
			echo "# no '$text' in: $line"
			return 1
			;;
		esac
	done
}

# fault NAME WHY [OPTION...]: B commits a fault with its second move, A wins both games for it.
fault() {
	local name=$1 why=$2
	shift 2
	play "$fake 0" "$fake 8 $name 2" "$@" &&
		told 0 winner=A "why=$why" && told 1 winner=A "why=$why" &&
		has "$dir/out" "lost $why 2;"
}

five() {
	# Neither gets in the other's way unless the opening does: the first mover's five is first.
	play "$fake 0" "$fake 8" && told 0 winner=A black=A why=five &&
		told 1 winner=B black=B why=five && has "$dir/out" 'A won 1, drew 0, lost 1, 50.0 %'
}
check 'five in a row wins, each once as black' five

draw() {
	play "$fake 0 draw" "$fake 0 draw" --size 5 && told 0 winner=- why=full && told 1 winner=- why=full
}
check 'a full board is a draw' draw

check 'a player that ends loses' fault exit gone
check 'a stone on a stone loses' fault occupied occupied
check 'a stone off the board loses' fault off off-board
check 'an answer that is no point loses' fault rubbish rubbish
check 'ERROR in place of a move loses' fault error error
check 'a late move loses' fault late late
check 'no move loses' fault silent silent

forgiven() {
	play "$fake 0" "$fake 8 late 2" --grace-b-ms 2000 && told 0 why=five && told 1 why=five
}
check 'a late move within the grace is taken' forgiven

talkative() {
	play "$fake 0 talk" "$fake 8 talk" && told 0 winner=A why=five && told 1 winner=B why=five
}
check 'talk before an answer is passed over' talkative

overline() {
	# Black's sixth stone makes six in a row on a board that has no book.
	local six=moves=a8a1b8c1c8e1e8g1f8b2d8
	set -- "$fake 0 list 0,0 1,0 2,0 4,0 5,0 3,0" "$fake 7 list 0,7 2,7 4,7 6,7 1,6" --size 8
	play "$@" && told 0 winner=A why=five "$six" &&
		play "$@" --rule renju && told 0 winner=B why=foul "${six%d8}" &&
		play "$@" --rule caro && told 0 winner=A why=five "$six" &&
		play "$@" --rule standard && ! grep -q "^game 0 .* $six " "$dir/games"
}
check 'six in a row are what the rule says' overline

no_start() {
	! play "$fake 0" "$fake 8 refuse" && has "$dir/err" 'B does not start' &&
		! play "$dir/nowhere" "$fake 8" && has "$dir/err" 'A does not start'
}
check 'an engine that does not start ends the match' no_start

resumed() {
	"$match" --a "$fake 0" --b "$fake 8" --games 6 --file "$dir/long" >"$dir/out" || return 1
	sort "$dir/long" >"$dir/whole"
	# Three whole games and the begin of a fourth are left, as after a crash.
	head -n 4 "$dir/long" >"$dir/cut"
	sed -n 5p "$dir/long" | tr -d '\n' | cut -c 1-60 | tr -d '\n' >>"$dir/cut"
	"$match" --a "$fake 0" --b "$fake 8" --games 6 --file "$dir/cut" >"$dir/again" || return 1
	has "$dir/again" '3 of them already' || return 1
	sed -e 's/ ms=.*//' <"$dir/whole" >"$dir/want"
	sort "$dir/cut" | sed -e 's/ ms=.*//' >"$dir/got"
	cmp "$dir/want" "$dir/got" && [ "$(grep -c '^game [0-9]' "$dir/again")" = 3 ]
}
check 'a match goes on where it stopped' resumed

other_settings() {
	! "$match" --a "$fake 0" --b "$fake 7" --games 6 --file "$dir/cut" >"$dir/out" 2>"$dir/err" &&
		has "$dir/err" 'other settings'
}
check 'games of other settings are not mixed in' other_settings

sequential() {
	"$match" --a "$fake 0" --b "$fake 8 exit 1" --games 1000 --sprt 0,50 --jobs 2 --quiet \
		--file "$dir/sprt" >"$dir/out" && has "$dir/out" 'accepted' &&
		[ "$(grep -c '^game [0-9]' "$dir/sprt")" -lt 200 ]
}
check 'a sequential test stops when it knows' sequential

reported() {
	"$match" --report "$dir/sprt" >"$dir/report" && has "$dir/report" 'drew 0, lost 0, 100.0 %' &&
		has "$dir/report" 'lost gone'
}
check 'a report is made of the file alone' reported

# A fake's levels are all the same: each wins once as black.
levels() {
	mkdir "$dir/build" && ln -s "$(realpath "$build/tests")" "$dir/build/tests"
	printf '#!/bin/sh\n[ "$*" != levels ] || exec "%s" levels\nexec "%s" 0\n' \
		"$(realpath "$build/gomoku-engine")" "$(realpath "$fake")" >"$dir/leveled"
	chmod +x "$dir/leveled"
	BUILD=$dir/build RULES='freestyle standard' GAMES=4 FIRST=3 LAST=5 SIZE=9 TIME_MS=100 FROM=700 \
		tests/bench/levels "$dir/leveled" >"$dir/table" || return 1
	has "$dir/table" '| 3 | 0 | | | | 0 | |' && has "$dir/table" '| 5 | 0 | 0 |' &&
		[ "$(grep -c '| out of range |' "$dir/table")" = 4 ] &&
		[ "$(sed -n '/^by all 2 rules/,$p' "$dir/table" | grep -Ec '^. [345] . [a-z].* . 700 . 0 .$')" = 3 ]
}
check 'the table of levels is made' levels

# Equals win once each as black; a player that is no good loses all its games.
classic() {
	BUILD=$dir/build STYLES=scoring GAMES=2 SIZE=9 tests/bench/classic "$fake 0" >"$dir/table" &&
		return 1
	has "$dir/table" '| scoring | 2 | 1 | 0 | 1 | not all |'
}
check 'the table of the classic players is made' classic

usage() {
	status_is 2 "$match" --rule chess 2>/dev/null && status_is 2 "$match" --games 0 2>/dev/null &&
		status_is 2 "$match" 2>/dev/null && "$match" --help | grep -q -e --sprt
}
check 'wrong options are refused' usage

finish
