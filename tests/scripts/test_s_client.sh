#!/usr/bin/env bash
# Two people with nothing but openssl play a game to five against each other, typing what the
# greeting tells them. Each line is typed when what it waits for has come.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# person NAME: an s_client whose input is fd NAME_in and whose output is fd NAME_out.
person() {
	local in out
	mkfifo "$dir/$1.in" "$dir/$1.out"
	openssl s_client -quiet -connect "$address" <"$dir/$1.in" >"$dir/$1.out" 2>/dev/null 9<&- &
	exec {in}>"$dir/$1.in" {out}<"$dir/$1.out"
	eval "$1_in=$in $1_out=$out"
}

type_in() {
	local fd=${1}_in
	printf '%s\n' "$2" >&"${!fd}"
}

# see NAME PATTERN: waits for a line that matches; it is left in $line.
see() {
	local fd=${1}_out
	while read -r -t "$patience" -u "${!fd}" line; do
		# shellcheck disable=SC2053 # a pattern
		[[ $line == $2 ]] && return 0
	done
	echo "# $1 waited in vain for: $2"
	return 1
}

moves() {
	local ply=0 mover point
	for point in h8 a1 i8 a3 j8 a5 k8 a7 l8; do
		ply=$((ply + 1))
		mover=ann
		[ $((ply % 2)) = 1 ] || mover=bob
		type_in "$mover" "$point"
		see ann "\*move *ply=$ply * at=$point *" || return 1
		see bob "\*move *ply=$ply * at=$point *" || return 1
	done
}

# The picture that `set board=on` draws after the last move: column letters, and five of black's.
board_is_drawn() {
	local rows=0
	while see bob '\*row *'; do
		rows=$((rows + 1))
		[[ $line == *' :'*a*b*c*d*e*f*g*h*i*j*k*l*m*n*o* ]] && [ "$rows" -gt 1 ] && break
	done
	[ "$rows" -ge 16 ]
}

check 'the daemon starts' start_daemon
person ann
person bob
check 'ann is greeted and told what to type' see ann '\*hello proto=1 *guest NAME*play 2*help*'
check 'bob is greeted' see bob '\*hello *'
type_in ann 'guest ann'
check 'ann is in' see ann '+welcome user=~ann *'
type_in ann 'create'
check 'ann has a room' see ann '+created room=*'
room=${line#*room=}
room=${room%% *}
type_in bob 'guest bob'
check 'bob is in' see bob '+welcome user=~bob *'
type_in bob 'set board=on'
check 'bob wants pictures' see bob '+set board=on*'
type_in bob "join $room"
check 'bob sits down' see bob '+joined * as=white*'
check 'the game begins' see ann '\*start *'
type_in bob 'h8'
check 'it is not bob who begins' see bob '-illegal why=not-turn*'
check 'nine stones are seen by both' moves
check 'ann sees that she has won' see ann '\*end * result=black why=five winner=~ann loser=~bob *'
check 'bob sees it' see bob '\*end * result=black why=five winner=~ann loser=~bob *'
type_in bob 'board'
check 'the board is drawn' see bob '+board *'
type_in bob 'a2'
check 'it is over' see bob '-illegal why=over*'
type_in ann 'quit'
check 'ann says goodbye' see ann '\*bye reason=quit*'
type_in bob 'quit'
check 'bob says goodbye' see bob '\*bye reason=quit*'
check 'the daemon ends in order' stop_daemon TERM
finish
