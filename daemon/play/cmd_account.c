/* Commands that need a password: register, login, passwd. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd_people.h"
#include "command.h"
#include "daemon/limits.h"
#include "later.h"
#include "pairing.h"

const char *register_mode_name(enum register_mode m)
{
	static const char *const names[REGISTER_MODES] = {"open", "closed", "invite"};

	return names[m];
}

enum register_mode register_mode_read(const char *name)
{
	enum register_mode m = REGISTER_OPEN;

	while (m < REGISTER_MODES && strcmp(register_mode_name(m), name) != 0)
		m++;
	return m;
}

/* One try to register, to log in, or to change a password, while threads work on it. */
struct attempt {
	struct later *later;
	struct server *server;
	char network[CONN_NETWORK];
	char password[LIMIT_PASSWORD_MAX + 1];
	char code[SECRET_CODE];
	char key[SECRET_TOKEN];
	struct store_account account;
	bool right;
};

static void attempt_free(struct attempt *a)
{
	secret_wipe(a, sizeof *a);
	free(a);
}

static void attempt_end(struct attempt *a)
{
	later_end(a->later);
	attempt_free(a);
}

static void attempt_fail(struct attempt *a, const char *what)
{
	later_fail(a->later, what);
	attempt_free(a);
}

/* NULL, and answered, without memory. */
static struct attempt *attempt_begin(struct command *c, const char *name)
{
	struct attempt *a = calloc(1, sizeof *a);

	if (!a) {
		refuse_busy(c, "memory");
		return NULL;
	}
	a->server = c->server;
	session_network(c->session, a->network);
	snprintf(a->password, sizeof a->password, "%s", c->line->text);
	snprintf(a->account.name, sizeof a->account.name, "%s", name);
	if (!(a->later = later_begin(c))) {
		attempt_free(a);
		return NULL;
	}
	return a;
}

static void refuse_slow(struct command *c, const char *limit, int64_t wait_ms)
{
	answer(c, WIRE_ERROR, "slow-down");
	wire_key(&c->out, "limit", "%s", limit);
	wire_key(&c->out, "retry-ms", "%lld", (long long)wait_ms);
	wire_text(&c->out, "That was tried too often; try again in %lld s",
	    (long long)(wait_ms / 1000 + 1));
	answer_end(c);
}

bool charge_try(struct command *c, struct throttle *t, const char *key, const char *limit)
{
	int64_t wait = throttle_take(t, key, c->now_ms);

	if (wait > 0)
		refuse_slow(c, limit, wait);
	return wait == 0;
}

/*
 * Charges a try of a password to the address and the name; a right one is given back. False when
 * there were too many: refused.
 */
static bool may_guess(struct command *c, const char *name)
{
	struct accounts *acc = &c->server->accounts;
	char network[CONN_NETWORK];

	session_network(c->session, network);
	if (!charge_try(c, acc->by_address, network, "address"))
		return false;
	if (charge_try(c, acc->by_name, name, "name"))
		return true;
	throttle_return(acc->by_address, network, c->now_ms);
	return false;
}

/* Charges a new hash, right or wrong code, to the address, in a bucket beside that of guesses. */
static bool may_hash(struct command *c)
{
	char key[CONN_NETWORK + 1] = "+";

	session_network(c->session, key + 1);
	return charge_try(c, c->server->accounts.by_address, key, "address");
}

/* The account is theirs: what the store knows of it goes to the user. */
static void take_account(struct user *u, const struct store_account *a)
{
	u->key[0] = '\0';
	u->bot = a->bot;
	pairing_user_changed(u);
	for (int rule = 0; rule < RULE_COUNT; rule++)
		u->rating[rule] = a->rating[rule].rating;
}

/* The user is somebody who may have been here before: what is theirs is told. */
static void come_in(struct command *c, struct user *u)
{
	session_take_over(c->session, u);
	c->user = u;
	answer_welcome(c);
	resume_rooms(c, NULL);
	tell_draining(c);
}

/* ---- login ---- */

static void deny(struct command *c)
{
	refuse(c, "denied", NULL, NULL,
	    "There is no account of that name with that password; both are as they were "
	    "registered");
}

