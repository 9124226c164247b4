# What the scripts share, sourced by bash: TAP, deadlines, a daemon of one's own.
# shellcheck shell=bash

# English, whatever language whoever runs the tests reads.
export LC_ALL=C.UTF-8
unset LANGUAGE
build=${BUILD:-build}
patience=${GOMOKU_SLOW:+100}
patience=${patience:-20}
dir=$(mktemp -d) || exit 1
daemon=''
tests=0
broken=0

clean_up() {
	# A child that is ended before it has become its program still has this trap.
	[ "$BASHPID" = "$$" ] || return
	[ -z "$daemon" ] || kill -KILL "$daemon" 2>/dev/null
	rm -rf "$dir"
}
trap clean_up EXIT

# check NAME COMMAND...: one test; it passes when the command does.
check() {
	local name=$1
	shift
	tests=$((tests + 1))
	if "$@"; then
		echo "ok $tests - $name"
	else
		echo "not ok $tests - $name"
		broken=1
	fi
}

# Ends a script: the plan, and what it exits with.
finish() {
	echo "1..$tests"
	exit "$broken"
}

# The exit status is the one wanted.
status_is() {
	local want=$1 got
	shift
	"$@"
	got=$?
	[ "$got" = "$want" ] || echo "# $*: exit status $got, not $want"
	[ "$got" = "$want" ]
}

# has FILE TEXT: the text stands in the file; shows the file when it does not.
has() {
	grep -qF -e "$2" "$1" && return
	echo "# '$2' does not stand in:"
	sed 's/^/#   /' "$1"
	return 1
}

# start_daemon [CONFIGURATION]: a gomokud on a free port; sets daemon, address and pin.
start_daemon() {
	local ready
	printf 'think-pause-ms = 0\n%s\n' "${1:-}" >"$dir/config"
	rm -f "$dir/ready"
	mkfifo "$dir/ready"
	"$build/gomokud" -c "$dir/config" -d "$dir/state" -l 127.0.0.1:0 \
		</dev/null >"$dir/ready" 2>"$dir/log" &
	daemon=$!
	exec 9<"$dir/ready"
	read -r -t "$patience" -u 9 ready address pin || return 1
	address=${address#addr=}
	pin=${pin#pin=}
	[ "$ready" = ready ]
}

# stop_daemon SIGNAL: the daemon's exit status. One that does not end is ended, and that is no 0.
stop_daemon() {
	local stopping=$daemon
	kill "-$1" "$daemon"
	daemon=''
	for ((i = 0; i < patience * 20; i++)); do
		kill -0 "$stopping" 2>/dev/null || break
		sleep 0.05
	done
	kill -KILL "$stopping" 2>/dev/null
	wait "$stopping"
}
