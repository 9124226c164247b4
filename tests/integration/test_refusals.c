/*
 * What the server refuses: each refusal is its named final, carries the tag it can be known by,
 * says something to people, and changes nothing. And the liberties that it grants to people who
 * type.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* A line as bytes (it may hold anything), and the final that answers it. */
struct refusal {
	const char *line, *pattern;
};

static void expect_refusals(struct client *c, const struct refusal *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct wire_line *w;

		client_send_bytes(c, list[i].line, strlen(list[i].line));
		client_send_bytes(c, "\n", 1);
		w = client_want(c, "%s", list[i].pattern);
		/* Each refusal tells a person what to do. */
		if (w->text == NULL || strlen(w->text) < 8)
			fail_msg("%s is refused without a word", list[i].line);
	}
}

#define EXPECT(c, list) expect_refusals(c, list, sizeof list / sizeof *list)

static void illegal_moves(void **state)
{
	static const struct refusal list[] = {
	    {"move h8", "-illegal why=occupied"},
	    {"move i9", "-illegal why=occupied"},
	    {"move p8", "-illegal why=off-board"},
	    {"move h16", "-illegal why=off-board"},
	    {"p16", "-illegal why=off-board"},
	    {"y25", "-illegal why=off-board"},
	    {"move z1", "-syntax"},
	    {"move h0", "-syntax"},
	    {"move h08", "-syntax"},
	    {"move 8h", "-syntax"},
	    {"move h", "-syntax"},
	    {"move h8x", "-syntax"},
	    {"move h-8", "-syntax"},
	    {"move 7,7", "-syntax"},
	};
	struct table t;

	table_open(&t, *state, "ill-b", "ill-w", "");
	table_play(&t, "h8 i9");
	EXPECT(t.black, list);
	client_ask(t.white, "-illegal why=not-turn", "move a1");
	client_ask(t.white, "-illegal why=not-turn", "a1");
	client_no_event(t.white, "move");
	table_play(&t, "o15 a1 o1 a15");
}

/* What the grammar or a verb's arguments forbid. Nobody is logged in for the first of them. */
static void syntax(void **state)
{
	static const struct refusal list[] = {
	    {"move", "-syntax"},
	    {"move h8 h9", "-syntax"},
	    {"move h8 colour=black", "-syntax"},
	    {"move h8 ply=x", "-syntax"},
	    {"move h8 ply=-1", "-syntax"},
	    {"move h8 :why", "-syntax"},
	    {"join", "-syntax"},
	    {"join r1 green", "-syntax"},
	    {"join r1 black white", "-syntax"},
	    {"watch", "-syntax"},
	    {"accept", "-syntax"},
	    {"decline", "-syntax"},
	    {"withdraw", "-syntax"},
	    {"say", "-syntax"},
	    {"say hello", "-syntax"},
	    {"seat", "-syntax"},
	    {"seat black", "-syntax"},
	    {"create size=4", "-syntax"},
	    {"create size=26", "-syntax"},
	    {"create size=15x", "-syntax"},
	    {"create rule=chess", "-syntax"},
	    {"create time=0+0", "-syntax"},
	    {"create time=5", "-syntax"},
	    {"create time=-5+1", "-syntax"},
	    {"create time=99999999999999999999+1", "-syntax"},
	    {"create black=bob", "-no-such what=user"},
	    {"create undo=maybe", "-syntax"},
	    {"create absence=soon", "-syntax"},
	    {"create 15", "-syntax"},
	    {"play two", "-syntax"},
	    {"play 2 black white", "-syntax"},
	    {"play 2 size=4", "-syntax"},
	    {"rooms rule=chess", "-syntax"},
	    {"rooms closed", "-syntax"},
	    {"set", "-syntax"},
	    {"set board=upside-down", "-syntax"},
	    {"set board", "-syntax"},
	    {"status now", "-syntax"},
	    {"ping one two", "-syntax"},
	    {"quit now", "-syntax"},
	    {"# ping", "-syntax"},
	    {"#a_b ping", "-syntax"},
	    {"#12345678901234567 ping", "-syntax"},
	    {"#7", "-syntax"},
	    {":ping", "-syntax"},
	    {"ping =x", "-syntax"},
	    {"ping 1k=x", "-syntax"},
	};
	struct table t;

	table_open(&t, *state, "syn-b", "syn-w", "");
	EXPECT(t.black, list);
	table_play(&t, "h8");
}

