#!/usr/bin/env bash
# Found on the local network: two machines, which are network namespaces with a cable between them,
# each with a D-Bus and an Avahi of its own. A server on one, clients on the other; Avahi and the bus
# are restarted under it; names are taken; and what it says where there is no Avahi.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

export LC_ALL=C.UTF-8 XDG_CONFIG_HOME=$dir/config-home XDG_STATE_HOME=$dir/state-home
# The bus of this machine is not ours to disturb.
export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$dir/no-bus
anna=gomoku-a$$ bert=gomoku-b$$
processes=''

tear_down() {
	[ "$BASHPID" = "$$" ] || return
	# shellcheck disable=SC2086 # a list of processes
	[ -z "$processes" ] || { kill $processes && wait; } 2>/dev/null
	ip netns del "$anna" 2>/dev/null
	ip netns del "$bert" 2>/dev/null
	clean_up
}
trap tear_down EXIT

# in_time COMMAND...: it comes true, now or before patience ends.
in_time() {
	local until=$((SECONDS + patience))
	until "$@"; do
		[ "$SECONDS" -lt "$until" ] || return 1
		sleep 0.05
	done
}

# logged FILE TEXT [TIMES]: the text comes to stand in so many lines of the file.
stands() {
	[ "$(grep -cF -e "$2" "$1")" -ge "$3" ]
}
logged() {
	in_time stands "$1" "$2" "${3:-1}" || has "$1" "$2 (${3:-1} times)"
}

# there MACHINE COMMAND...: becomes the command, on that machine and with its bus; "here" is this
# one. To be run in the background, or by on.
there() {
	local machine=$1
	shift
	[ "$machine" != here ] || exec "$@"
	DBUS_SYSTEM_BUS_ADDRESS=unix:path=$dir/$machine.bus exec ip netns exec "$machine" "$@"
}
on() {
	(there "$@")
}

# gomokud MACHINE NAME OPTIONS...: a server with its folder, log and ready line in $dir/NAME; sets
# server to its process.
gomokud() {
	local machine=$1 name=$2
	shift 2
	mkdir -p "$dir/$name"
	: >"$dir/$name/ready"
	there "$machine" "$build/gomokud" -d "$dir/$name/state" "$@" </dev/null \
		>"$dir/$name/ready" 2>"$dir/$name/log" &
	server=$!
	processes="$processes $server"
	in_time grep -q '^ready' "$dir/$name/ready" || has "$dir/$name/log" ready
}

# ended PROCESS STATUS: a child is asked to end, and does so.
ended() {
	local status
	kill "$1"
	wait "$1"
	status=$?
	processes=${processes/ $1/}
	[ "$status" = "$2" ] || echo "# exit status $status, not $2"
	[ "$status" = "$2" ]
}

# The processes of a server by that name.
helper_of() {
	pgrep -P "$1" -x gomokud-lan
}

# ---- where there is no Avahi ----

printf 'lan = "%s"\nthink-pause-ms = 0\n' auto >"$dir/auto.conf"
printf 'lan = "%s"\nthink-pause-ms = 0\n' yes >"$dir/yes.conf"
printf 'lan = "%s"\nthink-pause-ms = 0\n' no >"$dir/no.conf"
built=1
"$build/gomoku" --lan </dev/null >"$dir/out" 2>"$dir/err"
check 'without Avahi the client ends with an error' [ $? = 1 ]
grep -q 'built without Avahi' "$dir/err" && built=0
check 'and says what to do' has "$dir/err" 'gomoku ADDRESS goes there'
check 'it takes no address' status_is 2 "$build/gomoku" --lan localhost 2>"$dir/err"

