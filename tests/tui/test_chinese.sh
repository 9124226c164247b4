#!/usr/bin/env bash
# The client in Chinese: which locale makes it so, what is translated and what is not, and whether
# the columns of the full screen hold with characters of two columns. KEEP=1 writes the kept screens
# anew, for someone to look at.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"
export XDG_STATE_HOME=$dir XDG_CONFIG_HOME=$dir

# in_locale LOCALE WORDS...: the client's output for some words on the command line.
in_locale() {
	local as=$1
	shift
	LC_ALL=$as "$build/gomoku" "$@" 2>&1
}

# says LOCALE TEXT: the help in that locale begins so.
says() {
	[ "$(in_locale "$1" --help | head -c "$(printf '%s' "$2" | wc -c)")" = "$2" ]
}

# script TEXT ARGUMENTS...: line mode in Chinese on a script, its output in $dir/out.
script() {
	local text=$1
	shift
	printf '%b' "$text" | LC_ALL=zh_CN.UTF-8 "$build/gomoku" --pin "$pin" "$@" "$address" \
		>"$dir/out" 2>&1
}

# Everything of the help's page in columns: what the keys do begins at one and the same, counted as
# the terminal counts.
keys_in_a_column() {
	local columns
	columns=$(screen | sed -n '3,17p' | sed -E 's/^( +[^ ]+( [^ ]+)*)( +).*/\1\3/' |
		while IFS= read -r line; do printf '%s' "$line" | wc -L; done | sort -u)
	[ "$(echo "$columns" | wc -l)" = 1 ] && [ "$columns" -gt 10 ]
}

without_room() {
	screen | sed -E 's/^( *)r[0-9]+ · /\1r? · /; s/ +~[a-z]+ · 127\.0.*//; s/join r[0-9]+/join r?/; s/ +$//'
}

locales=$dir/locales
mkdir "$locales"
must 'a Chinese locale' localedef -f UTF-8 -i zh_CN "$locales/zh_CN.UTF-8"
must 'a daemon is there' start_daemon 'think-pause-ms = 0'

# Which environment asks for Chinese.
check 'English in C.UTF-8' says C.UTF-8 'Usage: gomoku'
check 'Chinese in a locale that the system lacks' says zh_CN.UTF-8 '用法：gomoku'
export LOCPATH=$locales
check 'Chinese in a locale that it has' says zh_CN.UTF-8 '用法：gomoku'
check 'English without UTF-8' says C 'Usage: gomoku'
check 'Chinese by LANGUAGE' eval 'LANGUAGE=zh_CN says C.UTF-8 "用法：gomoku"'
check 'English by LANGUAGE' eval 'LANGUAGE=en says zh_CN.UTF-8 "Usage: gomoku"'
check 'English on the console of Linux' eval 'TERM=linux says zh_CN.UTF-8 "Usage: gomoku"'
in_locale zh_CN.UTF-8 --nonsense >"$dir/out"
check 'what is wrong in the command line' has "$dir/out" '没有这个选项：--nonsense'

# Line mode: by names and keys, not by the server's words.
script 'h8\nmove h8\nmove z99\nfoo\nhelp resign\nleave r99\nwhois\nchallenge dee\nlevels\nresign\nquit\n' --bot 1 --name dee
check 'who plays what' has "$dir/out" '房间 r1：自由规则，15x15，不限时。'
check 'a game begins' has "$dir/out" '对局开始：你执黑。'
check 'the board stays as it is' has "$dir/out" ' 8  . . . . . . .(X). . . . . . .  8'
check 'whose turn it is' has "$dir/out" '轮到黑方（X）：你。'
check 'a move' has "$dir/out" '第 1 手：你下在 h8。'
check 'a refused move' has "$dir/out" '该点已有棋子。'
check 'a command that is none' has "$dir/out" '没有“foo”这个命令。'
check 'help for a verb, which itself is English' has "$dir/out" 'resign [room=] - 认输'
check 'a room that is not there' has "$dir/out" '没有这个房间。'
check 'how a command is typed' has "$dir/out" '看不懂。应输入：whois NAME'
check 'a refusal that has a reason' has "$dir/out" '不能对自己这样做。'
check 'what each level is like' eval '[ "$(grep -cE "^([1-9]|10)：[^A-Za-z]+，Elo [0-9]+" "$dir/out")" = 10 ]'
check 'an end and its reason' has "$dir/out" '机器人 1 执白胜：认输。'
check 'and what next' has "$dir/out" '输入 rematch 再下一局'
check 'nothing of the server in English' eval '! grep -qE "^[A-Z][a-z]+ " "$dir/out"'
printf 'guest ann\nquit\n' | LC_ALL=zh_CN.UTF-8 "$build/gomoku" --raw --pin "$pin" "$address" \
	>"$dir/out"
