#!/usr/bin/env bash
# The lobby of the client's full screen, and what one sees of a bot: how it thinks, its hints, the list
# of moves, looking back, the score of the evening. KEEP=1 writes the kept screens anew.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# A bot that tells how far it has come and then waits for leave to move: the file "go".
cat >"$dir/engine" <<ENGINE
while read -r line; do
	case \$line in
	START*) echo OK ;;
	BEGIN | DONE | TURN*)
		echo 'MESSAGE info depth=7 nodes=123456 value=-35 ms=600'
		until [ -e "$dir/go" ]; do sleep 0.05; done
		rm "$dir/go"
		cat "$dir/answer"
		;;
	END) exit ;;
	esac
done
ENGINE

# All of the screen but the address and what is told of the number of the room.
lobby() {
	screen | sed -E 's/ +~ann · 127\.0\.0\.1:[0-9]+( · [0-9]+ ms)?$//; s/ +$//'
}

must 'a daemon is there' start_daemon "engine \"slow\" {
	command = \"sh $dir/engine\"
	rules = {\"freestyle\"}
}"

# An empty server.
start_client 80x24 --name ann
check 'nobody is here but us' sees 'none: c opens one, p plays a bot'
check 'which is said on one line, too' sees ':play 2 a bot · :create · Enter joins'
friend 6 bob 'create rule=renju time=300+5 :Come in'
told bob 'Room r1' >/dev/null
friend 7 cem 'play 1' h8
told cem 'Move 2' >/dev/null
friend 8 dan 'seek rule=caro time=60+1'
check 'the lobby follows' sees '~dan · caro, 60+1'
check 'rooms, seeks and people' kept lobby lobby
tm resize-window -t main -x 40 -y 20
check 'on 40x20' kept lobby_narrow lobby
tm resize-window -t main -x 132 -y 50
check 'on 132x50' kept lobby_large lobby
tm resize-window -t main -x 80 -y 24
sees 'Enter joins' >/dev/null
keys Down
check 'the next entry is picked' eval "sees '▸ r2'"
keys Enter
check 'Enter watches a game' sees 'r2 · freestyle'
keys Tab Tab
check 'Tab goes back to the lobby' sees 'Enter joins · Tab goes back'
keys Up Enter
check 'Enter joins a room with a free seat' sees 'A game begins: you are white'
check 'in which we play' sees 'Waiting for ~bob'
keys Tab Tab
sees 'Enter joins · Tab' >/dev/null
keys End Up Up Enter
check 'Enter begins a challenge' sees ':challenge ~bob'
keys Escape Escape
check 'Escape goes back to the board' sees 'Waiting for ~bob'
printf 'resign\n' >&6
check 'a game is won' sees 'You won: resignation'
check 'and counted' sees 'This evening: 1 won, 0 lost'
printf 'undo\ndraw\nrematch\n' >&6
check 'an offer is named in full' sees '~bob offers a rematch   y accept · n decline'
keys n
check 'and declined by a key' told bob 'declined'
keys : leave Enter
sees 'r2 · freestyle' >/dev/null
keys : leave Enter
check 'the lobby is what there is without a room' sees 'Here now'

# A bot that thinks.
keys : 'play slow' Enter
check 'a game against it' sees 'Your move'
echo 8,8 >"$dir/answer"
keys h 8 Enter
check 'its thoughts are shown' sees 'depth 7 · -35 · 0.6 s · 123k nodes'
check 'as a bar' sees '███░░░░░░░░░'
tm resize-window -t main -x 40 -y 20
check 'in few columns without the numbers' eval "sees '░' && ! screen | grep -q depth"
tm resize-window -t main -x 80 -y 24
sees 'depth 7' >/dev/null
touch "$dir/go"
check 'until it moves' sees 'Your move: arrows and Enter'
check 'and no longer' eval '! screen | grep -qE "depth|░"'
keys : hint Enter
keys '"' hello Enter
check 'what is said meanwhile is said' sees '~ann: hello'
check 'a hint is told' sees 'A good move: '
check 'and marked' count '?' 1

# The list of moves, and looking back.
keys Tab
check 'the list of moves' eval "sees '▸  2 ○ i7' && sees '  1 ● h8'"
keys '<'
check 'one move back' sees 'Looking back: move 1 of 2'
check 'without its stone' count '○' 0
keys '>'
check 'and forward again' sees 'Your move: arrows and Enter'
keys '#'
check 'numbers on demand' eval "count '●' 0 && sees ' 2─'"
keys '#' Tab Tab

# What does not fit on one row goes on on the next.
keys : 'save /nowhere/to/be/found/this/is/a/long/name/of/a/file/that/cannot/be.sgf' Enter
whole() {
	sees '/nowhere/to/be' && screen | tail -n 3 | tr -s '\n ' ' ' |
		grep -qF 'cannot/be.sgf: No such file or directory.'
}
check 'a long message is whole' whole
keys : bogus Enter
check 'a command that is none is named' sees '"bogus" is no command'
exec 6>&- 7>&- 8>&-
keys C-c
check 'and we leave' left_with 0

finish
