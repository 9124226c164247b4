#!/usr/bin/env bash
# What the kernel says of the running programs: no new rights, no capabilities, the filters on all
# threads; `user =` and `sandbox =` of the configuration; and that games are played all the same.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

export XDG_CONFIG_HOME=$dir/config-home XDG_STATE_HOME=$dir/state-home

# Builds with sanitizers have no landlock and no filter; so the daemon says.
filtered() {
	! grep -q __asan_init "$build/gomokud"
}

# field PID NAME VALUE: all threads of the process have that line in their status.
field() {
	local status
	for status in "/proc/$1"/task/*/status; do
		[ "$(sed -n "s/^$2:[[:space:]]*//p" "$status")" = "$3" ] && continue
		echo "# $status: $(grep "^$2" "$status"), not $3"
		return 1
	done
}

# A layer is in force, or the log says that this kernel lacks it.
in_force() {
	grep -q "event=sandbox-lacks layer=$1 " "$dir/log" && return
	has "$dir/log" ",$1" && { [ "$1" != seccomp ] || field "$daemon" Seccomp 2; }
}

# game_is_played NAME: a guest plays a move against a bot of level 1, which answers.
game_is_played() {
	{
		printf 'guest %s\nplay 1\nmove h8\n' "$1"
		for ((i = 0; i < patience * 10; i++)); do
			grep -q 'ply=2 side=white' "$dir/played" 2>/dev/null && break
			sleep 0.1
		done
		echo quit
	} | timeout "$patience" openssl s_client -quiet -connect "$address" >"$dir/played" 2>/dev/null
	has "$dir/played" "ply=2 side=white"
}

check 'the daemon starts' start_daemon
check 'no thread of it can gain rights' field "$daemon" NoNewPrivs 1
check 'nor has a capability' field "$daemon" CapEff 0000000000000000
check 'nor may have one' field "$daemon" CapPrm 0000000000000000
if filtered; then
	check 'the log names the layers' has "$dir/log" \
		'event=sandbox layers=no-new-privs,capabilities'
	check 'among them landlock' in_force landlock
	check 'and seccomp' in_force seccomp
else
	check 'the log says that sanitizers leave layers out' has "$dir/log" 'a build with sanitizers'
fi
check 'a game is played' game_is_played ann
# The spawner has no filter, and no thread of the daemon's; the engines are its children.
engine_is_filtered() {
	local spawner engine
	spawner=$(pgrep -P "$daemon") && engine=$(pgrep -P "$spawner" | head -1) || return 1
	field "$engine" Seccomp 2 && field "$engine" NoNewPrivs 1
}
if filtered && ! grep -q 'sandbox-lacks layer=seccomp' "$dir/log"; then
	check 'the engine is filtered' engine_is_filtered
fi
check 'it ends in order' stop_daemon TERM

check 'it starts with sandbox = no' start_daemon 'sandbox = no'
check 'and says so' has "$dir/log" 'reason="sandbox = no"'
check 'but without rights' field "$daemon" CapEff 0000000000000000
check 'it ends in order' stop_daemon TERM

if [ "$(id -u)" = 0 ]; then
	# Where this was built, nobody else may have a way in.
	chmod 755 "$dir"
	install -m 755 "$build/gomoku-engine" "$dir/gomoku-engine"
	check 'it starts as nobody' start_daemon "user = \"nobody\"
house-engine = \"$dir/gomoku-engine\""
	id_of_nobody=$(id -u nobody)
	check 'and is nobody' field "$daemon" Uid \
		"$id_of_nobody	$id_of_nobody	$id_of_nobody	$id_of_nobody"
	check 'who owns the state' [ "$(find "$dir/state" ! -user nobody | wc -l)" = 0 ]
	check 'a game is played' game_is_played bea
	check 'it ends in order' stop_daemon TERM
fi
printf 'user = "no-such-user"\n' >"$dir/config"
refuses() {
	timeout "$patience" "$build/gomokud" -c "$dir/config" -d "$dir/state" -l 127.0.0.1:0 >"$dir/out" 2>&1
	[ $? = 67 ] && has "$dir/out" 'there is no such user'
}
check 'a user that is none is named, with EX_NOUSER' refuses
finish
