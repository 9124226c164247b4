#!/usr/bin/env bash
# README.md does as it says: every command in it is carried out here as it stands, with this build's programs,
# a server of the test's own in place of example.org, and what changes the whole machine (apt-get, systemctl,
# ufw ...) only noted. A command that this does not know fails: whoever writes one adds how it is tried.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# Not a part of the make that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL
export XDG_STATE_HOME=$dir/state-home XDG_CONFIG_HOME=$dir/config-home LC_ALL=C.UTF-8
out=$dir/out
build=$(readlink -f "$build")

# Lines of four spaces outside of fences are commands, but for the comment behind them; and `so are` these.
commands() {
	awk '/^```/ { fence = !fence; next }
		!fence && /^    [^ ]/ { sub(/^    /, ""); sub(/ +# .*/, ""); print }' README.md
	awk '/^```/ { fence = !fence; next } fence || /^    / { next } { printf "%s ", $0 }' README.md |
		grep -oE '`[^`]+`' | tr -d '`' |
		grep -E '^(:[a-z]|(make|man|sudo|openssl|git|ssh|journalctl|gomokud|gomoku|LANG=[^ ]*) |build/gomok|\.ci/run)' |
		sort -u
}

# The n-th fenced block that has this text.
fenced() {
	awk -v text="$1" '/^```/ { if (fence && index(block, text)) { printf "%s", block; exit }
		fence = !fence; block = ""; next } fence { block = block $0 "\n" }' README.md
}

# ---- the machine that README speaks of ----

# What would change this one is noted; each has nothing to do with gomokud but the name it is given.
noted() {
	echo "$*" >>"$dir/noted"
}
for name in apt-get systemctl systemd-sysusers ufw useradd passwd git journalctl; do
	eval "$name() { noted $name \"\$@\"; }"
done
sudo() {
	"$@"
}
man() {
	command man -l "$root/usr/local/share/man/man"?"/$1".? 2>/dev/null >"$out" ||
		cat "$root/usr/local/share/man/man"?"/$1".? >"$out"
}
nft() {
	noted nft "$@"
}
# Installs into a folder; long tests are looked at, not run.
root=$dir/root
make() {
	case ${1:-all} in
	all | help | play | demo | install | uninstall)
		timeout $((patience * 3)) make -s BUILD="$build" DESTDIR="$root" "$@" <"$dir/in" >"$out" 2>"$dir/err"
		;;
	*) command make -n BUILD="$build" "$@" >"$out" ;;
	esac
}
certbot() {
	[ "$1 $2 $3 $4 $5 $6" = 'certonly --standalone -d example.org --reuse-key --deploy-hook' ] &&
		hook=$7
}

