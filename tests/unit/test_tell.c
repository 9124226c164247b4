/* The server's lines as sentences, and the board as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/drawing.h"
#include "client/tell.h"
#include "feed.h"

static struct model m;
static const struct forbid none;

static enum tell_kind told(const char *line, char buf[static TELL_MAX])
{
	struct wire_line w;

	assert_int_equal(wire_parse_server(&w, line, strlen(line)), WIRE_FINE);
	assert_int_equal(model_feed(&m, &w, 0), 0);
	return tell_line(&m, &w, buf);
}

static const struct {
	const char *line;
	enum tell_kind kind;
	const char *text;
} said[] = {
    {SYNC, TELL_NEWS, "Room r1: freestyle, 15x15, no clock. Black: you. White: bot 2."},
    {"*move room=r1 rev=1 ply=1 side=black at=h8 turn=white clock=-,-", TELL_MOVE,
	"Move 1: You play h8."},
    {"*move room=r1 rev=1 ply=2 side=white at=i9 turn=black clock=-,-", TELL_MOVE,
	"Move 2: Bot 2 plays i9."},
    {"*offer room=r1 id=3 type=draw from=ai:2", TELL_NEWS, "Bot 2 offers a draw."},
    {"*offer-gone room=r1 id=3 why=declined", TELL_NEWS, "The offer was declined."},
    {"*offer-gone room=r1 id=3 why=end", TELL_NOTHING, ""},
    {"*undo room=r1 rev=2 ply=1 turn=white clock=-,-", TELL_NEWS, "Taken back; 1 move is left."},
    {"*undo room=r1 rev=3 ply=0 turn=black clock=-,-", TELL_NEWS, "Taken back; 0 moves are left."},
    {"*say room=r1 from=~bob :good :luck", TELL_TALK, "~bob: good :luck"},
    {"*notice :Tea at four", TELL_NOTICE, "Tea at four"},
    {"*notice room=r1 what=ready user=~bob", TELL_NOTICE, "~bob is ready."},
    {"*notice room=r1 what=ready user=~ann", TELL_NOTICE, "You are ready."},
    {"*notice room=r1 what=ready user=~bob :Bob it is", TELL_NOTICE, "Bob it is"},
    {"*notice what=rating rule=renju rating=1512 before=1500", TELL_NOTICE,
	"Your rating in renju is now 1512 (it was 1500)."},
    {"*notice what=no-bot", TELL_NOTICE,
	"Nobody has come, and no bot is free now; \"seek\" asks again."},
    {"*notice what=wind", TELL_NOTHING, ""},
    {"*draining in-ms=1000", TELL_NOTICE,
	"The server will be restarted. Games go on, and go on after it; new ones can begin "
	"then."},
    {"*row room=r1 :15 . . .", TELL_DRAWN, "15 . . ."},
    {"*absent room=r1 user=~bob why=gone ms=119001", TELL_NEWS,
	"~bob lost the connection; the seat waits 120 seconds."},
    {"*absent room=r1 user=~bob why=left", TELL_NEWS, "~bob left."},
    {"*back room=r1 user=~bob", TELL_NEWS, "~bob is back."},
    {"*end room=r1 result=white why=resign winner=ai:2 loser=~ann", TELL_END,
	"Bot 2 wins as white: resignation."},
    {"*start room=r1 rev=4 black=ai:2 white=~ann turn=black clock=-,-", TELL_NEWS,
	"A game begins: you are white."},
    {"*end room=r1 result=white why=five winner=~ann loser=ai:2 line=a1,b1,c1,d1,e1", TELL_END,
	"You win as white: five in a row, a1 b1 c1 d1 e1."},
    {"*end room=r1 result=draw why=full", TELL_END, "A draw: the board is full."},
    {"*end room=r1 result=void why=aborted", TELL_END, "No result: called off."},
    {"*seat room=r1 side=white user=open owner=~ann", TELL_NEWS, "The white seat is free."},
    {"*seat room=r1 side=white user=~bob owner=~ann", TELL_NEWS, "~bob sits down as white."},
    {"*seat room=r1 side=black user=~ann owner=~ann", TELL_NEWS, "You sit down as black."},
    {"*start room=r1 rev=5 black=~bob white=ai:3 turn=black clock=-,-", TELL_NEWS,
	"A game begins: ~bob is black, bot 3 is white."},
    {"*watchers room=r1 n=3", TELL_NOTHING, ""},
    {"*tell from=~bob :psst", TELL_TALK, "~bob (to you): psst"},
    {"*lobby from=~bob :tea?", TELL_TALK, "~bob (to all): tea?"},
    {"*challenge id=7 from=bob rule=renju size=15 time=300+5 opening=free rated=yes", TELL_NEWS,
	"bob challenges you: renju, 15x15, 300+5, rated."},
    {"*challenge id=8 from=bob rule=caro size=19 time=none opening=swap2 rated=no", TELL_NEWS,
	"bob challenges you: caro, 19x19, no clock, opening swap2."},
    {"*challenge-gone id=7 why=withdrawn", TELL_NEWS, "The challenge was withdrawn."},
    {"*fanfare :tarara", TELL_NOTHING, ""},
    {"+moved room=r1 ply=1", TELL_NOTHING, ""},
    {"+said room=r1", TELL_NOTHING, ""},
    {"+pong", TELL_ANSWER, "The server is there."},
    {"+rooms n=0", TELL_ANSWER, "There are no rooms."},
    {"+rooms n=2", TELL_NOTHING, ""},
    {"+status users=3 rooms=1", TELL_ANSWER, "users 3, rooms 1"},
    {"+created room=r1 :You are black.", TELL_ANSWER, "You are black."},
    {"+joined room=r1 as=white", TELL_ANSWER, "You are in r1 as white."},
    {"=help verb=play :play LEVEL: a game", TELL_ANSWER, "play LEVEL: a game"},
    {"=level level=2 :a beginner", TELL_ANSWER, "2: a beginner"},
    {"=level level=2 elo=950 :a beginner", TELL_ANSWER, "2: a beginner, Elo 950"},
    {"=bot name=ai:weights rules=freestyle :old", TELL_ANSWER, "ai:weights: old"},
    {"=seek user=~bob rule=renju size=15 time=none opening=swap2 rated=yes", TELL_ANSWER,
	"~bob looks for an opponent: renju, 15x15, no clock, opening swap2, rated."},
    {"=game id=x1 ended=2026-11-30T05:34:46Z rule=freestyle size=15 time=300+5 "
     "opening=free rated=no black=~bob white=ai:2 result=black why=five ply=9 :Tea",
	TELL_ANSWER,
	"x1: ~bob - bot 2, freestyle, 15x15, 300+5, 9 moves. Black won: five in a row. "
	"2026-11-30T05:34:46Z Tea"},
    {"=rating place=1 name=bob bot=no rule=renju rating=1512 deviation=120 "
     "provisional=yes games=3 won=2 drawn=0 lost=1",
	TELL_ANSWER, "1. bob, renju: 1512, provisional (games 3: won 2, drawn 0, lost 1)"},
    {"=rating rule=renju rating=1512 deviation=80 provisional=no", TELL_ANSWER, "renju: 1512"},
    {"+games n=0", TELL_ANSWER, "No games are kept."},
    {"+games n=3", TELL_NOTHING, ""},
    {"+told user=~bob", TELL_ANSWER, "~bob has been told."},
    {"+seeking rule=renju size=15 time=none opening=free rated=no", TELL_ANSWER,
	"You look for an opponent: renju, 15x15, no clock."},
    {"=user name=~bob guest=yes bot=no rooms=r1 playing=1 seeking=yes muted=no", TELL_ANSWER,
	"~bob in r1, is playing, looks for an opponent"},
    {"=user name=~bob rooms=r1", TELL_ANSWER, "~bob in r1"},
    {"=user name=~bob rooms=-", TELL_ANSWER, "~bob"},
    {"=room id=r1 rule=renju size=15 state=open black=~ann white=open watchers=0 :Tea", TELL_ANSWER,
	"r1 Tea: open, you - nobody, renju 15x15, 0 watching"},
    {"-illegal why=occupied", TELL_REFUSAL, "There is a stone on that point."},
    {"-odd why=wind", TELL_REFUSAL, "The server refuses: odd, wind."},
    {"-illegal why=occupied :h8 is taken", TELL_REFUSAL, "h8 is taken"},
};

static void sentences(void **state)
{
	char buf[TELL_MAX];

	(void)state;
	model_in_game(&m);
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		enum tell_kind kind = told(said[i].line, buf);

		assert_string_equal(buf, said[i].text);
		assert_int_equal(kind, said[i].kind);
	}
}

static void outcomes_in_few_words(void **state)
{
	char buf[TELL_MAX];

	(void)state;
	model_in_game(&m);
	told("*end room=r1 result=black why=five winner=~ann loser=ai:2", buf);
	tell_outcome(&m, model_focus(&m), buf);
	assert_string_equal(buf, "You won: five in a row");
	told("*end room=r1 result=white why=time winner=ai:2 loser=~ann", buf);
	tell_outcome(&m, model_focus(&m), buf);
	assert_string_equal(buf, "You lost: time ran out");
	told("*seat room=r1 side=black user=~bob owner=~bob", buf);
	tell_outcome(&m, model_focus(&m), buf);
	assert_string_equal(buf, "White won: time ran out");
}

static void clock_faces(void **state)
{
	static const struct {
		struct model_clock clock;
		const char *face;
	} faces[] = {{{-1, 0, false}, ""}, {{-1, 3, true}, ""}, {{0, 0, false}, "0:00.0"},
	    {{940, 0, false}, "0:00.9"}, {{9999, 0, false}, "0:09.9"}, {{10000, 0, false}, "0:10"},
	    {{10001, 0, false}, "0:11"}, {{60000, 0, false}, "1:00"}, {{245000, 0, false}, "4:05"},
	    {{3599001, 0, false}, "1:00:00"}, {{86400000, 0, false}, "24:00:00"},
	    {{30000, 3, true}, "0:30 x3"}, {{30000, 0, true}, "0:30 last"}};
	char buf[TELL_CLOCK];

	(void)state;
	for (size_t i = 0; i < sizeof(faces) / sizeof(faces[0]); i++)
		assert_string_equal(tell_clock(&faces[i].clock, buf), faces[i].face);
}

/* The mark fits on both sides of a stone in every corner, and nothing moves for it. */
static void the_drawn_board(void **state)
{
	static const char *const corners[] = {"a1", "e1", "a5", "e5"};
	static const int rows[] = {0, 0, 4, 4};
	static const char *const drawn[] = {
	    " 1 (X). . . .  1", " 1  . . . .(X) 1", " 5 (X). . . .  5", " 5  . . . .(X) 5"};
	char line[200], row[DRAWING_ROW];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		model_in_game(&m);
		snprintf(line, sizeof(line),
		    "*sync room=r1 size=5 state=playing turn=white ply=1 moves=%s", corners[i]);
		assert_int_equal(feed_at(&m, line, 0), 0);
		drawing_row(model_focus(&m), &none, rows[i], row);
		assert_string_equal(row, drawn[i]);
		drawing_row(model_focus(&m), &none, 2, row);
		assert_string_equal(row, " 3  . . . . .  3");
	}
	assert_int_equal(
	    feed_at(&m, "*sync room=r1 size=12 state=playing turn=black ply=2 moves=a10,b10", 0),
	    0);
	drawing_row(model_focus(&m), &none, 9, row);
	assert_string_equal(row, "10  X(O). . . . . . . . . .  10");
	drawing_letters(model_focus(&m), row);
	assert_string_equal(row, "    a b c d e f g h i j k l");
}

