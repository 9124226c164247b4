#!/usr/bin/env bash
# :analyse in a replay: gomoku-engine works in the background, and what it found stands beside the
# moves.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"

# Black leaves a win in one undone at move 9, and makes it at move 11.
moves='B[hh];W[hi];B[ih];W[ii];B[jh];W[ji];B[kh];W[aa];B[oo];W[ab];B[lh]'
printf '(;GM[4]FF[4]SZ[15]PB[ann]PW[ben]GN[A miss];%s)' "$moves" >"$dir/game.sgf"

# What stands there is the engine's word: here it is one whose words are known.
mkdir "$dir/alone"
cp "$build/gomoku" "$dir/alone/"
{
	echo '#!/bin/sh'
	for n in 1 2 3 4 5 6 7 8; do
		echo "echo '$n black a1 value=$n best=- value=$n'"
	done
	echo "echo '9 black o1 value=29997 best=g8 value=29999'"
	echo "echo '10 white a14 value=-29998 best=a14 value=-29998'"
	echo "echo '11 black l8 value=29999 best=l8 value=29999'"
} >"$dir/alone/gomoku-engine"
chmod +x "$dir/alone/gomoku-engine"
engine=$build
build=$dir/alone
must 'a replay' start_program 80x24 --replay "$dir/game.sgf"
check 'lists its moves' sees '  1 ● h8'
keys : bogus Enter
check 'knows only commands of its own' sees 'A replay knows :analyse, :save, :help and :quit, and not "bogus"'
keys : ana Enter
sees 'not "ana"' >/dev/null
keys : analyse Enter
check 'each move gets its value' eval "keys End; sees '11 ● l8   wins in 1'"
check 'and the end has no more to come' sees 'Black won: five in a row.'
keys 9 g
check 'a miss has the better move beside it' sees ' wins in 1'
check 'which wins' eval "screen | grep -qE '▸ +9 ● o1 .*(g8|l8) wins in 1'"
check 'and is told of the move that is shown' sees 'Move 9 of 11: '
tm resize-window -t main -x 40 -y 20
check 'on 40x20, too' eval "sees 'wins in 2, better g8 wins' && sees 'in 1'"
tm resize-window -t main -x 80 -y 24
keys Tab
check 'Tab shows the notes' sees '[notes]'
keys q
check 'q leaves, the terminal as it was' left_with 0

# The engine of the house.
build=$engine
start_program 80x24 --replay "$dir/game.sgf"
sees 'The beginning' >/dev/null
keys a End
check 'the house has an engine for it' eval \
	"sees '11 ● l8   wins in 1' && sees 'Black won: five in a row.'"
keys q
left_with 0 >/dev/null

# The engine is missing, or cannot read the file.
build=$dir/alone
rm "$dir/alone/gomoku-engine"
PATH=/usr/bin:/bin start_program 80x24 --replay "$dir/game.sgf"
sees 'The beginning' >/dev/null
keys a
check 'without an engine it says so' sees 'There is no gomoku-engine beside this program or in PATH'
keys q
left_with 0 >/dev/null
printf '#!/bin/sh\necho "gomoku-engine: no luck" >&2\nexit 1\n' >"$dir/alone/gomoku-engine"
chmod +x "$dir/alone/gomoku-engine"
start_program 80x24 --replay "$dir/game.sgf"
sees 'The beginning' >/dev/null
keys a
check 'an engine that fails is told' sees 'No analysis: gomoku-engine: no luck.'
keys q
left_with 0 >/dev/null
printf '#!/bin/sh\necho $$ >"%s/pid"\nexec sleep 600\n' "$dir" >"$dir/alone/gomoku-engine"
start_program 80x24 --replay "$dir/game.sgf"
sees 'The beginning' >/dev/null
keys a
check 'while it works that is shown' sees 'analysing, 0 of 11'
keys Right q
check 'leaving does not wait for it' left_with 0
check 'and ends it' eval '! kill -0 "$(cat "$dir/pid")" 2>/dev/null'
build=$engine

finish