gomokud here alone -l 127.0.0.1:0 -c "$dir/auto.conf"
check 'a server for this machine alone has no helper' eval '! helper_of "$server"'
check 'but tells its address' has "$dir/alone/log" 'join with: gomoku 127.0.0.1:'
check 'and no word about the network' eval '! grep -q event=lan "$dir/alone/log"'
check 'it ends' ended "$server" 0
if [ "$built" = 0 ]; then
	gomokud here yes -l 127.0.0.2:0 -c "$dir/yes.conf"
	check 'a build without Avahi says so' has "$dir/yes/log" 'warn event=lan state=off'
	check 'it ends' ended "$server" 0
	finish
fi

gomokud here auto -l '*:0' -c "$dir/auto.conf"
check 'one for others waits for it' logged "$dir/auto/log" 'info event=lan state=waiting'
check 'and serves all the same' [ -s "$dir/auto/ready" ]
helper=$(helper_of "$server")
check 'its helper can gain no rights' grep -q '^NoNewPrivs:.1' "/proc/$helper/status"
check 'and has none' grep -q '^CapEff:.0000000000000000' "/proc/$helper/status"
if ! grep -q __asan_init "$build/gomokud" && ! grep -q sandbox-lacks "$dir/auto/log"; then
	check 'and is filtered' grep -q '^Seccomp:.2' "/proc/$helper/status"
fi
{ kill -KILL "$helper"; } 2>/dev/null
check 'the end of the helper is told' logged "$dir/auto/log" 'its helper has ended'
check 'and the server ends as ever' ended "$server" 0

gomokud here yes -l '*:0' -c "$dir/yes.conf"
check 'asked for, its absence is a warning' logged "$dir/yes/log" 'warn event=lan state=waiting'
check 'it ends' ended "$server" 0
gomokud here yes -l 127.0.0.1:0 -c "$dir/yes.conf"
check 'so is a server that is for this machine alone' logged "$dir/yes/log" 'this machine alone'
check 'it ends' ended "$server" 0
gomokud here no -l '*:0' -c "$dir/no.conf"
check 'with lan = no there is none' eval '! helper_of "$server" && ! grep -q event=lan "$dir/no/log"'
check 'it ends' ended "$server" 0

# ---- two machines ----

why=''
[ "$(id -u)" = 0 ] || why='network namespaces want root'
for program in ip unshare dbus-daemon /usr/sbin/avahi-daemon; do
	command -v "$program" >/dev/null 2>&1 || why="there is no $program"
done
[ -n "$why" ] || { ip netns add "$anna" && ip netns add "$bert" &&
	ip link add lan0 netns "$anna" type veth peer name lan0 netns "$bert"; } >"$dir/out" 2>&1 ||
	why='no network namespaces here'
if [ -n "$why" ]; then
	tests=$((tests + 1))
	echo "ok $tests - two machines # SKIP $why"
	finish
fi

# start_bus MACHINE: a bus on which everybody may do all.
start_bus() {
	cat >"$dir/$1.bus.conf" <<-END
		<busconfig><type>system</type><listen>unix:path=$dir/$1.bus</listen>
		<policy context="default"><allow user="*"/><allow own="*"/>
		<allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
	END
	rm -f "$dir/$1.bus"
	there "$1" dbus-daemon --config-file="$dir/$1.bus.conf" --nofork --nopidfile >"$dir/$1.bus.log" 2>&1 &
	bus=$!
	processes="$processes $bus"
	in_time [ -S "$dir/$1.bus" ]
}

# start_avahi MACHINE NAME: an Avahi with a /run and services of its own; sets avahi.
start_avahi() {
	mkdir -p "$dir/$1.services"
	printf '[server]\nhost-name=%s\n[publish]\npublish-workstation=no\n' "$2" >"$dir/$1.avahi.conf"
	# shellcheck disable=SC2016 # for the inner shell
	there "$1" unshare -m sh -c 'mkdir -p /run/avahi-daemon && mount -t tmpfs tmpfs /run/avahi-daemon &&
		mount --bind "$1.services" /etc/avahi/services &&
		exec /usr/sbin/avahi-daemon -f "$1.avahi.conf" --no-drop-root --no-chroot --no-rlimits' \
		sh "$dir/$1" >"$dir/$1.avahi.log" 2>&1 &
	avahi=$!
	processes="$processes $avahi"
	in_time grep -qs 'startup complete' "$dir/$1.avahi.log" || has "$dir/$1.avahi.log" complete
}