# The addresses of README are the test's server, its folders the test's.
there() {
	local text=$1
	text=${text//192.168.1.20:15515/$address}
	text=${text//192.168.1.20/$address}
	text=${text//example.org/$address}
	text=${text//HOST/$address}
	text=${text//sha256:…/$pin}
	text=${text//\/PATH\/TO\/STATE/$dir/state}
	text=${text//\/var\/lib\/gomokud/$dir/state}
	text=${text//\/root\/gomokud-backup/$dir/backup}
	printf '%s' "$text"
}
gomoku() {
	local words=() word
	for word; do
		words+=("$(there "$word")")
	done
	# The operator's socket of the test, where none is named.
	if [ "${1:-}" = --admin ] && [[ ${words[1]:-} != */* ]]; then
		words=(--admin "$dir/state/admin.sock" "${words[@]:1}")
	fi
	timeout $((patience * 3)) "$build/gomoku" "${words[@]}" <"$dir/in" >"$out" 2>"$dir/err"
}
build/gomoku() {
	gomoku "$@"
}
# Without options it would be this machine's server; here it is one of a free port, ended when it serves.
gomokud() {
	local words=() word
	for word; do
		words+=("$(there "$word")")
	done
	if [ $# = 0 ]; then
		words=(-l 127.0.0.1:0 -d "$dir/another")
		timeout "$patience" "$build/gomokud" "${words[@]}" >"$out" 2>"$dir/err" &
		for ((i = 0; i < patience * 10; i++)); do
			grep -q '^join with: gomoku 127.0.0.1:' "$dir/err" && break
			sleep 0.1
		done
		kill "$!" && wait "$!" && has "$out" 'ready addr=127.0.0.1:' && has "$dir/err" 'join with: gomoku 127'
		return
	fi
	timeout "$patience" "$build/gomokud" "${words[@]}" </dev/null >"$out" 2>"$dir/err"
}
build/gomokud() {
	gomokud "$@"
}
openssl() {
	local words=() word
	for word; do
		words+=("$(there "$word")")
	done
	timeout "$patience" openssl "${words[@]}" <"$dir/in" >"$out" 2>"$dir/err"
}
# People who come by ssh get what README's block says, and nothing else.
ssh() {
	[ "$1" = gomoku@example.org ] || return
	local program
	program=$(fenced 'Match User gomoku' | sed -n 's/^ *ForceCommand //p')
	[ "$program" = '/usr/local/bin/gomoku --kiosk localhost' ] && gomoku --kiosk --pin "$pin" "$address"
}

# ---- how each is tried ----

input() {
	printf '%s\n' "$@" >"$dir/in"
}

# carry_out COMMAND [TEXT...]: it ends well, and each text stands in what it prints.
carry_out() {
	local command=$1 text
	shift
	: >"$out"
	: >"$dir/err"
	if ! eval "$command"; then
		echo "# failed: $command"
		sed 's/^/#   /' "$out" "$dir/err"
		return 1
	fi
	for text; do
		grep -qF -e "$text" "$out" "$dir/err" || has "$out" "$text" || return 1
	done
}

# in_client COMMAND LINE... -- TEXT: in the client, after these lines, the command is understood and that is seen.
in_client() {
	local command=$1
	shift
	local lines=()
	while [ "$1" != -- ]; do
		lines+=("$1")
		shift
	done
	input "${lines[@]}" "${command#:}" quit
	gomoku --pin "$pin" --name guest "$address" || return 1
	! grep -F 'I cannot read that' "$out" && has "$out" "$2"
}

in_terminal() {
	LC_ALL='' carry_out "$@"
}

# An engine that looks for games does so until it is sent away.
seeks() {
	local engine
	eval "$1 --name mine" &
	engine=$!
	for ((i = 0; i < patience * 10; i++)); do
		grep -q 'You look for an opponent: standard, 15x15, 60+1' "$out" && break
		sleep 0.1
	done
	"$build/gomoku" --admin "$dir/state/admin.sock" eject '~mine' >"$dir/ejected" 2>&1
	wait "$engine"
	has "$out" 'You look for an opponent: standard, 15x15, 60+1' && has "$dir/ejected" '+ejected user=~mine'
}

tried() {
	local command=$1
	input quit
	case $command in
	'apt-get update && apt-get install -y make && make play' | \
		'sudo apt-get update && sudo apt-get install -y make && make play')
		carry_out "$command" 'a b c d e f g h' && has "$dir/noted" 'apt-get install -y make'
		;;
	'make play') carry_out "$command" 'Connected to 127.0.0.1:' ;;
	'LANG=C.UTF-8 make play') in_terminal "$command" 'Connected to' ;;
	'make play LEVEL=4 RULE=standard SIZE=19 TIME=300+5')
		carry_out "$command" 'Bot 4' 'standard' && grep -Eq '^ *19 ' "$out"
		;;
	'make demo') carry_out "$command" && grep -Eq 'wins as|A draw' "$out" ;;
	'make && build/gomokud' | 'build/gomokud') carry_out "$command" ;;
	'make help') carry_out "$command" 'make install' ;;
	'make check') carry_out "$command" tests/run ;;
	'make asan') carry_out "$command" tests/run ;;
	'make po') carry_out "$command" client/po/update ;;
	'make lint') carry_out "$command" tests/lint ;;
	'make bench') carry_out "$command" tests/bench/all ;;
	'make bench-server') carry_out "$command" tests/bench/load ;;
	'make soak') carry_out "$command" 'soak -s 1800' ;;
	# What it would do; its own tests are long, or this is one of them.
	'make '*) carry_out "$command" && [ -s "$out" ] ;;
	'.ci/run') bash -n .ci/run ;;
	'sudo make install') carry_out "$command" && [ -x "$root/usr/local/bin/gomokud" ] ;;
	'sudo make uninstall')
		carry_out "$command" && [ ! -e "$root/usr" ] && make install
		;;
	'man '*) carry_out "$command" "${command#man }" ;;
	'openssl s_client -quiet -connect 192.168.1.20:15515')
		input 'guest zoe' 'set board=on' 'join r1' quit
		carry_out "$command" '+welcome user=~zoe' '+set board=on' '+joined room=r1' '*row room=r1'
		;;
	'openssl s_client') has README.md "$command -quiet -connect" ;;
	'build/gomoku --pin sha256:… example.org' | 'build/gomoku 192.168.1.20')
		carry_out "$command" "Connected to $address"
		;;
	"gomoku 'example.org/r1#sha256:…'")
		carry_out "$command" "Connected to $address" 'r1'
		;;
	# Whom it finds depends on the network; a test of its own (test_lan.sh) has networks to look at.
	'build/gomoku --lan')
		eval "$command"
		[ -s "$out" ] || [ -s "$dir/err" ]
		;;
	'build/gomoku --bot 2') carry_out "$command" 'Bot 2' ;;
	'build/gomoku --replay game.sgf')
		printf '(;GM[4]FF[4]SZ[15];B[hh];W[ii])\n' >"$dir/game.sgf"
		carry_out "${command/game.sgf/$dir/game.sgf}" 'h8'
		;;
	"build/gomoku --engine ./pbrain-mine --seek 'rule=standard time=60+1' HOST")
		seeks "${command/.\/pbrain-mine/$build/gomoku-engine}"
		;;
	'gomokud -V') carry_out "$command" 'gomokud ' ;;
	'build/gomokud -h') carry_out "$command" 'usage: gomokud' ;;
	'gomokud -n -c FILE') carry_out "${command/FILE/conf/gomokud.conf}" 'the configuration is good' ;;
	'gomokud --replay-journal FILE')
		carry_out "${command/FILE/$(ls "$dir"/state/journal-*.log)}" 'room'
		;;
	'gomokud --backup FOLDER') carry_out "${command/FOLDER/$dir/copy} -d $dir/state" 'To restore it' ;;
	'sudo gomokud -d /var/lib/gomokud --backup /root/gomokud-backup')
		carry_out "$command" 'To restore it' && [ -s "$dir/backup/gomokud.db" ] && [ -s "$dir/backup/key.pem" ]
		;;
	'gomoku --admin')
		input stats
		carry_out "$command" '+stats n='
		;;
	'gomoku --admin stats' | 'gomoku --admin /PATH/TO/STATE/admin.sock stats') carry_out "$command" '+stats n=' ;;
	'gomoku --admin users') carry_out "$command" '+users n=' ;;
	'gomoku --admin ban 192.0.2.0/24 for=7d spam') carry_out "$command" '+banned who=192.0.2.0/24' ;;
	'gomoku --admin add carol') carry_out "$command" '+added user=carol password=' ;;
	'gomoku --admin invite uses=20' | 'sudo gomoku --admin invite uses=20')
		carry_out "$command" '+invite code='
		;;
	'gomoku --admin reload') carry_out "$command" '+reloaded' ;;
	# ann's game would keep it up for ten minutes.
	'gomoku --admin drain')
		carry_out "$command" '+drain' && stop_daemon TERM && serve
		;;
	'sudo systemd-sysusers' | 'sudo systemctl '* | 'sudo ufw '* | 'sudo nft '* | 'journalctl -u gomokud')
		carry_out "$command" && has "$dir/noted" "${command#sudo }"
		;;
	'sudo useradd --create-home gomoku && sudo passwd --delete gomoku')
		carry_out "$command" && has "$dir/noted" 'passwd --delete gomoku'
		;;
	'sudo certbot '*) carry_out "$command" && cmp -s "$root$hook" conf/certbot-hook ;;
	'git pull && make && sudo make install && sudo systemctl daemon-reload && sudo systemctl restart gomokud')
		carry_out "$command" && has "$dir/noted" 'systemctl restart gomokud'
		;;
	'ssh gomoku@example.org') carry_out "$command" "Connected to $address" ;;
	:create | ':create '*) in_client "$command" -- 'room' ;;
	':join r1') in_client "$command" -- 'r1' ;;
	':challenge ann') in_client "$command" -- 'challenged ~ann' ;;
	:seek) in_client "$command" -- 'You look for an opponent' ;;
	':play 2') in_client "$command" -- 'Bot 2' ;;
	':register ann :a password') in_client "${command/ann/nan}" -- 'nan' ;;
	:invite) in_client "$command" create -- 'example.org' ;;
	:undo | :hint) in_client "$command" 'play 1' h8 -- 'Move 1' ;;
	:draw) in_client "$command" 'play 1' h8 -- 'draw' ;;
	:rematch) in_client "$command" 'play 1' resign -- 'rematch' ;;
	':save game.'*)
		in_client "${command/game/$dir/saved}" 'play 1' h8 resign -- 'saved.' && [ -s "$dir/saved.${command##*.}" ]
		;;
	# In a terminal, by a test of its own.
	:analyse) grep -q analyse tests/tui/test_analyse.sh ;;
	*)
		echo "# nothing here knows how to try it: $command"
		return 1
		;;
	esac
}

# A new server, and a room r1 in which ann waits.
serve() {
	rm -rf "$dir/state" "$dir/ann"
	start_daemon 'address = "example.org"' || return 1
	mkfifo "$dir/ann"
	"$build/gomoku" --raw --pin "$pin" "$address" <"$dir/ann" >"$dir/ann-out" 2>&1 &
	exec 8>"$dir/ann"
	printf 'guest ann\ncreate\n' >&8
	for ((i = 0; i < patience * 10; i++)); do
		grep -q '+created room=r1' "$dir/ann-out" && return
		sleep 0.1
	done
	has "$dir/ann-out" '+created room=r1'
}
check 'a server, and somebody who waits there' serve
mkdir "$root"
: >"$dir/in"
make install >/dev/null

while read -r command; do
	check "$command" tried "$command"
done < <(commands)

# ---- the blocks ----

# Those for gomokud.conf are a configuration, and the hook gives the server what certbot has made.
renewal() {
	local lineage=$dir/lineage etc=$dir/etc
	mkdir -p "$lineage" "$etc" "$dir/stubs"
	command openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$lineage/privkey.pem" \
		-out "$lineage/fullchain.pem" -days 90 -subj /CN=first.example 2>/dev/null
	cat >"$dir/stubs/systemctl" <<-STUB
		#!/bin/sh
		case "\$*" in
		'--quiet is-active gomokud') [ -S "$dir/state/admin.sock" ] ;;
		'reload gomokud') exec "$build/gomoku" --admin "$dir/state/admin.sock" reload >>"$dir/reloads" ;;
		*) exit 9 ;;
		esac
	STUB
	# There is no group gomokud here.
	cat >"$dir/stubs/install" <<-'STUB'
		#!/bin/sh
		[ "$1 $2 $3 $4" = '-m 640 -g gomokud' ] || exit 9
		shift 4
		PATH=${PATH#*:} exec install -m 640 "$@"
	STUB
	chmod +x "$dir/stubs/"*
	stop_daemon TERM || return 1
	: >"$dir/reloads"
	PATH=$dir/stubs:$PATH RENEWED_LINEAGE=$lineage conf/certbot-hook "$etc" || return 1
	[ ! -s "$dir/reloads" ] || return 1
	start_daemon "$(fenced 'certificate = ' | sed "s,/etc/gomokud,$etc,")" || return 1
	shown first.example || return 1
	command openssl req -x509 -key "$lineage/privkey.pem" -out "$lineage/fullchain.pem" -days 90 \
		-subj /CN=second.example 2>/dev/null
	PATH=$dir/stubs:$PATH RENEWED_LINEAGE=$lineage conf/certbot-hook "$etc" || return 1
	has "$dir/reloads" '+reloaded changed=- restart=- certificate=new' && shown second.example &&
		[ "$(stat -c %a "$etc/privkey.pem")" = 640 ]
}
shown() {
	command openssl s_client -connect "$address" </dev/null 2>/dev/null |
		command openssl x509 -noout -subject >"$out" && has "$out" "$1"
}
check 'the lines about a certificate, and its renewal' renewal
exec 8>&-

sshd=$(PATH=$PATH:/usr/sbin command -v sshd)
if [ -n "$sshd" ] && [ "$(id -u)" = 0 ]; then
	takes_block() {
		command ssh-keygen -q -t ed25519 -N '' -f "$dir/host-key"
		mkdir -p /run/sshd
		{
			echo "HostKey $dir/host-key"
			fenced 'Match User gomoku'
		} >"$dir/sshd_config"
		"$sshd" -T -f "$dir/sshd_config" -C user=gomoku,host=h,addr=127.0.0.1 >"$out" &&
			has "$out" 'forcecommand /usr/local/bin/gomoku --kiosk localhost' && has "$out" 'disableforwarding yes'
	}
	check 'the block for sshd' takes_block
else
	check 'the block for sshd # SKIP there is no sshd, or this is not root' true
fi

# Files and folders that README names are there.
paths_are_there() {
	local path missing=0
	while read -r path; do
		[ -e "$path" ] && continue
		echo "# README names $path"
		missing=1
	done < <(grep -oE '`(engine|daemon|client|conf|tests)/[a-zA-Z0-9_./-]*`|\]\([a-z][^):]*\)' README.md |
		sed -e 's/^](//; s/)$//' | tr -d '`' | grep -v LANGUAGE | sort -u)
	return "$missing"
}
check 'what README names is there' paths_are_there
check 'the server ends in order' stop_daemon TERM
finish
