/* Accounts that the operator makes, passwords that the operator gives, codes for registering. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "admin_private.h"
#include "daemon/limits.h"
#include "daemon/log.h"

static void refuse_none(struct admin_command *c, const char *name)
{
	admin_refuse(c, "no-such", "what", "user", "There is no account %s", name);
}

static void answer_password(struct admin_command *c, const struct admin_later *l, const char *name)
{
	admin_answer(c, WIRE_OK, name);
	wire_key(&c->out, "user", "%s", l->account.name);
	wire_key(&c->out, "password", "%s", l->password);
	wire_text(&c->out, "It is shown this once. \"passwd :NEW\" changes it after the login");
	admin_answer_end(c);
}

static void on_added(enum store_result r, void *arg)
{
	struct admin_later *l = arg;
	struct admin_command c;

	if (r == STORE_FAILED) {
		admin_later_fail(l, "store");
		return;
	}
	if (r == STORE_OK)
		log_info("event=account-added user=%s", l->account.name);
	if (admin_again(l, &c)) {
		if (r == STORE_OK)
			answer_password(&c, l, "added");
		else
			admin_refuse(&c, "exists", "what", "name",
			    "There is an account %s already; \"passwd %s\" gives it a new password",
			    l->account.name, l->account.name);
	}
	admin_later_end(l);
}

static void on_changed(enum store_result r, void *arg)
{
	struct admin_later *l = arg;
	struct admin_command c;

	if (r == STORE_FAILED) {
		admin_later_fail(l, "store");
		return;
	}
	if (r == STORE_OK)
		log_info("event=password-given user=%s", l->account.name);
	if (admin_again(l, &c)) {
		if (r == STORE_OK)
			answer_password(&c, l, "passwd");
		else
			refuse_none(&c, l->account.name);
	}
	admin_later_end(l);
}

static void hash(void *arg)
{
	struct admin_later *l = arg;

	l->worked = secret_hash(l->password, l->account.secret) == 0;
}

static void on_hashed(void *arg, bool worked)
{
	struct admin_later *l = arg;
	struct store *store = l->admin->server->accounts.store;
	int put = -1;

	if (!worked || !l->worked) {
		admin_later_fail(l, "login");
		return;
	}
	if (l->verb->id == ADMIN_ADD)
		put = store_add_account(store, &l->account, "", "", on_added, l);
	else
		put = store_set_secret(store, l->account.name, l->account.secret, on_changed, l);
	if (put < 0)
		admin_later_fail(l, "store");
}

static void on_looked_up(enum store_result r, const struct store_account *account, void *arg)
{
	struct admin_later *l = arg;
	struct admin_command c;

	(void)account;
	if (r == STORE_FAILED) {
		admin_later_fail(l, "store");
		return;
	}
	/* Hashing is for what there is to be done. */
	if ((r == STORE_OK) == (l->verb->id == ADMIN_ADD)) {
		if (r == STORE_OK)
			on_added(STORE_EXISTS, l);
		else if (admin_again(l, &c)) {
			refuse_none(&c, l->account.name);
			admin_later_end(l);
		} else {
			admin_later_end(l);
		}
		return;
	}
	if (jobs_add(l->admin->server->accounts.jobs, hash, on_hashed, l) < 0)
		admin_later_fail(l, "login");
}

/* add and passwd: a new password, which is hashed and kept. */
static void give_password(struct admin_command *c)
{
	char name[USER_NAME_MAX + 1];
	struct admin_later *l;

	if (!user_name_read(c->line->word[0], name) ||
	    roster_has(lobby_roster(c->server->lobby), name)) {
		admin_refuse_syntax(c, "An account's name has 2 to 20 of a-z, 0-9, _ and -, begins "
				       "with a letter, and is no bot's");
		return;
	}
	if (!(l = admin_later(c)))
		return;
	secret_id(l->password, sizeof l->password);
	snprintf(l->account.name, sizeof l->account.name, "%s", name);
	l->account.created = (int64_t)time(NULL);
	for (int rule = 0; rule < RULE_COUNT; rule++)
		l->account.rating[rule].rating = rating_new();
	if (store_account(c->server->accounts.store, name, on_looked_up, l) < 0)
		admin_later_fail(l, "store");
}

void admin_add(struct admin_command *c)
{
	give_password(c);
}

void admin_passwd(struct admin_command *c)
{
	give_password(c);
}

static void on_code(enum store_result r, void *arg)
{
	struct admin_later *l = arg;
	struct admin_command c;

	if (r != STORE_OK) {
		admin_later_fail(l, "store");
		return;
	}
	log_info("event=code-made uses=%d", l->uses);
	if (admin_again(l, &c)) {
		admin_answer(&c, WIRE_OK, "invite");
		wire_key(&c.out, "code", "%s", l->password);
		wire_key(&c.out, "uses", "%d", l->uses);
		admin_when_key(&c, "until", l->until);
		if (c.server->accounts.mode == REGISTER_INVITE)
			wire_text(
			    &c.out, "They type \"register NAME code=%s :PASSWORD\"", l->password);
		else
			wire_text(&c.out,
			    "It is asked for when the configuration says register = \"invite\"; "
			    "now it says \"%s\"",
			    register_mode_name(c.server->accounts.mode));
		admin_answer_end(&c);
	}
	admin_later_end(l);
}

void admin_invite(struct admin_command *c)
{
	struct admin_later *l;
	int64_t uses = 1, until;

	if (wire_get(c->line, "uses") &&
	    wire_get_int(c->line, "uses", 1, LIMIT_CODE_USES, &uses) < 0) {
		admin_refuse_syntax(c, "uses= is a number from 1 to 10000");
		return;
	}
	if (!admin_read_for(c, 0, &until) || !(l = admin_later(c)))
		return;
	secret_id(l->password, sizeof l->password);
	l->uses = (int)uses;
	l->until = until;
	if (store_add_code(c->server->accounts.store, l->password, l->uses, l->until, on_code, l) <
	    0)
		admin_later_fail(l, "store");
}
