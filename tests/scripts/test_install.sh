#!/usr/bin/env bash
# make install and make uninstall, into a folder: what is put where, that it works from there, what is
# kept; the manual pages; and what the systemd unit lets the programs do.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# Not a part of the make that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL
root=$dir/root

make_it() {
	make -s BUILD="$build" DESTDIR="$root" "$@" >"$dir/out" 2>&1
}

# What is installed, as "type mode path", below the root.
listing() {
	(cd "$root" && find . ! -type d -printf '%y %m %P -> %l\n') | sed 's/ -> $//' | sort -k 3
}

wanted() {
	cat <<-'LIST'
		f 644 etc/gomokud/gomokud.conf
		f 755 usr/local/bin/gomoku
		f 755 usr/local/bin/gomokud
		f 755 usr/local/bin/gomoku-engine
		l 777 usr/local/bin/pbrain-gomoku -> gomoku-engine
		f 644 usr/local/lib/systemd/system/gomokud.service
		f 644 usr/local/lib/sysusers.d/gomokud.conf
		f 644 usr/local/share/bash-completion/completions/gomoku
		f 644 usr/local/share/doc/gomokud/gomokud.conf
		f 644 usr/local/share/doc/gomokud/LICENSE
		f 644 usr/local/share/doc/gomokud/README.md
		f 644 usr/local/share/doc/gomokud/RULES.md
		f 755 usr/local/share/gomokud/certbot-hook
		f 644 usr/local/share/man/man5/gomokud.conf.5
		f 644 usr/local/share/man/man6/gomoku.6
		f 644 usr/local/share/man/man6/gomoku-engine.6
		f 644 usr/local/share/man/man7/gomoku-protocol.7
		f 644 usr/local/share/man/man8/gomokud.8
	LIST
	# Translations are made where msgfmt is.
	command -v msgfmt >/dev/null || return
	for po in client/po/*.po; do
		echo "f 644 usr/local/share/locale/$(basename "$po" .po)/LC_MESSAGES/gomoku.mo"
	done
}

all_is_there() {
	listing >"$dir/list"
	wanted | sort -k 3 >"$dir/wanted"
	diff "$dir/wanted" "$dir/list" | sed 's/^/# /'
	cmp -s "$dir/wanted" "$dir/list"
}

nothing_is_left() {
	[ ! -e "$root" ] || ! find "$root" | sed 's/^/# /'
}

bin=$root/usr/local/bin
man=$root/usr/local/share/man
unit=$root/usr/local/lib/systemd/system/gomokud.service

# ---- programs ----

daemon_finds_its_bots() {
	"$bin/gomokud" -nn -c "$root/etc/gomokud/gomokud.conf" >"$dir/out" &&
		has "$dir/out" "house-engine = \"$(readlink -f "$bin")/gomoku-engine\""
}

brain_answers() {
	printf 'START 15\nBEGIN\nEND\n' | timeout "$patience" "$bin/pbrain-gomoku" >"$dir/out" &&
		[ "$(head -n 1 "$dir/out" | tr -d '\r')" = OK ] && grep -Eq '^[0-9]+,[0-9]+' "$dir/out"
}

completes() {
	(
		# shellcheck source=client/gomoku.bash
		. "$root/usr/local/share/bash-completion/completions/gomoku"
		COMP_WORDS=("$bin/gomoku" --ki)
		COMP_CWORD=1
		_gomoku "$bin/gomoku"
		[ "${COMPREPLY[*]}" = --kiosk ]
	)
}

# ---- manual pages ----

# Nothing to say about any page but that the others aren't in this system's own folders.
pages_are_clean() {
	find "$man" -type f -exec mandoc -Tlint {} + 2>&1 |
		grep -v -e 'referenced manual not found' -e 'outdated mandoc.db' >"$dir/out"
	[ ! -s "$dir/out" ] || ! sed 's/^/# /' "$dir/out"
}

# Each page of ours that one refers to is there.
references_are_there() {
	local name section missing=0
	while read -r name section; do
		[ -e "$man/man$section/$name.$section" ] && continue
		echo "# $name($section) is referred to and not there"
		missing=1
	done < <(cat "$man"/man*/* | sed -n 's/^\.Xr \(gomoku[a-z.-]*\) \([0-9]\).*/\1 \2/p' | sort -u)
	return "$missing"
}

