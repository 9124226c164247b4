/*
 * Bots in openings: each opening by each rule from both seats, every stone and choice checked with
 * engine/game; configured engines that know SWAP2BOARD, refuse it or are silent about it; and
 * engines that are late or silent under a clock.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/game/game.h"

/* The first point of the top row that is not among the stones told since BOARD. */
#define FIRST_FREE                                                                                 \
	"i=0; while case $taken in *\" $i,0 \"*) true ;; *) false ;; esac; do i=$((i + 1)); "      \
	"done; "
/* A loop over Gomocup's lines; $mode tells what DONE ends, $n how many stones came since. */
#define ENGINE(opening, other, think)                                                              \
	"while read -r line; do\n"                                                                 \
	"case $line in\n"                                                                          \
	"START*) mode=none; echo OK ;;\n"                                                          \
	"BOARD) mode=board; taken=' ' ;;\n"                                                        \
	"BEGIN) " think "echo 7,7 ;;\n"                                                            \
	"SWAP2BOARD) n=0; " opening " ;;\n"                                                        \
	"[0-9]*,*) n=$((n + 1)); taken=\"$taken${line%,[12]} \"\n"                                 \
	"	case $mode in board|swap) ;; *) " other " ;; esac ;;\n"                            \
	"DONE) case $mode/$n in\n"                                                                 \
	"	board/*) " think FIRST_FREE "echo $i,0 ;;\n"                                       \
	"	swap/0) echo '7,7 8,8 9,7' ;;\n"                                                         \
	"	swap/3) echo '0,14 1,14' ;;\n"                                                           \
	"	swap/5) echo SWAP ;;\n"                                                                  \
	"	*) " other " ;;\n"                                                                 \
	"	esac; mode=none ;;\n"                                                                    \
	"esac\n"                                                                                   \
	"done\n"

static const struct {
	const char *name, *script;
} fakes[] = {
    {"knows", ENGINE("mode=swap", ":", "")},
    {"unknown", ENGINE("echo UNKNOWN command", "echo UNKNOWN command", "")},
    {"error", ENGINE("echo ERROR what is that", "echo ERROR a stone without BOARD", "")},
    {"quiet", ENGINE(":", ":", "")},
    {"dies", ENGINE("exit 1", ":", "")},
    {"late", ENGINE("mode=swap", ":", "sleep 1; ")},
    {"silent", ENGINE("mode=swap", ":", "sleep 1000; ")},
};
enum { FAKES = sizeof fakes / sizeof *fakes };

static char folder[] = "/tmp/gomokud-openings.XXXXXX";

static int start(void **state)
{
	char config[2048] = "", path[128];
	size_t len = 0;

	assert_non_null(mkdtemp(folder));
	for (int i = 0; i < FAKES; i++) {
		FILE *f;

		snprintf(path, sizeof path, "%s/%s", folder, fakes[i].name);
		f = fopen(path, "we");
		assert_non_null(f);
		assert_true(fputs(fakes[i].script, f) >= 0);
		assert_int_equal(fclose(f), 0);
		len += (size_t)snprintf(config + len, sizeof config - len,
		    "engine \"%s\" { command = \"sh %s\" rules = {\"freestyle\", \"renju\"} "
		    "memory = 0 }\n",
		    fakes[i].name, path);
	}
	*state = server_start(config);
	return 0;
}

static int stop(void **state)
{
	char path[128];

	for (int i = 0; i < FAKES; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, fakes[i].name);
		unlink(path);
	}
	rmdir(folder);
	return group_stop(state);
}

/* A room's game, followed by its events on a board of the test's own. */
struct follow {
	struct client *c;
	char room[32];
	struct game game;
};

static void follow_start(struct follow *f, struct client *c, const char *line)
{
	struct time_control none = {.kind = CLOCK_NONE};
	const struct wire_line *w;

	f->c = c;
	snprintf(f->room, sizeof f->room, "%s",
	    line_value(client_ask(c, "+created room=*", "%s", line), "room"));
	w = client_event(c, "sync room=%s", f->room);
	game_init(&f->game, rule_parse(line_value(w, "rule")), (int)line_int(w, "size"), &none);
	assert_int_equal(game_set_opening(&f->game, opening_parse(line_value(w, "opening"))), 0);
	client_event(c, "start room=%s", f->room);
	game_start(&f->game, 0);
}

