#include "hall.h"

#include <stdlib.h>
#include <string.h>

enum {
	OPENING_AT_ONCE = 16, /* connections that are being made at one time */
	STUCK_S = 30,
};

static void *need(void *memory)
{
	if (!memory)
		die("out of memory");
	return memory;
}

void hall_init(struct hall *h, const struct dialect *dialect, const struct subject *subject)
{
	*h = (struct hall){.dialect = dialect, .subject = subject};
	STAILQ_INIT(&h->queue);
}

void hall_clear(struct hall *h)
{
	for (int i = 0; i < h->guests; i++) {
		peer_close(h->guest[i]->peer);
		free(h->guest[i]);
	}
	for (int i = 0; i < h->tables; i++)
		free(h->table[i]);
	free(h->guest);
	free(h->table);
	peers_turn(0);
	hall_init(h, h->dialect, h->subject);
}

static void on_line(void *arg, char *line, size_t len)
{
	struct guest *g = arg;

	(void)len;
	if (g->greeted) {
		g->hall->dialect->line(g, line);
		return;
	}
	g->greeted = true;
	g->hall->dialect->arrive(g);
}

static void on_lost(void *arg, const char *why)
{
	struct guest *g = arg;

	subject_check(g->hall->subject);
	die("connection %d to %s is lost: %s", g->number, g->hall->subject->name, why);
}

static const struct peer_handler handler = {.line = on_line, .lost = on_lost};

struct guest *hall_connect(struct hall *h, enum role role, struct table *t)
{
	struct guest *g = need(calloc(1, sizeof *g));

	if (h->guests % 64 == 0)
		h->guest = need(realloc(h->guest, ((size_t)h->guests + 64) * sizeof *h->guest));
	g->hall = h;
	g->number = h->guests;
	g->role = role;
	g->table = t;
	g->peer = peer_open(h->subject->port, &handler, g);
	h->guest[h->guests++] = g;
	return g;
}

/* Serves until so many of the guests are ready; dies when that does not come nearer. */
static void wait_ready(struct hall *h, int wanted)
{
	int64_t moved_ns = now_ns();
	int before = h->ready;

	while (h->ready < wanted) {
		peers_turn(100000000);
		if (h->ready != before) {
			before = h->ready;
			moved_ns = now_ns();
		} else if (now_ns() - moved_ns > STUCK_S * INT64_C(1000000000)) {
			subject_check(h->subject);
			die("only %d of %d guests get ready at %s", h->ready, h->guests,
			    h->subject->name);
		}
	}
}

void hall_fill(struct hall *h, int n)
{
	while (h->guests < n) {
		hall_connect(h, ALONE, NULL);
		wait_ready(h, h->guests - OPENING_AT_ONCE);
	}
	wait_ready(h, h->guests);
}

static struct table *add_table(struct hall *h)
{
	struct table *t = need(calloc(1, sizeof *t));

	h->table = need(realloc(h->table, ((size_t)h->tables + 1) * sizeof *h->table));
	t->hall = h;
	t->number = h->tables;
	h->table[h->tables++] = t;
	return t;
}

/* The second side comes when the first has the table open, the watchers when both sit there. */
void hall_set(struct hall *h, int n, int watchers)
{
	int first = h->tables;

	for (int i = 0; i < n; i++) {
		struct table *t = add_table(h);

		t->side[0] = hall_connect(h, SIDE, t);
		wait_ready(h, h->guests - OPENING_AT_ONCE);
	}
	wait_ready(h, h->guests);
	for (int i = first; i < first + n; i++) {
		struct table *t = h->table[i];

		t->side[1] = hall_connect(h, SIDE, t);
		t->side[1]->side = 1;
		wait_ready(h, h->guests - OPENING_AT_ONCE);
	}
	wait_ready(h, h->guests);
	for (int i = first; i < first + n; i++)
		for (int w = 0; w < watchers; w++) {
			hall_connect(h, WATCHER, h->table[i]);
			h->table[i]->watchers++;
			wait_ready(h, h->guests - OPENING_AT_ONCE);
		}
	wait_ready(h, h->guests);
}

void guest_is_ready(struct guest *g)
{
	if (g->ready)
		return;
	g->ready = true;
	g->hall->ready++;
}

static void echo(struct guest *g)
{
	g->hall->under_way++;
	g->sent_ns = now_ns();
	g->hall->dialect->echo(g);
}

void guest_echoed(struct guest *g)
{
	struct hall *h = g->hall;

	h->under_way--;
	h->done++;
	h->received++;
	hist_add(&h->hist, now_ns() - g->sent_ns);
	if (h->running)
		echo(g);
}

static void take_turn(struct table *t, int64_t sent_ns)
{
	t->due = false;
	t->awaited = 1 + t->watchers;
	t->sent_ns = sent_ns;
	t->hall->under_way++;
	t->hall->dialect->turn(t);
}

bool table_received(struct table *t)
{
	struct hall *h = t->hall;

	if (t->awaited == 0)
		die("table %d at %s: more lines than were to come", t->number, h->subject->name);
	h->received++;
	hist_add(&h->hist, now_ns() - t->sent_ns);
	if (--t->awaited > 0)
		return false;
	h->under_way--;
	h->done++;
	return true;
}

void table_is_due(struct table *t)
{
	struct hall *h = t->hall;

	t->due = true;
	if (!h->running)
		return;
	if (h->rate > 0)
		STAILQ_INSERT_TAIL(&h->queue, t, link);
	else
		take_turn(t, now_ns());
}

/* Begins the turns whose time has come. A late one counts from when it was to be. */
static void keep_pace(struct hall *h)
{
	struct table *t;

	while (h->next_ns <= now_ns() && (t = STAILQ_FIRST(&h->queue))) {
		STAILQ_REMOVE_HEAD(&h->queue, link);
		take_turn(t, h->next_ns);
		h->next_ns += (int64_t)(1e9 / h->rate);
	}
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Whoever rests begins. */
static void begin(struct hall *h)
{
	h->running = true;
	h->next_ns = now_ns();
	for (int i = 0; i < h->tables; i++)
		if (h->table[i]->due)
			table_is_due(h->table[i]);
	for (int i = 0; i < h->guests && h->echoing; i++)
		if (h->guest[i]->role == ALONE)
			echo(h->guest[i]);
}

void hall_run(struct hall *h, double seconds)
{
	int64_t end = now_ns() + (int64_t)(seconds * 1e9), now;

	if (!h->running)
		begin(h);
	while ((now = now_ns()) < end) {
		int64_t wait = end - now;

		if (h->rate > 0) {
			keep_pace(h);
			wait = h->next_ns > now ? least(wait, h->next_ns - now) : wait;
		}
		peers_turn(wait);
	}
}

void hall_rest(struct hall *h)
{
	int64_t end = now_ns() + STUCK_S * INT64_C(1000000000);

	h->running = false;
	STAILQ_INIT(&h->queue);
	while (h->under_way > 0) {
		peers_turn(10000000);
		if (now_ns() > end)
			die("%s owes %d answers", h->subject->name, h->under_way);
	}
}

void hall_count_anew(struct hall *h)
{
	h->done = h->received = 0;
	hist_clear(&h->hist);
}
