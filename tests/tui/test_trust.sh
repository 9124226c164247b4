#!/usr/bin/env bash
# Which server the client trusts, against a man in the middle: a relay that answers with another
# certificate, passes on what it is told, and shows it.
set -u

# shellcheck source=tests/tui/lib.sh
. "$(dirname "$0")/lib.sh"
export XDG_STATE_HOME=$dir XDG_CONFIG_HOME=$dir
hosts=$dir/gomoku/known_hosts
relay=''

# certificate NAME SUBJECT-ALTERNATIVE-NAMES: a key and a certificate, signed by the test's authority.
certificate() {
	openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" \
		-keyout "$dir/$1.key" -out "$dir/$1.csr" 2>/dev/null &&
		openssl x509 -req -in "$dir/$1.csr" -CA "$dir/ca.pem" -CAkey "$dir/ca.key" -days 2 \
			-extfile <(echo "subjectAltName=$2") -out "$dir/$1.pem" 2>/dev/null
}

pin_of() {
	echo "sha256:$(openssl x509 -in "$1" -noout -pubkey | openssl pkey -pubin -outform der |
		sha256sum | cut -d' ' -f1)"
}

stop_relay() {
	[ -z "$relay" ] || { kill -KILL "$relay" && wait "$relay"; } 2>/dev/null
	relay=''
}

tear_down_all() {
	[ "$BASHPID" = "$$" ] || return
	stop_relay
	tear_down
}
trap tear_down_all EXIT

# start_relay CERTIFICATE KEY: in place of the one before, on the same port; sets port.
start_relay() {
	local until=$((SECONDS + patience)) ready=''
	stop_relay
	: >"$dir/heard"
	"$build/tests/relay" "${port:-0}" "$1" "$2" "${address##*:}" >"$dir/heard" &
	relay=$!
	while [ "$ready" != ready ]; do
		[ "$SECONDS" -lt "$until" ] || return 1
		read -r ready port <"$dir/heard" || sleep 0.02
	done
}

# visit ARGUMENTS...: without a terminal; a command that is no secret.
visit() {
	echo 'ping secret' | "$build/gomoku" --name ann "$@" >"$dir/out" 2>&1
}

# A visit that all goes well with, and to which trust has nothing to say.
quiet_visit() {
	status_is 0 visit "$@" && ! grep -e 'sha256:' "$dir/out"
}

# The relay has seen the end of the peer that was refused.
refused() {
	local until=$((SECONDS + patience))
	until [ "$(sed 1d "$dir/heard")" = refused ]; do
		[ "$SECONDS" -lt "$until" ] || { has "$dir/heard" refused; return 1; }
		sleep 0.02
	done
}

# As often does the text stand in known_hosts.
lines_with() {
	[ "$(grep -cF -e "$1" "$hosts")" = "$2" ] || { sed 's/^/# /' "$hosts"; return 1; }
}

must 'a daemon is there' start_daemon
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=authority \
	-days 2 -keyout "$dir/ca.key" -out "$dir/ca.pem" 2>/dev/null
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=gomokud -days 2 \
	-addext subjectAltName=IP:127.0.0.1,DNS:localhost -keyout "$dir/mitm.key" -out "$dir/mitm.pem" 2>/dev/null
mitm=$(pin_of "$dir/mitm.pem")
must 'certificates are there' eval '[ -s "$dir/ca.pem" ] && [ "${#mitm}" = 71 ]'

# The server itself, at the address that the man in the middle will have.
must 'a relay is there' start_relay "$dir/state/cert.pem" "$dir/state/key.pem"
check 'an unknown server is trusted' status_is 0 visit "127.0.0.1:$port"
check 'which is told' has "$dir/out" "New server 127.0.0.1:$port, key $pin. Remembered in $hosts."
check 'under a name too' status_is 0 visit "localhost:$port"
check 'without calling it new' has "$dir/out" \
	"localhost:$port is the server that you know as 127.0.0.1:$port, key $pin. Remembered"
check 'once' quiet_visit "localhost:$port"
cp "$hosts" "$dir/kept"

start_relay "$dir/mitm.pem" "$dir/mitm.key"
for host in 127.0.0.1 localhost; do
	for mode in --line --raw --kiosk; do
		check "another key at $host is refused, $mode" status_is 4 visit "$mode" "$host:$port"
		check 'with the key of now' has "$dir/out" "its key now: $mitm"
		check 'the one remembered' has "$dir/out" "remembered:  $pin"
		check 'and a way out' has "$dir/out" 'remove its line from'
	done
