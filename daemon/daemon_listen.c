/* Where the server listens, at the start and when that changes. */
#include <stdio.h>
#include <string.h>

#include "daemon.h"
#include "daemon/log.h"

/* The one that listens there already, or NULL. */
static struct listener *find(const struct daemon *d, const char *where)
{
	for (int i = 0; i < d->listeners; i++)
		if (strcmp(d->listener[i].where, where) == 0)
			return d->listener[i].listener;
	return NULL;
}

static bool has(const struct daemon_listener list[], int n, const struct listener *l)
{
	for (int i = 0; i < n; i++)
		if (list[i].listener == l)
			return true;
	return false;
}

/* Ends those of one list that the other has not. */
static void end_others(
    struct daemon_listener list[], int n, const struct daemon_listener keep[], int kept)
{
	for (int i = 0; i < n; i++)
		if (!has(keep, kept, list[i].listener))
			listener_free(list[i].listener);
}

int daemon_listen(struct daemon *d, const struct config *c, char *error, size_t cap)
{
	struct daemon_listener list[CONFIG_LISTEN_MAX];
	int n = 0;

	for (int i = 0; i < c->listen_count; i++) {
		struct daemon_listener *l = &list[n];
		bool absent = false;

		snprintf(l->where, sizeof l->where, "%s", c->listen[i]);
		if (!(l->listener = find(d, l->where)))
			l->listener =
			    listener_new(d->loop, l->where, &d->gate, &absent, error, cap);
		if (l->listener) {
			n++;
		} else if (!(absent && c->listen_default && (i > 0 || n > 0))) {
			end_others(list, n, d->listener, d->listeners);
			return -1;
		}
	}
	end_others(d->listener, d->listeners, list, n);
	memcpy(d->listener, list, (size_t)n * sizeof *list);
	d->listeners = n;
	return 0;
}

void daemon_end_listening(struct daemon *d)
{
	for (int i = 0; i < d->listeners; i++)
		listener_free(d->listener[i].listener);
	d->listeners = 0;
}

void daemon_wake_listeners(struct daemon *d)
{
	for (int i = 0; i < d->listeners; i++)
		listener_wake(d->listener[i].listener);
}

static void tell_join(const char *address, void *arg)
{
	const struct listener *l = arg;

	if (listener_port(l) == CONFIG_PORT)
		fprintf(stderr, "join with: gomoku %s\n", address);
	else
		fprintf(stderr, "join with: gomoku %s:%d\n", address, listener_port(l));
}

/* Tells all addresses of that kind; how many there were. */
static int tell_joins(const struct daemon *d, bool loopback)
{
	int told = 0;

	for (int i = 0; i < d->listeners; i++) {
		struct listener *l = d->listener[i].listener;

		told += listener_addresses(l, loopback, tell_join, l);
	}
	return told;
}

void daemon_tell_ready(const struct daemon *d)
{
	char text[LISTENER_TEXT];

	for (int i = 0; i < d->listeners; i++)
		printf("ready addr=%s pin=%s\n", listener_text(d->listener[i].listener, text),
		    d->cert.pin);
	fflush(stdout);
	/* What people type is for people: no event of a journal. The loopback address helps only
	 * where there is no other. */
	if (!log_is_journal() && tell_joins(d, false) == 0)
		tell_joins(d, true);
	log_info("event=serving version=%s state=%s workers=%d max-connections=%d "
		 "worst-case-mib=%lld",
	    GOMOKU_VERSION, d->config.state, daemon_worker_count(&d->config), d->server.max_conns,
	    (long long)d->server.worst_case_mib);
}
