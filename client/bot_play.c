/* The engine that plays for its owner: the process, what it is asked, what becomes of its answers.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>
#include <event2/util.h>

#include "i18n.h"

#include "bot_private.h"
#include "spare.h"

enum {
	END_MS = 500,
	FAILURES_MAX = 5,
	LATENCY_MS = 300,
	OPENING_GRACE_MS = 3000, /* an engine that does not know of openings may say nothing */
	TRIAL_MAX_MS = 8000,
	TRIAL_MOVES = 40, /* that there should be time for */
	TRIAL_MOVE_MIN_MS = 20,
};

static void on_output(evutil_socket_t fd, short what, void *arg);
static void on_deadline(evutil_socket_t fd, short what, void *arg);
static void put_question(struct bot *b, const struct model_room *r);

void bot_forget(struct bot *b)
{
	if (b->deadline != NULL)
		event_del(b->deadline);
}

void bot_end_engine(struct bot *b)
{
	if (b->output != NULL)
		event_free(b->output);
	if (b->deadline != NULL)
		event_free(b->deadline);
	b->output = b->deadline = NULL;
	child_end(&b->engine, END_MS);
	b->len = 0;
	b->asked = false;
}

int bot_start_engine(struct bot *b)
{
	static char shell[] = "/bin/sh", option[] = "-c";
	char command[4096];
	char *argv[] = {shell, option, command, NULL};

	b->starts++;
	snprintf(command, sizeof(command), "%s", b->app->options->engine);
	if (child_start(&b->engine, argv, true, CHILD_ERRORS_SHOWN) < 0)
		return -1;
	b->deadline = evtimer_new(b->base, on_deadline, b);
	b->output = event_new(b->base, b->engine.out, EV_READ | EV_PERSIST, on_output, b);
	if (b->deadline != NULL && b->output != NULL && event_add(b->output, NULL) == 0)
		return 0;
	bot_end_engine(b);
	errno = ENOMEM;
	return -1;
}

static bool is_ours(const struct bot *b, const struct model_room *r)
{
	const struct model *m = &b->app->model;

	return model_my_turn(m, r) || model_my_choice(m, r);
}

/* The room that the engine was asked about, if it is still as it was. */
static const struct model_room *asked_room(const struct bot *b)
{
	const struct model_room *r = model_room(&b->app->model, b->room);

	return b->asked && r != NULL && r->rev == b->rev && r->plies == b->plies && is_ours(b, r)
		   ? r
		   : NULL;
}

/* The question is answered, or given up. */
static void settle(struct bot *b, const struct model_room *r)
{
	b->asked = false;
	bot_forget(b);
	model_show(&b->app->model, r->id);
}

/* Plays a point; where there is none, passes if one may, else gives the game up. */
static void play(struct bot *b, const struct model_room *r, int point)
{
	settle(b, r);
	if (point != POINT_NONE && app_move(b->app, point) == 0)
		return;
	if (point == POINT_NONE && r->rules == RULE_RENJU) {
		bot_run(b, "pass");
		return;
	}
	fprintf(stderr, _("The engine's move cannot be played: %s\n"), b->app->complaint);
	bot_run(b, "resign");
}

static void choose(struct bot *b, const struct model_room *r, enum choice choice)
{
	char command[32];

	settle(b, r);
	snprintf(command, sizeof(command), "choose %s", choice_name(choice));
	bot_run(b, command);
}

/* Keeps the stones of an answer, to be placed one after another from the next one on. */
static void keep(struct bot *b, const struct model_room *r, const struct gomocup_stones *stones)
{
	b->placed = *stones;
	b->placed_from = r->plies;
	model_copy(b->placed_room, sizeof(b->placed_room), r->id);
}

/* The stone that was decided together with the one before it. POINT_NONE: none was. */
static int kept_stone(const struct bot *b, const struct model_room *r)
{
	int n = r->plies - b->placed_from;

	return strcmp(r->id, b->placed_room) == 0 && n >= 0 && n < b->placed.count &&
		       model_to_place(r) > 0 && spare_allows(r, b->placed.point[n])
		   ? b->placed.point[n]
		   : POINT_NONE;
}

/* A stone of an opening without the engine. */
static void place(struct bot *b, const struct model_room *r)
{
	uint32_t chance;
	int point = kept_stone(b, r);

	evutil_secure_rng_get_bytes(&chance, sizeof(chance));
	play(b, r, point != POINT_NONE ? point : spare_stone(r, chance));
}

