# What the tests of the full screen share, sourced by bash: a terminal in tmux, its keys and its
# screen. Nothing here waits for time: only for what the screen shows, with a deadline.
# shellcheck shell=bash

export LC_ALL=C.UTF-8
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=tests/scripts/lib.sh
. "$here/../scripts/lib.sh"
socket=gomoku-test-$$

tm() {
	tmux -u -L "$socket" -f /dev/null "$@"
}

tear_down() {
	tm kill-server 2>/dev/null
	[ -z "$daemon" ] || { kill -KILL "$daemon" && wait "$daemon"; } 2>/dev/null
	daemon=''
	clean_up
}
trap tear_down EXIT
# The server of tmux lives as long as it has a session.
tm new-session -d -s held -x 10 -y 10 sleep 86400

# start_client SIZE ARGUMENTS...: the client in a terminal of COLSxROWS; its exit status is printed
# there in the end, and the terminal's settings before and after are in $dir/before and $dir/after.
start_client() {
	local size=$1
	shift
	start_program "$size" --pin "$pin" "$@" "$address"
}

# start_program SIZE ARGUMENTS...: the same without a server.
start_program() {
	local cols=${1%x*} rows=${1#*x} program
	shift
	program=$(printf ' %q' "$build/gomoku" "$@")
	tm kill-session -t main 2>/dev/null
	cat >"$dir/run" <<-END
		trap : INT QUIT # these keys are for the client alone
		ulimit -c 0
		stty -g >"$dir/before"
		${term:+TERM=$term} $program
		echo "status \$?"
		stty -g >"$dir/after"
		echo over
		exec sleep 600
	END
	tm new-session -d -s main -x "$cols" -y "$rows" -c "$PWD" \
		-e "LC_ALL=${locale:-C.UTF-8}" -e "XDG_CONFIG_HOME=$dir" -e "XDG_STATE_HOME=$dir" \
		-e "NO_COLOR=${no_color:-}" -e "LOCPATH=${locales:-}" -e "LANGUAGE=${language:-}" \
		sh "$dir/run"
}

screen() {
	tm capture-pane -p -t main 2>/dev/null
}

keys() {
	tm send-keys -t main "$@"
}

# press X Y: a button of the mouse is pressed there, and let go; from 1 on, as the screen counts.
press() {
	# shellcheck disable=SC2046 # bytes of their own
	tm send-keys -t main -H 1b 5b 4d 20 $(printf '%x %x' $((32 + $1)) $((32 + $2))) \
		1b 5b 4d 23 $(printf '%x %x' $((32 + $1)) $((32 + $2)))
}

# click TEXT: presses where the text stands, the first time that it does, once it is there.
click() {
	local at
	sees "$1" || return
	at=$(screen | grep -nF -m 1 -e "$1")
	local row=${at%%:*} line=${at#*:}
	line=${line%%"$1"*}
	press $((${#line} + 1)) "$row"
}

# sees TEXT: the screen shows the text, now or before patience ends.
sees() {
	local until=$((SECONDS + patience))
	while ! screen | grep -qF -e "$1"; do
		if [ "$SECONDS" -ge "$until" ]; then
			echo "# never seen: $1"
			screen | sed 's/^/#   /'
			return 1
		fi
		sleep 0.05
	done
}

# The board with its letters and numbers, and the status line; a port or a talk is on neither.
board() {
	local line n=0
	screen | while IFS= read -r line; do
		n=$((n + 1))
		if [ "$n" -gt 1 ] && [ "$n" -lt 23 ]; then
			line=${line:0:38}
		fi
		line=${line%"${line##*[! ]}"}
		case $n in
		1 | 24) ;;
		*) echo "$line" ;;
		esac
	done
}

# All of the screen but the number of the room, the user and the port in its title.
screen_of_room() {
	screen | sed -E 's/^( *)r[0-9]+ · /\1r? · /; s/ +~[a-z]+ · 127\.0.*//; s/ +$//'
}

# The screen has come to rest, as far as one can tell: for keeping screens, not for testing them.
settled() {
	local before='' now
	now=$(screen)
	while [ "$now" != "$before" ]; do
		before=$now
		sleep 1
		now=$(screen)
	done
}

# kept NAME COMMAND: what the command prints is the kept screen of that name, now or before patience
# ends.
kept() {
	local file=$here/screens/$1.txt until=$((SECONDS + patience))
	shift
	if [ -n "${KEEP:-}" ]; then
		settled
		"$@" >"$file"
	fi
	while ! "$@" | cmp -s - "$file"; do
		if [ "$SECONDS" -ge "$until" ]; then
			"$@" | diff "$file" - | sed 's/^/#   /'
			return 1
		fi
		sleep 0.05
	done
}

# gone TEXT: it does not stand on the screen any more, now or before patience ends.
gone() {
	local until=$((SECONDS + patience))
	while screen | grep -qF -e "$1"; do
		[ "$SECONDS" -lt "$until" ] || return 1
		sleep 0.05
	done
}

# mode NAME VALUE: tmux says so of the terminal, now or before patience ends.
mode() {
	local until=$((SECONDS + patience))
	while [ "$(tm display-message -p -t main "#{$1}")" != "$2" ]; do
		[ "$SECONDS" -lt "$until" ] || return 1
		sleep 0.05
	done
}

# friend FD NAME LINES...: somebody else, in line mode, whose input is that descriptor.
friend() {
	local fd=$1 name=$2
	shift 2
	rm -f "$dir/$name.in"
	mkfifo "$dir/$name.in"
	XDG_STATE_HOME="$dir/$name" LC_ALL=C "$build/gomoku" --line --pin "$pin" --name "$name" \
		"$address" <"$dir/$name.in" >"$dir/$name.out" 2>&1 &
	eval "exec $fd>\"\$dir/\$name.in\""
	printf '%s\n' "$@" >&"$fd"
}

# told NAME TEXT: that one is told the text, now or before patience ends.
told() {
	local until=$((SECONDS + patience))
	while ! grep -qF -e "$2" "$dir/$1.out"; do
		[ "$SECONDS" -lt "$until" ] || { has "$dir/$1.out" "$2"; return 1; }
		sleep 0.05
	done
}

# count SIGN NUMBER: so many of the sign stand on the board, now or before patience ends.
count() {
	local until=$((SECONDS + patience))
	while [ "$(board | sed -n '3,20p' | grep -oF -e "$1" | wc -l)" != "$2" ]; do
		if [ "$SECONDS" -ge "$until" ]; then
			echo "# never $2 of $1"
			screen | sed 's/^/#   /'
			return 1
		fi
		sleep 0.05
	done
}

# Whether the client has left with that status and given the terminal back as it was.
left_with() {
	sees over && sees "status $1" && cmp "$dir/before" "$dir/after"
}

# The process of the client.
client_pid() {
	local shell
	shell=$(tm display-message -p -t main '#{pane_pid}')
	tr -d ' ' <"/proc/$shell/task/$shell/children"
}

# must NAME COMMAND...: a check without which the rest makes no sense.
must() {
	local before=$broken
	broken=0
	check "$@"
	[ "$broken" = 0 ] || finish
	broken=$before
}
