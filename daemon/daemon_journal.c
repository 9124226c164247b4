/*
 * What a server keeps: its journal at the start, at the end of each turn, and while the disk takes
 * nothing. Then the turn's answers wait, time stands still in the rooms, everyone is told when it
 * lasts, and all goes on when it works again.
 */
#include <string.h>
#include <sysexits.h>

#include "daemon.h"
#include "daemon/log.h"
#include "daemon/play/state.h"

enum {
	JOURNAL_RETRY_MS = 100,
	OUTAGE_TOLD_MS = 1000, /* a hiccup is nobody's concern */
};

static void on_journal_retry(void *arg)
{
	(void)arg; /* the turn that this begins ends with another try */
}

int daemon_restore(void *arg, char *text, size_t len)
{
	struct daemon *d = arg;
	struct state_record s;

	(void)len;
	if (state_read(&s, text) < 0)
		return -1;
	if (strcmp(s.kind, "game") == 0 || strcmp(s.kind, "archived") == 0)
		return archive_restore(&d->archive, &s);
	return lobby_restore(d->server.lobby, &s);
}

static void snapshot(struct daemon *d)
{
	lobby_snapshot(d->server.lobby);
	archive_snapshot(&d->archive);
	journal_snapshot_done(d->journal);
}

void daemon_open_journal(struct daemon *d)
{
	char error[512];
	struct lobby *lobby = d->server.lobby;

	d->journal = journal_open(
	    d->config.state, d->config.sync_turns, daemon_restore, d, error, sizeof error);
	if (!d->journal)
		fatal(EX_DATAERR, "%s", error);
	d->journal_retry = timer_new(d->loop, on_journal_retry, d);
	lobby_set_journal(lobby, d->journal);
	d->archive.journal = d->journal;
	snapshot(d);
	if (journal_failing(d->journal))
		fatal(EX_IOERR, "can't write a journal in %s: %s", d->config.state,
		    strerror(journal_failing(d->journal)));
	if (lobby_rooms(lobby))
		log_info(
		    "event=restored rooms=%d games=%d", lobby_rooms(lobby), lobby_games(lobby));
	lobby_restored(lobby, loop_now_ms());
	archive_restored(&d->archive);
}

/* Comes before the answers that wait. */
static void tell_now(struct user *u, void *arg)
{
	const struct wire_out *o = arg;

	if (u->deliver)
		session_send_ahead(u->outlet, o->buf, o->len);
}

static void tell(struct user *u, void *arg)
{
	const struct wire_out *o = arg;

	user_send(u, o->buf, o->len);
}

static void tell_everyone(
    struct daemon *d, const char *what, const char *text, void (*how)(struct user *u, void *arg))
{
	struct wire_out o;

	wire_begin(&o, WIRE_EVENT, NULL, "notice");
	wire_key(&o, "from", "server");
	wire_key(&o, "what", "%s", what);
	wire_text(&o, "%s", text);
	if (wire_end(&o))
		lobby_each_user(d->server.lobby, how, &o);
}

static void begin_outage(struct daemon *d)
{
	if (d->outage_ms)
		return;
	d->outage_ms = loop_now_ms();
	lobby_freeze(d->server.lobby);
}

/* Tries again soon; until then nothing is answered. */
static void wait_for_disk(struct daemon *d)
{
	begin_outage(d);
	timer_set(d->journal_retry, loop_now_ms() + JOURNAL_RETRY_MS);
}

static void end_outage(struct daemon *d)
{
	if (!d->outage_ms)
		return;
	if (d->outage_told)
		tell_everyone(d, "disk-works",
		    "The server can write to its disk again: what you did last counts, and games "
		    "and clocks go on",
		    tell);
	lobby_thaw(d->server.lobby, d->outage_ms, d->outage_told, loop_now_ms());
	d->outage_ms = 0;
	d->outage_told = false;
}

void daemon_tell_outage(struct daemon *d)
{
	if (!d->outage_ms || d->outage_told || d->stopping ||
	    loop_now_ms() < d->outage_ms + OUTAGE_TOLD_MS)
		return;
	d->outage_told = true;
	tell_everyone(d, "disk-fails",
	    "The server can't write to its disk: games and clocks stand still, nothing that was "
	    "answered is lost. They go on by themselves when it can; you need do nothing",
	    tell_now);
}

enum conn_commit daemon_commit(void *arg)
{
	struct daemon *d = arg;
	bool news;

	lobby_journal_changes(d->server.lobby);
	archive_journal_changes(&d->archive);
	news = journal_has_news(d->journal);
	if (!journal_turn_end(d->journal)) {
		wait_for_disk(d);
		return news ? CONN_UNCOMMITTED : CONN_UNCHANGED;
	}
	end_outage(d);
	if (journal_wants_next(d->journal) && journal_begin_next(d->journal) == 0) {
		snapshot(d);
		if (journal_failing(d->journal))
			wait_for_disk(d);
	}
	archive_send(&d->archive);
	return CONN_COMMITTED;
}