/* What is done where the engine has nothing to say in time. */
static void act_without(struct bot *b, const struct model_room *r)
{
	if (model_my_choice(&b->app->model, r))
		choose(b, r, b->question == BOT_TRIAL ? b->trial.better : CHOICE_BLACK);
	else if (model_to_place(r) > 0)
		place(b, r);
	else
		play(b, r, spare_move(r));
}

/* The engine has failed, in a position or between them: another one is started, and we act without
 * it where it is late. */
static void replace_engine(struct bot *b, const char *why, bool late)
{
	const struct model_room *r = asked_room(b);

	fprintf(stderr, "%s\n", why);
	if (r != NULL && b->question == BOT_OPENING)
		b->knows_openings = false; /* that may have been too much for it */
	bot_end_engine(b);
	if (++b->failures > FAILURES_MAX || bot_start_engine(b) < 0) {
		fprintf(stderr, _("The engine fails again and again.\n"));
		if (r != NULL)
			bot_run(b, "resign");
		app_quit(b->app, APP_ERROR);
	} else if (r != NULL && late)
		act_without(b, r);
	else if (r != NULL)
		put_question(b, r);
}

/* The engine does not answer for openings: it is asked for moves alone from here on, by another one
 * of it, for this one may have more to say about what it does not know. */
static void ask_plainly(struct bot *b, const struct model_room *r)
{
	b->knows_openings = false;
	fprintf(stderr, _("The engine does not know SWAP2BOARD; choosing colours by its moves.\n"));
	bot_end_engine(b);
	if (bot_start_engine(b) < 0)
		replace_engine(b, _("The engine does not start; starting it again."), true);
	else
		put_question(b, r);
}

static void send_question(struct bot *b, const char *text, int64_t deadline_ms)
{
	const struct timeval limit = {deadline_ms / 1000, deadline_ms % 1000 * 1000};
	size_t len = strlen(text);

	evtimer_add(b->deadline, &limit);
	if (write(b->engine.in, text, len) != (ssize_t)len)
		replace_engine(b, _("The engine takes no question; starting it again."), true);
}

/* Asks for the next move of the game that the engine plays with itself. */
static void go_on_trying(struct bot *b)
{
	char text[GOMOCUP_TEXT];
	int64_t left = b->trial_until - app_now(), each = left / TRIAL_MOVES;
	struct gomocup_time time = {
	    each < TRIAL_MOVE_MIN_MS ? TRIAL_MOVE_MIN_MS : each, INT32_MAX, left};

	gomocup_question(&b->trial.room, &time, text);
	send_question(b, text, left > 0 ? left : 0);
}

/* Finds out for a choice of ours which colour is better. */
static void begin_trial(struct bot *b, const struct model_room *r, const struct gomocup_time *time)
{
	b->question = BOT_TRIAL;
	trial_begin(&b->trial, r);
	b->trial_until = app_now() + (time->turn < TRIAL_MAX_MS ? time->turn : TRIAL_MAX_MS);
	go_on_trying(b);
}

static void ask_opening(struct bot *b, const struct model_room *r, const struct gomocup_time *time)
{
	char text[GOMOCUP_TEXT];
	int64_t limit = time->turn + OPENING_GRACE_MS;

	b->question = BOT_OPENING;
	gomocup_opening_question(r, time, text);
	send_question(b, text, limit < time->deadline ? limit : time->deadline);
}

static void put_question(struct bot *b, const struct model_room *r)
{
	char text[GOMOCUP_TEXT];
	struct gomocup_time time;
	int latency = b->app->latency_ms < 0 ? LATENCY_MS : b->app->latency_ms;
	bool choice = model_my_choice(&b->app->model, r), stone = model_to_place(r) > 0;

	gomocup_plan(r, model_my_side(&b->app->model, r), app_now(), latency, &time);
	b->asked = true;
	b->question = BOT_MOVE;
	model_copy(b->room, sizeof(b->room), r->id);
	b->rev = r->rev;
	b->plies = r->plies;
	if ((choice || (stone && r->plies == 0)) && b->knows_openings)
		ask_opening(b, r, &time);
	else if (choice)
		begin_trial(b, r, &time);
	else if (stone)
		place(b, r);
	else {
		gomocup_question(r, &time, text);
		send_question(b, text, time.deadline);
	}
}

