/*
 * Every verb of the table, said by everyone who could say it in every state of a room. What the
 * table allows is done, what it does not is refused by the final that fits; each is answered once,
 * and nobody else sees anything of a refusal.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "daemon/wire/verbs.h"

enum who { STRANGER, OUTSIDER, WATCHER, SEATED, OWNER, WHO_COUNT };

static const char *const who_names[WHO_COUNT] = {
    [STRANGER] = "stranger",
    [OUTSIDER] = "outsider",
    [WATCHER] = "watcher",
    [SEATED] = "seated",
    [OWNER] = "owner",
};

/* How a verb is said so that nothing but who and when can be wrong with it. */
struct way {
	const char *line, *done;
};

static const struct way ways[VERB_COUNT] = {
    [VERB_HELLO] = {"hello 1", "+hello"},
    [VERB_STATUS] = {"status", "+status"},
    [VERB_GUEST] = {"guest", "+welcome"},
    [VERB_REGISTER] = {"register taken :secret", "+welcome|-exists"},
    [VERB_LOGIN] = {"login nobody :secret", "-denied"},
    [VERB_PASSWD] = {"passwd :secret", "-forbidden"}, /* all of them are guests */
    [VERB_RESUME] = {"resume 0123456789abcdef", "-denied"},
    [VERB_PING] = {"ping", "+pong"},
    [VERB_HELP] = {"help move", "+help"},
    [VERB_LEVELS] = {"levels", "+levels"},
    [VERB_WHO] = {"who", "+who"},
    [VERB_SET] = {"set board=off", "+set"},
    [VERB_QUIT] = {"quit", "+quit"},
    [VERB_ROOMS] = {"rooms", "+rooms"},
    [VERB_ROOM] = {"room ROOM", "+room"},
    [VERB_CREATE] = {"create", "+created"},
    [VERB_PLAY] = {"play 1", "+created"},
    [VERB_JOIN] = {"join ROOM", "+joined"},
    [VERB_WATCH] = {"watch ROOM", "+watching"},
    [VERB_LEAVE] = {"leave", "+left"},
    [VERB_SEAT] = {"seat black open", "+seated"},
    [VERB_STAND] = {"stand", "+stood"},
    [VERB_READY] = {"ready", "+ready"},
    [VERB_MOVE] = {"move c3", "+moved"},
    [VERB_CHOOSE] = {"choose black", "+chosen"},
    [VERB_PASS] = {"pass", "+moved"},
    [VERB_UNDO] = {"undo", "+offered"},
    [VERB_DRAW] = {"draw", "+offered"},
    [VERB_ABORT] = {"abort", "+offered"},
    [VERB_RESIGN] = {"resign", "+resigned"},
    /* Both are there: there is nothing to claim. */
    [VERB_CLAIM] = {"claim win", "-wrong-state why=*"},
    [VERB_REMATCH] = {"rematch", "+offered"},
    [VERB_ACCEPT] = {"accept OFFER", "+accepted"},
    [VERB_DECLINE] = {"decline OFFER", "+declined"},
    [VERB_WITHDRAW] = {"withdraw OFFER", "+withdrawn"},
    [VERB_SAY] = {"say :hello", "+said"},
    [VERB_OPTIONS] = {"options undo=off", "+options"},
    [VERB_INVITE] = {"invite", "+invite"},
    [VERB_EJECT] = {"eject SEATED", "+ejected"},
    [VERB_SEEK] = {"seek time=1234+WALK", "+seeking"},
    [VERB_UNSEEK] = {"unseek", "-wrong-state why=not-seeking"},
    [VERB_SEEKS] = {"seeks", "+seeks"},
    [VERB_CHALLENGE] = {"challenge SEATED", "+challenged"},
    [VERB_TELL] = {"tell SEATED :hello", "+told"},
    [VERB_LOBBY] = {"lobby :hello", "+said"},
    [VERB_MUTE] = {"mute SEATED", "+muted"},
    [VERB_UNMUTE] = {"unmute nobody-at-all", "-no-such what=user"},
    [VERB_WHOIS] = {"whois SEATED", "+whois"},
    [VERB_HINT] = {"hint", "-wrong-state why=hints-off"},
    [VERB_BOARD] = {"board", "+board"},
    [VERB_SYNC] = {"sync", "+sync"},
    [VERB_GAMES] = {"games", "+games"},
    [VERB_GAME] = {"game none", "-no-such what=game"},
    [VERB_EXPORT] = {"export none sgf", "-no-such what=game"},
    [VERB_TOP] = {"top", "+top"},
    [VERB_RATING] = {"rating nobody", "-no-such what=user"},
};