# start_machine MACHINE NAME ADDRESS
start_machine() {
	# Its IPv6 address of the cable is there at once.
	on "$1" sh -c 'echo 0 >/proc/sys/net/ipv6/conf/lan0/accept_dad' 2>/dev/null
	on "$1" ip addr add "$3/24" dev lan0 && on "$1" ip link set lo up &&
		on "$1" ip link set lan0 up && start_bus "$1" && start_avahi "$1" "$2"
}

# listed TEXT: a client on bert's machine lists that, each server in a line: "name: figures    address
# pin".
look() {
	on "$bert" "$build/gomoku" --lan </dev/null 2>&1 |
		awk '/^ *[0-9]+\. /{ printf "%s", $0; next } /^    .*:[0-9]+/ && !/sha256/ { printf "%s", $0; next } 1' \
			>"$dir/list"
}
listed_now() {
	look
	grep -qF -e "$1" "$dir/list"
}
listed() {
	in_time listed_now "$1" || has "$dir/list" "$1"
}
gone_now() {
	look
	[ -s "$dir/list" ] && ! grep -qF -e "$1" "$dir/list"
}

# A service that somebody else has there by the name that the server will want, with what is no
# figure, and with letters that turn the direction of writing.
mkdir "$dir/$bert.services"
cat >"$dir/$bert.services/other.service" <<END
<?xml version="1.0" standalone='no'?><!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group><name>taken on anna</name><service><type>_gomoku._tcp</type><port>9</port>
<txt-record>pin=sha256:0</txt-record><txt-record>free=lots</txt-record>
<txt-record>version=1&#x202e;2</txt-record></service></service-group>
END
check "bert's machine" start_machine "$bert" bert 192.168.77.2
bert_avahi=$avahi
check "anna's machine" start_machine "$anna" anna 192.168.77.1
anna_avahi=$avahi anna_bus=$bus

printf 'lan = "%s"\nthink-pause-ms = 0\nname = "%s"\n' auto den >"$dir/den.conf"
gomokud "$anna" den -c "$dir/den.conf"
den=$server
pin=$(sed -n 's/^ready .*pin=//p' "$dir/den/ready" | head -1)
one_address() {
	[ "$(grep '^join with: ' "$dir/den/log")" = 'join with: gomoku 192.168.77.1' ] ||
		has "$dir/den/log" 'join with: gomoku 192.168.77.1, and nothing else'
}
check 'a server tells the address that others can type' one_address
check 'and is published' logged "$dir/den/log" 'state=published name="den on anna"'
check 'a client finds it' listed ' den on anna: nobody there yet    192.168.77.1:15515, version '
check 'and its key' has "$dir/list" "    $pin"
check 'what others show stands there as it may' has "$dir/list" \
	'taken on anna    192.168.77.2:9, version 1\xe2\x80\xae2'
check 'without what makes no sense' has "$dir/list" '    tells no pin'
printf '9\nx\n\nh8\nresign\n' |
	on "$bert" "$build/gomoku" --lan --bot 1 --name ann --exit-result >"$dir/out" 2>"$dir/err"
check 'and plays there' [ $? = 11 ]
check 'by a number of the list alone' has "$dir/out" 'A number from 1 to 2.'
check 'a key is trusted when it is met' has "$dir/out" "New server 192.168.77.1:15515"
check 'and known from then on' listed "    $pin (known here)"

