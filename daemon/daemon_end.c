/* How a server ends. */
#include <signal.h>
#include <sysexits.h>

#include "daemon.h"
#include "daemon/log.h"

enum { STOP_MS = 2000 };

static void on_stop_over(void *arg)
{
	struct daemon *d = arg;

	loop_stop(d->loop);
}

void daemon_stop(struct daemon *d)
{
	if (d->stopping)
		return;
	d->stopping = true;
	for (int i = 0; i < d->listeners; i++)
		listener_free(d->listener[i]);
	d->listeners = 0;
	conn_hub_close_all(d->server.hub, CONN_STOP);
	timer_set(d->stop_timer, loop_now_ms() + STOP_MS);
}

static void on_signal(int number, void *arg)
{
	log_info("event=stopping signal=%d", number);
	daemon_stop(arg);
}

void daemon_watch_signals(struct daemon *d)
{
	d->sigterm = signal_new(d->loop, SIGTERM, on_signal, d);
	d->sigint = signal_new(d->loop, SIGINT, on_signal, d);
	if (!d->sigterm || !d->sigint)
		fatal(EX_OSERR, "can't watch signals");
	d->stop_timer = timer_new(d->loop, on_stop_over, d);
}

void daemon_check_end(struct daemon *d)
{
	if (d->stopping && conn_hub_count(d->server.hub) == 0)
		loop_stop(d->loop);
}

void daemon_free_end(struct daemon *d)
{
	/* A second signal must not end what is being put away. */
	signal(SIGTERM, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal_free(d->sigterm);
	signal_free(d->sigint);
	timer_free(d->stop_timer);
}