# Each setting of the sample has its row in gomokud.conf(5), with the default.
settings_are_told() {
	local key value missing=0 n=0
	while read -r key value; do
		n=$((n + 1))
		sed 's/\\(dq/"/g' "$man/man5/gomokud.conf.5" | grep -qxF -e ".It Ic $key No $value" && continue
		echo "# $key $value is not in gomokud.conf(5)"
		missing=1
	done < <(sed -n 's/^#\([a-z-]* = \)/\1/p' conf/gomokud.conf)
	[ "$n" -gt 20 ] && [ "$missing" = 0 ] && grep -q '^\.It Ic engine ' "$man/man5/gomokud.conf.5"
}

# Each option of gomokud -h is in gomokud(8), and the other way round.
options_are_told() {
	"$bin/gomokud" -h | grep -oE '^  (-[a-zA-Z]|--[a-z-]+)' | tr -d ' ' | sort -u >"$dir/of-program"
	grep -E '^\.It Fl ' "$man/man8/gomokud.8" | sed 's/^\.It Fl \(-*[a-zA-Z-]*\).*/-\1/' | sort -u >"$dir/of-page"
	# -h and -V share a line of the help.
	echo -V >>"$dir/of-program"
	sort -u "$dir/of-program" | diff - "$dir/of-page" | sed 's/^/# /'
	sort -u "$dir/of-program" | cmp -s - "$dir/of-page"
}

# Each verb of PROTOCOL.md's tables is in gomoku-protocol(7).
verbs_are_told() {
	local verb missing=0 n=0
	while read -r verb; do
		n=$((n + 1))
		grep -qE "^\.It .*\\\\fB$verb( |\\\\)" "$man/man7/gomoku-protocol.7" && continue
		echo "# $verb is not in gomoku-protocol(7)"
		missing=1
	done < <(grep -oE '^\| `[a-z]+' daemon/PROTOCOL.md | tr -d '|` ')
	[ "$n" -gt 50 ] && [ "$missing" = 0 ]
}

# ---- systemd ----

paths_are_true() {
	local path bad=0
	grep -q '^ExecReload=/usr/local/bin/gomoku --admin ' "$unit" || bad=1
	while read -r path; do
		[ -e "$root$path" ] && continue
		echo "# the unit names $path"
		bad=1
	done < <(grep -oE '/(usr|etc)/[^ ]+' "$unit")
	return "$bad"
}

knows_security() {
	systemd-analyze security --help 2>/dev/null | grep -q -- --offline
}

# systemd's own figure of what the service could do to the system, 10 the worst.
exposure() {
	local figure
	# The programs and the user are not where the unit says: it is about the settings alone.
	figure=$(systemd-analyze security --offline=true --no-pager "$unit" 2>"$dir/err" |
		sed -n 's/.*Overall exposure level for gomokud.service: \([0-9.]*\).*/\1/p')
	echo "# exposure $figure"
	[ ! -s "$dir/err" ] || sed 's/^/# /' "$dir/err"
	[ -n "$figure" ] && [ ! -s "$dir/err" ] && awk "BEGIN { exit !($figure <= 1.5) }"
}

# The calls of systemd's groups, without the groups' names.
expand() {
	local name
	for name; do
		case $name in
		@*)
			# shellcheck disable=SC2046 # a list of names
			expand $(systemd-analyze syscall-filter "$name" | sed -n 's/^    \([a-z0-9_@-]*\)$/\1/p')
			;;
		*) echo "$name" ;;
		esac
	done
}

# What the unit's filter lets through: each line adds, or with ~ takes away.
unit_calls() {
	local line
	: >"$dir/calls"
	while read -r line; do
		# shellcheck disable=SC2086 # a list of names
		expand ${line#\~} | sort -u >"$dir/these"
		case $line in
		\~*) comm -23 "$dir/calls" "$dir/these" >"$dir/rest" ;;
		*) sort -u "$dir/calls" "$dir/these" >"$dir/rest" ;;
		esac
		mv "$dir/rest" "$dir/calls"
	done < <(sed -n 's/^SystemCallFilter=//p' "$unit")
}