/* Takes the next *move or *choice, which the rules must allow. */
static void follow_one(struct follow *f)
{
	enum stone actor = game_actor(&f->game);
	enum move_verdict verdict;

	if (game_phase(&f->game) == PHASE_CHOOSE) {
		const struct wire_line *w = client_event(f->c, "choice room=%s", f->room);

		verdict = game_choose(&f->game, actor, choice_parse(line_value(w, "choice")), 0);
		if (verdict != MOVE_OK)
			fail_msg("chooses %s", line_value(w, "choice"));
	} else {
		const struct wire_line *w = client_event(f->c, "move room=%s ply=%d side=%s",
		    f->room, f->game.plies + 1, stone_name(game_turn(&f->game)));

		verdict = game_move(&f->game, actor, point_parse(line_value(w, "at")), 0);
		if (verdict != MOVE_OK)
			fail_msg("plays %s: %s", line_value(w, "at"), move_verdict_name(verdict));
	}
}

static void follow_to_the_end(struct follow *f)
{
	while (f->game.state == GAME_PLAYING)
		follow_one(f);
	client_event(f->c, "end room=%s result=%s why=%s", f->room,
	    game_result_name(f->game.result), game_why_name(f->game.why));
	client_ask(f->c, "+left", "leave %s", f->room);
}

/* Does what the person would: the next point of a list, the choice named. */
static void act(struct follow *f, const char *line)
{
	client_send(f->c, "%s room=%s", line, f->room);
	assert_int_equal(client_final(f->c)->kind, WIRE_OK);
	follow_one(f);
}

/* Two bots, every opening by every rule, on boards of odd and even size. */
static void every_opening_by_every_rule(void **state)
{
	static const int sizes[] = {15, 12};
	struct client *c = client_guest(*state, "all");
	static struct follow f;

	for (int o = 0; o < OPENING_COUNT; o++) {
		for (int r = 0; r < RULE_COUNT; r++) {
			char line[160];

			snprintf(line, sizeof line,
			    "create black=ai:1 white=ai:2 opening=%s rule=%s size=%d",
			    opening_name((enum opening)o), rule_name((enum rule)r),
			    sizes[(o + r) % 2]);
			follow_start(&f, c, line);
			follow_to_the_end(&f);
		}
	}
}

/* On the smallest board there is hardly room for it. */
static void openings_on_the_smallest_board(void **state)
{
	struct client *c = client_guest(*state, "small");
	static struct follow f;

	for (int i = 0; i < 5; i++) {
		follow_start(&f, c, "create black=ai:1 white=ai:priority opening=swap2 size=5");
		follow_to_the_end(&f);
	}
	follow_start(&f, c, "create black=ai:scoring white=ai:1 opening=pro size=7");
	follow_to_the_end(&f);
}

/* A person places, the bot chooses, and each plays on with the colour that was chosen. */
static void a_bot_chooses(void **state)
{
	struct client *c = client_guest(*state, "placer");
	static struct follow f;

	for (int i = 0; i < 2; i++) {
		follow_start(&f, c, i ? "play 1 opening=swap" : "play 1 opening=swap2");
		act(&f, "h8");
		act(&f, "i9");
		act(&f, "j8");
		follow_one(&f);
		while (game_phase(&f.game) == PHASE_PLACE)
			follow_one(&f);
		if (game_phase(&f.game) == PHASE_CHOOSE)
			act(&f, "choose white");
		while (game_holder(&f.game, game_turn(&f.game)) == 1)
			follow_one(&f);
		act(&f, "o1");
		client_ask(c, "+resigned", "resign room=%s", f.room);
		client_ask(c, "+left", "leave %s", f.room);
	}
}

/* A bot places, a person asks for more, the bot chooses. */
static void a_bot_places(void **state)
{
	struct client *c = client_guest(*state, "chooser");
	static struct follow f;

	follow_start(&f, c, "play 1 white opening=swap2 rule=renju");
	for (int i = 0; i < 3; i++)
		follow_one(&f);
	act(&f, "choose more");
	act(&f, "a1");
	act(&f, "o15");
	follow_one(&f);
	while (game_holder(&f.game, game_turn(&f.game)) == 0)
		follow_one(&f);
	act(&f, "o1");
	client_ask(c, "+resigned", "resign");
}

/* In the middle of its three stones a bot is interrupted by a restart, and goes on. */
static void a_bot_goes_on_after_a_restart(void **state)
{
	struct server *s = server_start("think-pause-ms = 400\n");
	struct client *c = client_connect(s);
	static struct follow f;
	char token[64];

	(void)state;
	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(c, "+welcome", "guest later"), "resume"));
	follow_start(&f, c, "play 1 white opening=swap2");
	follow_one(&f);
	server_restart(s, SIGKILL);
	f.c = client_connect(s);
	client_ask(f.c, "+resumed", "resume %s seq=%s:4", token, f.room);
	for (int i = 1; i < 3; i++)
		follow_one(&f);
	act(&f, "choose black");
	server_stop(s);
}

