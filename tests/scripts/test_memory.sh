#!/usr/bin/env bash
# Memory that runs out, at each allocation in turn: whoever needed it is refused, or the server ends
# and says why; it never breaks, and the games that go on are there when it is started again. A sample of the
# allocations: STRIDE=1 START_STRIDE=1 takes all of them.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"
export XDG_STATE_HOME=$dir/client

library=$build/tests/memory.so
wanted=$dir/wanted
round=0

if ldd "$build/gomokud" | grep -q -e libasan -e musl; then
	echo 'ok 1 - memory runs out # SKIP the sanitizers have memory of their own'
	echo '1..1'
	exit 0
fi

# A number as 32 bits.
bits() {
	printf '%b' "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) \
		$(($1 >> 16 & 255)) $(($1 >> 24 & 255)))"
}

# fail_at N: from now on the N-th allocation fails; 0: none.
fail_at() {
	bits "$1" | dd of="$wanted" bs=4 seek=1 conv=notrunc status=none
	round=$((round + 1))
	bits "$round" | dd of="$wanted" bs=4 seek=0 conv=notrunc status=none
}

# How many there have been since.
counted() {
	od -An -tu4 -j8 -N4 "$wanted" | tr -d ' '
}

begin() {
	LD_PRELOAD=$library MEMORY_FAULTS=$wanted start_daemon 'workers = 1' 2>/dev/null
}

# What a person does in a visit, with a name of its own each time.
visit() {
	printf '%s\n' "guest m$round" create "say :hello" rooms leave 'play 1' h8 'set board=on' board \
		resign leave "challenge anchor" seek quit |
		timeout "$patience" "$build/gomoku" --raw --pin "$pin" "$address" >"$dir/visit" 2>&1
}

# The daemon has ended: by its own word, and for this reason.
ended_well() {
	local status
	wait "$daemon"
	status=$?
	daemon=''
	[ "$status" = 71 ] && grep -q 'out of memory' "$dir/log" && return
	echo "# status $status with allocation $1:"
	tail -n 5 "$dir/log" | sed 's/^/#   /'
	return 1
}

# The game that was begun before all of this.
game_is_there() {
	printf 'guest looker\nroom r1\nquit\n' | "$build/gomoku" --raw --pin "$pin" "$address" 2>"$dir/err" | grep -q '^=room id=r1 .* ply=2 '
}

# Whether the daemon goes on after a visit: one that is ending may be there still.
alive() {
	grep -q '^\*bye reason=quit' "$dir/visit" && return
	fail_at 0
	echo quit | timeout "$patience" "$build/gomoku" --raw --pin "$pin" "$address" >/dev/null 2>&1
}

# sweep STRIDE COMMAND...: the command with each STRIDE-th of its allocations failing; sets tried,
# and deaths, of which all were in order, or shows those which were not.
sweep() {
	local stride=$1 n=1 all
	shift
	tried=0 deaths=0 wrong=0
	fail_at 0
	"$@"
	all=$(counted)
	while [ "$n" -le "$all" ]; do
		fail_at "$n"
		"$@"
		tried=$((tried + 1))
		if ! alive; then
			deaths=$((deaths + 1))
			ended_well "$n" || wrong=$((wrong + 1))
			fail_at 0
			begin || return 1
		fi
		n=$((n + stride))
	done
	fail_at 0
	echo "# $tried of $all, $deaths ends"
	[ "$wrong" = 0 ] && [ "$tried" -gt 20 ]
}

head -c 12 /dev/zero >"$wanted"
check 'a daemon is there' begin || finish
# Two people who stay, and their game.
for name in anchor other; do
	mkfifo "$dir/$name"
	: >"$dir/$name.out"
	"$build/gomoku" --raw --pin "$pin" "$address" <"$dir/$name" >"$dir/$name.out" 2>&1 &
done
exec 6>"$dir/anchor" 7>"$dir/other"
said() {
	local until=$((SECONDS + patience))
	until grep -q -e "$2" "$dir/$1.out"; do
		[ "$SECONDS" -lt "$until" ] || { has "$dir/$1.out" "$2"; return 1; }
		sleep 0.02
	done
}
printf 'guest anchor\ncreate\n' >&6
said anchor '^+created room=r1'
printf 'guest other\njoin r1\n' >&7
said anchor '^\*start '
echo h8 >&6
said other 'at=h8'
echo i9 >&7
check 'a game is going on' said anchor 'at=i9'
check 'visits without each of their allocations end well' sweep "${STRIDE:-23}" visit
check 'the server is well' visit
check 'and the game is there' game_is_there

# The start with each STRIDE-th allocation failing: it ends by its own word, or is well.
starts() {
	local stride=$1 n=1 all status refused=0 wrong=0
	stop_daemon TERM || return 1
	fail_at 0
	begin || return 1
	all=$(counted)
	stop_daemon TERM
	while [ "$n" -le "$all" ]; do
		fail_at "$n"
		if begin; then
			stop_daemon TERM || wrong=$((wrong + 1))
		else
			wait "$daemon"
			status=$?
			daemon=''
			refused=$((refused + 1))
			if [ "$status" -lt 64 ] || [ "$status" -gt 78 ] || ! [ -s "$dir/log" ]; then
				echo "# status $status with allocation $n:"
				tail -n 5 "$dir/log" | sed 's/^/#   /'
				wrong=$((wrong + 1))
			fi
		fi
		n=$((n + stride))
	done
	fail_at 0
	begin || return 1
	echo "# $refused of $((all / stride)) refused"
	[ "$wrong" = 0 ] && [ "$refused" -gt 0 ]
}
check 'starts without each of their allocations end well' starts "${START_STRIDE:-1201}"
check 'and the game is there still' game_is_there
finish
