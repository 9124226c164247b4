/*
 * Fuzzes the whole conversation: bytes of several peers through connections into sessions, lobby
 * and rooms, with engines, clocks, a database and a journal that the input plays tricks with.
 *
 * An input is a script, a line each. The first byte of a line says what it is:
 *
 *   0-5  peer 0 to 5 sends the rest of the line and a LF; it connects first unless it has
 *   a-f  the same peers send the rest without a LF
 *   A-F  they end (e), drop the line (d), stop reading (s), read on (r), read some bytes (b), send
 *        so many hundred bytes (x1..x9), hang in the handshake (h), or are sent off (o)
 *   +N   so many milliseconds pass
 *   &    what engines say to each question from now on; empty: a move; "-": nothing
 *   %    the disk fails (d), is full (f), the database fails (s), engines are busy (b), the server
 *        drains (g); in capitals: no longer
 *   ^    the server stops and starts again
 *   !    it is killed and starts again
 *
 * "@@" in what is sent stands for the peer's last token. The first byte of all chooses settings.
 */
#include <string.h>

#include "require.h"
#include "tests/fuzz/session/peer.h"
#include "tests/fuzz/session/plain_secret.h"
#include "tests/fuzz/session/still.h"

enum {
	PEERS = 6,
	LINES_MAX = 400,
	TURNS_MAX = 4000, /* to come to rest */
	TIMERS_MAX = 300, /* moments at which something is due, of one passing of time */
};

static const uint64_t pass_max_ms = (uint64_t)40 * 24 * 3600 * 1000;

static struct world w;
static struct peer peer[PEERS];
static unsigned kind;

/* Turns until there is nothing more to do. One that never comes to rest would burn a processor. */
static void settle(void)
{
	for (int turns = 0;; turns++) {
		bool busy = false;

		for (int i = 0; i < PEERS; i++)
			busy |= peer_wake(&peer[i]);
		busy |= world_turn(&w);
		if (!busy && still_next_ms() > loop_now_ms())
			break;
		require(turns < TURNS_MAX, "it does not come to rest");
	}
	world_check(&w);
	for (int i = 0; i < PEERS; i++)
		peer_check(&peer[i], &w);
}

static void pass(uint64_t ms)
{
	int64_t to = loop_now_ms() + (int64_t)(ms < pass_max_ms ? ms : pass_max_ms);

	for (int i = 0; i < TIMERS_MAX && still_next_ms() <= to; i++) {
		still_go(still_next_ms());
		settle();
	}
	still_go(to);
	settle();
}

static uint64_t number(const char *s, size_t len)
{
	uint64_t n = 0;

	for (size_t i = 0; i < len && s[i] >= '0' && s[i] <= '9' && n < pass_max_ms; i++)
		n = n * 10 + (uint64_t)(s[i] - '0');
	return n;
}

static void act(struct peer *p, const char *s, size_t len)
{
	static const char flood[] =
	    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	    "aaaaaaaaaaaaaaaa";

	if (len == 0)
		return;
	switch (s[0]) {
	case 'e':
		peer_end(p);
		break;
	case 'd':
		peer_drop(p);
		break;
	case 's':
		peer_listen(p, 0);
		break;
	case 'r':
		peer_listen(p, SIZE_MAX);
		break;
	case 'b':
		peer_listen(p, (size_t)number(s + 1, len - 1));
		break;
	case 'x':
		for (uint64_t i = number(s + 1, len > 2 ? 1 : len - 1); i > 0; i--)
			peer_send(p, flood, sizeof flood - 1);
		break;
	case 'h':
		p->pipe.mute = p->conn != NULL && p->commands == 0;
		break;
	case 'o':
		if (p->conn && p->model.greeted)
			conn_close(p->conn, CONN_EJECTED);
		break;
	default:
		break;
	}
}

static void trouble(char what)
{
	switch (what) {
	case 'd':
	case 'D':
		memory_disk_fail(what == 'd');
		break;
	case 'f':
	case 'F':
		memory_disk_full(what == 'f');
		break;
	case 's':
	case 'S':
		memory_db_fail(what == 's');
		break;
	case 'b':
	case 'B':
		memory_pool_busy(what == 'b');
		break;
	case 'g':
	case 'G':
		w.d.server.draining = what == 'g';
		w.d.server.drain_until_ms = loop_now_ms() + 60000;
		lobby_set_draining(w.d.server.lobby, what == 'g');
		break;
	default:
		break;
	}
}

static void restart(bool in_order)
{
	memory_disk_fail(false);
	settle();
	if (in_order)
		world_stop(&w);
	else
		world_kill(&w);
	world_start(&w, kind);
}

static void line(const char *s, size_t len)
{
	char op = len ? s[0] : '\0';

	if (op >= '0' && op < '0' + PEERS) {
		peer_connect(&peer[op - '0'], &w, op - '0');
		peer_send(&peer[op - '0'], s + 1, len - 1);
		peer_send(&peer[op - '0'], "\n", 1);
	} else if (op >= 'a' && op < 'a' + PEERS) {
		peer_connect(&peer[op - 'a'], &w, op - 'a');
		peer_send(&peer[op - 'a'], s + 1, len - 1);
	} else if (op >= 'A' && op < 'A' + PEERS) {
		act(&peer[op - 'A'], s + 1, len - 1);
	} else if (op == '+') {
		pass(number(s + 1, len - 1));
	} else if (op == '&') {
		memory_pool_say(s + 1, len - 1);
	} else if (op == '%' && len > 1) {
		trouble(s[1]);
	} else if (op == '^' || op == '!') {
		restart(op == '^');
	}
	settle();
}

static void reset(void)
{
	still_reset();
	plain_secret_reset();
	memory_db_reset();
	memory_disk_reset();
	memory_pool_reset();
	for (int i = 0; i < PEERS; i++)
		peer_reset(&peer[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const char *at = (const char *)data, *end = at + n;

	if (n == 0)
		return 0;
	reset();
	kind = (unsigned char)*at++;
	world_start(&w, kind);
	db_add_code(db_open(NULL, NULL), "code", 3, 0);
	for (int lines = 0; at < end && lines < LINES_MAX; lines++) {
		const char *lf = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((lf ? lf : end) - at);

		line(at, len);
		at += len + 1;
	}
	memory_disk_fail(false);
	settle();
	world_kill(&w);
	for (int i = 0; i < PEERS; i++)
		peer_reset(&peer[i]);
	return 0;
}
