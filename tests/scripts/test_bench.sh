#!/usr/bin/env bash
# The table of make bench, with the least of effort: it has the machine, the rules, the engine's signature and the
# server's rows, and is saved as it was printed.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

if grep -q __asan_init "$build/gomoku-engine"; then
	check 'the table # SKIP sanitizers measure themselves' true
	finish
fi

# What it measures lies beside what others measured.
mkdir "$dir/build" "$dir/build/tests"
for part in gomokud gomoku gomoku-engine; do
	ln -s "$(readlink -f "$build/$part")" "$dir/build/$part"
done
ln -s "$(readlink -f "$build/tests/bench")" "$dir/build/tests/bench"

# Bounds are for machines that are not busy: one that is broken is told, and no fault here.
timeout $((patience * 6)) tests/bench/all "$dir/build" -r 1 -s 1 -n 200 handshake >"$dir/out" 2>&1
status=$?
well_or_broken() {
	[ "$1" = 0 ] || { [ "$1" = 1 ] && has "$dir/out" BROKEN; }
}
check 'it ends well, or says which bound did not hold' well_or_broken "$status"
check 'the machine and the versions' has "$dir/out" "OpenSSL $(pkg-config --modversion openssl)"
check 'the rules' grep -Eq '^rules: move and undo renju, ns +[0-9]+\.[0-9] ' "$dir/out"
check 'the engine' grep -Eq '^engine: nodes a second, one thread +[0-9]+ ' "$dir/out"
check 'and what it searches' grep -qF "$("$build/gomoku-engine" bench | sed -n 's/^signature //p')" "$dir/out"
# The clock of processes is coarse: the floor may have taken no time by it.
check 'the server beside the floor' grep -Eq \
	'^handshake and greeting, server us +[0-9.]+ +([0-9.]+|-) +([0-9.]+|-)  ratio at most' "$dir/out"
check 'one head' [ "$(grep -c 'gomokud *floor *ratio' "$dir/out")" = 1 ]
saved() {
	local file=("$dir/build/bench/"*.txt)
	[ "${#file[@]}" = 1 ] && sed '$d' "$dir/out" | cmp -s - "${file[0]}" && has "$dir/out" "Saved as ${file[0]}"
}
check 'it is saved as it was printed' saved
finish
