#!/usr/bin/env bash
# The programs as a person starts them: a private server with the client in line mode, a demo, the
# daemon's options and how it ends.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

out=$dir/out
export BUILD=$build XDG_CONFIG_HOME=$dir/config-home XDG_STATE_HOME=$dir/state-home

# What conf/private-server does with an input, its output in $out.
private_server() {
	timeout $((patience * 3)) conf/private-server "$1" <"$dir/input" >"$out" 2>&1
}

# A board of 15 stands in the output: the column letters, and rows 15 and 1.
board_shown() {
	if grep -Eq 'a +b +c +d +e +f +g +h +i +j +k +l +m +n +o' "$out" &&
		grep -Eq '^ *15 ' "$out" && grep -Eq '^ *1 ' "$out"; then
		return 0
	fi
	sed 's/^/# /' "$out"
	return 1
}

# No process of this build's daemon is left.
none_left() {
	local pid left=0
	for pid in $(pgrep -x gomokud); do
		if [ "$(readlink "/proc/$pid/exe")" = "$(readlink -f "$build/gomokud")" ] &&
			tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$TMPDIR"; then
			left=1
		fi
	done
	return "$left"
}

# The folders of private servers go here, so that what stays behind is seen.
export TMPDIR=$dir/tmp
mkdir "$TMPDIR"
empty() {
	[ -z "$(ls -A "$TMPDIR")" ] && none_left
}

: >"$dir/input"
check 'play with an empty input ends with 0' status_is 0 private_server play
check 'and shows a board' board_shown
check 'and leaves nothing behind' empty

printf 'move h8\nresign\nquit\n' >"$dir/input"
check 'a move, resign, quit end with 0' status_is 0 private_server play
check 'and show a board' board_shown
check 'and leave nothing behind' empty

: >"$dir/input"
LEVEL=3 RULE=standard SIZE=9 private_server play
check 'LEVEL, RULE and SIZE choose the game' grep -Eq 'a +b +c +d +e +f +g +h +i$' "$out"
LEVEL=99 private_server play
check 'a level that is none is an error' [ $? != 0 ]
check 'and nothing is left behind' empty

check 'a demo ends with 0' status_is 0 private_server demo
check 'and shows a board' board_shown
demo_has_result() {
	grep -Eqi 'wins|won|draw|full' "$out" && [ "$(grep -Ec '^ *15 ' "$out")" -ge 9 ]
}
check 'with each move and the result' demo_has_result

# A signal to the script takes everything down.
interrupted() {
	local script
	: >"$out"
	mkfifo "$dir/held"
	exec 8<>"$dir/held"
	conf/private-server play <"$dir/held" >"$out" 2>&1 8<&- &
	script=$!
	for ((i = 0; i < patience * 10; i++)); do
		grep -Eq '^ *15 ' "$out" && break
		sleep 0.1
	done
	kill -TERM "$script"
	wait "$script"
	exec 8<&-
	empty
}
check 'SIGTERM to the script takes the server down' interrupted

# ---- the daemon ----

daemon_says() {
	timeout "$patience" "$build/gomokud" "$@" </dev/null >"$out" 2>&1
}
check '-h says how it is used' status_is 0 daemon_says -h
for option in -c -n -l -d -v -h -V; do
	check "and names $option" grep -Eq -e "(^|[^a-z])$option([^a-z]|\$)" "$out"
done
check '-V says its version' status_is 0 daemon_says -V
check 'which is a number' grep -Eq 'gomokud[ /][0-9]+\.[0-9]+' "$out"
daemon_says --no-such-option
check 'an option that is none is an error' [ $? != 0 ]

printf 'name = "tea-house"\nmax-rooms = 10\n' >"$dir/good.conf"
check '-n takes a good configuration' status_is 0 daemon_says -n -c "$dir/good.conf"
printf 'name = "tea-house"\n\nmax-rooms = many\n' >"$dir/bad.conf"
daemon_says -n -c "$dir/bad.conf"
check '-n refuses a broken one' [ $? != 0 ]
check 'and names file and line' has "$out" "$dir/bad.conf:3"
printf 'name = "tea-house"\nmax-romos = 10\n' >"$dir/bad.conf"
daemon_says -n -c "$dir/bad.conf"
check '-n refuses a key that is none' [ $? != 0 ]
check 'and names file and line of it' has "$out" "$dir/bad.conf:2"
daemon_says -n -c "$dir/nowhere.conf"
check 'a configuration that is not there is an error' [ $? != 0 ]

check 'the daemon starts' start_daemon
first_pin=$pin
mkdir "$dir/other"
daemon_says -c "$dir/good.conf" -d "$dir/other" -l "$address"
check 'a port that is taken is an error' [ $? != 0 ]
check 'that names the port' has "$out" "${address#*:}"
old_tls() {
	! openssl s_client -connect "$address" -tls1_1 -cipher 'ALL:@SECLEVEL=0' </dev/null \
		>/dev/null 2>&1
}
check 'TLS 1.1 is refused' old_tls
new_tls() {
	echo quit | timeout "$patience" openssl s_client -quiet -connect "$address" "$1" 2>/dev/null |
		grep -q '^\*hello'
}
check 'TLS 1.2 is served' new_tls -tls1_2
check 'TLS 1.3 is served' new_tls -tls1_3
key_is_private() {
	[ -z "$(find "$dir/state" -type f -name '*key*' -perm /077)" ] &&
		[ -n "$(find "$dir/state" -type f -name '*key*')" ]
}
check 'the key is for the daemon alone' key_is_private
check 'SIGTERM ends it with 0' stop_daemon TERM
check 'it starts again' start_daemon
check 'with the same key' [ "$pin" = "$first_pin" ]
check 'SIGINT ends it with 0' stop_daemon INT
finish
