/* What a banned account hears. */
#include <time.h>

#include "command.h"
#include "daemon/log.h"
#include "daemon/stats.h"

bool may_log_in(struct command *c, const char *name)
{
	const struct store_ban *ban = bans_of_name(c->server->bans, name);
	char from[ADDRESS_TEXT];

	if (!ban)
		return true;
	stats_add(STAT_LOGINS_BANNED, 1);
	log_info("event=login-banned user=%s address=%s", name,
	    address_text(session_address(c->session), from));
	answer(c, WIRE_ERROR, "denied");
	wire_key(&c->out, "why", "banned");
	if (ban->until)
		wire_key(
		    &c->out, "ms", "%lld", (long long)(ban->until - (int64_t)time(NULL)) * 1000);
	else
		wire_key(&c->out, "ms", "-");
	wire_text(&c->out, "%s may not be here%s%s%s", name,
	    ban->until ? " for the time being" : "", *ban->why ? ": " : "", ban->why);
	answer_end(c);
	session_send_off(c->session, CONN_BANNED, ban->why);
	return false;
}
