#!/usr/bin/env bash
# --engine: a Gomocup engine as a user: two that seek each other, one that is challenged, and engines
# that die, keep silent or answer rubbish.
set -u

export LC_ALL=C.UTF-8
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/../scripts/lib.sh"
export XDG_CONFIG_HOME=$dir

# told FILE TEXT: it stands there, now or before patience ends.
told() {
	local until=$((SECONDS + patience))
	until grep -qF -e "$2" "$1" 2>/dev/null; do
		[ "$SECONDS" -lt "$until" ] || { has "$1" "$2"; return 1; }
		sleep 0.05
	done
}

# bot NAME COMMAND ARGUMENTS...: in the background; its process is in $bot.
bot() {
	local name=$1 command=$2
	shift 2
	XDG_STATE_HOME=$dir/$name "$build/gomoku" --engine "$command" --pin "$pin" --name "$name" "$@" \
		"$address" </dev/null >"$dir/$name.out" 2>"$dir/$name.err" &
	bot=$!
}

# player NAME LINES...: a person in line mode, whose further lines go to 7.
player() {
	local name=$1
	shift
	rm -f "$dir/in"
	mkfifo "$dir/in"
	XDG_STATE_HOME=$dir/$name "$build/gomoku" --line --pin "$pin" --name "$name" "$address" \
		<"$dir/in" >"$dir/$name.out" 2>&1 &
	player=$!
	exec 7>"$dir/in"
	printf '%s\n' "$@" >&7
}

end_player() {
	printf 'quit\n' >&7
	exec 7>&-
	wait "$player"
}

start_daemon || exit 1
engine="$build/gomoku-engine"

# An engine of the house that does not take all the time it has.
quick="{ echo INFO level 4; cat; } | $engine"
# The same, but one that knows nothing of openings.
plain="sed -un 's/^SWAP2BOARD/WHAT/; s/^INFO timeout_turn.*/INFO level 2/; p' | $engine"

# both NAME TERMS [NAME COMMAND]: two engines look for each other and play a game of each colour;
# each is a process of the client's.
both() {
	local name=$1 terms=$2 other=${3:-max} command=${4:-$quick} eve max
	rm -f "$dir"/*.out "$dir"/*.err
	bot eve "$quick" --seek "$terms bots=yes" --games 2
	eve=$bot
	bot "$other" "$command" --seek "$terms bots=yes" --games 2
	max=$bot
	wait "$eve"
	check "$name: an engine leaves after its games" test $? = 0
	wait "$max"
	check "$name: so does the other" test $? = 0
	check "$name: they have played two" \
		test "$(grep -cE '^(You win|~[a-z]* wins|A draw)' "$dir/eve.out")" = 2
	check "$name: to the end" \
		eval '! grep -qE "time ran out|resignation|No result" "$dir/eve.out"'
	check "$name: without a complaint" \
		eval '[ ! -s "$dir/eve.err" ] || ! sed "s/^/#   /" "$dir/eve.err"'
}

both free 'size=7 time=30+1'
both swap2 'size=9 time=30+1 opening=swap2'
check 'swap2: three stones are placed, and somebody chooses' \
	grep -qE '~?(You|max) (choose|chooses) |will place' "$dir/eve.out"
both swap 'size=9 time=30+1 opening=swap rule=renju'
both pro 'size=9 time=30+1 opening=pro'
both plain 'size=9 time=30+1 opening=swap2' ned "$plain"
check 'plain: who knows no openings chooses by its moves' \
	eval "has '$dir/ned.err' 'does not know SWAP2BOARD' && grep -q 'choose' '$dir/ned.out'"

# Challenged by a person, in renju, with taking back and a rematch.
bot eve "$quick"
eve=$bot
told "$dir/eve.out" 'Hello, ~eve' >/dev/null
printf 'guest zed\nwhois eve\nquit\n' | "$build/gomoku" --raw --pin "$pin" "$address" >"$dir/raw"
check 'it is marked as a bot' has "$dir/raw" 'bot=yes'
player ann 'challenge eve rule=renju'
check 'it accepts a challenge' told "$dir/ann.out" 'A game begins'
if grep -q 'you are black' "$dir/ann.out"; then
	printf 'h8\n' >&7
fi
check 'it moves' told "$dir/ann.out" '~eve plays'
printf 'draw\n' >&7
check 'it declines a draw' told "$dir/ann.out" 'The offer was declined.'
printf 'resign\n' >&7
check 'the game ends' told "$dir/ann.out" '~eve wins'
printf 'rematch\n' >&7
check 'it plays again' eval 'until=$((SECONDS + patience))
	until [ "$(grep -c "A game begins" "$dir/ann.out")" = 2 ] || [ "$SECONDS" -ge "$until" ]; do
		sleep 0.05; done; [ "$(grep -c "A game begins" "$dir/ann.out")" = 2 ]'
end_player
kill -TERM "$eve"
wait "$eve"
check 'and leaves with 0' test $? = 0

# Engines that fail: a game goes on, or is given up, and is never lost by time.
cat >"$dir/dies" <<'END'
read -r line
exit 1
END
cat >"$dir/silent" <<'END'
while read -r line; do
	case $line in
	START*) echo OK ;;
	esac
done
END
cat >"$dir/rubbish" <<'END'
while read -r line; do
	case $line in
	BEGIN | DONE) echo 99,99 ;;
	esac
done
END
bot kim "sh $dir/silent"
kim=$bot
told "$dir/kim.out" 'Hello, ~kim' >/dev/null
player bob 'create time=3/move white=~kim black=me'
told "$dir/bob.out" 'A game begins' >/dev/null
printf 'a1\n' >&7
check 'a move is made for an engine that is silent' told "$dir/bob.out" 'Move 2: ~kim plays h8.'
check 'in time, which is told' told "$dir/kim.err" 'does not answer in time'
printf 'resign\nleave\ncreate time=3/move white=~kim black=me opening=swap2\n' >&7
told "$dir/bob.out" 'You are to place a black stone' >/dev/null
printf 'a1\nb3\nc5\n' >&7
check 'a colour is chosen for it, too, in time' told "$dir/bob.out" '~kim chooses black'
end_player
kill -TERM "$kim" && wait "$kim"
bot lee "sh $dir/rubbish"
lee=$bot
told "$dir/lee.out" 'Hello, ~lee' >/dev/null
player dan 'create white=~lee black=me'
told "$dir/dan.out" 'A game begins' >/dev/null
printf 'a1\n' >&7
check 'and for one that answers rubbish' told "$dir/dan.out" 'Move 2: ~lee plays h8.'
end_player
kill -TERM "$lee" && wait "$lee"
bot moe "sh $dir/dies"
moe=$bot
told "$dir/moe.out" 'Hello, ~moe' >/dev/null
player cem 'create white=~moe black=me'
told "$dir/cem.out" 'A game begins' >/dev/null
printf 'a1\n' >&7
check 'one that always dies gives up' told "$dir/cem.out" 'You win as black: resignation'
wait "$moe"
check 'and leaves with 1' test $? = 1
end_player
status_of() {
	XDG_STATE_HOME="$dir/none" "$build/gomoku" --pin "$pin" "$@" "$address" </dev/null \
		>"$dir/out" 2>"$dir/err"
}
check 'a command that is none' status_is 1 status_of --engine /nowhere/to/be/found --seek 'time=1+1'
check 'is told' has "$dir/err" 'The engine fails again and again.'
check 'terms that are none' status_is 1 status_of --engine "$engine" --seek 'nonsense=1'

finish
