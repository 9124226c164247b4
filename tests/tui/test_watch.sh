#!/usr/bin/env bash
# A game of others: watched, looked back on while it goes on, kept, replayed and exported; the same
# moves each time.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# The moves of an SGF file, a pair of letters each.
moves_of() {
	grep -oE '(^|;)[BW]\[[a-z]{2}\]' "$1" | tr -d ';'
}

must 'a daemon is there' start_daemon
friend 6 bob 'create :A game of two'
must 'somebody opens a room' told bob 'Room r1'
friend 7 cem 'join r1'
printf '%s\n' h8 i8 >&6
echo h9 >&7
must 'two people play' told bob 'Move 3: You play i8'
start_client 80x24 --watch r1 --name ann
must 'they are watched' sees 'Waiting for ~cem'
check 'from where they are' sees 'move 3 · i8'
keys '<'
check 'who watches can look back' sees 'Looking back: move 2 of 3'
check 'at fewer stones' count '●' 1
echo i9 >&7
check 'until the game goes on' sees 'move 4 · i9'
keys a 1 Enter
check 'but not play' sees 'You are watching.'
printf '%s\n' j8 k8 l8 >&6
printf '%s\n' j9 k9 >&7
check 'the game ends' sees '~bob wins as black: five in a row'
check 'after which it is said what next' sees ':leave'
keys ":save $dir/seen.sgf" Enter
must 'it is kept' sees 'Saved as'
keys C-c
check 'and we leave' left_with 0

plies=$(moves_of "$dir/seen.sgf" | wc -l)
must 'the file has the game' test "$plies" -ge 9
start_program 80x24 --replay "$dir/seen.sgf"
check 'it is stepped through from the beginning' sees "The beginning, $plies moves to come"
keys End
check 'to its end' sees 'won: five in a row'
keys q
check 'and left' left_with 0
"$build/gomoku" --replay "$dir/seen.sgf" </dev/null >"$dir/printed"
check 'line mode prints it' test "$(grep -c '^Move ' "$dir/printed")" = "$plies"

# The server keeps it as well.
ask() {
	printf '%s\n' 'guest zed' "$@" quit | "$build/gomoku" --raw --pin "$pin" "$address"
}
ask 'games ~bob' >"$dir/raw"
game=$(sed -n 's/^=game id=\([^ ]*\).*/\1/p' "$dir/raw")
ask "export $game sgf" | sed -n 's/^=line :\{0,1\}//p' >"$dir/exported.sgf"
moves_of "$dir/seen.sgf" >"$dir/seen"
moves_of "$dir/exported.sgf" >"$dir/exported"
check 'what it exports are the same moves' cmp "$dir/seen" "$dir/exported"
exec 6>&- 7>&-

finish
