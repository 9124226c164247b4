#!/usr/bin/env bash
# The client's full screen on terminals of all kinds and sizes, and what becomes of the terminal when
# the client is suspended, killed or crashes. KEEP=1 writes the kept screens anew.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# start_shell ARGUMENTS...: an interactive shell in the terminal in which the client's command line is
# typed, so that there is somebody to suspend it to.
start_shell() {
	tm kill-session -t main 2>/dev/null
	printf "PS1='ready> '\nclient() { %q --pin %s %s %s; }\n" "$build/gomoku" "$pin" "$*" \
		"$address" >"$dir/rc"
	tm new-session -d -s main -x 80 -y 24 -c "$PWD" -e "LC_ALL=C.UTF-8" \
		-e "XDG_CONFIG_HOME=$dir" -e "XDG_STATE_HOME=$dir" \
		bash --noprofile --rcfile "$dir/rc" -i
	sees 'ready>'
}

runs() {
	keys -l "$1"
	keys Enter
}

# The settings of the terminal, written by the shell in it.
settings() {
	rm -f "$dir/$1"
	runs "stty -g >$dir/$1.new; mv $dir/$1.new $dir/$1"
	local until=$((SECONDS + patience))
	while [ ! -e "$dir/$1" ]; do
		[ "$SECONDS" -lt "$until" ] || return 1
		sleep 0.05
	done
}

as_it_was() {
	settings after && cmp "$dir/before" "$dir/after" && mode alternate_on 0 && mode cursor_flag 1
}

must 'a daemon is there' start_daemon 'think-pause-ms = 0'

# Ctrl-Z and fg.
must 'a shell' start_shell --name ann --bot 1
settings before
runs client
must 'runs the client' sees 'Your move'
keys C-z
check 'Ctrl-Z stops it' sees 'Stopped'
check 'with the terminal as it was' as_it_was
runs fg
check 'fg brings the screen back' sees 'Your move: arrows and Enter'
check 'as large as it was' kept start board
keys h 8 Enter
check 'and the game goes on' sees 'move 2'
kill -SEGV "$(client_pid)"
check 'a crash is a crash' sees 'Segmentation fault'
check 'and leaves the terminal as it was' as_it_was

must 'a shell' start_shell --name ann --bot 1
runs client
must 'runs the client again' sees 'Your move'
kill -STOP "$(client_pid)"
check 'stopped by someone else' sees 'Stopped'
runs 'stty sane; fg'
check 'it takes the terminal again' sees 'Your move: arrows and Enter'
keys : x y z
check 'with its keys' sees ':xyz'

# What is pasted is no key.
must 'another visit' start_client 80x24 --name bea --bot 1
sees 'Your move' >/dev/null
tm set-buffer -b text $'h8\rj9 y :resign\r'
tm paste-buffer -p -b text -t main
keys :
check 'what is pasted acts as no key' kept paste board
tm set-buffer -b text 'say good luck'
tm paste-buffer -p -b text -t main
check 'but is text for the command line' sees ':say good luck'
keys Enter
check 'which is sent by hand' sees '~bea: good luck'

# Sizes.
for size in 7x3 1x1 500x200 80x24; do
	tm resize-window -t main -x "${size%x*}" -y "${size#*x}"
done
check 'through all sizes and back' kept start board
tm resize-window -t main -x 132 -y 50
check 'a large terminal' kept large screen_of_room
tm resize-window -t main -x 40 -y 20
check 'a small one' eval "sees 'Your move: arrows' && sees ' 1  └─┴'"
tm resize-window -t main -x 7 -y 3
check 'one that is too small says so' sees 'Too'
keys C-c
check 'and it leaves it' mode alternate_on 0
tm resize-window -t main -x 80 -y 24
check 'as ever' left_with 0

# What ends it in no order, under a shell that mends nothing.
for crash in SEGV QUIT; do
	start_client 80x24 --name eva --bot 1 --mouse
	sees 'Your move' >/dev/null
	kill -"$crash" "$(client_pid)"
	check "SIG$crash: the terminal as it was" left_with $((128 + $(kill -l "$crash")))
	check "SIG$crash: its screen, cursor and mouse, too" \
		eval 'mode alternate_on 0 && mode cursor_flag 1 && mode mouse_any_flag 0'
done

# Terminals of other kinds: no colour and no byte that they do not know.
for kind in vt100 linux; do
	term=$kind start_client 80x24 --name bea --bot 1
	check "$kind: a board" sees 'Your move'
	check "$kind: no colour but eight" eval '! tm capture-pane -e -p -t main | grep -q "[34]8;"'
	keys C-c
	check "$kind: the terminal as it was" left_with 0
	term=$kind start_client 80x24 --name bea --bot 1
	sees 'Your move' >/dev/null
	kill -SEGV "$(client_pid)"
	check "$kind: after a crash, too" left_with 139
	check "$kind: with nothing written that is not for it" eval '! screen | grep -qF "\$<"'
done
no_color=1 start_client 80x24 --name bea --bot 1
check 'NO_COLOR: a board' sees 'Your move'
check 'NO_COLOR: none' eval '! tm capture-pane -e -p -t main | grep -qE "$(printf "\033")\[[0-9;]*([34][0-7]|[34]8;)[0-9;]*m"'
keys C-c
term=dumb start_client 80x24 --name bea --bot 1
check 'a dumb terminal gets line mode' sees 'Black (X) to move: you.'
keys q u i t Enter
check 'which leaves it alone' left_with 0

finish
