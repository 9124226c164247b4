/* Clocks of players who are far away: the way is not charged, within the allowance. */
#include "faulty.h"

#include <stdlib.h>

static int64_t blacks_clock(struct client *c)
{
	client_ask(c, "+sync", "sync");
	return strtoll(line_value(client_row(c, 0), "clock"), NULL, 10);
}

static int64_t clock_after(const struct wire_line *w)
{
	return strtoll(line_value(w, "clock"), NULL, 10);
}

/*
 * A move from far away: the way is given back, as much of it as the allowance allows, and never
 * more than the turn took.
 */
static void far_players(void **state)
{
	struct server *s = server_start("lag-allowance-ms = 1000\n");
	struct table t;
	int64_t before, after, began;

	(void)state;
	far_away(5 * 1000 * 1000);
	table_open(&t, s, "far-b", "far-w", "time=60+0");
	while (blacks_clock(t.black) > 59900)
		rest();
	before = blacks_clock(t.black);
	client_ask(t.black, "+moved", "h8");
	after = clock_after(client_event(t.black, "move ply=1"));
	assert_in_range(after, before + 1, 60000);
	/* The next player's whole turn begins when the move is there. */
	assert_true(blacks_clock(t.white) == after);
	client_ask(t.black, "+resigned", "resign");

	/* The flag falls as much later, since a move may be on its way. */
	far_away(5 * 1000 * 1000);
	clients_close_all();
	began = now_ms();
	table_open(&t, s, "far-c", "far-d", "time=1+0");
	table_end(&t, "result=white why=time");
	assert_true(now_ms() - began >= 2000);
	clients_close_all();
	server_stop(s);
}

/* A LAN is no distance; and where the allowance is off there is none. */
static void near_players(void **state)
{
	static const char *const configs[] = {
	    "lag-allowance-ms = 1000\n", "lag-allowance-ms = 0\n"};

	(void)state;
	for (int off = 0; off < 2; off++) {
		struct server *s = server_start(configs[off]);
		struct table t;
		int64_t before;

		far_away(off ? 5 * 1000 * 1000 : 9999);
		table_open(&t, s, "near-b", "near-w", "time=60+0");
		while ((before = blacks_clock(t.black)) > 59900)
			rest();
		client_ask(t.black, "+moved", "h8");
		assert_true(clock_after(client_event(t.black, "move ply=1")) <= before);
		clients_close_all();
		server_stop(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    fault_test(far_players),
	    fault_test(near_players),
	};

	return cmocka_run_group_tests(tests, faulty_begin, faulty_end);
}