static void before_a_name(void **state)
{
	static const char *const lines[] = {"who", "rooms", "room", "create", "play", "join r1",
	    "watch r1", "leave", "seat black me", "stand", "ready", "move h8", "h8", "undo", "draw",
	    "abort", "resign", "rematch", "accept 1", "decline 1", "withdraw 1", "say :x", "board",
	    "sync"};
	struct client *c = client_connect(*state);

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		client_ask(c, "-login-first", "%s", lines[i]);
	client_ask(c, "+pong word=x", "ping x");
	client_ask(c, "+status", "status");
	client_ask(c, "+help", "help");
	client_ask(c, "+levels", "levels");
	client_ask(c, "+hello", "hello 1 client=test/1 caps=ping,unheard-of");
	client_ask(c, "-version supported=1", "hello 2");
	client_ask(c, "+welcome user=~before", "guest before");
	client_ask(c, "-wrong-state why=logged-in", "guest again");
}

/* Case SV02: one live session a name, whatever its case. */
static void names(void **state)
{
	static const struct refusal list[] = {
	    {"guest a", "-syntax"},
	    {"guest 1ann", "-syntax"},
	    {"guest -ann", "-syntax"},
	    {"guest an.n", "-syntax"},
	    {"guest abcdefghijklmnopqrstu", "-syntax"},
	    {"guest ann\xe2\x80\x8b", "-syntax"},
	    {"guest ann bob", "-syntax"},
	    {"guest ai", "-syntax"},
	    {"guest black", "-syntax"},
	    {"guest white", "-syntax"},
	    {"guest me", "-syntax"},
	    {"guest open", "-syntax"},
	    {"guest auto", "-syntax"},
	    {"guest names-taken", "-exists what=name"},
	    {"guest NAMES-Taken", "-exists what=name"},
	};
	struct client *first = client_guest(*state, "names-taken"), *c = client_connect(*state);

	EXPECT(c, list);
	client_ask(c, "+welcome user=~abcdefghijklmnopqrst", "guest abcdefghijklmnopqrst");
	client_close(first);
	c = client_connect(*state);
	/* The server makes a name up for those who give none. */
	assert_int_equal(line_value(client_ask(c, "+welcome user=*", "guest"), "user")[0], '~');
}

static void unknown_verbs(void **state)
{
	static const struct refusal list[] = {
	    {"mvoe h8", "-unknown verb=mvoe"},
	    {"MVOE h8", "-unknown verb=mvoe"},
	    {"#9 castle", "#9 -unknown verb=castle"},
	    {"help castle", "-no-such what=verb"},
	    {"GET / HTTP/1.1", "-unknown verb=get"},
	};
	struct client *c = client_guest(*state, "unknown");

	EXPECT(c, list);
	/* A slip of the finger is told what was meant. */
	assert_non_null(strstr(client_ask(c, "-unknown", "mvoe h8")->text, "move"));
	client_ask(c, "+pong", "ping");
}

/* Cases SV13 and SV18: nothing that could steer a terminal, nothing that is no UTF-8. */
static void bad_text(void **state)
{
	static const struct refusal list[] = {
	    {"say :\x1b[2J", "-bad-text"},
	    {"say :\x1b]52;c;aGk=\a", "-bad-text"},
	    {"say :tab\there", "-bad-text"},
	    {"say :back\bspace", "-bad-text"},
	    {"say :del\x7f", "-bad-text"},
	    {"say :csi \xc2\x9b"
	     "6n",
		"-bad-text"},
	    {"say :nel \xc2\x85", "-bad-text"},
	    {"say :bidi \xe2\x80\xae", "-bad-text"},
	    {"say :isolate \xe2\x81\xa6", "-bad-text"},
	    {"say :mark \xe2\x80\x8f", "-bad-text"},
	    {"say :a\rb", "-bad-text"},
	    {"say :\xc3\x28", "-bad-text"},
	    {"say :\xe2\x82", "-bad-text"},
	    {"say :\xf0\x80\x80\xaf", "-bad-text"},
	    {"say :\xed\xa0\x80", "-bad-text"},
	    {"say :\xf4\x90\x80\x80", "-bad-text"},
	    {"say :\xff", "-bad-text"},
	    {"pi\x01ng", "-bad-text"},
	    {"#t5 say :\x1b", "#t5 -bad-text"},
	};
	struct table t;

	table_open(&t, *state, "text-b", "text-w", "");
	EXPECT(t.black, list);
	client_send_bytes(t.black, "say :nul\0nul\n", 13);
	client_want(t.black, "-bad-text");
	client_send_bytes(t.black, "ping\r\0\n", 7);
	client_want(t.black, "-bad-text");
	client_no_event(t.white, "say");
}

/* A line of exactly `len` bytes with its LF, answered by its length in the room's talk. */
static size_t long_line(char *buf, const char *begin, size_t len)
{
	memset(buf, 'x', len);
	memcpy(buf, begin, strlen(begin));
	buf[len - 1] = '\n';
	return len;
}