static void log_in(struct command *c, struct attempt *a)
{
	struct lobby *lobby = c->server->lobby;
	struct user *u = lobby_find_user(lobby, a->account.name);
	bool replaces = u && u->deliver;

	if (!u && !(u = lobby_add_user(lobby, a->account.name))) {
		refuse_busy(c, "memory");
		return;
	}
	throttle_return(c->server->accounts.by_address, a->network, c->now_ms);
	/* One that puts another out costs: two clients that do so to each other get tired of it. */
	if (!replaces)
		throttle_return(c->server->accounts.by_name, a->account.name, c->now_ms);
	take_account(u, &a->account);
	come_in(c, u);
}

static void on_checked(void *arg, bool worked)
{
	struct attempt *a = arg;
	struct command c;

	if (!worked) {
		attempt_fail(a, "login");
		return;
	}
	if (later_again(a->later, &c)) {
		if (a->right)
			log_in(&c, a);
		else
			deny(&c);
	}
	attempt_end(a);
}

static void check(void *arg)
{
	struct attempt *a = arg;

	a->right = secret_check(a->password, a->account.secret);
}

static void on_account(enum store_result r, const struct store_account *account, void *arg)
{
	struct attempt *a = arg;
	struct command c;

	if (r == STORE_OK) {
		a->account = *account;
		/* Nobody hashes for who is gone. */
		if (!later_again(a->later, &c))
			attempt_end(a);
		else if (jobs_add(a->server->accounts.jobs, check, on_checked, a) < 0)
			attempt_fail(a, "login");
		return;
	}
	if (r != STORE_NONE) {
		attempt_fail(a, "store");
		return;
	}
	if (later_again(a->later, &c))
		deny(&c);
	attempt_end(a);
}

void cmd_login(struct command *c)
{
	char name[USER_NAME_MAX + 1];
	struct attempt *a;

	if (!user_name_read(c->line->word[0], name) || strlen(c->line->text) > LIMIT_PASSWORD_MAX) {
		deny(c);
		return;
	}
	if (!may_log_in(c, name) || !may_guess(c, name) || !(a = attempt_begin(c, name)))
		return;
	if (store_account(c->server->accounts.store, name, on_account, a) < 0)
		attempt_fail(a, "store");
}

/* ---- register ---- */

static bool check_password(struct command *c)
{
	size_t len = strlen(c->line->text);

	if (len >= LIMIT_PASSWORD_MIN && len <= LIMIT_PASSWORD_MAX)
		return true;
	refuse_syntax(c, "A password has 6 to 200 bytes");
	return false;
}

static void refuse_taken(struct command *c)
{
	refuse(c, "exists", "what", "name", "That name is taken; choose another");
}

/* The account is there: a guest becomes it, anyone else comes in as it. */
static void welcome_new(struct command *c, struct attempt *a)
{
	struct lobby *lobby = c->server->lobby;
	struct user *u = c->user;

	if (!u) {
		if (!(u = lobby_add_user(lobby, a->account.name))) {
			refuse_busy(c, "memory");
			return;
		}
		take_account(u, &a->account);
		come_in(c, u);
		return;
	}
	lobby_rename_user(lobby, u, a->account.name);
	take_account(u, &a->account);
	answer_welcome(c);
	lobby_tell_name(u);
}

static void on_added(enum store_result r, void *arg)
{
	struct attempt *a = arg;
	struct command c;

	if (r == STORE_FAILED) {
		attempt_fail(a, "store");
		return;
	}
	if (later_again(a->later, &c)) {
		if (r == STORE_OK)
			welcome_new(&c, a);
		else if (r == STORE_EXISTS)
			refuse_taken(&c);
		else
			refuse(&c, "denied", NULL, NULL,
			    "That code is wrong, or used up; the server's people give them out");
	}
	attempt_end(a);
}

static void on_hashed(void *arg, bool worked)
{
	struct attempt *a = arg;

	if (!worked || !a->right)
		attempt_fail(a, "login");
	else if (store_add_account(
		     a->server->accounts.store, &a->account, a->code, a->key, on_added, a) < 0)
		attempt_fail(a, "store");
}

static void hash(void *arg)
{
	struct attempt *a = arg;

	a->right = secret_hash(a->password, a->account.secret) == 0;
}

