/* Keeping people out, and letting them in again. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "admin_private.h"
#include "daemon/limits.h"
#include "daemon/log.h"

/* Looks like an address: no name has these. */
static bool is_address(const char *word)
{
	return word[0] == '[' || strpbrk(word, ".:/") || isdigit((unsigned char)word[0]);
}

/*
 * Whom the first word names, as bans are kept: a network, or an account. A guest's name stands for
 * where the guest comes from, *guest. False when refused.
 */
static bool read_who(struct admin_command *c, char who[static STORE_WHO], bool *guest)
{
	const char *word = c->line->word[0];
	char name[USER_NAME_MAX + 1];
	struct network n;
	struct user *u;

	*guest = false;
	if (is_address(word)) {
		if (network_read(&n, word)) {
			network_text(&n, who);
			return true;
		}
		admin_refuse_syntax(
		    c, "An address is like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48");
		return false;
	}
	if (word[0] == '~') {
		if (!(u = lobby_user(c->server->lobby, word))) {
			admin_refuse(c, "no-such", "what", "user",
			    "That guest is not here, so there is no address to ban; \"users\" "
			    "lists who is");
			return false;
		}
		n = network_of(session_address(u->outlet));
		network_text(&n, who);
		*guest = true;
		return true;
	}
	if (!user_name_read(word, name)) {
		admin_refuse_syntax(c, "That is neither a name nor an address");
		return false;
	}
	snprintf(who, STORE_WHO, "%s", name);
	return true;
}

/* Where the guest or the account is now does not matter any more: who is here has to go. */
static bool is_banned(const struct address *from, void *arg)
{
	const struct network *n = arg;

	return network_has(n, from);
}

static void send_away(struct server *s, const struct store_ban *ban)
{
	struct network n;
	struct user *u;

	if (network_read(&n, ban->who)) {
		conn_hub_close_from(s->hub, CONN_BANNED, is_banned, &n);
		return;
	}
	if (!(u = lobby_find_user(s->lobby, ban->who)))
		return;
	if (u->deliver)
		session_send_off(u->outlet, CONN_BANNED, ban->why);
	else
		lobby_forget_token(s->lobby, u);
}

static void on_banned(enum store_result r, void *arg)
{
	struct admin_later *l = arg;
	struct server *s = l->admin->server;
	struct store_ban ban = l->ban;
	struct admin_command c;

	if (r != STORE_OK || bans_add(s->bans, &ban) < 0) {
		admin_later_fail(l, "store");
		return;
	}
	log_info("event=banned who=%s until=%lld", ban.who, (long long)ban.until);
	if (admin_again(l, &c)) {
		admin_answer(&c, WIRE_OK, "banned");
		wire_key(&c.out, "who", "%s", ban.who);
		admin_when_key(&c, "until", ban.until);
		admin_answer_end(&c);
	}
	admin_later_end(l);
	send_away(s, &ban);
}

static void add_ban(struct admin_later *l)
{
	if (store_add_ban(l->admin->server->accounts.store, &l->ban, on_banned, l) < 0)
		admin_later_fail(l, "store");
}

/* A name that no account has is a slip of the hand. */
static void on_account(enum store_result r, const struct store_account *account, void *arg)
{
	struct admin_later *l = arg;
	struct admin_command c;

	(void)account;
	if (r == STORE_OK) {
		add_ban(l);
		return;
	}
	if (r != STORE_NONE) {
		admin_later_fail(l, "store");
		return;
	}
	if (admin_again(l, &c))
		admin_refuse(&c, "no-such", "what", "user",
		    "There is no account %s; a guest is ~%s", l->ban.who, l->ban.who);
	admin_later_end(l);
}

void admin_ban(struct admin_command *c)
{
	const char *why = c->line->text ? c->line->text : "";
	struct store_ban ban = {.since = (int64_t)time(NULL)};
	struct admin_later *l;
	bool guest;

	if (!read_who(c, ban.who, &guest) ||
	    !admin_read_for(c, guest ? LIMIT_BAN_GUEST_S : 0, &ban.until))
		return;
	if (strlen(why) >= sizeof ban.why) {
		admin_refuse_syntax(c, "The reason has at most 255 bytes");
		return;
	}
	if (bans_is_full(c->server->bans)) {
		admin_refuse(c, "full", "what", "bans",
		    "There are as many bans as can be; a network, such as 192.0.2.0/24, stands "
		    "for many addresses");
		return;
	}
	if (!(l = admin_later(c)))
		return;
	snprintf(ban.why, sizeof ban.why, "%s", why);
	l->ban = ban;
	if (is_address(ban.who))
		add_ban(l);
	else if (store_account(c->server->accounts.store, ban.who, on_account, l) < 0)
		admin_later_fail(l, "store");
}

static void on_unbanned(enum store_result r, void *arg)
{
	struct admin_later *l = arg;
	struct admin_command c;

	if (r != STORE_OK && r != STORE_NONE) {
		admin_later_fail(l, "store");
		return;
	}
	bans_remove(l->admin->server->bans, l->ban.who);
	if (r == STORE_OK)
		log_info("event=unbanned who=%s", l->ban.who);
	if (admin_again(l, &c)) {
		if (r == STORE_NONE) {
			admin_refuse(&c, "no-such", "what", "ban",
			    "%s is not banned; \"bans\" lists who is", l->ban.who);
		} else {
			admin_answer(&c, WIRE_OK, "unbanned");
			wire_key(&c.out, "who", "%s", l->ban.who);
			admin_answer_end(&c);
		}
	}
	admin_later_end(l);
}

void admin_unban(struct admin_command *c)
{
	struct admin_later *l;
	char who[STORE_WHO];
	bool guest;

	if (!read_who(c, who, &guest) || !(l = admin_later(c)))
		return;
	snprintf(l->ban.who, sizeof l->ban.who, "%s", who);
	if (store_remove_ban(c->server->accounts.store, who, on_unbanned, l) < 0)
		admin_later_fail(l, "store");
}

static void ban_row(const struct store_ban *ban, void *arg)
{
	struct admin_command *c = arg;

	admin_answer(c, WIRE_ROW, "ban");
	wire_key(&c->out, "who", "%s", ban->who);
	admin_when_key(c, "since", ban->since);
	admin_when_key(c, "until", ban->until);
	if (*ban->why)
		wire_text(&c->out, "%s", ban->why);
	admin_answer_end(c);
}

void admin_bans(struct admin_command *c)
{
	int n = bans_each(c->server->bans, ban_row, c);

	admin_answer(c, WIRE_OK, "bans");
	wire_key(&c->out, "n", "%d", n);
	admin_answer_end(c);
}