check 'the protocol itself stays as it is' has "$dir/out" '+welcome user=~ann'

# The full screen, against a friend who reads English.
locale=zh_CN.UTF-8
start_client 80x24 --name bea --create
check 'a room waits for someone' sees '等人入座：请对方输入 join'
room=$(screen | awk 'NR == 1 { print $1 }')
mkfifo "$dir/friend"
"$build/gomoku" --line --pin "$pin" --name cem "$address" <"$dir/friend" >"$dir/friend.out" &
friend=$!
exec 7>"$dir/friend"
printf 'join %s\nmove h7\nsay :你好，世界！很高兴今晚在这里和你下棋。\n' "$room" >&7
check 'a friend sits down' sees '~cem 坐到白方。'
keys h 8 Enter
check 'the friend plays' sees '第 2 手 · h7'
keys i 8 Enter
sees '第 3 手 · i8' >/dev/null
echo draw >&7
check 'an offer' sees '~cem 提议和棋   y 同意 · n 拒绝'
check 'talk that is broken between characters, all columns in place' kept chinese without_room
tm resize-window -t main -x 40 -y 20
check 'the same on 40x20' kept chinese_narrow without_room
tm resize-window -t main -x 80 -y 24
sees '[聊天]' >/dev/null
keys y
check 'an end by agreement' sees '和棋：双方同意。'
keys Tab
check 'the moves' sees '[着法]'
keys Tab
check 'the lobby' sees '你 - ~cem · 已结束 · 自由规则'
keys Escape
sees '和棋：双方同意。' >/dev/null
keys '?'
check 'the help' sees '方向键'
check 'in columns' keys_in_a_column
keys x x C-c
check 'Ctrl-C leaves with 0' left_with 0
printf 'quit\n' >&7
wait "$friend"
exec 7>&-
check 'the friend was told in English' has "$dir/friend.out" 'A draw: agreed.'

# A line that is typed, whose bytes are more than the columns that there are: what comes meanwhile
# stands above it, and nothing of it stays there.
start_client 80x24 --line --name gil
sees '你好，~gil' >/dev/null
go=五子棋五子棋五子棋五子棋五子棋五子棋五子棋五子棋五子棋五子棋
keys -l "lobby :$go"
check 'a long line is typed' sees "> lobby :$go"
printf 'lobby :psst\n' | "$build/gomoku" --line --pin "$pin" --name hal "$address" >"$dir/hal"
check 'another one speaks' sees '~hal（对所有人）：psst'
check 'the line stands below, whole' sees "> lobby :$go"
check 'and nowhere else' test "$(screen | grep -c '> lobby')" = 1
keys Enter
check 'and is sent as it was typed' sees "~gil（对所有人）：$go"
keys -l quit
keys Enter
check 'line mode leaves with 0' left_with 0

# Where nothing beyond ASCII is wanted.
start_client 80x24 --name dan --bot 1 --ascii
check 'English with --ascii' sees 'Your move'
check 'without a byte beyond ASCII' eval '! screen | LC_ALL=C grep -q "[^ -~]"'
keys C-c
check 'which leaves with 0' left_with 0

finish
