#include "pace.h"

#include "command.h"
#include "daemon/limits.h"

/* Whether a verb is what a game lives by. */
static bool is_free(const struct verb *v)
{
	if (!v)
		return false;
	switch ((int)v->id) {
	case VERB_MOVE:
	case VERB_PASS:
	case VERB_CHOOSE:
	case VERB_UNDO:
	case VERB_DRAW:
	case VERB_ABORT:
	case VERB_RESIGN:
	case VERB_CLAIM:
	case VERB_REMATCH:
	case VERB_ACCEPT:
	case VERB_DECLINE:
	case VERB_WITHDRAW:
	case VERB_READY:
	case VERB_LEAVE:
	case VERB_PING:
	case VERB_QUIT:
		return true;
	}
	return false;
}

static bool slow_down(struct command *c, const char *limit, int64_t retry_ms)
{
	struct pace *p = session_pace(c->session);

	if (retry_ms == 0) {
		p->refused -= p->refused > 0;
		return true;
	}
	answer(c, WIRE_ERROR, "slow-down");
	wire_key(&c->out, "limit", "%s", limit);
	wire_key(&c->out, "retry-ms", "%lld", (long long)retry_ms);
	wire_text(&c->out, "That was too fast; it has not been done. Try again in a moment");
	answer_end(c);
	if (++p->refused >= LIMIT_REFUSED)
		session_close(c->session, CONN_FLOOD);
	return false;
}

bool pace_allows(struct command *c)
{
	return is_free(c->verb) ||
	       slow_down(c, "commands",
		   bucket_take(&session_pace(c->session)->commands, c->server->pace.command_us,
		       LIMIT_COMMAND_BURST, 1, c->now_ms));
}

bool pace_talks(struct command *c)
{
	return slow_down(c, "talk",
	    bucket_take(&session_pace(c->session)->talk, c->server->pace.talk_us, LIMIT_TALK_BURST,
		1, c->now_ms));
}