# Somebody else says that theirs is the server that is known.
gomokud "$bert" false -c "$dir/no.conf" -l 192.168.77.2:15515
false=$server
cat >"$dir/$bert.services/false.service" <<END
<?xml version="1.0" standalone='no'?><!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group><name>a den</name><service><type>_gomoku._tcp</type><port>15515</port>
<txt-record>pin=$pin</txt-record></service></service-group>
END
kill -HUP "$bert_avahi"
check 'a false server is listed first' listed ' 1. a den    192.168.77.2:15515'
on "$bert" "$build/gomoku" --lan --bot 1 <<<'' >"$dir/out" 2>&1
check 'but has not the key that it shows' [ $? = 4 ]
check 'it ends' ended "$false" 0
rm "$dir/$bert.services/false.service"
kill -HUP "$bert_avahi"

# Who comes and waits is told, without haste.
mkfifo "$dir/in"
there "$bert" "$build/gomoku" --name bea --create "192.168.77.1:15515" <"$dir/in" >"$dir/bea" 2>&1 &
bea=$!
processes="$processes $bea"
exec 7>"$dir/in"
check 'a seat that is free is told' listed ': 1 person, 1 free seat'
exec 7>&-
wait "$bea"
processes=${processes/ $bea/}

# Other servers, of whom one is for one interface and belongs to nobody.
chmod 755 "$dir"
install -m 755 "$build/gomoku-engine" "$dir/gomoku-engine"
printf 'name = "den"\nuser = "nobody"\nhouse-engine = "%s"\n' "$dir/gomoku-engine" >"$dir/second.conf"
gomokud "$anna" second -c "$dir/second.conf" -l 192.168.77.1:0
check 'a second one has a name of its own' logged "$dir/second/log" 'name="den on anna #2"'
check 'which goes with it' ended "$server" 0
check 'for everyone' in_time gone_now '#2'
printf 'lan = "%s"\nthink-pause-ms = 0\nname = "%s"\n' yes taken >"$dir/taken.conf"
gomokud "$anna" taken -c "$dir/taken.conf" -l '[::]:0'
check 'nor does it take one from another machine' logged "$dir/taken/log" 'name="taken on anna #2"'
check 'by IPv6 it is found with the interface' listed 'taken on anna #2: nobody there yet    [fe80::'
number=$(sed -n 's/^ *\([0-9]*\)\. taken on anna #2:.*%lan0\].*/\1/p' "$dir/list")
printf '%s\nh8\nresign\n' "$number" |
	on "$bert" "$build/gomoku" --lan --bot 1 --name ann --exit-result >"$dir/out" 2>"$dir/err"
check 'and played on' [ $? = 11 ]
check 'it ends' ended "$server" 0

# Avahi and the bus come and go.
check 'Avahi ends' ended "$anna_avahi" 0
check 'which is told' logged "$dir/den/log" 'state=waiting'
check 'it starts again' start_avahi "$anna" anna
anna_avahi=$avahi
check 'and the server is published again' logged "$dir/den/log" 'state=published' 2
kill "$anna_bus" "$anna_avahi" 2>/dev/null
wait "$anna_bus" "$anna_avahi" 2>/dev/null
processes=${processes/ $anna_bus/}
processes=${processes/ $anna_avahi/}
check 'the bus ends, and starts again' start_bus "$anna"
check 'with an Avahi' start_avahi "$anna" anna
check 'the server is published once more' logged "$dir/den/log" 'state=published' 3
sed -i 's/"den"/"lair"/' "$dir/den.conf"
kill -HUP "$den"
check 'by another name, too' logged "$dir/den/log" 'name="lair on anna"'
check 'and found' listed 'lair on anna: nobody there yet    192.168.77.1:15515'
check 'it ends' ended "$den" 0
check 'and is gone from the list' in_time gone_now 192.168.77.1
rm "$dir/$bert.services/other.service"
gone_all() {
	on "$bert" "$build/gomoku" --lan </dev/null >"$dir/out" 2>"$dir/err"
	[ $? = 3 ]
}
check 'without any server the client ends as with one that is not there' in_time gone_all
check 'and says so' has "$dir/err" 'No server shows itself on this network.'
finish
