#!/usr/bin/env bash
# The client by mouse alone, as by touch on a phone: the lobby, the board, offers, choices, help, a
# saved game; and a terminal that knows of no mouse when none is wanted.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

must 'a daemon is there' start_daemon 'think-pause-ms = 0'

start_client 80x24 --name eva --bot 1
sees 'Your move' >/dev/null
check 'where no mouse is wanted the terminal knows of none' mode mouse_any_flag 0
keys : resign Enter
sees 'You lost' >/dev/null
keys C-c
left_with 0 >/dev/null

mkfifo "$dir/friend"
XDG_STATE_HOME=$dir/cem "$build/gomoku" --line --pin "$pin" --name cem "$address" \
	<"$dir/friend" >"$dir/friend.out" &
exec 7>"$dir/friend"
printf 'create opening=swap time=300+5 :Come in\n' >&7

start_client 80x24 --name eva --mouse
sees 'Here now' >/dev/null
click 'free seat'
must 'a click in the lobby joins a room' sees 'Waiting for ~cem to place a black stone'
printf 'a1\nb3\nc5\n' >&7
click '2 white'
check 'one on a choice chooses' sees 'Your move'
press 20 11
check 'one on the board plays a stone' sees 'move 4'
check 'where it was made' eval "screen | grep -qE '^ *9 .*○.* 9 '"
printf 'draw\n' >&7
click 'n decline'
check 'one on an answer answers' gone 'n decline'
click ' moves '
check 'one on a pane shows it' sees '4 ○'
click '2 ○ b3'
check 'one on a move looks back' sees 'Looking back: move 2 of 4'
click '> step'
check 'and on a step goes one' sees 'Looking back: move 3 of 4'
click 'Esc returns'
check 'and back' sees 'Waiting for ~cem'
click '? help'
check 'one on ? shows the help' sees 'numbers on the stones'
press 5 5
check 'the next one its second page' sees 'Commands: a colon'
press 5 5
check 'and one more leaves it' sees 'Waiting for ~cem'
click ': command'
keys -l 'resign'
keys Enter
check 'one on the colon begins a command' sees 'You lost'
click ':leave'
check 'one on a command gives it' sees 'Here now'
keys C-z
check 'left alone while it is stopped' mode mouse_any_flag 0
kill -CONT "$(client_pid)"
sees 'Here now' >/dev/null
check 'and taken again' mode mouse_any_flag 1
click '~cem in'
check 'one on a person begins a challenge' sees ':challenge ~cem'
keys C-c
check 'the terminal knows of no mouse any more' eval 'left_with 0 && mode mouse_any_flag 0'
exec 7>&-

printf '(;GM[4]FF[4]SZ[15];B[hh];W[hi];B[ih])' >"$dir/game.sgf"
start_program 80x24 --replay "$dir/game.sgf" --mouse
click '> step'
check 'a saved game is stepped through' sees 'Move 1 of 3'
click '3 ● i8'
check 'and gone to' sees '▸  3 ● i8'
click '< >'
check 'and back' sees 'Move 2 of 3'
keys -l ":save $dir/game.psq"
keys Enter
check 'and written in the other format' sees 'Saved as'
check 'with its moves' grep -q '^8,8,' "$dir/game.psq"
click 'q leave'
check 'and left' left_with 0

finish
