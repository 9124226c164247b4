#!/usr/bin/env bash
# Two people with nothing but openssl play a game to five against each other, typing what the
# greeting tells them.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/scripts/people.sh
. "$(dirname "$0")/people.sh"

# The picture that `set board=on` draws after the last move: column letters, and five of black's.
board_is_drawn() {
	local rows=0
	while see bob '\*row *'; do
		rows=$((rows + 1))
		[[ $line == *' :'*a*b*c*d*e*f*g*h*i*j*k*l*m*n*o* ]] && [ "$rows" -gt 1 ] && break
	done
	[ "$rows" -ge 16 ]
}

check 'the daemon starts' start_daemon
person ann openssl s_client -quiet -connect "$address"
person bob openssl s_client -quiet -connect "$address"
whole_game
type_in bob 'board'
check 'the board is drawn' see bob '+board *'
type_in bob 'a2'
check 'it is over' see bob '-illegal why=over*'
goodbyes
check 'the daemon ends in order' stop_daemon TERM
finish
