/* Commands about the connection itself: hello, guest, help and the like. */
#include <stdio.h>
#include <string.h>

#include "archive.h"
#include "cmd_people.h"

/* The words of a list "a,b" that are caps we know. */
static unsigned read_caps(const char *list)
{
	unsigned caps = 0;

	while (list && *list) {
		size_t n = strcspn(list, ",");

		if (n == 4 && strncmp(list, "ping", 4) == 0)
			caps |= CAP_PING;
		if (n == 8 && strncmp(list, "thinking", 8) == 0)
			caps |= CAP_THINKING;
		list += n + (list[n] == ',');
	}
	return caps;
}

void cmd_hello(struct command *c)
{
	unsigned caps = read_caps(wire_get(c->line, "caps"));

	if (strcmp(c->line->word[0], "1") != 0) {
		refuse(c, "version", "supported", "1", "This server speaks version 1: hello 1");
		return;
	}
	session_set_caps(c->session, caps);
	answer(c, WIRE_OK, "hello");
	wire_key(&c->out, "caps", "%s%s%s", caps & CAP_PING ? "ping" : "",
	    caps == (CAP_PING | CAP_THINKING) ? "," : "", caps & CAP_THINKING ? "thinking" : "");
	answer_end(c);
}

void cmd_status(struct command *c)
{
	struct server *s = c->server;

	answer(c, WIRE_OK, "status");
	wire_key(&c->out, "users", "%d", lobby_users(s->lobby));
	wire_key(&c->out, "rooms", "%d", lobby_rooms(s->lobby));
	wire_key(&c->out, "games", "%d", lobby_games(s->lobby));
	wire_key(&c->out, "connections", "%d", conn_hub_count(s->hub));
	wire_key(&c->out, "max-users", "%d", s->max_conns);
	wire_key(&c->out, "uptime-ms", "%lld", (long long)(c->now_ms - s->started_ms));
	if (s->draining)
		wire_key(&c->out, "draining", "%lld", (long long)(s->drain_until_ms - c->now_ms));
	else
		wire_key(&c->out, "draining", "no");
	answer_end(c);
}

void answer_welcome(struct command *c)
{
	answer(c, WIRE_OK, "welcome");
	wire_key(&c->out, "user", "%s", c->user->name);
	resume_keys(c);
	wire_text(&c->out,
	    "Hello, %s. Type \"play 2\" for a game against a bot, \"rooms\" to see who plays, or "
	    "\"help\"",
	    c->user->name);
	answer_end(c);
}

void refuse_name(struct command *c)
{
	refuse_syntax(c, "A name has 2 to 20 of a-z, 0-9, _ and -, begins with a letter, and "
			 "is none of me, open, auto, black, white, ai or a bot's");
}

void cmd_guest(struct command *c)
{
	const char *typed = c->line->words ? c->line->word[0] : NULL;
	char plain[USER_NAME_MAX + 1], name[USER_NAME];

	if (!c->server->accounts.guests) {
		refuse(c, "forbidden", "why", "no-guests",
		    "Guests are not let in here: \"login NAME :PASSWORD\"");
		return;
	}
	if (!typed) {
		lobby_free_name(c->server->lobby, name);
	} else if (name_read(c, typed + (*typed == '~'), plain)) {
		snprintf(name, sizeof name, "~%s", plain);
	} else {
		refuse_name(c);
		return;
	}
	if (!(c->user = lobby_add_user(c->server->lobby, name))) {
		refuse(c, "exists", "what", "name", "Somebody is here as %s; choose another name",
		    name);
		return;
	}
	secret_token(c->user->key);
	session_log_in(c->session, c->user);
	answer_welcome(c);
	tell_draining(c);
}

void cmd_ping(struct command *c)
{
	answer(c, WIRE_OK, "pong");
	if (c->line->words)
		wire_key(&c->out, "word", "%s", c->line->word[0]);
	answer_end(c);
}

static void help_row(struct command *c, const struct verb *v)
{
	answer(c, WIRE_ROW, "help");
	wire_key(&c->out, "verb", "%s", v->name);
	wire_text(&c->out, "%s%s%s - %s", v->name, *v->args ? " " : "", v->args, v->help);
	answer_end(c);
}

void cmd_help(struct command *c)
{
	const char *name = c->line->words ? c->line->word[0] : NULL;
	const struct verb *v = NULL;

	for (size_t i = 0; name && i < VERB_COUNT && !v; i++)
		if (strcasecmp(verbs[i].name, name) == 0)
			v = &verbs[i];
	if (name && !v) {
		refuse(c, "no-such", "what", "verb", "\"help\" alone lists the verbs there are");
		return;
	}
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (!name || v == &verbs[i])
			help_row(c, &verbs[i]);
	answer(c, WIRE_OK, "help");
	wire_key(&c->out, "n", "%d", name ? 1 : (int)VERB_COUNT);
	if (!name)
		wire_text(
		    &c->out, "A point alone, such as h8, is a move. \"help VERB\" explains one");
	answer_end(c);
}

