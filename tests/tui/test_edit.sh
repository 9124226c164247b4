#!/usr/bin/env bash
# Line mode at a terminal: the line one types is edited, recalled and completed, what happens
# meanwhile stands above it, and the terminal is given back as it was.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# The last row that has something on it.
last() {
	screen | sed -E 's/ +$//' | grep -v '^$' | tail -n 1
}

# typed TEXT: that stands behind the prompt on the last row, now or before patience ends.
typed() {
	local until=$((SECONDS + patience))
	local line="> $1"
	while [ "$(last)" != "${line% }" ]; do
		if [ "$SECONDS" -ge "$until" ]; then
			screen | sed 's/^/#   /'
			return 1
		fi
		sleep 0.05
	done
}

must 'a daemon is there' start_daemon
mkfifo "$dir/bob.in"
XDG_STATE_HOME="$dir/bob" "$build/gomoku" --line --pin "$pin" --name bob "$address" \
	<"$dir/bob.in" >"$dir/bob.out" 2>&1 &
exec 7>"$dir/bob.in"
echo 'create :For two' >&7

start_client 80x24 --line --name ann
check 'a prompt' typed ''
keys -l 'jon r1'
keys Left Left Left BSpace i Left Left Left Left
keys End
check 'a line is edited' typed 'joi r1'
keys C-a C-k
keys j o i Tab r 1 Enter
check 'and completed' sees 'You sit down as white.'
check 'it is their move' sees 'Black (X) to move: ~bob.'
keys -l 'say how do you d'
echo 'say well?' >&7
check 'what is said meanwhile stands above' sees '~bob: well?'
check 'and the line is whole' typed 'say how do you d'
echo h8 >&7
check 'a board as well' sees 'Move 1: ~bob plays h8.'
check 'with the line below it' typed 'say how do you d'
keys o Enter
check 'the line is what was typed' sees '~ann: how do you do'
keys -l 'login ann :secret word'
keys Enter
check 'a refusal is told' sees 'already'
keys Up
check 'an earlier line comes back, but no password' typed 'say how do you do'
keys C-u
check 'and goes' typed ''
keys -l 'create rule=re'
keys Tab
check 'values are completed' typed 'create rule=renju'
keys C-u
keys -l 'set bo'
keys Tab
check 'what there is to choose from is listed' sees 'board= bot='
check 'and the line goes on' typed 'set bo'
keys C-u
long=$(printf 'say %0200d' 7)
keys -l "$long"
echo 'say and now?' >&7
check 'below a line of several rows, too' sees '~bob: and now?'
keys Enter
check 'which is sent whole' sees "${long:120:60}"
keys -l 'ü'
keys BSpace i 9 Enter
check 'a character of two bytes goes by one key' sees 'Move 2: You play i9.'
keys C-d
check 'Ctrl-D leaves, the terminal as it was' left_with 0

start_client 80x24 --line --name ann
check 'another visit' typed ''
keys C-c
check 'Ctrl-C leaves, the terminal as it was' left_with 0
rm -f "$dir"/gomoku/seat-*
term=bogus start_client 80x60 --name eva --bot 1
check 'a terminal that is not known gets line mode' sees 'is not known here: line mode instead'
check 'and can be played on' eval "sees 'Black (X) to move' && keys h 8 Enter && sees 'Move 2'"
keys q u i t Enter
check 'and left' left_with 0

# Ctrl-Z and fg.
tm kill-session -t main 2>/dev/null
printf "PS1='ready> '\nclient() { %q --line --pin %s --name ann %s; }\n" "$build/gomoku" "$pin" \
	"$address" >"$dir/rc"
tm new-session -d -s main -x 80 -y 24 -c "$PWD" -e "LC_ALL=C.UTF-8" -e "XDG_STATE_HOME=$dir" \
	-e "XDG_CONFIG_HOME=$dir" bash --noprofile --rcfile "$dir/rc" -i
sees 'ready>' >/dev/null
keys client Enter
sees 'Hello, ~ann' >/dev/null
keys s a y
check 'a line' typed 'say'
keys C-z
check 'Ctrl-Z stops it' sees 'Stopped'
keys -l 'stty -a | grep -c " icanon.* echo "'
keys Enter
check 'with a terminal that echoes' sees 'echo "'
keys f g Enter
check 'fg brings the line back' typed 'say'
keys -l ' hello'
check 'and it goes on' typed 'say hello'

# A crash, and Ctrl-\ which ends as one does. Not under bash: that mends the terminal by itself.
start_client 80x24 --line --name ann
typed '' >/dev/null
kill -SEGV "$(client_pid)"
check 'a crash leaves the terminal as it was' left_with 139
start_client 80x24 --line --name ann
typed '' >/dev/null
keys -l 'say'
typed 'say' >/dev/null
keys 'C-\'
check 'and so does Ctrl-\' left_with 131
exec 7>&-

finish
