/* How a server ends: at once, or when its games are over; and the other signals. */
#include <signal.h>
#include <sysexits.h>

#include "daemon.h"
#include "daemon/log.h"
#include "daemon/notify.h"
#include "daemon/stats.h"

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
	notify_stopping();
	daemon_end_listening(d);
	daemon_tell_lan(d);
	admin_close(d->admin);
	conn_hub_close_all(d->server.hub, CONN_STOP);
	timer_set(d->stop_timer, loop_now_ms() + STOP_MS);
}

static void tell(struct user *u, void *arg)
{
	struct wire_out *o = arg;

	user_send(u, o->buf, o->len);
}

/* Tells everyone who is here that the end is planned, or is not any more. */
static void tell_everyone(struct daemon *d)
{
	struct server *s = &d->server;
	struct wire_out o;

	if (s->draining) {
		draining_line(s, &o, loop_now_ms());
	} else {
		wire_begin(&o, WIRE_EVENT, NULL, "notice");
		wire_key(&o, "from", "server");
		wire_key(&o, "what", "drain-off");
		wire_text(&o, "The server goes on after all; games may begin again");
	}
	if (wire_end(&o))
		lobby_each_user(s->lobby, tell, &o);
}

void daemon_drain(struct daemon *d, int64_t in_ms)
{
	struct server *s = &d->server;

	if (d->stopping)
		return;
	s->draining = in_ms >= 0;
	s->drain_until_ms = s->draining ? loop_now_ms() + in_ms : 0;
	lobby_set_draining(s->lobby, s->draining);
	timer_set(d->drain_timer, s->draining ? s->drain_until_ms : INT64_MAX);
	log_info(
	    "event=draining in-ms=%lld games=%d", (long long)in_ms, lobby_games_attended(s->lobby));
	tell_everyone(d);
}

static void on_drain_over(void *arg)
{
	(void)arg; /* the turn that this begins ends with daemon_check_drain */
}

void daemon_check_drain(struct daemon *d)
{
	const struct server *s = &d->server;
	int games;

	if (!s->draining || d->stopping)
		return;
	games = lobby_games_attended(s->lobby);
	if (games > 0 && loop_now_ms() < s->drain_until_ms)
		return;
	log_info("event=stopping reason=drained games=%d", games);
	daemon_stop(d);
}

static void on_hangup(int number, void *arg)
{
	struct reload_report r;

	(void)number;
	daemon_reload(arg, &r);
}

enum { PULSE_MS = 1000 };

/* How late a timer is tells how long the loop was busy with something else. */
static void on_pulse(void *arg)
{
	struct daemon *d = arg;

	notify_pulse();
	/* A timer fires within the millisecond after the one asked for. */
	if (d->pulse_due_ms)
		stats_took(TIMING_LAG, loop_now_us() - (d->pulse_due_ms + 1) * 1000);
	d->pulse_due_ms = loop_now_ms() + PULSE_MS;
	timer_set(d->pulse, d->pulse_due_ms);
}

enum { RENEWAL_MS = 6 * 3600 * 1000 };

static void on_renewal(void *arg)
{
	struct daemon *d = arg;

	daemon_renew(d);
	timer_set(d->renewal, loop_now_ms() + RENEWAL_MS);
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
	d->sighup = signal_new(d->loop, SIGHUP, on_hangup, d);
	if (!d->sigterm || !d->sigint || !d->sighup)
		fatal(EX_OSERR, "can't watch signals");
	d->stop_timer = timer_new(d->loop, on_stop_over, d);
	d->drain_timer = timer_new(d->loop, on_drain_over, d);
	d->pulse = timer_new(d->loop, on_pulse, d);
	on_pulse(d);
	d->renewal = timer_new(d->loop, on_renewal, d);
	timer_set(d->renewal, loop_now_ms() + RENEWAL_MS);
}

void daemon_check_end(struct daemon *d)
{
	if (d->stopping && conn_hub_count(d->server.hub) == 0 && admin_count(d->admin) == 0)
		loop_stop(d->loop);
}

void daemon_free_end(struct daemon *d)
{
	sigset_t late;

	/*
	 * A second signal must not end what is being put away; without its events libevent gives
	 * signals back what they did before, which is to end the process.
	 */
	sigemptyset(&late);
	sigaddset(&late, SIGTERM);
	sigaddset(&late, SIGINT);
	sigaddset(&late, SIGHUP);
	sigprocmask(SIG_BLOCK, &late, NULL);
	signal_free(d->sigterm);
	signal_free(d->sigint);
	signal_free(d->sighup);
	timer_free(d->stop_timer);
	timer_free(d->drain_timer);
	timer_free(d->pulse);
	timer_free(d->renewal);
}