/* Case SV16: 1024 bytes are a line, 1025 are none; after the third such the server has enough. */
static void long_lines(void **state)
{
	static char big[1 << 20];
	struct table t;

	table_open(&t, *state, "long-b", "long-w", "");
	client_send_bytes(t.black, big, long_line(big, "say :", 1024));
	client_want(t.black, "+said");
	assert_int_equal(strlen(client_event(t.white, "say")->text), 1024 - 6);
	client_send_bytes(t.black, big, long_line(big, "#t1 say :", 1025));
	client_want(t.black, "#t1 -too-long limit=1024");
	client_ask(t.black, "+pong", "ping");
	client_send_bytes(t.black, big, long_line(big, "say :", sizeof big));
	client_want(t.black, "-too-long limit=1024");
	client_ask(t.black, "+pong", "ping");
	client_send_bytes(t.black, big, long_line(big, "say :", 1025));
	client_want(t.black, "-too-long");
	client_event(t.black, "bye reason=*");
	client_wait_closed(t.black);
	client_no_event(t.white, "say");
}

static void tags_come_back(void **state)
{
	struct client *c = client_guest(*state, "tags");

	client_ask(c, "#1 +pong", "#1 ping");
	client_ask(c, "#A-b-9 +pong word=x", "#A-b-9   ping   x");
	client_ask(c, "#1234567890123456 +pong", "#1234567890123456 ping");
	client_ask(c, "#lv +levels", "#lv levels");
	for (size_t i = 0; i < client_rows(c); i++)
		assert_string_equal(client_row(c, i)->tag, "lv");
	assert_string_equal(client_ask(c, "+pong", "ping")->tag, "");
	client_ask(c, "#m -wrong-state", "#m undo");
}

/* The case of verbs and keys, fullwidth letters, bare coordinates, spaces, CR LF, empty lines. */
static void people_type(void **state)
{
	struct table t;

	table_open(&t, *state, "type-b", "type-w", "");
	client_ask(t.black, "+moved ply=1", "H8");
	client_ask(t.white, "+moved ply=2", "  MOVE   I9   PLY=2  ");
	/* fullwidth: m o v e, an ideographic space, j 1 0 */
	client_ask(t.black, "+moved ply=3",
	    "\xef\xbd\x8d\xef\xbd\x8f\xef\xbd\x96\xef\xbd\x85\xe3\x80\x80"
	    "\xef\xbd\x8a\xef\xbc\x91\xef\xbc\x90");
	client_event(t.white, "move ply=3 at=j10");
	/* fullwidth: K 1 1 */
	client_ask(t.white, "+moved ply=4", "\xef\xbc\xab\xef\xbc\x91\xef\xbc\x91");
	client_event(t.black, "move ply=4 at=k11");
	client_send_bytes(t.black, "\n\r\n   \nl12\r\n", 12);
	client_want(t.black, "+moved ply=5");
	client_ask(t.white, "+moved ply=6", "#bare m13");
}

/* Case SV19: a line may come in any pieces. */
static void lines_in_pieces(void **state)
{
	static const char line[] = "#drip ping slowly\r\n";
	struct client *c = client_connect(*state);

	for (size_t i = 0; i < sizeof line - 1; i++)
		client_send_bytes(c, line + i, 1);
	client_want(c, "#drip +pong word=slowly");
}

/* Commands sent all at once are answered one by one in their order. */
static void pipelined(void **state)
{
	enum { N = 300 };
	static char lines[N * 40];
	struct client *c = client_guest(*state, "pipelined");
	size_t len = 0;

	for (int i = 0; i < N; i++)
		len += (size_t)snprintf(lines + len, sizeof lines - len, "#%d %s\n", i,
		    i % 3 == 0	 ? "ping"
		    : i % 3 == 1 ? "levels"
				 : "castle");
	client_send_bytes(c, lines, len);
	for (int i = 0; i < N; i++)
		client_want(c, "#%d %s", i,
		    i % 3 == 0	 ? "+pong"
		    : i % 3 == 1 ? "+levels n=10"
				 : "-unknown verb=castle");
}

static void quit_says_goodbye(void **state)
{
	struct client *c = client_guest(*state, "quitter");

	client_ask(c, "+quit", "quit");
	client_event(c, "bye reason=quit");
	assert_true(client_wait_closed(c));
	/* The name is free again. */
	client_guest(*state, "quitter");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(illegal_moves),
	    wire_test(syntax),
	    wire_test(before_a_name),
	    wire_test(names),
	    wire_test(unknown_verbs),
	    wire_test(bad_text),
	    wire_test(long_lines),
	    wire_test(tags_come_back),
	    wire_test(people_type),
	    wire_test(lines_in_pieces),
	    wire_test(pipelined),
	    wire_test(quit_says_goodbye),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
