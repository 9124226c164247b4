#!/usr/bin/env bash
# What there is to see, at three sizes and in two locales, held against kept screens: lobby, swap2,
# game, offer, end, help, replay. KEEP=1 writes those anew, for someone to look at.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# All of the screen but where it is played, and spaces at the ends of rows.
shown() {
	screen | sed -E 's/ +(~ann (·|\|) 127\.0\.0\.1.*|seen\.sgf)$//; s/ +$//'
}

# at_sizes NAME [SIZES]: the screen of that name, at each size.
at_sizes() {
	local size
	for size in ${2:-40x20 132x50 80x24}; do
		tm resize-window -t main -x "${size%x*}" -y "${size#*x}"
		check "$locale $1 at $size" kept "$1_${size}_$kind" shown
	done
}

for locale in C.UTF-8 C; do
	kind=utf8
	[ "$locale" = C ] && kind=ascii
	must 'a daemon is there' start_daemon
	friend 6 bob 'create opening=swap2 :Come in'
	told bob 'Room r1' >/dev/null
	friend 7 cem 'play 1' h8
	told cem 'Move 2' >/dev/null
	friend 8 dan 'seek rule=renju time=300+5'
	told dan 'Hello' >/dev/null

	start_client 80x24 --name ann
	sees 'renju' >/dev/null
	at_sizes lobby
	keys Enter
	sees 'Waiting for ~bob' >/dev/null
	printf '%s\n' h8 i9 j8 >&6
	sees 'Choose' >/dev/null
	at_sizes swap2
	keys 2
	sees 'Your move' >/dev/null
	keys i 7 Enter
	sees 'move 4' >/dev/null
	printf '%s\n' k9 'say a fine opening' >&6
	sees 'a fine opening' >/dev/null
	keys l 1 0 Enter
	sees 'move 6' >/dev/null
	printf '%s\n' i10 >&6
	sees 'move 7' >/dev/null
	at_sizes game
	tm resize-window -t main -x 40 -y 20
	sees 'Your move' >/dev/null
	keys Tab
	check "$locale: where there is no place for talk, it covers the board" kept "talk_$kind" shown
	keys Tab
	check "$locale: and so do the moves" kept "moves_$kind" shown
	keys Enter
	check "$locale: until a key is for the board, which is not played by" \
		kept "game_40x20_$kind" shown
	at_sizes game 28x30
	tm resize-window -t main -x 80 -y 24
	printf '%s\n' draw >&6
	sees 'offers a draw' >/dev/null
	at_sizes offer
	keys y
	sees 'A draw' >/dev/null
	at_sizes end
	keys '?'
	sees 'Keys' >/dev/null
	at_sizes help
	keys x x
	sees 'rematch' >/dev/null
	keys :save Space "$dir/seen.sgf" Enter
	sees 'Saved as' >/dev/null
	keys C-c
	check "$locale: we leave" left_with 0
	# The day and the port are other ones each time.
	sed -i 's/DT\[[^]]*\]/DT[2024-02-29]/; s/PC\[[^]]*\]/PC[example.org:15515]/' "$dir/seen.sgf"
	start_program 80x24 --replay "$dir/seen.sgf"
	sees 'The beginning' >/dev/null
	keys 5 g
	sees 'Move 5' >/dev/null
	at_sizes replay
	keys q
	left_with 0 >/dev/null
	exec 6>&- 7>&- 8>&-
	{ kill -KILL "$daemon" && wait "$daemon"; } 2>/dev/null
	rm -rf "$dir/state" "$dir/seen.sgf"
done

# The mark of the last stone in each corner.
printf '(;GM[4]FF[4]SZ[15];B[ao];W[oa];B[aa];W[oo])' >"$dir/corners.sgf"
locale=C.UTF-8
start_program 80x24 --replay "$dir/corners.sgf"
sees 'The beginning' >/dev/null
keys End Left Left Left
check 'a1' sees '1 (●)┴─'
keys Right
check 'o15' sees '─┬(○) 15'
keys Right
check 'a15' sees '15 (●)┬─'
keys Right
check 'o1' sees '─┴(○) 1'
keys q
left_with 0 >/dev/null

finish
