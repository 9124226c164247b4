#!/usr/bin/env bash
# The client comes back: after the server was killed and after it was killed itself, to its seat and
# to what it missed; but never against the will of the server. And it comes in with an account.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# The daemon dies as by kill -9, and comes again on the same port.
kill_daemon() {
	{ kill -KILL "$daemon" && wait "$daemon"; } 2>/dev/null
	daemon=''
}

daemon_again() {
	rm -f "$dir/again"
	mkfifo "$dir/again"
	"$build/gomokud" -c "$dir/config" -d "$dir/state" -l "$address" \
		</dev/null >"$dir/again" 2>>"$dir/log" &
	daemon=$!
	exec 8<"$dir/again"
	read -r -t "$patience" -u 8 _
}

seat_file() {
	find "$dir/gomoku" -name 'seat-*' ! -name '*.lock'
}

must 'a daemon is there' start_daemon $'think-pause-ms = 0\nregister = open'
must 'a client plays' start_client 80x24 --name ann --bot 1
sees 'Your move' >/dev/null
keys h 8 Enter
must 'a move or two' sees 'move 2'
check 'the token is for its owner alone' test "$(stat -c %a "$(seat_file)")" = 600

kill_daemon
check 'the connection is lost' sees 'Connection lost, trying again'
keys a 1 Enter
check 'nothing can be played' sees 'Not connected'
check 'the server comes again' daemon_again
check 'and we are back' sees 'Connected again.'
check 'with the board' count '●' 1
check 'on our turn' sees 'Your move'
keys o 1 Enter
check 'the game goes on' sees 'move 4'

# The client is killed and started again: with the same command line it is back on its seat.
kill -KILL "$(client_pid)"
sees over >/dev/null
start_client 80x24 --name ann --bot 1
check 'a terminal that was closed comes back' sees 'You are back in your game.'
check 'to its board' count '●' 2
check 'and its turn' sees 'Your move'

# A second client of that name has no part in the first one's seat.
"$build/gomoku" --line --pin "$pin" --name ann "$address" </dev/null >"$dir/second"
check 'another process goes without the token' eval '! has "$dir/second" "You are back" >/dev/null'
keys a 1 Enter
check 'which leaves the first one alone' sees 'move 6'

# Whoever takes the seat by its token sends us away for good.
token=$(cut -d' ' -f2 "$(seat_file)")
printf 'resume %s\nquit\n' "$token" | "$build/gomoku" --raw --pin "$pin" "$address" >"$dir/other"
check 'another takes our place' has "$dir/other" '+resumed user=~ann'
check 'we do not come back, the terminal is as it was' left_with 7
check 'and are told why' sees 'The server ended the connection: replaced'

# A game that has ended is nothing to come back to.
rm -f "$(seat_file)"
start_client 80x24 --name bob --bot 1
must 'another visit' sees 'Your move'
keys : resign Enter
sees 'You lost' >/dev/null
keys C-c
check 'a visit that has ended' left_with 0
check 'leaves no token behind' test -z "$(seat_file)"

# Accounts.
printf 'register eve :correct horse\nquit\n' |
	"$build/gomoku" --raw --pin "$pin" "$address" >"$dir/register"
check 'an account' has "$dir/register" '+welcome user=eve'
printf 'correct horse\n' >"$dir/good"
printf 'wrong horse\n' >"$dir/bad"
login() {
	"$build/gomoku" --line --pin "$pin" --login eve --password-file "$1" "$address" \
		</dev/null >"$dir/out" 2>"$dir/err"
}
check 'logs in by a file' status_is 0 login "$dir/good"
check 'as itself' eval '! grep -q "~" "$dir/out"'
check 'but not with another password' status_is 5 login "$dir/bad"
check 'nor without the file' status_is 5 login "$dir/none"
start_client 80x24 --login eve
check 'the password is asked for' sees 'Password of eve at 127.0.0.1:'
keys -l 'correct horse'
keys Enter
check 'and we are in' sees 'Welcome to gomokud, eve.'
keys C-c
check 'and out, the terminal as it was' left_with 0
check 'what was typed was not shown' eval '! screen | grep -q horse'

finish
