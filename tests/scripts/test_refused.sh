#!/usr/bin/env bash
# Starts that can't be: each ends at once with its exit status (sysexits.h) and one line that says what is
# wrong and where, and leaves nothing running and nothing changed.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

export XDG_STATE_HOME=$dir/state-home

# Whoever may do everything can't be refused by rights: root tries those as somebody else.
as_other=()
if [ "$(id -u)" = 0 ]; then
	# Where this was built, nobody else may have a way in.
	chmod 755 "$dir"
	install -m 755 "$build/gomokud" "$build/gomoku-engine" "$dir"
	as_other=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi

# What the daemon says, beside what a build with sanitizers says at each start.
said() {
	grep -v event=sandbox-off "$dir/err"
}

# refused STATUS TEXT ARGUMENT...: gomokud ends with that status, and one line that has the text.
refused() {
	local want=$1 text=$2 got
	shift 2
	timeout "$patience" "${as[@]}" "$program" "$@" </dev/null >"$dir/out" 2>"$dir/err"
	got=$?
	[ "$got" = "$want" ] && [ "$(said | wc -l)" = 1 ] && said | grep -q '^gomokud: ' &&
		said | grep -qF -e "$text" && [ ! -s "$dir/out" ] && return
	echo "# gomokud $*: exit status $got, wanted $want and one line with '$text':"
	sed 's/^/#   /' "$dir/err" "$dir/out"
	return 1
}
program=$build/gomokud
as=()

# configured STATUS TEXT LINE...: the same with these lines as its configuration and a new state folder,
# which must not have been made.
configured() {
	local status=$1 text=$2
	shift 2
	printf '%s\n' "$@" >"$dir/config"
	rm -rf "$dir/new"
	refused "$status" "$text" -c "$dir/config" -d "$dir/new" -l 127.0.0.1:0 || return 1
	[ ! -e "$dir/new" ] || ! echo "# it has made its state folder"
}

# What is in a folder, with times and sizes.
listing() {
	find "$1" -printf '%p %s %T@ %m\n' | sort
}

# no_process_of FOLDER: nothing runs on it.
no_process_of() {
	! pgrep -f -- "-d $1" >/dev/null
}

check 'a value out of range' configured 78 "$dir/config:2: max-rooms is 0; it goes from 1" \
	'name = "den"' 'max-rooms = 0'
check 'a key that is none' configured 78 "$dir/config:1: no such option 'max-romos' (man" 'max-romos = 9'
check 'a line that is none' configured 78 "$dir/config:" 'max-rooms'
check 'a key without its certificate' configured 78 'certificate is missing' 'key = "/x"'
check 'bots without their program' configured 78 'set house-engine = in the configuration' \
	'house-engine = "/nonexistent/gomoku-engine"'
check 'an address that is none' refused 78 "can't listen on" -d "$dir/new" -l nowhere:1
check 'a configuration that is not there' refused 78 "$dir/none: No such file" -c "$dir/none"
check 'a configuration that is a folder' refused 78 'that is a folder' -c "$dir"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$dir/key" \
	-out "$dir/cert" -days 9 -subj /CN=a.example 2>/dev/null
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$dir/other-key" 2>/dev/null
with_certificate() {
	printf 'certificate = "%s"\nkey = "%s"\n' "$2" "$3" >"$dir/config"
	refused 78 "$1" -c "$dir/config" -d "$dir/certified" -l 127.0.0.1:0
}
check 'a key that is not there' with_certificate "$dir/no-key: can't read the key: No such file" "$dir/cert" "$dir/no-key"
check 'a certificate that is not there' with_certificate "$dir/no-cert" "$dir/no-cert" "$dir/key"
check 'a key of another certificate' with_certificate 'does not fit the certificate' "$dir/cert" "$dir/other-key"
check 'a certificate that is none' with_certificate "$dir/config: can't read the certificate: it is not in PEM form" "$dir/config" "$dir/key"

mkdir "$dir/broken"
echo rubbish >"$dir/broken/key.pem"
check 'an own key that is none' refused 73 'bring it back from a backup, or move both away' \
	-d "$dir/broken" -l 127.0.0.1:0

check 'a daemon serves' start_daemon
listing "$dir/state" >"$dir/before"
unchanged() {
	listing "$dir/state" | diff "$dir/before" - | sed 's/^/# /'
	listing "$dir/state" | cmp -s "$dir/before" - && status_is 0 "$build/gomoku" --admin \
		"$dir/state/admin.sock" stats >"$dir/out"
}
check 'another on its state folder' refused 75 "$dir/state is in use by another gomokud" \
	-d "$dir/state" -l 127.0.0.1:0
check 'changes nothing there, and the first goes on' unchanged
check 'its port is taken' refused 69 "can't listen on $address: Address already in use" \
	-d "$dir/second" -l "$address"
printf 'metrics = "%s"\n' "$address" >"$dir/config"
check 'for figures too' refused 69 'Address already in use (choose another port in metrics' -c "$dir/config" -d "$dir/second" \
	-l 127.0.0.1:0
check 'no process of it is left' no_process_of "$dir/second"
check 'nor a socket of its operator' [ ! -e "$dir/second/admin.sock" ]
# What a killed one leaves behind for a moment does not hold the folder.
outlived() {
	local spawner
	spawner=$(pgrep -P "$daemon" | head -n 1) && kill -STOP "$spawner" || return 1
	{ kill -KILL "$daemon" && wait "$daemon"; } 2>/dev/null
	start_daemon
	local started=$?
	kill -KILL "$spawner"
	return "$started"
}
check 'after kill -9 it starts again, whatever of it is still there' outlived
check 'the daemon ends in order' stop_daemon TERM

: >"$dir/file"
check 'a state folder that is a file' refused 73 "$dir/file" -d "$dir/file" -l 127.0.0.1:0
check 'one below a file' refused 73 "$dir/file/state" -d "$dir/file/state" -l 127.0.0.1:0
if [ "$(id -u)" = 0 ]; then
	program=$dir/gomokud
	as=("${as_other[@]}")
fi
mkdir -m 555 "$dir/shut"
check 'one that may not be made' refused 77 "$dir/shut/state: Permission denied (choose another" \
	-d "$dir/shut/state" -l 127.0.0.1:0
check 'one that may not be written' refused 77 "$dir/shut: Permission denied (choose another" \
	-d "$dir/shut" -l 127.0.0.1:0
check 'nothing was made there' [ -z "$(ls -A "$dir/shut")" ]
if [ "$(id -u)" = 0 ]; then
	mkdir -m 777 "$dir/open"
	echo 'user = "root"' >"$dir/open/config"
	check 'a port that needs a right' refused 69 "can't listen on 127.0.0.1:1: Permission denied (below" \
		-d "$dir/open" -l 127.0.0.1:1
	check 'another user, not as root' refused 67 'only root can become another user' \
		-c "$dir/open/config" -d "$dir/open" -l 127.0.0.1:0
fi
finish
