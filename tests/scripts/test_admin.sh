#!/usr/bin/env bash
# gomoku --admin: one command from the command line, a conversation on standard input, exit codes; and
# what a reload does to the addresses that are listened on.
set -u

# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# A state folder whose path is longer than the address of a socket can be.
long=$dir/$(printf 'very-long-name-%.0s' {1..12})
mkdir -p "$long"
sock=$long/state/admin.sock

gomoku() {
	timeout "$patience" "$build/gomoku" "$@"
}

admin() {
	gomoku --admin "$sock" "$@" >"$dir/out" 2>"$dir/err"
}

# start_on LISTEN...: a daemon whose configuration says where it listens; sets daemon.
start_on() {
	configure "$@"
	rm -f "$dir/ready"
	mkfifo "$dir/ready"
	"$build/gomokud" -c "$dir/config" -d "$long/state" </dev/null >"$dir/ready" 2>"$dir/log" &
	daemon=$!
	exec 9<"$dir/ready"
	read -r -t "$patience" -u 9 ready address pin || return 1
	address=${address#addr=}
	[ "$ready" = ready ]
}

configure() {
	local list
	printf -v list '"%s",' "$@"
	printf 'listen = {%s}\n' "${list%,}" >"$dir/config"
}

# A port that nobody listens on at the moment.
free_port() {
	local port
	for port in {20000..20200}; do
		(exec 8<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && continue
		echo "$port"
		return
	done
}

# answers PORT: a daemon greets there.
answers() {
	echo quit | gomoku --raw --pin "${pin#pin=}" "127.0.0.1:$1" 2>/dev/null | grep -q '^\*hello'
}

refused() {
	! (exec 8<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

nothing_runs() {
	XDG_STATE_HOME=$dir/none HOME=$dir/none status_is 3 admin stats &&
		has "$dir/err" "no server answers at $sock"
}

one_command() {
	status_is 0 admin stats && has "$dir/out" '=stat name=users value=0' &&
		has "$dir/out" '+stats n='
}

by_its_option() {
	gomoku --admin="$sock" bans >"$dir/out" && has "$dir/out" '+bans n=0'
}

refusal() {
	status_is 1 admin close r1 && has "$dir/err" '-no-such what=room' && [ ! -s "$dir/out" ] &&
		status_is 1 admin nonsense && has "$dir/err" '-unknown verb=nonsense'
}

wrong_use() {
	status_is 2 gomoku --admin=nothing stats 2>"$dir/err"
	has "$dir/err" '--admin=SOCKET'
}

help_is_text() {
	status_is 0 admin help ban && has "$dir/out" 'ban NAME|ADDRESS' && ! grep -q '[=+]help' "$dir/out"
}

# For a scraper: the text as it is, and nothing else.
prometheus_text() {
	status_is 0 admin stats prometheus && has "$dir/out" 'gomokud_users 0' &&
		! grep -vE '^(# |gomokud_)' "$dir/out"
}

# What a verb's text begins with need not be marked.
text_without_colon() {
	status_is 0 admin announce Back at noon, with cake && has "$dir/out" '+announced users=0' &&
		status_is 0 admin ban 192.0.2.0/24 for=1h too many of them &&
		status_is 0 admin ban 198.51.100.1 :as it is &&
		status_is 0 admin bans && has "$dir/out" ':too many of them' && has "$dir/out" ':as it is'
}

# All commands are answered, in order, before it ends; one refusal is told by the exit status.
conversation() {
	printf 'bans\n\n  \n#7 unban 192.0.2.0/24\nstats' | status_is 0 admin &&
		has "$dir/out" '#7 +unbanned' && [ "$(tail -n 1 "$dir/out" | cut -c 1-6)" = +stats ] &&
		printf 'bans\nfoo\nbans\n' | status_is 1 admin
}

# A new address is listened on, one that is left out no more; an impossible one changes nothing.
listen_changes() {
	local one two
	one=${address##*:}
	two=$(free_port)
	configure "$address" "127.0.0.1:$two" "192.0.2.199:1"
	status_is 1 admin reload && has "$dir/err" '-failed what=listen' && refused "$two" &&
		answers "$one" || return 1
	configure "$address" "127.0.0.1:$two"
	status_is 0 admin reload && has "$dir/out" '+reloaded changed=listen' && answers "$one" &&
		answers "$two" || return 1
	configure "127.0.0.1:$two"
	status_is 0 admin reload && refused "$one" && answers "$two"
}

stopping() {
	local stopped=$daemon
	status_is 0 admin stop && has "$dir/out" '+stop' || return 1
	daemon=''
	wait "$stopped"
}

check 'without a server it says so' nothing_runs
check 'a daemon starts in a folder with a long name' start_on "127.0.0.1:$(free_port)"
check 'one command is answered' one_command
check '--admin=SOCKET' by_its_option
check 'a refusal goes to standard error, and to the exit status' refusal
check 'a socket is a path' wrong_use
check 'help is for reading' help_is_text
check 'the text for Prometheus' prometheus_text
check 'text needs no colon' text_without_colon
check 'commands on standard input' conversation
check 'a reload listens elsewhere' listen_changes
check 'stop ends it in order' stopping
finish
