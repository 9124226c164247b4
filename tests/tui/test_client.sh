#!/usr/bin/env bash
# Drives the client's full screen in tmux against a real daemon, and holds what it draws against kept
# screens. KEEP=1 writes the kept screens anew, for someone to look at.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

too_small() {
	tm resize-window -t main -x 20 -y 5
	sees 'Too small' && sees 'needs 20x20'
}

must 'a daemon is there' start_daemon 'think-pause-ms = 0'

# Against a bot.
start_client 80x24 --name ann --bot 2
check 'the board is drawn, our move' sees 'Your move: arrows and Enter'
check 'as it is kept' kept start board
keys h
keys 8
check 'a typed point stands on the prompt' sees '▸h8'
keys Enter
check 'the bot answers' sees 'move 2'
check 'with one stone' count '○' 1
check 'to one of ours' count '●' 1
check 'which lies on h8' test "$(board | sed -n 11p | cut -c1-3)" = '  8'
check 'a taken point is refused here' eval "keys h 8 Enter; sees 'h8 is taken'"
keys : resign Enter
check 'after a game one line says what next' sees 'r rematch · :play 1 easier'
check 'and the outcome is told' sees 'You lost: resignation'
keys r
check 'r is another game, colours changed' sees 'A game begins: you are white'
check 'in which the bot begins' sees 'move 1'
keys '?'
check 'help lists keys' sees 'Any key: the next page.'
keys x
check 'and commands' sees ':help VERB explains it'
check 'all of them' sees 'rating'
keys x
check 'and goes away' sees 'Your move'
keys C-c
check 'Ctrl-C leaves with 0, the terminal as it was' left_with 0

# Against a friend, who plays in line mode.
start_client 80x24 --name bea
sees ':play 2 a bot' >/dev/null
keys ':create :Two friends' Enter
check 'a room waits for someone' sees 'Waiting for someone to sit down'
room=$(screen | awk 'NR == 1 { print $1 }')
mkfifo "$dir/friend"
"$build/gomoku" --line --pin "$pin" --name cem "$address" <"$dir/friend" >"$dir/friend.out" &
friend=$!
exec 7>"$dir/friend"
printf 'join %s\nmove o15\nmove a15\nsay hello there\ndraw\n' "$room" >&7
check 'a friend sits down' sees '~cem sits down as white'
keys a 1 Enter
check 'the friend plays' sees 'move 2 · o15'
check 'a mark at the right border' kept border board
keys Up Right Right Enter
check 'the friend talks' sees '~cem: hello there'
check 'an offer asks for y or n' sees '~cem offers a draw   y accept · n decline'
check 'a mark at the left border' kept offer board
keys n
check 'n declines it' sees 'The offer was declined'
check 'and then it is our move' sees 'Your move'
check 'a screen of 20x5 is too small, which is told' too_small
tm resize-window -t main -x 40 -y 20
check 'on 40x20 all needed to play is there' kept narrow screen
tm resize-window -t main -x 80 -y 24
check 'and the large screen comes back' kept friends board
printf 'resign\nquit\n' >&7
check 'the friend gives up' sees 'You win as black: resignation'
wait "$friend"
check 'and leaves with 0' test $? = 0
exec 7>&-
kill -TERM "$(client_pid)"
check 'SIGTERM leaves with 0, the terminal as it was' left_with 0

# Without UTF-8, with the keys of vi (case WI04), and with a server that dies.
printf 'keys = vi\n' >"$dir/gomoku.conf"
mkdir -p "$dir/gomoku" && mv "$dir/gomoku.conf" "$dir/gomoku/"
locale=C start_client 80x24 --name dan --bot 1 --size 9
sees 'Your move' >/dev/null
keys l l j
check 'an ASCII board in the C locale' kept ascii board
check 'without a byte beyond ASCII' eval '! screen | LC_ALL=C grep -q "[^ -~]"'
check 'the cursor is where vi keys took it' eval \
	'[ "$(tm display-message -p -t main "#{cursor_x} #{cursor_y}")" = "17 12" ]'
keys Space
check 'and plays there' sees 'move 2'
{ kill -KILL "$daemon" && wait "$daemon"; } 2>/dev/null
daemon=''
check 'a lost connection is told' sees 'Connection lost, trying again'
keys C-c
check 'and leaving it leaves with 7, the terminal as it was' left_with 7

finish