/* Whether the name is free is asked first: hashing is for those who get something for it. */
static void on_looked_up(enum store_result r, const struct store_account *account, void *arg)
{
	struct attempt *a = arg;
	struct command c;

	(void)account;
	if (r == STORE_FAILED) {
		attempt_fail(a, "store");
		return;
	}
	if (later_again(a->later, &c)) {
		if (r == STORE_OK) {
			refuse_taken(&c);
		} else if (may_hash(&c)) {
			if (jobs_add(a->server->accounts.jobs, hash, on_hashed, a) < 0)
				attempt_fail(a, "login");
			return;
		}
	}
	attempt_end(a);
}

/* Whether registering is open to this one. False when refused. */
static bool may_register(struct command *c)
{
	enum register_mode mode = c->server->accounts.mode;

	if (c->user && !user_is_guest(c->user))
		refuse(
		    c, "wrong-state", "why", "logged-in", "You have an account: %s", c->user->name);
	else if (mode == REGISTER_CLOSED)
		refuse(c, "forbidden", "why", "closed",
		    "New accounts are made by the server's people");
	else if (mode == REGISTER_INVITE && !wire_get(c->line, "code"))
		refuse(c, "denied", NULL, NULL,
		    "A code is needed, code=..., which the server's people give out");
	else
		return true;
	return false;
}

void cmd_register(struct command *c)
{
	const char *code = wire_get(c->line, "code");
	char name[USER_NAME_MAX + 1];
	struct attempt *a;

	if (!may_register(c) || !check_password(c))
		return;
	if (!name_read(c, c->line->word[0], name)) {
		refuse_name(c);
		return;
	}
	if (!may_log_in(c, name) || !(a = attempt_begin(c, name)))
		return;
	if (code && c->server->accounts.mode == REGISTER_INVITE)
		snprintf(a->code, sizeof a->code, "%s", strlen(code) < sizeof a->code ? code : "-");
	if (c->user)
		snprintf(a->key, sizeof a->key, "%s", c->user->key);
	a->account.created = (int64_t)time(NULL);
	for (int rule = 0; rule < RULE_COUNT; rule++)
		a->account.rating[rule].rating = rating_new();
	if (store_account(c->server->accounts.store, name, on_looked_up, a) < 0)
		attempt_fail(a, "store");
}

/* ---- passwd ---- */

static void on_changed(enum store_result r, void *arg)
{
	struct attempt *a = arg;
	struct command c;

	if (r != STORE_OK) {
		attempt_fail(a, "store");
		return;
	}
	if (later_again(a->later, &c)) {
		answer(&c, WIRE_OK, "passwd");
		wire_text(&c.out, "The new password counts from now on");
		answer_end(&c);
	}
	attempt_end(a);
}

static void on_new_hashed(void *arg, bool worked)
{
	struct attempt *a = arg;

	if (!worked || !a->right)
		attempt_fail(a, "login");
	else if (store_set_secret(a->server->accounts.store, a->account.name, a->account.secret,
		     on_changed, a) < 0)
		attempt_fail(a, "store");
}

void cmd_passwd(struct command *c)
{
	struct attempt *a;

	if (user_is_guest(c->user)) {
		refuse(c, "forbidden", "why", "guest-account",
		    "A guest has no password; \"register NAME :PASSWORD\" makes an account");
		return;
	}
	if (!check_password(c) || !may_hash(c) || !(a = attempt_begin(c, c->user->name)))
		return;
	if (jobs_add(c->server->accounts.jobs, hash, on_new_hashed, a) < 0)
		attempt_fail(a, "login");
}

/* ---- set bot= ---- */

static void on_bot_set(enum store_result r, void *arg)
{
	struct later *l = arg;
	struct command c;

	if (r != STORE_OK) {
		later_fail(l, "store");
		return;
	}
	if (later_again(l, &c)) {
		c.user->bot = strcasecmp(wire_get(c.line, "bot"), "on") == 0;
		pairing_user_changed(c.user);
		lobby_user_changed(c.server->lobby, c.user);
		answer_set(&c);
	}
	later_end(l);
}

void set_bot(struct command *c, bool bot)
{
	struct later *l;

	if (user_is_guest(c->user)) {
		c->user->bot = bot;
		pairing_user_changed(c->user);
		lobby_user_changed(c->server->lobby, c->user);
		answer_set(c);
		return;
	}
	if (!(l = later_begin(c)))
		return;
	if (store_set_bot(c->server->accounts.store, c->user->name, bot, on_bot_set, l) < 0)
		later_fail(l, "store");
}
