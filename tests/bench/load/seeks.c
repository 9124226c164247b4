#include "seeks.h"

#include <string.h>

#include "hall.h"

enum { PIPELINE = 16, STUCK_S = 60 };

/* Someone who seeks and gives up, again and again, without waiting for each answer. */
struct prober {
	struct peer *peer;
	uint64_t done; /* seeks given up */
	int owed;      /* pairs of commands without their answers */
	bool ready, stopping;
};

static void seek(struct prober *p)
{
	/* Whoever waits with these terms has a range that guests are not in. */
	peer_send(p->peer, "seek");
	peer_send(p->peer, "unseek");
	p->owed++;
}

static void on_line(void *arg, char *line, size_t len)
{
	struct prober *p = arg;

	(void)len;
	if (strncmp(line, "*hello ", 7) == 0) {
		peer_send(p->peer, "guest prober");
	} else if (strncmp(line, "+welcome ", 9) == 0) {
		p->ready = true;
	} else if (strncmp(line, "+unseek", 7) == 0) {
		p->owed--;
		p->done++;
		if (!p->stopping)
			seek(p);
	} else if (line[0] == '-' || strncmp(line, "*paired ", 8) == 0) {
		die("to a seek that finds nobody gomokud says: %s", line);
	}
}

static void on_lost(void *arg, const char *why)
{
	(void)arg;
	die("who seeks is lost: %s", why);
}

static const struct peer_handler handler = {.line = on_line, .lost = on_lost};

static void serve_until(const bool *reached, int64_t end)
{
	while (!*reached) {
		peers_turn(10000000);
		if (now_ns() > end)
			die("who seeks gets no answer");
	}
}

static void serve_for(double seconds)
{
	int64_t end = now_ns() + (int64_t)(seconds * 1e9), now;

	while ((now = now_ns()) < end)
		peers_turn(end - now);
}

double seeks_probe(const struct subject *s, double seconds)
{
	struct prober p = {.peer = NULL};
	uint64_t done;
	int64_t cpu;

	p.peer = peer_open(s->port, &handler, &p);
	serve_until(&p.ready, now_ns() + STUCK_S * INT64_C(1000000000));
	for (int i = 0; i < PIPELINE; i++)
		seek(&p);
	serve_for(seconds / 4);
	done = p.done;
	cpu = subject_cpu_us(s);
	serve_for(seconds);
	cpu = subject_cpu_us(s) - cpu;
	done = p.done - done;
	p.stopping = true;
	while (p.owed > 0)
		peers_turn(10000000);
	peer_close(p.peer);
	peers_turn(0);
	if (done == 0)
		die("no seek was answered");
	return (double)cpu / (double)done;
}

/*
 * Half of them with terms of their own, half with the same terms but for people rated as no guest
 * is: those are the ones that a new seek has to be compared with.
 */
void seeks_begin(struct hall *h)
{
	int64_t end = now_ns() + STUCK_S * INT64_C(1000000000);

	for (int i = 0; i < h->guests; i++) {
		struct guest *g = h->guest[i];

		if (g->seeking)
			continue;
		g->seeking = true;
		h->sought++;
		if (i % 2)
			peer_send(g->peer, "seek time=%d+0", 1 + i);
		else
			peer_send(g->peer, "seek range=%d-3000", 2500 + i % 400);
	}
	while (h->seeking < h->sought) {
		peers_turn(100000000);
		if (now_ns() > end)
			die("only %d of %d seek", h->seeking, h->sought);
	}
}