/* What is right against the table's general rule, or more exactly than it. */
struct exception {
	enum verb_id verb;
	unsigned who; /* bits by enum who */
	unsigned states;
	const char *right; /* alternatives with | between */
};

enum {
	W = 1 << WATCHER,
	S = 1 << SEATED,
	O = 1 << OWNER,
	OUT = 1 << OUTSIDER,
	GOING_ON = IN_OPENING | IN_PLAYING,
	IN_GAME = GOING_ON | IN_ENDED,
	BETWEEN = IN_OPEN | IN_READY,
};

static const struct exception exceptions[] = {
    /* White is not to move after two stones, and nobody after the end. */
    {VERB_MOVE, S, GOING_ON, "-illegal why=not-turn"},
    {VERB_MOVE, S | O, IN_ENDED, "-illegal why=over"},
    /* Nothing is to be chosen, and in freestyle nobody may pass. */
    {VERB_CHOOSE, S | O, GOING_ON, "-illegal why=no-choice|-illegal why=not-turn"},
    {VERB_PASS, S | O, GOING_ON, "-illegal why=no-pass|-illegal why=not-turn"},
    {VERB_PASS, S | O, IN_ENDED, "-illegal why=over"},
    /* White has placed nothing that could be taken back. */
    {VERB_UNDO, S, IN_OPENING, "-wrong-state"},
    /* The offer that stands is white's own: to withdraw, and not to answer. */
    {VERB_ACCEPT, S, IN_GAME, "-forbidden"},
    {VERB_DECLINE, S, IN_GAME, "-forbidden"},
    {VERB_WITHDRAW, O, IN_GAME, "-forbidden"},
    /* The id names the room: whoever is not in it knows of no such offer. */
    {VERB_ACCEPT, OUT, IN_GAME | BETWEEN, "-no-such what=offer"},
    {VERB_DECLINE, OUT, IN_GAME | BETWEEN, "-no-such what=offer"},
    {VERB_WITHDRAW, OUT, IN_GAME | BETWEEN, "-no-such what=offer"},
    /* Whoever watches sees the offer, and it is not theirs. */
    {VERB_ACCEPT, W, IN_GAME, "-forbidden"},
    {VERB_DECLINE, W, IN_GAME, "-forbidden"},
    {VERB_WITHDRAW, W, IN_GAME, "-forbidden"},
    /* Nobody is sent out of a game. */
    {VERB_EJECT, O, GOING_ON, "-wrong-state"},
    /* Nobody does these to themselves. */
    {VERB_CHALLENGE, S, IN_GAME | BETWEEN, "-forbidden"},
    {VERB_MUTE, S, IN_GAME | BETWEEN, "-forbidden"},
    /* No offer can stand between games. */
    {VERB_ACCEPT, W | S | O, BETWEEN, "-no-such what=offer"},
    {VERB_DECLINE, W | S | O, BETWEEN, "-no-such what=offer"},
    {VERB_WITHDRAW, W | S | O, BETWEEN, "-no-such what=offer"},
    /* White has offered already what stands, and black asks for the same: that is agreement. */
    {VERB_DRAW, S, GOING_ON, "-wrong-state"},
    {VERB_REMATCH, S, IN_ENDED, "-wrong-state"},
    {VERB_DRAW, O, GOING_ON, "+accepted"},
    {VERB_REMATCH, O, IN_ENDED, "+accepted"},
    /* Who sits there sees it all. */
    {VERB_WATCH, S, IN_GAME | BETWEEN, "-wrong-state why=seated"},
    {VERB_WATCH, O, IN_GAME | IN_READY, "-wrong-state why=seated"},
    /* The owner has stood up in the open room, and watches as owner. */
    {VERB_STAND, O, IN_OPEN, "-forbidden"},
    {VERB_READY, O, IN_OPEN, "-forbidden"},
    /* Ready already. */
    {VERB_READY, O, IN_READY, "+ready|-wrong-state"},
};

/* A room in a wanted state, with everyone at hand. */
struct scene {
	struct client *who[WHO_COUNT];
	char room[32];
	char offer[32];	 /* white's draw or rematch, "1" when none can stand */
	char seated[32]; /* white's name */
	char walk[16];	 /* another number each time */
};