done
check 'nothing was said to it' eval '! grep -q -e passed -e ann -e secret "$dir/heard"'
check 'nor remembered of it' cmp "$hosts" "$dir/kept"

export XDG_STATE_HOME=$dir/fresh
for named in "--pin $pin 127.0.0.1:$port" "127.0.0.1:$port/r1#$pin" "--pin $pin --ca $dir/mitm.pem localhost:$port"; do
	start_relay "$dir/mitm.pem" "$dir/mitm.key"
	# shellcheck disable=SC2086 # words
	check "the first time: ${named//$pin/PIN}" status_is 4 visit $named
	check 'is refused' has "$dir/out" "you named: $pin"
	check 'before anything is said' refused
done
check 'and remembered nowhere' [ ! -e "$dir/fresh" ]
export XDG_STATE_HOME=$dir

# At a terminal.
start_client_at() {
	start_program 80x24 --name ann "$@"
}
start_relay "$dir/mitm.pem" "$dir/mitm.key"
start_client_at "localhost:$port"
check 'a terminal is not asked about a name' left_with 4
check 'but shown both keys' eval 'screen | tr -d "\n" | grep -qF "${mitm#sha256:}"'
start_client_at --kiosk "127.0.0.1:$port"
check 'nor in a kiosk' left_with 4
start_client_at "127.0.0.1:$port"
check 'about an address in the house it is' sees \
	"Another server now answers at 127.0.0.1:$port; add it? [y/N]"
keys n Enter
check 'no' left_with 4
check 'leaves all as it is' cmp "$hosts" "$dir/kept"
start_client_at "127.0.0.1:$port"
sees 'add it? [y/N]'
keys y e s Enter
check 'yes' sees 'Here now 1'
check 'remembers it' lines_with "127.0.0.1:$port $mitm" 1
check 'beside the one before' lines_with "127.0.0.1:$port $pin" 1
keys C-c
check 'and all ends well' left_with 0
check 'the next time nothing is asked' quiet_visit "127.0.0.1:$port"
start_relay "$dir/state/cert.pem" "$dir/state/key.pem"
check 'nor by the one before' quiet_visit "127.0.0.1:$port"

# Authorities.
certificate named DNS:localhost,IP:127.0.0.1
certificate other DNS:elsewhere.example
named=$(pin_of "$dir/named.pem")
start_relay "$dir/named.pem" "$dir/named.key"
check 'a key that nobody vouches for' status_is 4 visit "localhost:$port"
check 'an authority does' status_is 0 visit --ca "$dir/ca.pem" "localhost:$port"
check 'which is told' has "$dir/out" \
	"localhost:$port has another key than before, and an authority vouches for it: $named. Remembered"
check 'for good' eval 'lines_with "localhost:$port" 1 && lines_with "localhost:$port $named" 1'
check 'others are kept' lines_with "127.0.0.1:$port" 2
check 'then it is known' quiet_visit "localhost:$port"
cp "$dir/kept" "$hosts"
check 'one of the system counts' status_is 0 env SSL_CERT_FILE="$dir/ca.pem" \
	sh -c '"$0" --name ann "$1" </dev/null >"$2" 2>&1' "$build/gomoku" "localhost:$port" "$dir/out"
check 'as well' has "$dir/out" 'and an authority vouches for it'
cp "$dir/kept" "$hosts"
check 'and for an address that the certificate names' status_is 0 visit --ca "$dir/ca.pem" "127.0.0.1:$port"
cp "$dir/kept" "$hosts"
start_client_at --ca "$dir/ca.pem" "127.0.0.1:$port"
check 'without a question' sees 'Here now 1'
keys C-c
left_with 0
cp "$dir/kept" "$hosts"
start_relay "$dir/other.pem" "$dir/other.key"
check 'vouching for another name is nothing' status_is 4 visit --ca "$dir/ca.pem" "localhost:$port"
check 'nor for another address' status_is 4 visit --ca "$dir/ca.pem" "127.0.0.1:$port"
check 'and is remembered nowhere' cmp "$hosts" "$dir/kept"
check 'a file without certificates is no authority' status_is 2 visit --ca "$dir/ca.key" "localhost:$port"
check 'and said to be none' has "$dir/out" "no certificates of authorities can be read from $dir/ca.key"

finish
