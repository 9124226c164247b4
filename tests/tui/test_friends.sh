#!/usr/bin/env bash
# Ways to come together: a private server for oneself, the line that invites a friend, and a kiosk.
set -u

export LC_ALL=C.UTF-8
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/../scripts/lib.sh"
export XDG_STATE_HOME=$dir XDG_CONFIG_HOME=$dir

# in_time COMMAND...: it comes true, now or before patience ends.
in_time() {
	local until=$((SECONDS + patience))
	until "$@"; do
		[ "$SECONDS" -lt "$until" ] || return 1
		sleep 0.05
	done
}

told() {
	in_time grep -qF -e "$2" "$1" || has "$1" "$2"
}

none_left() {
	[ -z "$(ls -A "$dir/tmp")" ]
}

# A private server.
mkdir "$dir/tmp"
printf 'h8\nresign\n' | TMPDIR=$dir/tmp "$build/gomoku" --bot 1 --exit-result >"$dir/out" 2>"$dir/err"
check 'a game on a private server' test $? = 11
check 'against a bot' has "$dir/out" 'Bot 1 wins as white: resignation.'
check 'of which nothing is left' in_time none_left
check 'nor remembered' eval '! ls "$dir/gomoku" 2>/dev/null | grep -q .'
mkfifo "$dir/in"
TMPDIR=$dir/tmp "$build/gomoku" --bot 1 <"$dir/in" >"$dir/out" 2>"$dir/err" &
client=$!
exec 7>"$dir/in"
check 'another one' told "$dir/out" 'Black (X) to move: you.'
check 'has a folder' eval '! none_left'
{ kill -KILL "$client" && wait "$client"; } 2>/dev/null
check 'which goes with a client that is killed, too' in_time none_left
exec 7>&-
mkdir "$dir/alone"
cp "$build/gomoku" "$dir/alone/"
check 'without a gomokud' status_is 1 env PATH=/usr/bin:/bin "$dir/alone/gomoku" --bot 1 \
	</dev/null 2>"$dir/err"
check 'it says what is missing' has "$dir/err" 'There is no gomokud beside this program or in PATH'
printf '#!/bin/sh\necho "gomokud: no luck" >&2\nexit 1\n' >"$dir/alone/gomokud"
chmod +x "$dir/alone/gomokud"
check 'one that fails' status_is 1 env TMPDIR="$dir/tmp" "$dir/alone/gomoku" --bot 1 \
	</dev/null 2>"$dir/err"
check 'is told' has "$dir/err" 'The private server did not start: gomokud: no luck'
check 'and leaves nothing' in_time none_left

# The line for a friend.
start_daemon || exit 1
"$build/gomoku" --pin "$pin" --name ann "$address" <"$dir/in" >"$dir/out" 2>"$dir/err" &
client=$!
exec 7>"$dir/in"
printf 'create private\ninvite\n' >&7
check 'a line to send' told "$dir/out" 'Send this to a friend: gomoku '
link=$(sed -n "s/.*friend: gomoku '\(.*\)'/\1/p" "$dir/out")
check 'with address, code and pin' eval '[[ $link == "$address"/*#"$pin" ]]'
printf 'quit\n' | "$build/gomoku" --name bob "$link" >"$dir/bob" 2>&1
check 'takes the friend there' has "$dir/bob" 'You sit down as white.'
check 'but not to another key' status_is 4 "$build/gomoku" --name bob \
	"${link%%#*}#sha256:$(printf '%064d' 0)" </dev/null 2>"$dir/err"
check 'nor to a room that is none' status_is 1 "$build/gomoku" --name bob "$address/r77#$pin" \
	</dev/null 2>"$dir/err"
for wrong in "$address/#" "$address#" "$address/a b" "$address/r1#$pin#x" "/r1"; do
	check "'${wrong#"$address"}' is no address" status_is 2 "$build/gomoku" "$wrong" \
		</dev/null 2>"$dir/err"
done
check 'a link and an action are one too many' status_is 2 "$build/gomoku" --bot 1 "$link" \
	</dev/null 2>"$dir/err"
printf 'quit\n' >&7
exec 7>&-
wait "$client"

# A kiosk.
printf 'h8\nsave %s/kiosk.sgf\nquit\n' "$dir" |
	"$build/gomoku" --kiosk --pin "$pin" --bot 1 "$address" >"$dir/out" 2>"$dir/err"
check 'a kiosk plays' has "$dir/out" 'Move 1: You play h8.'
check 'and keeps no file' has "$dir/out" 'No files are kept here.'
check 'none at all' test ! -e "$dir/kiosk.sgf"
check 'and opens none' status_is 2 "$build/gomoku" --kiosk --replay x.sgf </dev/null 2>"$dir/err"
check 'nor a server of its own' status_is 2 "$build/gomoku" --kiosk --bot 1 </dev/null 2>"$dir/err"

finish