/* Brings a played room to the state wanted: from `playing` on through the end of the game. */
static void scene_advance(struct scene *sc, struct table *t, unsigned state)
{
	bool going_on = state & GOING_ON;
	const char *line = going_on ? "draw" : "rematch";

	snprintf(sc->offer, sizeof sc->offer, "1");
	if (!going_on)
		client_ask(t->white, "+resigned", "resign");
	if (state & IN_GAME)
		snprintf(sc->offer, sizeof sc->offer, "%s",
		    line_value(client_ask(t->white, "+offered id=*", "%s", line), "id"));
	if (state == IN_OPEN || state == IN_READY)
		client_ask(t->black, "+stood", "stand");
	if (state == IN_READY)
		client_ask(t->black, "+seated", "seat black me");
}

static void scene_set(struct scene *sc, struct server *s, unsigned state)
{
	static const char *const state_names[] = {[IN_OPEN] = "open",
	    [IN_READY] = "ready",
	    [IN_OPENING] = "opening",
	    [IN_PLAYING] = "playing",
	    [IN_ENDED] = "ended"};
	static int count;
	char names[4][20];
	struct table t;

	count++;
	for (int i = 0; i < 4; i++)
		snprintf(names[i], sizeof names[i], "v%d-%d", i, count);
	/* What a scene leaves behind ends soon: there are more scenes than rooms. */
	table_open(&t, s, names[0], names[1],
	    state == IN_OPENING ? "opening=swap2 absence=5" : "absence=5");
	if (state == IN_OPENING) {
		/* Of the three stones that the first player places, two. */
		client_ask(t.black, "+moved ply=1", "move h8");
		client_ask(t.black, "+moved ply=2", "move i9");
	} else {
		table_play(&t, "h8 i9");
	}
	snprintf(sc->seated, sizeof sc->seated, "~%s", names[1]);
	snprintf(sc->walk, sizeof sc->walk, "%d", count % 60);
	sc->who[OWNER] = t.black;
	sc->who[SEATED] = t.white;
	sc->who[WATCHER] = client_guest(s, names[2]);
	sc->who[OUTSIDER] = client_guest(s, names[3]);
	sc->who[STRANGER] = client_connect(s);
	snprintf(sc->room, sizeof sc->room, "%s", t.room);
	client_ask(sc->who[WATCHER], "+watching", "watch %s", t.room);
	scene_advance(sc, &t, state);
	client_ask(sc->who[OUTSIDER], "+room", "room %s", t.room);
	assert_string_equal(
	    line_value(client_row(sc->who[OUTSIDER], 0), "state"), state_names[state]);
}

static void scene_end(struct scene *sc)
{
	for (int i = 0; i < WHO_COUNT; i++)
		client_close(sc->who[i]);
}

/* What somebody is in the words of the table. */
static unsigned roles_of(enum who who, unsigned state)
{
	switch (who) {
	case STRANGER:
		return ROLE_ANYONE;
	case OUTSIDER:
		return ROLE_USER;
	case WATCHER:
		return ROLE_USER | ROLE_WATCHER;
	case SEATED:
		return ROLE_USER | ROLE_SEATED;
	case OWNER:
		return ROLE_USER | ROLE_OWNER | (state == IN_OPEN ? ROLE_WATCHER : ROLE_SEATED);
	case WHO_COUNT:
		break;
	}
	return 0;
}

/* The finals that are right, alternatives with | between. */
static const char *right_finals(const struct verb *v, enum who who, unsigned state)
{
	for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
		const struct exception *e = &exceptions[i];

		if ((int)e->verb == v->id && (e->who & 1U << who) && (e->states & state))
			return e->right;
	}
	if (!(v->roles & roles_of(who, state))) {
		if (who == STRANGER)
			return "-login-first";
		if (v->roles == ROLE_ANYONE)
			return "-wrong-state why=logged-in";
		/* A room is missing, before any right to it. */
		return who == OUTSIDER ? "-wrong-state|-no-such what=room" : "-forbidden";
	}
	if (v->states != 0 && !(v->states & state))
		return "-wrong-state";
	return ways[v->id].done;
}

static bool any_matches(const struct wire_line *w, const char *patterns)
{
	char copy[256], *rest = copy, *one;

	snprintf(copy, sizeof copy, "%s", patterns);
	while ((one = strsep(&rest, "|")) != NULL)
		if (line_matches(w, one))
			return true;
	return false;
}

/* The verb's line with the scene's room and offer in it. */
static void spell(const struct scene *sc, const char *line, char *buf, size_t size)
{
	static const char *const words[] = {"ROOM", "OFFER", "SEATED", "WALK"};
	const char *const values[] = {sc->room, sc->offer, sc->seated, sc->walk};

	snprintf(buf, size, "%s", line);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *at = strstr(line, words[i]);

		if (at != NULL)
			snprintf(buf, size, "%.*s%s%s", (int)(at - line), line, values[i],
			    at + strlen(words[i]));
	}
}

