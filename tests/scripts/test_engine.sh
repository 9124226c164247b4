#!/bin/sh
# gomoku-engine as a process (case WI09): what it answers line by line, when it ends, and that it neither hangs
# nor falls silent whatever it is fed. Prints TAP. BUILD names the folder of the programs.
set -u

engine=${BUILD:-build}/gomoku-engine
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
tests=0 failures=0
cr=$(printf '\r')

# Says whether a test passed: report STATUS NAME.
report() {
	tests=$((tests + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tests - $2"
	else
		echo "not ok $tests - $2"
		failures=$((failures + 1))
	fi
}

# Feeds its input to an engine of its own: the answers in $dir/out, the exit status in $dir/status
# (a pipe's end can set no variable). An engine that does not end is ended after 20 s, status 124.
feed() {
	timeout 20 "$engine" >"$dir/out" 2>"$dir/err"
	echo $? >"$dir/status"
}

# What kind of line each answer is: a move within SIZE is "move", else its first word. Progress may
# be told at any time and is no answer.
kinds() {
	awk -v size="$1" '
		/^MESSAGE info / { next }
		/^[0-9]+,[0-9]+$/ {
			split($0, at, ",")
			print at[1] < size && at[2] < size ? "move" : "off"
			next
		}
		{ print $1 }' "$dir/out" | tr '\n' ' ' | sed 's/ $//'
}

# expect NAME SIZE KINDS: the engine left by itself and answered lines of these kinds.
expect() {
	found=$(kinds "$2")
	status=$(cat "$dir/status")
	[ "$status" = 0 ] && [ "$found" = "$3" ] && [ ! -s "$dir/err" ]
	report $? "$1"
	if [ "$status" != 0 ] || [ "$found" != "$3" ]; then
		echo "# status $status, answered '$found', not '$3'"
		sed 's/^/# /' "$dir/err"
	fi
}

printf 'START 15\nEND\nABOUT\n' | feed
expect 'END leaves at once' 15 'OK'
printf 'START 15\n' | feed
expect 'the end of input leaves' 15 'OK'
printf 'START 15\nBOARD\n7,7,1\n' | feed
expect 'the end of input inside BOARD leaves' 15 'OK'
printf '' | feed
expect 'no input at all leaves' 15 ''
printf 'START 15\nBEGIN' | feed
expect 'a last line without its line end is answered' 15 'OK move'

# Line ends
printf 'START 15\nBEGIN\nEND\n' | feed
expect 'LF ends a line' 15 'OK move'
printf 'START 15\r\nBEGIN\r\nEND\r\n' | feed
expect 'CR LF ends a line' 15 'OK move'
printf 'START 15\rBEGIN\rEND\r' | feed
expect 'CR ends a line' 15 'OK move'
printf '\n\r\n  \nSTART 15\n\n\r\nBEGIN\n' | feed
expect 'blank lines are passed over' 15 'OK move'

# A dialogue in which each answer is waited for: fifos, CR and LF in different writes.
# An engine that is silent is ended by the time limit: then the reads find nothing and a test fails.
trap '' PIPE
mkfifo "$dir/in" "$dir/answers"
timeout 20 "$engine" <"$dir/in" >"$dir/answers" &
exec 3>"$dir/in" 4<"$dir/answers"
printf 'INFO timeout_turn 100\rSTART 15\r' >&3
read -r first <&4
printf '\nTURN 7,' >&3
printf '7\r' >&3
read -r second <&4
printf '\nINFO max_node 5\r\nFOO' >&3
printf '\n' >&3
read -r third <&4
printf 'END\r\n' >&3
rest=$(cat <&4)
exec 3>&- 4<&-
wait $!
left=$?
printf '%s\n%s\n%s\n' "$first" "$second" "$third" >"$dir/out"
[ "$left" = 0 ] && [ "$(kinds 15)" = 'OK move UNKNOWN' ] && [ -z "$rest" ]
report $? 'each answer is written at once, also when CR and LF come apart'
! grep -q "$cr" "$dir/out"
report $? 'answers end in LF'

# While it thinks, and it may for a minute: told to stop, to leave, or left alone, it answers at once.
# An engine that thinks on is ended by the time limit, and its status tells.
hurried() {
	{
		printf 'START 15\nINFO timeout_turn 60000\nTURN 7,7\n'
		[ -z "$1" ] || printf '%s\n' "$1"
	} | feed
	expect "$2" 15 'OK move'
}
hurried END 'END stops a thought'
hurried '' 'the end of input stops a thought'
hurried 'INFO max_node 7' 'INFO is taken while it thinks'
# YXSTOP: the input stays open until the answer is there.
timeout 20 "$engine" <"$dir/in" >"$dir/answers" &
exec 3>"$dir/in" 4<"$dir/answers"
printf 'START 15\nINFO timeout_turn 60000\nTURN 7,7\n' >&3
read -r first <&4
read -r second <&4
printf 'INFO level 10\nYXSTOP\n' >&3
third=MESSAGE
while case $third in MESSAGE*) true ;; *) false ;; esac; do
	read -r third <&4
