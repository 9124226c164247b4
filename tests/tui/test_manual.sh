#!/usr/bin/env bash
# The client's manual page names every option that the client has, and mandoc, where it is there,
# finds nothing wrong with it.
set -u

# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/../scripts/lib.sh"

page=client/gomoku.6

# Each long option of --help stands in the page.
options_are_told() {
	local option missing=0
	while read -r option; do
		grep -qE "^\.It Fl (-|. , -)$option( |\$)" "$page" && continue
		echo "# --$option is not in $page"
		missing=1
	done < <("$build/gomoku" --help | grep -oE '^ +(-., )?--[a-z-]+' | sed 's/.*--//')
	return "$missing"
}

# And each of the page's is an option.
options_are_there() {
	local option missing=0
	while read -r option; do
		"$build/gomoku" --help | grep -qE -e "--$option( |\$)" && continue
		echo "# --$option is no option"
		missing=1
	done < <(grep -oE '^\.It Fl (-|. , -)[a-z-]+' "$page" | sed 's/.* -//')
	return "$missing"
}

check 'every option is in the manual page' options_are_told
check 'and no other' options_are_there
# completes WORD...: what bash completes the last word to, after the others.
completes() {
	(
		export XDG_STATE_HOME=$dir
		# shellcheck source=client/gomoku.bash
		. client/gomoku.bash
		COMP_WORDS=("$build/gomoku" "$@")
		COMP_CWORD=$#
		_gomoku "$build/gomoku"
		echo "${COMPREPLY[*]}"
	)
}
mkdir "$dir/gomoku"
printf '# servers\nexample.org:15515 sha256:1\nhome:7 sha256:2\n' >"$dir/gomoku/known_hosts"
check 'bash completes options' test "$(completes --ki)" = --kiosk
check 'their values' test "$(completes --rule ren)" = renju
check 'and servers that are known' test "$(completes '')" = 'example.org home:7'
if command -v mandoc >/dev/null 2>&1; then
	check 'mandoc has nothing to say about it' mandoc -Tlint -Wwarning "$page"
fi
finish