# Of what the daemon's own filter allows, all that this machine has; and what is called before it is on:
# the sandbox itself, the spawner, the limits of engines.
calls_are_allowed() {
	unit_calls
	{
		sed -n '/^static const char \*const allowed/,/^};/s/^    "\([a-z0-9_]*\)",$/\1/p' daemon/syscalls.c
		printf '%s\n' capset capget prctl seccomp landlock_create_ruleset landlock_add_rule \
			landlock_restrict_self clone clone3 execve socketpair connect kill setpgid setrlimit \
			close_range mmap mprotect ioctl
	} | sort -u >"$dir/needed"
	# Its own old names, and what only root's database would do.
	comm -23 "$dir/needed" "$dir/calls" | grep -vxE 'fstatat64|_llseek|fchown|fchownat' >"$dir/out"
	[ "$(wc -l <"$dir/needed")" -gt 100 ] && [ ! -s "$dir/out" ] || ! sed 's/^/# not allowed: /' "$dir/out"
}

user_is_made() {
	mkdir -p "$dir/system/usr/lib/sysusers.d" "$dir/system/etc"
	cp "$root/usr/local/lib/sysusers.d/gomokud.conf" "$dir/system/usr/lib/sysusers.d/"
	systemd-sysusers --root="$dir/system" >"$dir/out" 2>&1 &&
		has "$dir/system/etc/passwd" ':gomoku server:/var/lib/gomokud:'
}

check 'make install' make_it install
check 'puts everything where it belongs' all_is_there
runs() {
	"$bin/gomokud" -V >"$dir/out" && "$bin/gomoku" -V >>"$dir/out"
}
check 'the programs run from there' runs
check 'gomokud takes its configuration and finds its bots' daemon_finds_its_bots
check 'pbrain-gomoku answers a manager' brain_answers
check 'bash completes' completes
if command -v msgfmt >/dev/null; then
	speaks_chinese() {
		LC_ALL=zh_CN.UTF-8 "$bin/gomoku" --help >"$dir/out" && has "$dir/out" '五子棋'
	}
	check 'the client finds its languages' speaks_chinese
fi

check 'every setting is in gomokud.conf(5)' settings_are_told
check 'every option is in gomokud(8)' options_are_told
check 'every verb is in gomoku-protocol(7)' verbs_are_told
check 'pages refer to pages that are there' references_are_there
if command -v mandoc >/dev/null 2>&1; then
	check 'mandoc has nothing to say about the pages' pages_are_clean
else
	check 'mandoc # SKIP it is not installed' true
fi

check 'the unit names what is there' paths_are_true
if knows_security; then
	check 'systemd finds it exposed by no more than 1.5' exposure
	check 'its filter lets through what the programs call' calls_are_allowed
else
	check 'exposure # SKIP there is no systemd-analyze security --offline' true
fi
if command -v systemd-sysusers >/dev/null 2>&1; then
	check 'sysusers makes the user' user_is_made
fi

echo 'name = "den"' >"$root/etc/gomokud/gomokud.conf"
check 'installing anew' make_it install
check 'keeps the configuration' has "$root/etc/gomokud/gomokud.conf" den
kept() {
	has "$dir/out" "Kept, since it was changed: $root/etc/gomokud/gomokud.conf" &&
		[ "$(listing)" = 'f 644 etc/gomokud/gomokud.conf' ]
}
check 'make uninstall' make_it uninstall
check 'keeps it too, says so, and nothing else' kept
rm -rf "$root"
check 'another prefix' make_it install PREFIX=/opt/gomoku
check 'has its configuration below it' [ -f "$root/opt/gomoku/etc/gomokud/gomokud.conf" ]
check 'which the unit names' grep -qF '/opt/gomoku/bin/gomokud -c /opt/gomoku/etc/gomokud/gomokud.conf' \
	"$root/opt/gomoku/lib/systemd/system/gomokud.service"
check 'make uninstall' make_it uninstall PREFIX=/opt/gomoku
check 'leaves nothing' nothing_is_left
finish
