#!/usr/bin/env bash
# What the server's TLS takes and what it does not, and the certificate that it makes, by openssl
# alone. `make outside` has it looked over by programs that search for holes.
set -u
# shellcheck source=tests/scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# s_client ARGUMENTS...: all that openssl says about a connection that only says goodbye.
s_client() {
	(echo quit; sleep 0.2) | timeout "$patience" openssl s_client -connect "$address" -ign_eof "$@" \
		>"$dir/said" 2>&1 9<&-
}

taken() {
	s_client "$@" && has "$dir/said" '*hello proto='
}

refused() {
	s_client "$@"
	! grep -F '*hello proto=' "$dir/said" && grep -q 'alert' "$dir/said"
}

says_not() {
	! grep -e "$1" "$dir/said"
}

# It holds so many days or some minutes less: programs that count them refuse a second more.
holds_days() {
	local from until left
	from=$(openssl x509 -in "$cert" -noout -startdate)
	until=$(openssl x509 -in "$cert" -noout -enddate)
	left=$(($1 * 86400 - $(date -d "${until#*=}" +%s) + $(date -d "${from#*=}" +%s)))
	[ "$left" -ge 0 ] && [ "$left" -lt 1800 ]
}

mode_of() {
	stat -c %a "$1"
}

must_start() {
	start_daemon || { check 'a daemon is there' false; finish; }
}

must_start
cert=$dir/state/cert.pem

# Versions.
check 'TLS 1.3 is served' taken -tls1_3
check 'TLS 1.2 is served' taken -tls1_2
check 'TLS 1.1 is not' refused -tls1_1 -cipher 'ALL:@SECLEVEL=0'
check 'nor TLS 1.0' refused -tls1 -cipher 'ALL:@SECLEVEL=0'

# Ciphers: forward secrecy and AEAD.
for cipher in ECDHE-ECDSA-AES256-GCM-SHA384 ECDHE-ECDSA-AES128-GCM-SHA256 ECDHE-ECDSA-CHACHA20-POLY1305; do
	check "$cipher is served" taken -tls1_2 -cipher "$cipher"
done
for cipher in ECDHE-ECDSA-AES128-SHA ECDHE-ECDSA-AES256-SHA384 ECDHE-ECDSA-AES128-CCM8 AES128-GCM-SHA256 \
	DHE-RSA-AES128-GCM-SHA256 ECDHE-ECDSA-NULL-SHA; do
	check "$cipher is not" refused -tls1_2 -cipher "$cipher:@SECLEVEL=0"
done
check 'of TLS 1.3 no CCM' refused -tls1_3 -ciphersuites TLS_AES_128_CCM_SHA256
for group in X25519 P-256; do
	check "group $group is served" taken -groups "$group"
done
for group in P-384 P-521 X448 ffdhe2048; do
	check "group $group is not" refused -groups "$group"
done

# Nothing of a session outlives it, and nothing is sent early, compressed or negotiated anew.
for version in -tls1_2 -tls1_3; do
	taken "$version" -sess_out "$dir/session"
	check "no ticket is given, $version" says_not 'TLS session ticket'
	check 'nor a place in a cache' says_not 'Session-ID: [0-9A-F]'
	check 'nothing is compressed' has "$dir/said" 'Compression: NONE'
done
taken -tls1_3
check 'nothing may come early' eval 'has "$dir/said" "Early data was not sent" && says_not "Max Early Data: [1-9]"'
# A line of R alone has s_client ask for another handshake.
(sleep 0.3; echo R; sleep 0.3) | timeout "$patience" openssl s_client -connect "$address" -tls1_2 \
	>"$dir/said" 2>&1 9<&-
check 'a second handshake is refused' eval 'has "$dir/said" RENEGOTIATING && has "$dir/said" "no renegotiation"'

# The certificate.
check 'it is strictly right' openssl verify -x509_strict -purpose sslserver -CAfile "$cert" -partial_chain "$cert"
check 'for this machine by name' openssl verify -x509_strict -verify_hostname localhost -CAfile "$cert" "$cert"
check 'and by address' openssl verify -x509_strict -verify_ip 127.0.0.1 -CAfile "$cert" "$cert"
check 'for 397 days' holds_days 397
openssl x509 -in "$cert" -noout -text >"$dir/said"
for fact in 'Version: 3' 'NIST CURVE: P-256' 'ecdsa-with-SHA256' 'CA:FALSE' 'TLS Web Server Authentication' 'Digital Signature'; do
	check "it says $fact" has "$dir/said" "$fact"
done
check 'its serial number is a long one' [ "$(openssl x509 -in "$cert" -noout -serial | wc -c)" -ge 36 ]
check 'its key is for its owner alone' [ "$(mode_of "$dir/state/key.pem")" = 600 ]
check 'the pin is the one that was told' [ "sha256:$(openssl x509 -in "$cert" -noout -pubkey |
	openssl pkey -pubin -outform der | sha256sum | cut -d' ' -f1)" = "$pin" ]
check 'the daemon is well' taken
check 'and ends in order' stop_daemon TERM
finish