/* A row for a bot that is no level. */
static void bot_row(struct command *c, int bot)
{
	const struct roster *roster = lobby_roster(c->server->lobby);
	char name[BOT_TEXT], rules[64] = "";
	size_t len = 0;

	for (int r = 0; r < RULE_COUNT; r++)
		if (bot_plays(roster, bot, (enum rule)r))
			len += (size_t)snprintf(rules + len, sizeof rules - len, "%s%s",
			    len ? "," : "", rule_name((enum rule)r));
	answer(c, WIRE_ROW, "bot");
	wire_key(&c->out, "name", "%s", bot_text(roster, bot, name));
	wire_key(&c->out, "rules", "%s", rules);
	wire_text(&c->out, "%s", bot_about(bot));
	answer_end(c);
}

/* The classic players and the engines of the configuration. */
static void list_bots(struct command *c)
{
	const struct roster *roster = lobby_roster(c->server->lobby);

	for (int i = 0; i < bot_styles(); i++)
		bot_row(c, BOT_STYLE + i);
	for (int i = 0; i < roster->engines; i++)
		bot_row(c, BOT_ENGINE + i);
}

void cmd_levels(struct command *c)
{
	for (int i = LEVEL_MIN; i <= LEVEL_MAX; i++) {
		answer(c, WIRE_ROW, "level");
		wire_key(&c->out, "level", "%d", i);
		wire_key(&c->out, "elo", "%.0f", archive_bot_rating(i));
		wire_text(&c->out, "%s", bot_about(i));
		answer_end(c);
	}
	list_bots(c);
	answer(c, WIRE_OK, "levels");
	wire_key(&c->out, "n", "%d", LEVEL_MAX - LEVEL_MIN + 1);
	answer_end(c);
}

struct who {
	struct command *c;
	int limit, n;
};

static void who_row(struct user *u, void *arg)
{
	struct who *w = arg;
	struct command *c = w->c;
	char rooms[ROOMS_TEXT];

	if (w->n >= w->limit)
		return;
	w->n++;
	rooms_of(u, c->user, rooms, sizeof rooms);
	answer(c, WIRE_ROW, "user");
	wire_key(&c->out, "name", "%s", u->name);
	wire_key(&c->out, "rooms", "%s", rooms);
	wire_key(&c->out, "bot", "%s", u->bot ? "yes" : "no");
	answer_end(c);
}

void cmd_who(struct command *c)
{
	struct who w = {.c = c};

	if (!read_limit(c, LIMIT_ROWS_SHOWN, LIMIT_ROWS_SHOWN, &w.limit))
		return;
	lobby_each_user(c->server->lobby, who_row, &w);
	answer(c, WIRE_OK, "who");
	wire_key(&c->out, "n", "%d", w.n);
	wire_key(&c->out, "total", "%d", lobby_users(c->server->lobby));
	answer_end(c);
}

static const char *const draw_modes[] = {
    [DRAW_OFF] = "off", [DRAW_PICTURE] = "on", [DRAW_LIST] = "list"};

void answer_set(struct command *c)
{
	answer(c, WIRE_OK, "set");
	wire_key(&c->out, "board", "%s", draw_modes[session_draw(c->session)]);
	wire_key(&c->out, "bot", "%s", c->user && c->user->bot ? "yes" : "no");
	answer_end(c);
}

void cmd_set(struct command *c)
{
	static const char *const switches[] = {"off", "on"};
	int mode = read_choice(c, "board", draw_modes, 3, -2), bot;

	if (mode == -1 || (bot = read_choice(c, "bot", switches, 2, -2)) == -1)
		return;
	if (mode == -2 && bot == -2) {
		refuse_syntax(c, "What is to be set is missing");
		return;
	}
	if (bot >= 0 && !c->user) {
		refuse(c, "login-first", NULL, NULL, "Say first who the bot is");
		return;
	}
	if (mode >= 0)
		session_set_draw(c->session, (enum draw_mode)mode);
	if (bot >= 0)
		set_bot(c, bot == 1);
	else
		answer_set(c);
}

void cmd_quit(struct command *c)
{
	answer(c, WIRE_OK, "quit");
	answer_end(c);
	session_close(c->session, CONN_QUIT);
}
