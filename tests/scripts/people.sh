# People who type the protocol by hand through somebody's TLS client, sourced by bash after lib.sh.
# Each line is typed when what it waits for has come.
# shellcheck shell=bash disable=SC2154 # dir and patience: from lib.sh

# person NAME COMMAND...: a TLS client whose input is fd NAME_in and whose output is fd NAME_out.
person() {
	local name=$1 in out
	shift
	mkfifo "$dir/$name.in" "$dir/$name.out"
	"$@" <"$dir/$name.in" >"$dir/$name.out" 2>/dev/null 9<&- &
	exec {in}>"$dir/$name.in" {out}<"$dir/$name.out"
	eval "${name}_in=$in ${name}_out=$out"
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

# Ann and bob play to five of ann's, each move seen by both.
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

# Ann and bob, whom person has begun, come in, sit down and play a whole game.
whole_game() {
	local room
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
}

# They say goodbye.
goodbyes() {
	type_in ann 'quit'
	check 'ann says goodbye' see ann '\*bye reason=quit*'
	type_in bob 'quit'
	check 'bob says goodbye' see bob '\*bye reason=quit*'
}
