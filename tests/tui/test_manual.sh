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
if command -v mandoc >/dev/null 2>&1; then
	check 'mandoc has nothing to say about it' mandoc -Tlint -Wwarning "$page"
fi
finish