static void say_it(struct server *s, const struct verb *v, enum who who, unsigned state)
{
	const char *right = right_finals(v, who, state);
	const struct wire_line *w;
	struct scene sc;
	char line[64];

	scene_set(&sc, s, state);
	for (int i = 0; i < WHO_COUNT; i++)
		client_forget(sc.who[i]);
	spell(&sc, ways[v->id].line, line, sizeof line);
	client_send(sc.who[who], "#walk %s", line);
	w = client_final(sc.who[who]);
	if (!any_matches(w, right) || strcmp(w->tag, "walk") != 0)
		fail_msg("%s says %s in state %u: %c%s why=%s, right is %s", who_names[who], line,
		    state, w->kind == WIRE_OK ? '+' : '-', w->name,
		    wire_get(w, "why") != NULL ? wire_get(w, "why") : "-", right);
	if (w->kind == WIRE_ERROR) {
		/* The pong is the next final, and nothing has changed for the others. */
		client_no_event(sc.who[who], "sync");
		client_ask(sc.who[WATCHER], "+pong", "ping");
		client_no_event(sc.who[WATCHER], "seat");
		client_no_event(sc.who[WATCHER], "move");
		client_no_event(sc.who[WATCHER], "end");
		client_no_event(sc.who[WATCHER], "start");
		client_no_event(sc.who[WATCHER], "offer-gone");
	}
	scene_end(&sc);
}

/* All verbs by all people in one state. */
static void walk(struct server *s, unsigned state)
{
	for (int id = 0; id < VERB_COUNT; id++) {
		assert_non_null(ways[id].line);
		for (int who = 0; who < WHO_COUNT; who++)
			say_it(s, &verbs[id], (enum who)who, state);
	}
}

static void in_an_open_room(void **state)
{
	walk(*state, IN_OPEN);
}

static void in_a_ready_room(void **state)
{
	walk(*state, IN_READY);
}

static void in_an_opening(void **state)
{
	walk(*state, IN_OPENING);
}

static void while_playing(void **state)
{
	walk(*state, IN_PLAYING);
}

static void after_the_end(void **state)
{
	walk(*state, IN_ENDED);
}

/* Each verb helps: its own row, and a place in the list. */
static void every_verb_is_helped(void **state)
{
	struct client *c = client_connect(*state);

	client_ask(c, "+help", "help");
	for (int id = 0; id < VERB_COUNT; id++) {
		bool listed = false;

		for (size_t i = 0; i < client_rows(c) && !listed; i++)
			listed = strcmp(line_value(client_row(c, i), "verb"), verbs[id].name) == 0;
		assert_true(listed);
	}
	for (int id = 0; id < VERB_COUNT; id++) {
		client_ask(c, "+help n=1", "help %s", verbs[id].name);
		assert_string_equal(line_value(client_row(c, 0), "verb"), verbs[id].name);
		assert_true(strlen(client_row(c, 0)->text) > 0);
	}
}

/* One word too many, one too few, a key too many: by the table each is a fault of syntax. */
static void words_are_counted(void **state)
{
	struct client *stranger = client_connect(*state);
	struct table t;

	table_open(&t, *state, "count-b", "count-w", "");
	for (int id = 0; id < VERB_COUNT; id++) {
		const struct verb *v = &verbs[id];
		struct client *c = v->roles == ROLE_ANYONE ? stranger : t.black;
		char line[256];
		int n = snprintf(line, sizeof line, "%s", v->name);

		client_ask(c, "-syntax", "%s unheard-of=1%s", line, v->text == 1 ? " :x" : "");
		if (v->min > 0)
			client_ask(c, "-syntax", "%s%s", line, v->text == 1 ? " :x" : "");
		for (int i = 0; i <= v->max; i++)
			n += snprintf(line + n, sizeof line - (size_t)n, " 1");
		client_ask(c, "-syntax", "%s%s", line, v->text == 1 ? " :x" : "");
		if (v->text == -1)
			client_ask(c, "-syntax", "%s :text", ways[id].line);
		if (v->text == 1)
			client_ask(c, "-syntax", "%s", v->name);
	}
	table_play(&t, "h8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(in_an_open_room),
	    wire_test(in_a_ready_room),
	    wire_test(in_an_opening),
	    wire_test(while_playing),
	    wire_test(after_the_end),
	    wire_test(every_verb_is_helped),
	    wire_test(words_are_counted),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