/* An opening from its start to the colours, as the second player sees it. */
static void openings(void **state)
{
	static const struct {
		const char *line, *text;
	} lines[] = {
	    {"*sync room=r1 rule=renju size=15 time=600+3x30 opening=swap2 foul=lose state=ready "
	     "black=~bob white=~ann turn=- act=- phase=play choices=- clock=-,- ply=0 moves=-",
		"Room r1: renju, 15x15, 600+3x30, opening swap2, a forbidden move loses. "
		"Black: ~bob. White: you."},
	    {"*start room=r1 rev=1 black=~bob white=~ann turn=black act=~bob phase=place choices=-",
		"A game begins. ~bob places the first three stones."},
	    {"*move room=r1 rev=1 ply=1 side=black at=h8 turn=white act=~bob phase=place choices=-",
		"Move 1: ~bob places black on h8."},
	    {"*move room=r1 rev=1 ply=2 side=white at=h9 turn=black act=~bob phase=place choices=-",
		"Move 2: ~bob places white on h9."},
	    {"*move room=r1 rev=1 ply=3 side=black at=a1 turn=white act=~ann phase=choose "
	     "choices=black,white,more",
		"Move 3: ~bob places black on a1."},
	    {"*choice room=r1 rev=1 user=~ann choice=more black=~bob white=~ann turn=white "
	     "act=~ann phase=place choices=-",
		"You will place a white and a black stone."},
	    {"*move room=r1 rev=1 ply=4 side=white at=a2 turn=black act=~ann phase=place choices=-",
		"Move 4: You place white on a2."},
	    {"*move room=r1 rev=1 ply=5 side=black at=a3 turn=white act=~bob phase=choose "
	     "choices=black,white",
		"Move 5: You place black on a3."},
	    {"*choice room=r1 rev=1 user=~bob choice=white black=~ann white=~bob turn=white "
	     "act=~bob phase=play choices=-",
		"~bob chooses white: you are black."},
	    {"*move room=r1 rev=1 ply=6 side=white at=b1 turn=black act=~ann phase=play choices=-",
		"Move 6: ~bob plays b1."},
	    {"*move room=r1 rev=1 ply=7 side=black at=- turn=white act=~bob phase=play choices=-",
		"Move 7: You pass."},
	    {"*end room=r1 result=white why=foul foul=double-three winner=~bob loser=~ann",
		"~bob wins as white: a forbidden move, double-three."},
	};
	char buf[TELL_MAX];

	(void)state;
	model_in_game(&m);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		told(lines[i].line, buf);
		assert_string_equal(buf, lines[i].text);
	}
}