void bot_consider(struct bot *b)
{
	const struct model *m = &b->app->model;

	for (int i = 0; i < MODEL_ROOMS; i++) {
		const struct model_room *r = &m->room[i];

		if (r->id[0] == '\0' || b->app->leaving || !is_ours(b, r) || asked_room(b) == r)
			continue;
		if (b->asked) { /* of what has passed: it would answer that first */
			bot_end_engine(b);
			bot_start_engine(b);
		}
		put_question(b, r);
		return;
	}
}

/* What the engine wants in an opening. */
static void take_opening(struct bot *b, const struct model_room *r, const char *line)
{
	struct gomocup_stones stones;

	switch (gomocup_read_opening(r, line, &stones)) {
	case GOMOCUP_MORE:
		return;
	case GOMOCUP_BAD:
		ask_plainly(b, r);
		return;
	case GOMOCUP_MOVE:
		break;
	}
	b->failures = 0;
	keep(b, r, &stones);
	if (!model_my_choice(&b->app->model, r))
		place(b, r);
	else if (stones.count == 0)
		choose(b, r, CHOICE_BLACK);
	else if (stones.count == 2 && r->choices & 1U << CHOICE_MORE)
		choose(b, r, CHOICE_MORE);
	else
		choose(b, r, CHOICE_WHITE);
}

static void take_trial(struct bot *b, const struct model_room *r, const char *line)
{
	int point = POINT_NONE;

	if (gomocup_read(&b->trial.room, line, &point) == GOMOCUP_MORE)
		return;
	b->failures = 0;
	trial_take(&b->trial, point);
	if (b->trial.over)
		choose(b, r, b->trial.better);
	else
		go_on_trying(b);
}

static void take_move(struct bot *b, const struct model_room *r, const char *line)
{
	int point = POINT_NONE;

	switch (gomocup_read(r, line, &point)) {
	case GOMOCUP_MORE:
		break;
	case GOMOCUP_MOVE:
		b->failures = 0;
		/* What the opening does not allow, an engine does not know: the nearest to it. */
		if (opening_parse(r->opening) == OPENING_PRO)
			point = spare_near(r, point);
		play(b, r, point);
		break;
	case GOMOCUP_BAD:
		fprintf(stderr, _("The engine says: %s\n"), line);
		play(b, r, spare_move(r));
		break;
	}
}

static void take_engine_line(struct bot *b)
{
	const struct model_room *r = asked_room(b);

	b->line[b->len] = '\0';
	b->len = 0;
	if (r == NULL)
		return;
	switch (b->question) {
	case BOT_MOVE:
		take_move(b, r, b->line);
		break;
	case BOT_OPENING:
		take_opening(b, r, b->line);
		break;
	case BOT_TRIAL:
		take_trial(b, r, b->line);
		break;
	}
}

static void on_output(evutil_socket_t fd, short what, void *arg)
{
	struct bot *b = arg;
	char bytes[4096];
	ssize_t n = read((int)fd, bytes, sizeof(bytes));
	unsigned starts = b->starts;

	(void)what;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	/* Not what a former engine has still to say, when its last line has ended it. */
	for (ssize_t i = 0; i < n && b->starts == starts; i++)
		if (bytes[i] == '\n')
			take_engine_line(b);
		else if (bytes[i] != '\r' && b->len < sizeof(b->line) - 1)
			b->line[b->len++] = bytes[i];
	if (n <= 0)
		replace_engine(b, _("The engine has ended; starting it again."), false);
}

static void on_deadline(evutil_socket_t fd, short what, void *arg)
{
	struct bot *b = arg;
	const struct model_room *r = asked_room(b);

	(void)fd;
	(void)what;
	if (r == NULL)
		return;
	switch (b->question) {
	case BOT_MOVE:
		replace_engine(
		    b, _("The engine does not answer in time; starting it again."), true);
		break;
	case BOT_OPENING:
		ask_plainly(b, r);
		break;
	case BOT_TRIAL:
		/* It has had its time; what it still thinks of nobody waits for. */
		bot_end_engine(b);
		if (bot_start_engine(b) < 0)
			replace_engine(b, _("The engine does not start; starting it again."), true);
		else
			act_without(b, r);
		break;
	}
}
