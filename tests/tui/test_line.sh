#!/usr/bin/env bash
# The client's line mode as scripts use it: what it prints, how it waits, what it exits with; and
# --raw, the protocol itself.
set -u

export LC_ALL=C.UTF-8
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/../scripts/lib.sh"
export XDG_STATE_HOME=$dir XDG_CONFIG_HOME=$dir

# script TEXT ARGUMENTS...: runs the client on a script, its output in $dir/out; its status is kept.
script() {
	local text=$1
	shift
	printf '%b' "$text" | "$build/gomoku" --pin "$pin" "$@" "$address" >"$dir/out" 2>"$dir/err"
	status=$?
}

left() {
	[ "$status" = "$1" ] || echo "# exit status $status, not $1"
	[ "$status" = "$1" ]
}

# Whether nothing but printable text and line ends was written.
plain() {
	! LC_ALL=C grep -q '[^ -~]' "$dir/out"
}

start_daemon 'think-pause-ms = 0' || exit 1

script 'h8\nresign\n' --bot 1 --exit-result
check 'a game given up, told by the exit status' left 11
check 'without a control character' plain
check 'with the board' has "$dir/out" ' 8  . . . . . . .(X). . . . . . .  8'
check 'and the result' has "$dir/out" 'Bot 1 wins as white: resignation.'
script 'h8\nresign\n' --bot 1
check 'else 0 for a visit that went well' left 0
script '' --exit-result
check 'and 0 without a game' left 0

# The board in words.
script 'h8\nquit\n' --bot 1 --board list
check 'the board as a list' has "$dir/out" 'Last: black h8.'
check 'row by row' has "$dir/out" 'row 8: black h'
check 'and not drawn' eval '! grep -q "a b c d" "$dir/out"'
script 'set board=list\nh8\nset board=on\nquit\n' --bot 1
check 'turned on by hand' has "$dir/out" 'row 8: black h'
mkdir -p "$dir/gomoku" && echo 'board = list' >"$dir/gomoku/gomoku.conf"
script 'h8\nquit\n' --bot 1
check 'and by habit' has "$dir/out" 'Last: black h8.'
rm "$dir/gomoku/gomoku.conf"

# A game against oneself, to five, by two clients.
mkfifo "$dir/one"
"$build/gomoku" --line --pin "$pin" --name one --create --exit-result "$address" \
	<"$dir/one" >"$dir/one.out" &
one=$!
exec 7>"$dir/one"
until=$((SECONDS + patience))
until grep -qE 'oom r[0-9]+' "$dir/one.out" || [ "$SECONDS" -ge "$until" ]; do sleep 0.05; done
room=$(grep -oE 'oom r[0-9]+' "$dir/one.out" | head -n 1 | cut -d' ' -f2)
printf 'h8\ni8\nj8\nk8\nl8\n' >&7
script 'h9\ni9\nj9\nk9\n' --name two --join "$room" --exit-result
printf 'quit\n' >&7
exec 7>&-
wait "$one"
check 'who makes five has won' test $? = 10
check 'by five in a row' has "$dir/one.out" 'You win as black: five in a row, h8 i8 j8 k8 l8.'

# The protocol itself.
script 'hello 1\n#7 guest raw-one\nplay 1\nh8\nquit\n' --raw
check '--raw ends well' left 0
check 'shows the greeting' has "$dir/out" '*hello proto=1'
check 'the answers with their tags' has "$dir/out" '#7 +welcome user=~raw-one'
check 'and the events' has "$dir/out" '*bye reason=quit'
script 'ping x' --raw
check 'a last line without its end is sent' has "$dir/out" '+pong word=x'
script "ping $(printf '%02000d' 0)\\nping y\\n" --raw
check 'a line that is too long is refused by the server' has "$dir/out" '-too-long limit=1024'
check 'which then goes on' has "$dir/out" '+pong word=y'
status_of() {
	"$build/gomoku" "$@" </dev/null >"$dir/out" 2>"$dir/err"
	status=$?
}
status_of --raw --pin sha256:"$(printf '%064d' 0)" "$address"
check '--raw trusts no other key' left 4
status_of --raw 127.0.0.1:1
check 'nobody there' left 3
status_of --raw --bot 1 "$address"
check '--raw plays nothing' left 2

finish