done
printf 'YXSTOP\nABOUT\n' >&3
read -r fourth <&4
exec 3>&- 4<&-
wait $!
left=$?
printf '%s\n%s\n%s\n' "$first" "$third" "$fourth" >"$dir/out"
[ "$left" = 0 ] && [ "$(kinds 15)" = 'OK move name="gomoku-engine",' ]
report $? 'YXSTOP stops a thought and is nothing between moves'
case $second in
'MESSAGE info depth='*' nodes='*' value='*' ms='*' pv='*) true ;;
*) false ;;
esac
report $? 'progress is told while it thinks'

# Numbers that cannot be read, sizes
printf 'START abc\nSTART 15\nTURN x,y\nTURN 7;7\nTURN 7,7\nEND\n' | feed
expect 'a bad number is one ERROR and the next line is read' 15 'ERROR OK ERROR ERROR move'
for size in 5 15 19 20 22 23 25; do
	# This player opens in the centre, so that the corner is free on the smallest board too.
	printf 'INFO style scoring\nSTART %s\nBEGIN\nTURN 0,0\n' "$size" | feed
	expect "size $size is played on" "$size" 'OK move move'
done
for size in 0 1 4 26 100 127 128 -1 99999999999 '15 15' '' 15x; do
	printf 'START 15\nSTART %s\nTURN 7,7\nBEGIN\nEND\n' "$size" | feed
	expect "size '$size' is refused and leaves no game" 15 'OK ERROR ERROR ERROR'
done
printf 'RECTSTART 5,20\nBEGIN\nRECTSTART 15,15\nBEGIN\n' | feed
expect 'RECTSTART takes squares' 15 'ERROR ERROR OK move'