/* The engine's own answers are played. */
static void an_engine_that_knows(void **state)
{
	struct client *c = client_guest(*state, "knows-1");

	client_ask(c, "+created", "play knows white opening=swap2");
	client_event(c, "move ply=1 side=black at=h8");
	client_event(c, "move ply=2 side=white at=i7");
	client_event(c, "move ply=3 side=black at=j8 phase=choose act=~knows-1");
	client_ask(c, "+chosen", "choose more");
	client_ask(c, "+moved", "a15");
	client_ask(c, "+moved", "b15");
	client_event(c, "choice choice=black user=ai:knows act=~knows-1");
	client_ask(c, "+resigned", "resign");
	client_ask(c, "+left", "leave");
	client_ask(c, "+created", "play knows opening=swap2");
	client_ask(c, "+moved", "h8");
	client_ask(c, "+moved", "i9");
	client_ask(c, "+moved", "j8");
	client_event(c, "choice choice=more phase=place act=ai:knows");
	client_event(c, "move ply=4 side=white at=a1");
	client_event(c, "move ply=5 side=black at=b1 phase=choose choices=black,white");
	client_ask(c, "+resigned", "resign");
	client_ask(c, "+left", "leave");
	/* In swap there are no more stones to place: it takes white, and is to move. */
	client_ask(c, "+created", "play knows opening=swap");
	client_ask(c, "+moved", "h8");
	client_ask(c, "+moved", "i9");
	client_ask(c, "+moved", "j8");
	client_event(c, "choice choice=white user=ai:knows act=ai:knows");
	client_event(c, "move ply=4 side=white at=a15");
}

/* Where the engine does not know openings, the house's own goes through them for it. */
static void engines_that_do_not_know(void **state)
{
	static const char *const names[] = {"unknown", "error", "quiet", "dies"};
	static struct follow f;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char line[64];
		struct client *c;

		snprintf(line, sizeof line, "of-%s", names[i]);
		c = client_guest(*state, line);
		/* Twice: the second time it is not asked any more. */
		for (int game = 0; game < 2; game++) {
			snprintf(line, sizeof line, "play %s white opening=swap2", names[i]);
			follow_start(&f, c, line);
			for (int stone = 0; stone < 3; stone++)
				follow_one(&f);
			act(&f, "choose black");
			/* Now it plays itself. */
			client_event(c, "move room=%s ply=4 side=white at=a15", f.room);
			client_ask(c, "+resigned", "resign");
			client_ask(c, "+left", "leave");
		}
	}
}

/* Pro's second stone of black and renju's first are put where they may be. */
static void stones_go_where_they_may(void **state)
{
	struct client *c = client_guest(*state, "where");

	client_ask(c, "+created", "play knows white opening=pro");
	client_event(c, "move ply=1 at=h8");
	client_ask(c, "+moved", "h9");
	/* It wants a15, which is far enough. */
	client_event(c, "move ply=3 at=a15");
	client_ask(c, "+resigned", "resign");
	client_ask(c, "+left", "leave");
	client_ask(c, "+created", "play knows white opening=pro size=7");
	/* It wants h8, which a board of seven does not have: it is asked again, in vain. */
	client_event(c, "end result=void why=engine");
	client_ask(c, "+left", "leave");
	client_ask(c, "+created", "play knows white rule=renju size=17");
	client_event(c, "move ply=1 at=i9");
}

/* An engine that answers late has lost on time; one that says nothing has failed. */
static void late_and_silent(void **state)
{
	struct client *late = client_guest(*state, "late-1"),
		      *silent = client_guest(*state, "silent-1");

	client_ask(late, "+created", "play late time=1+0");
	client_ask(silent, "+created", "play silent time=1+0");
	client_ask(late, "+moved", "h8");
	client_ask(silent, "+moved", "h8");
	client_event(late, "end result=black why=time winner=~late-1");
	client_event(silent, "end result=void why=engine winner=-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(every_opening_by_every_rule),
	    wire_test(openings_on_the_smallest_board),
	    wire_test(a_bot_chooses),
	    wire_test(a_bot_places),
	    wire_test(a_bot_goes_on_after_a_restart),
	    wire_test(an_engine_that_knows),
	    wire_test(engines_that_do_not_know),
	    wire_test(stones_go_where_they_may),
	    wire_test(late_and_silent),
	};

	return cmocka_run_group_tests(tests, start, stop);
}
