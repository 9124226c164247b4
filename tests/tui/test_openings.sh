#!/usr/bin/env bash
# Openings, forbidden points and saved games in the client's full screen, driven in tmux against a
# real daemon and held against kept screens. KEEP=1 writes those anew, for someone to look at.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# start_friend: another player, in line mode; what is written to 7 is what that one types.
start_friend() {
	rm -f "$dir/friend"
	mkfifo "$dir/friend"
	"$build/gomoku" --line --pin "$pin" --name cem "$address" <"$dir/friend" >"$dir/friend.out" &
	friend=$!
	exec 7>"$dir/friend"
}

end_friend() {
	printf 'quit\n' >&7
	exec 7>&-
	wait "$friend"
}

types() {
	printf '%s\n' "$@" >&7
}

# friend_sees TEXT: the friend is told the text, now or before patience ends.
friend_sees() {
	local until=$((SECONDS + patience))
	while ! grep -qF -e "$1" "$dir/friend.out"; do
		if [ "$SECONDS" -ge "$until" ]; then
			has "$dir/friend.out" "$1"
			return 1
		fi
		sleep 0.05
	done
}

# becomes WANTED FILE: the file is the same as the wanted one, now or before patience ends.
becomes() {
	local until=$((SECONDS + patience))
	while ! cmp -s "$1" "$2"; do
		[ "$SECONDS" -lt "$until" ] || return 1
		sleep 0.05
	done
}

must 'a daemon is there' start_daemon 'think-pause-ms = 0'

# Swap2 to a few moves, the second player asking for more.
start_client 80x24 --create --opening swap2 --name ann
must 'a room waits for someone' sees 'Waiting for someone to sit down'
start_friend
types 'join r1'
check 'we place three stones, black first' sees 'Place black, 1 of 3'
keys Enter
check 'then a white one' sees 'Place white, 2 of 3'
keys h 9 Enter
check 'and a black one' sees 'Place black, 3 of 3'
check 'the colour to come is told, our seat is marked' kept swap2_place screen_of_room
keys j 1 0 Enter
check 'the other is to choose' sees 'Waiting for ~cem to choose a colour'
check 'who is told what each choice means' friend_sees \
	'choose more: you place a white and a black stone more, then the other chooses'
keys a 1
check 'no stone may be placed meanwhile' eval "keys Enter; sees 'It is not your turn'"
types 'choose more'
check 'the choice of more is told' sees '~cem will place a white and a black'
types d4 d5
check 'now the choice is ours' sees 'Choose: 1 black · 2 white'
check 'as a menu that says what each means' kept swap2_choose screen_of_room
keys 3
check 'what is not offered cannot be chosen' eval "keys d 6; sees ':choose d6'; keys Escape"
keys 1
check 'we take black and change no seats: white moves' sees 'Waiting for ~cem'
types d6
check 'the other moves' sees 'move 6 · d6'
check 'and we are black' sees 'Your move'
keys d 7 Enter
check 'so we move' friend_sees 'Move 7: ~ann plays d7.'
check 'the game after the opening' kept swap2_play screen_of_room
keys : resign Enter
check 'and it ends' sees 'You lost: resignation'
keys : leave Enter
end_friend

# The second player takes black: the two change seats.
start_client 80x24 --create --opening swap --name ann
must 'another room waits' sees 'Waiting for someone to sit down'
room=$(screen | awk 'NR == 1 { print $1 }')
start_friend
types "join $room" 'choose black'
check 'we place' sees 'Place black, 1 of 3'
keys Enter
check 'one' sees 'Place white, 2 of 3'
keys h 9 Enter
check 'two' sees 'Place black, 3 of 3'
keys j 1 0 Enter
check 'the other has taken black' sees '~cem chooses black: you are white'
check 'the seats have changed' eval "screen | grep -qF '●  ~cem' && screen | grep -qF '▸ ○  you'"
check 'and white moves' sees 'Your move'
keys : resign Enter
check 'which ends too' sees 'You lost: resignation'
end_friend

# Renju: a forbidden point is marked, refused and explained; two passes draw.
start_client 80x24 --create --rule renju --start h8,a1,j5,a3,l5,a5,k4,a7 --name ann
must 'a room for renju' sees 'Waiting for someone to sit down'
room=$(screen | awk 'NR == 1 { print $1 }')
start_friend
types "join $room"
check 'the game begins with its stones' count '●' 4
check 'and it is our move' sees 'Your move'
keys k 6 Enter
check 'we play' sees 'move 9 · k6'
types a9
check 'the other plays' sees 'move 10 · a9'
check 'a forbidden point is marked' kept renju_forbidden board
check 'one only' count '×' 1
check 'the other is told as well' friend_sees 'Forbidden to black (!): k5.'
check 'in the picture too' friend_sees '5  O . . . . . . . . X ! X . . .  5'
keys k 5 Enter
check 'it is refused by its name' sees 'k5 is forbidden to black: it makes a double-three'
keys : pass Enter
check 'a pass is played' sees 'move 11 · a pass'
types pass
check 'two of them are a draw' sees 'A draw: both sides passed'
keys : 'save ' "$dir/renju.sgf" Enter
check 'the game is saved' sees 'Saved as'
keys : 'save ' "$dir/renju.sgf" Enter
check 'never over another file' sees 'is there already: save! replaces it'
cp "$dir/renju.sgf" "$dir/first.sgf"
echo 'something else' >"$dir/renju.sgf"
keys : 'save! ' "$dir/renju.sgf" Enter
check 'unless that is asked for' becomes "$dir/first.sgf" "$dir/renju.sgf"
keys : 'save ' "$dir/renju.psq" Enter
check 'what a format cannot hold is told' sees 'This game has what .psq files cannot hold'
types "save $dir/friend.sgf"
check 'line mode saves as well' friend_sees 'Saved as'
end_friend
check 'both saved the same game' cmp "$dir/first.sgf" "$dir/friend.sgf"
check 'nothing else is left there' test "$(find "$dir" -name '*.new-*' | wc -l)" = 0
keys C-c
check 'and we leave with 0' left_with 0

# The game that was saved, stepped through.
start_program 80x24 --replay "$dir/renju.sgf"
check 'a replay begins before the first move' sees 'The beginning, 12 moves to come'
check 'with an empty board' count '●' 0
keys Right l Space
check 'right, l and space step forward' sees 'Move 3 of 12'
keys Left
check 'left steps back' sees 'Move 2 of 12'
keys h
check 'and so does h' sees 'Move 1 of 12'
keys 1 0 g
check 'a number and g go to a move' sees 'Move 10 of 12'
check 'the board at move 10' kept replay board
keys End
check 'the end tells the result' sees 'A draw: both sides passed'
keys Right
check 'after which there is nothing' sees 'A draw: both sides passed'
check 'the players are named' eval "screen | grep -qF '●  ~ann' && screen | grep -qF '○  ~cem'"
keys Left Left
check 'back over the passes' sees 'Move 10 of 12'
check 'the board is the same as before' kept replay board
keys Home
check 'home is the beginning' sees 'The beginning'
keys q
check 'q leaves with 0, the terminal as it was' left_with 0

finish