# Full and nearly full boards
full() {
	awk -v last="$1" 'BEGIN {
		print "START 5\nBOARD"
		for (i = 0; i < last; i++)
			print i % 5 "," int(i / 5) "," (int(i / 2) % 2) + 1
		print "DONE"
	}'
}
full 25 | feed
expect 'a full board is an ERROR, not a move' 5 'OK ERROR'
full 24 | feed
[ "$(cat "$dir/out")" = 'OK
4,4' ]
report $? 'the last point is taken'
{
	full 23
	printf 'TURN 3,4\nTURN 4,4\nABOUT\n'
} | feed
expect 'a board that fills up ends in ERROR and the engine goes on' 5 \
	'OK move ERROR ERROR name="gomoku-engine",'

# Positions with bad lines
printf 'START 15\nBOARD\n7,7,1\n7,7,2\nhello\n20,20,1\n8,8,9\n\nDONE\nABOUT\n' | feed
expect 'a position with bad lines is one ERROR at its DONE' 15 'OK ERROR name="gomoku-engine",'
printf 'START 15\nBOARD\n7,7,1\n8,8,1\n1,1,2\nDONE\n' | feed
expect 'stones may come in any order' 15 'OK move'
printf 'START 15\nBOARD\n7,7,3\nDONE\nBEGIN\n' | feed
expect 'stones of no side are refused' 15 'OK ERROR move'

# Whole words only
printf 'STARTLE 15\nENDGAME\nTURNX 7,7\nabouttt\nBOARDX\nEN\n' | feed
expect 'nothing is matched by its beginning' 15 'UNKNOWN UNKNOWN UNKNOWN UNKNOWN UNKNOWN UNKNOWN'
printf 'ABOUT\nabout\nAbout\n' | feed
expect 'commands are read in any case' 15 \
	'name="gomoku-engine", name="gomoku-engine", name="gomoku-engine",'

# Times
for info in 'time_left -5' 'time_left 0' 'time_left 2147483647' 'timeout_turn 0' 'timeout_turn 1' \
	'timeout_match 0' 'timeout_turn x' 'nothing_known 1' 'level 3' 'style nobody' \
	'folder /var/tmp' 'evaluate 3,4' ''; do
	printf 'START 15\nINFO %s\nBEGIN\n' "$info" | feed
	expect "INFO $info has no answer and a move follows" 15 'OK move'
done

# What bounds a move, with the input left open: nothing else hurries the engine, and without the
# bound it would think for minutes. The time limit ends one that does.
bounded() {
	timeout 20 "$engine" <"$dir/in" >"$dir/answers" &
	exec 3>"$dir/in" 4<"$dir/answers"
	printf 'INFO timeout_turn 600000\n%b\nSTART 15\nTURN 7,7\n' "$1" >&3
	: >"$dir/out"
	while [ "$(kinds 15)" != 'OK move' ] && read -r answer <&4; do
		echo "$answer" >>"$dir/out"
	done
	exec 3>&- 4<&-
	wait $!
	[ $? = 0 ] && [ "$(kinds 15)" = 'OK move' ]
	report $? "a move is bounded by $2"
}
bounded 'INFO time_left -5' 'time_left -5'
bounded 'INFO time_left 0' 'time_left 0'
bounded 'INFO timeout_turn 0' 'timeout_turn 0'
bounded 'INFO timeout_turn 1' 'timeout_turn 1'
bounded 'INFO time_left 2147483647\nINFO timeout_match 0\nINFO timeout_turn 100' \
	'timeout_turn when time_left is without limit'
bounded 'INFO time_left 1000' 'time_left'
bounded 'INFO max_node 500' 'max_node'
bounded 'INFO max_depth 2' 'max_depth'
bounded 'INFO level 6' 'the level'
bounded 'INFO style negascout' 'the style'

# Rules
for rule in 0 1 4 8 9; do
	printf 'INFO rule %s\nSTART 15\nBEGIN\nTURN 0,0\n' $rule | feed
	expect "rule $rule is played" 15 'OK move move'
done
for rule in 2 3 5 6 12 16; do
	printf 'INFO rule %s\nSTART 15\nINFO rule 0\nSTART 15\nINFO rule %s\nBOARD\nDONE\n' \
		$rule $rule | feed
	expect "rule $rule is refused at START and at BOARD" 15 'ERROR OK ERROR'
done
# Four along each edge and column or row of the corner, exactly five: rows are read past the edge.
for four in '0,14 1,14 2,14 3,14 4,14' '14,14 14,13 14,12 14,11 14,10' '14,0 13,0 12,0 11,0 10,0' \
	'0,0 0,1 0,2 0,3 0,4' '0,0 1,1 2,2 3,3 4,4' '14,0 13,1 12,2 11,3 10,4'; do
	five=${four##* }
	{
		printf 'START 15\nINFO rule 1\nBOARD\n'
		for point in ${four% *}; do
			echo "$point,1"
		done
		printf 'DONE\n'
	} | feed
	[ "$(tail -n 1 "$dir/out")" = "$five" ]
	report $? "exactly five from the corner, at $five"
done

# Opening the game
printf 'START 15\nBEGIN\nRESTART\nBEGIN\n' | feed
expect 'BEGIN opens, also after RESTART' 15 'OK move OK move'
awk -F, '/,/ && ($1 < 5 || $1 > 9 || $2 < 5 || $2 > 9) { bad = 1 } END { exit bad }' "$dir/out"
report $? 'the first stone lies in the middle'
printf 'START 15\nINFO max_node 300\nINFO seed 5\nTURN 0,0\n' | feed
reply=$(tail -n 1 "$dir/out")
printf 'START 15\nINFO max_node 300\nINFO seed 5\nTURN 0,0\nTAKEBACK %s\nTAKEBACK 0,0\nBEGIN\n' "$reply" | feed
expect 'BEGIN opens when both stones were taken back' 15 'OK move OK OK move'

# Positions that must be met
position() {
	printf 'START 15\n'
	[ $# = 1 ] || printf 'INFO rule %s\n' "$2"
	printf 'BOARD\n'
	for stone in $1; do
		echo "$stone"
	done
	printf 'DONE\n'
}
for rule in 0 1 4 8 9; do
	position '7,7,1 7,6,2 8,7,1 8,6,2 9,7,1 9,6,2 10,7,1 10,6,2' $rule | feed
	tail -n 1 "$dir/out" | grep -qx -e 6,7 -e 11,7
	report $? "five is made rather than stopped, rule $rule"
done
# The only point that stops five, the stones told in the order of play and in another.
stones='7,7,1 7,8,2 8,8,1 6,6,2 7,9,1 6,10,2 6,8,1 8,9,2 6,7,1 5,7,2 5,9,1 4,10,2 5,10,1 9,5,2
	8,5,1 8,4,2 10,6,1 7,5,2 9,3,1 11,5,2'
position "$stones" | feed
[ "$(tail -n 1 "$dir/out")" = 4,8 ]
report $? 'five is stopped'
# shellcheck disable=SC2086
position "$(printf '%s\n' $stones | sort)" | feed
[ "$(tail -n 1 "$dir/out")" = 4,8 ]
report $? 'five is stopped, whatever the order of the stones'
position '7,7,2 8,7,2 9,7,2' | feed
tail -n 1 "$dir/out" | grep -qx -e 6,7 -e 10,7
report $? 'an open three is met'
position '7,7,2 8,7,2 10,7,2 11,7,2' | feed
[ "$(tail -n 1 "$dir/out")" = 9,7 ]
report $? 'a split four is met'

# Players
printf 'START 15\nINFO style scoring\nBEGIN\nRESTART\nINFO STYLE Weights\nBEGIN\n' | feed
[ "$(tr '\n' ' ' <"$dir/out")" = 'OK 7,7 OK 7,7 ' ]
report $? 'INFO style chooses the player: these two open in the centre'

printf 'START 15\nINFO style negascout\nINFO max_depth 2\nBEGIN\nTURN 0,0\n' | feed
expect 'negascout plays' 15 'OK move move'
for level in 1 2 3 4 5 6 7 8 9 10; do
	printf 'START 15\nINFO level %s\nINFO max_node 300\nBEGIN\nTURN 0,0\n' $level | feed
	expect "level $level plays" 15 'OK move move'
done
printf 'START 15\nINFO thread_num 2\nINFO hash_size 1024\nINFO timeout_turn 300\nTURN 7,7\n' | feed
expect 'two threads and a small table play' 15 'OK move'
printf 'START 15\nINFO max_node 300\nSWAP2BOARD\nDONE\nSWAP2BOARD\n7,7\nDONE\n' | feed
tr ' ' '\n' <"$dir/out" >"$dir/points"
mv "$dir/points" "$dir/out"
expect 'an opening is placed' 15 'OK move move move ERROR an opening has 0, 3 or 5 stones'

# Rubbish
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "x"; print "\nABOUT" }' | feed
expect 'a line without end is answered once' 15 'UNKNOWN name="gomoku-engine",'
printf 'EN\000D\n\001\002\377\nABOUT\n' | feed
expect 'bytes that are no text are answered' 15 'UNKNOWN UNKNOWN name="gomoku-engine",'
{
	printf 'START 15\n'
	LC_ALL=C awk 'BEGIN { srand(1); for (i = 0; i < 200000; i++) printf "%c", int(rand() * 256) }'
	printf '\nDONE\nABOUT\n'
} | feed
[ "$(cat "$dir/status")" = 0 ] && tail -n 1 "$dir/out" | grep -q '^name="'
report $? 'rubbish is outlived'

# Options and exit status
"$engine" --help >"$dir/out" 2>&1 && grep -q '^usage: gomoku-engine' "$dir/out"
report $? '--help'
"$engine" --version >"$dir/out" 2>&1 && grep -q '^gomoku-engine [0-9]*\.[0-9]*\.[0-9]*$' "$dir/out"
report $? '--version'
"$engine" levels >"$dir/out" && [ "$(grep -c '^ *[0-9][0-9]*  [a-z]' "$dir/out")" = 10 ]
report $? 'levels tells what ten levels are like'
printf 'h8i9i8g8j8k8h9h7\n' >"$dir/game"
"$engine" analyse "$dir/game" >"$dir/out" && [ "$(wc -l <"$dir/out")" = 8 ] &&
	[ "$(grep -cE '^[1-8] (black|white) [a-o][0-9]+ value=-?[0-9]+ best=[a-o][0-9]+ value=-?[0-9]+$' \
		"$dir/out")" = 8 ]
report $? 'analyse tells the worth of each move'
"$engine" analyse "$dir/none" >"$dir/out" 2>"$dir/err"
[ $? = 1 ] && [ -s "$dir/err" ]
report $? 'analyse refuses a file that is not there'
printf 'nonsense\n' >"$dir/game"
"$engine" analyse "$dir/game" >"$dir/out" 2>"$dir/err"
[ $? = 1 ] && [ -s "$dir/err" ] && [ ! -s "$dir/out" ]
report $? 'analyse refuses a file that is no game'
"$engine" --nonsense </dev/null >"$dir/out" 2>"$dir/err"
[ $? = 2 ] && [ ! -s "$dir/out" ] && grep -q '^usage:' "$dir/err"
report $? 'an unknown option is wrong usage'
"$engine" something </dev/null >"$dir/out" 2>"$dir/err"
[ $? = 2 ]
report $? 'an argument is wrong usage'
printf 'ABOUT\nABOUT\n' | timeout 20 "$engine" >/dev/full
[ $? = 1 ]
report $? 'output that cannot be written is a failure'

echo "1..$tests"
[ "$failures" = 0 ]