/* What is waited for, at each point of an opening, of us and of another. */
static void what_is_due(void **state)
{
	static const struct {
		const char *keys, *due, *awaited;
	} lines[] = {
	    {"act=~ann ply=0 moves=- turn=black phase=place",
		"You are to place a black stone, 1 of 3.", ""},
	    {"act=~bob ply=1 moves=h8 turn=white phase=place",
		"~bob is to place a white stone, 2 of 3.",
		"Waiting for ~bob to place a white stone, 2 of 3"},
	    {"act=~ann ply=3 moves=h8,a1,a2 turn=white phase=choose", "You are to choose a colour.",
		""},
	    {"act=~bob ply=3 moves=h8,a1,a2 turn=white phase=choose", "~bob is to choose a colour.",
		"Waiting for ~bob to choose a colour"},
	    {"act=~ann ply=3 moves=h8,a1,a2 turn=white phase=place",
		"You are to place a white stone, 1 of 2.", ""},
	    {"act=~ann ply=4 moves=h8,a1,a2,a3 turn=black phase=place",
		"You are to place a black stone, 2 of 2.", ""},
	    {"act=~ann ply=4 moves=h8,a1,a2,a3 turn=black phase=play", "Black (X) to move: you.",
		""},
	    {"act=~bob ply=5 moves=h8,a1,a2,a3,a4 turn=white phase=play",
		"White (O) to move: ~bob.", "Waiting for ~bob"},
	};
	char buf[TELL_MAX], line[300];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		model_in_game(&m);
		snprintf(line, sizeof(line),
		    "*sync room=r1 size=15 opening=swap2 state=opening black=~ann white=~bob "
		    "clock=-,- %s",
		    lines[i].keys);
		assert_int_equal(feed_at(&m, line, 0), 0);
		tell_due(&m, model_focus(&m), buf);
		assert_string_equal(buf, lines[i].due);
		if (lines[i].awaited[0] == '\0')
			continue;
		tell_awaited(&m, model_focus(&m), buf);
		assert_string_equal(buf, lines[i].awaited);
	}
}

static void forbidden_points_are_drawn(void **state)
{
	static struct forbid f;
	char row[DRAWING_ROW];

	(void)state;
	model_in_game(&m);
	/* Two open threes cross on h8; a white stone lies out of the way. */
	assert_int_equal(feed_at(&m,
			     "*sync room=r1 size=15 rule=renju state=playing black=~ann "
			     "white=~bob turn=black act=~ann ply=8 "
			     "moves=g8,a1,i8,a3,h7,a5,h9,a7",
			     0),
	    0);
	forbid_update(&f, model_focus(&m));
	drawing_row(model_focus(&m), &f, 7, row);
	assert_string_equal(row, " 8  . . . . . . X ! X . . . . . .  8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sentences),
	    cmocka_unit_test(outcomes_in_few_words),
	    cmocka_unit_test(clock_faces),
	    cmocka_unit_test(the_drawn_board),
	    cmocka_unit_test(openings),
	    cmocka_unit_test(what_is_due),
	    cmocka_unit_test(forbidden_points_are_drawn),
	};

	return cmocka_run_group_tests_name("tell", tests, NULL, NULL);
}
