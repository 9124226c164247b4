/* A visit to a server from its first line to the exit code, against a server that misbehaves in all
 * the ways one can; and what becomes of what the user types. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <event2/event.h>

#include "client/app.h"
#include "visit.h"

static void a_visit_without_a_hitch(void **state)
{
	(void)state;
	snprintf(options.name, sizeof(options.name), "ann");
	assert_int_equal(visit(NULL), APP_OK);
	assert_int_equal(welcomes, 1);
	assert_string_equal(app.model.user, "~ann");
	assert_string_equal(server.got, "#1 hello 1 client=gomoku/" GOMOKU_VERSION
					" caps=ping,thinking\n#2 guest ann\n#3 ping\n#4 quit\n");
	assert_string_equal(app.farewell, "");
}

static void a_server_that_drips(void **state)
{
	(void)state;
	server.drip = true;
	options.action = ACTION_BOT;
	snprintf(options.target, sizeof(options.target), "2");
	snprintf(options.side, sizeof(options.side), "white");
	snprintf(options.size, sizeof(options.size), "15");
	assert_int_equal(visit(NULL), APP_OK);
	assert_non_null(model_focus(&app.model));
	assert_non_null(strstr(server.got, "#2 guest\n#3 play 2 white size=15\n#4 ping\n"));
}

static void a_taken_name(void **state)
{
	static const struct fake_answer answers[] = {
	    {"hello", "+hello"},
	    {"guest", "-exists what=name"},
	    {NULL, NULL},
	};

	(void)state;
	server.answer = answers;
	snprintf(options.name, sizeof(options.name), "ann");
	assert_int_equal(visit(NULL), APP_LOGIN); /* the second try is refused as well */
	assert_non_null(strstr(server.got, "#2 guest ann\n#3 guest\n"));
	assert_int_equal(welcomes, 0);
}

static void refusals(void **state)
{
	static const struct fake_answer full[] = {
	    {"hello", "+hello"},
	    {"guest", "-full what=users :Too many people"},
	    {NULL, NULL},
	};
	static const struct fake_answer version[] = {
	    {"hello", "-version supported=9"}, {NULL, NULL}};
	static const struct fake_answer busy[] = {
	    {"hello", "+hello"},
	    {"guest", "+welcome user=~ann rooms=-"},
	    {"join", "-no-such what=room :There is no such room"},
	    {"ping", "+pong"},
	    {NULL, NULL},
	};

	(void)state;
	server.answer = full;
	assert_int_equal(visit(NULL), APP_LOGIN);
	assert_non_null(strstr(app.farewell, "Too many people"));
	server.answer = version;
	assert_int_equal(visit(NULL), APP_PROTOCOL);
	server.answer = busy;
	options.action = ACTION_JOIN;
	snprintf(options.target, sizeof(options.target), "r9");
	assert_int_equal(visit(NULL), APP_ERROR);
	assert_string_equal(app.farewell, "There is no such room");
}

/* Whatever a server sends that is no line of the protocol, or contradicts itself, ends the visit.
 */
static void bad_servers(void **state)
{
	static char long_line[5100];
	static const char *const greetings[] = {
	    "hello\n",
	    "220 mail.example.org ESMTP\n",
	    "+welcome user=~x\n",
	    "*hello proto=2 server=fake/1 name=fake\n",
	    "*hello server=fake/1 name=fake\n",
	    HELLO "*notice :\033[2J\n",
	    HELLO "*notice :\xff\n",
	    HELLO "*notice :\xe2\x80\xae\n",
	    HELLO "#77 +ok\n",
	    HELLO "#1 *move\n",
	    HELLO "=\n",
	    HELLO SYNC "\n*move room=r1 ply=1 side=black at=z99\n",
	    HELLO SYNC "\n*move room=r1 ply=7 side=black at=h8\n",
	    HELLO "*sync room=r1 size=99 ply=0 moves=-\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(greetings) / sizeof(greetings[0]); i++) {
		set_up(NULL);
		server.greeting = greetings[i];
		if (visit(NULL) != APP_PROTOCOL)
			fail_msg("code %d after: %s", (int)app.code, greetings[i]);
		assert_true(app.farewell[0] != '\0');
	}
	set_up(NULL);
	snprintf(long_line, sizeof(long_line), "%s*notice :%05000d", HELLO, 0);
	server.greeting = long_line; /* which has no end at all */
	assert_int_equal(visit(NULL), APP_PROTOCOL);
}

static void the_longest_line_is_taken(void **state)
{
	static char line[5100];
	int n = snprintf(line, sizeof(line), "%s*notice :", HELLO);

	(void)state;
	/* 4096 bytes with its LF */
	snprintf(line + n, sizeof(line) - (size_t)n, "%0*d\n", WIRE_SERVER_MAX - 1 - 9, 0);
	server.greeting = line;
	assert_int_equal(visit(NULL), APP_OK);
	set_up(NULL);
	snprintf(line + n, sizeof(line) - (size_t)n, "%0*d\n", WIRE_SERVER_MAX - 9, 0);
	server.greeting = line;
	assert_int_equal(visit(NULL), APP_PROTOCOL);
}

static void lost_connections(void **state)
{
	(void)state;
	server.hang_up = true;
	assert_int_equal(visit(NULL), APP_LOST);
	set_up(NULL);
	server.break_off = true;
	assert_int_equal(visit(NULL), APP_LOST);
	set_up(NULL);
	server.hang_up = true;
	server.greeting = HELLO "*bye reason=restart\n";
	assert_int_equal(visit(NULL), APP_LOST);
	assert_non_null(strstr(app.farewell, "restart"));
}

/* A server with the wrong key hears nothing: not even the greeting is waited for. */
static void another_key(void **state)
{
	(void)state;
	assert_int_equal(visit(OTHER_PIN), APP_UNTRUSTED);
	assert_string_equal(server.got, "");
	assert_non_null(strstr(app.farewell, OTHER_PIN));
	assert_non_null(strstr(app.farewell, trust.seen));
	assert_int_equal(lines, 0);
}

static void nobody_there(void **state)
{
	int port;

	(void)state;
	/* A port that was free a moment ago. */
	server.plain = true;
	server.greeting = "";
	fake_start(&server);
	port = server.port;
	shutdown(server.fd, SHUT_RDWR);
	fake_join(&server);
	assert_int_equal(visit_port(port, NULL), APP_UNREACHABLE);
	assert_non_null(strstr(app.farewell, "fake:1"));
	set_up(NULL);
	server.plain = true;
	server.greeting = "220 mail.example.org ESMTP\r\n";
	assert_int_equal(visit(NULL), APP_UNREACHABLE);
}

static void a_ping_is_answered(void **state)
{
	(void)state;
	server.greeting = HELLO "*ping\n";
	assert_int_equal(visit(NULL), APP_OK);
	assert_non_null(strstr(server.got, " ping\n#3 guest\n"));
	assert_int_equal(lines, 3); /* hello, welcome, bye: neither the ping nor its pong */
}

/* What is typed, and what is sent for it. */
static void commands(void **state)
{
	static const char *const lines_typed[] = {"h8", "  MOVE h8 ply=3", "say hello there",
	    "say :so so", "say room=r7 :elsewhere", "accept", "accept 3", "draw room=r7", "leave",
	    "leave r7", "rooms open", "who", "xyzzy", "", NULL};
	static const char *const sent[] = {"move h8 room=r1", "move h8 ply=3 room=r1",
	    "say room=r1 :hello there", "say room=r1 :so so", "say room=r7 :elsewhere",
	    "accept 5 room=r1", "accept 3 room=r1", "draw room=r7", "leave r1", "leave r7",
	    "rooms open", "who", "xyzzy", NULL};
	static const struct fake_answer answers[] = {
	    {"hello", "+hello"},
	    {"guest", "+welcome user=~ann rooms=-"},
	    {"ping", "+pong"},
	    {"play", "+created room=r1\n" SYNC "\n*offer room=r1 id=5 type=draw from=ai:2"},
	    {"quit", "+quit\n*bye reason=quit"},
	    {NULL, NULL},
	};
	const char *at;

	(void)state;
	server.answer = answers;
	options.action = ACTION_BOT;
	snprintf(options.target, sizeof(options.target), "2");
	typed = lines_typed;
	assert_int_equal(visit(NULL), APP_OK);
	assert_string_equal(complaints, "");
	at = strstr(server.got, "play 2");
	for (const char *const *s = sent; *s != NULL; s++) {
		char line[100];

		snprintf(line, sizeof(line), " %s\n", *s);
		at = at == NULL ? NULL : strstr(at, line);
		if (at == NULL)
			fail_msg("not sent, or not in its order: %s\nsent:\n%s", *s, server.got);
	}
}

/* What is never sent. */
static void commands_refused_here(void **state)
{
	static char long_text[1100];
	static const char *const lines_typed[] = {
	    "#7 who", "say \033[2J", "1+1", long_text, "play 3", NULL};

	(void)state;
	snprintf(long_text, sizeof(long_text), "say :%01015d", 0);
	options.action = ACTION_BOT;
	snprintf(options.target, sizeof(options.target), "2");
	typed = lines_typed;
	assert_int_equal(visit(NULL), APP_OK);
	assert_string_equal(complaints, "Commands begin with a verb. Type help for what there is.\n"
					"That has characters which cannot be sent.\n"
					"I cannot read that. Type help for what there is.\n"
					"That is too long to be sent.\n"
					"Your game is still on: resign or abort it first.\n");
	assert_null(strstr(server.got, "say"));
	assert_null(strstr(server.got, "who"));
	assert_null(strstr(server.got, "play 3"));
}

/* A game that has ended makes way for the next one. */
static void the_old_room_is_left(void **state)
{
	static const char *const lines_typed[] = {"resign", "play 1", NULL};
	static const struct fake_answer answers[] = {
	    {"hello", "+hello"},
	    {"guest", "+welcome user=~ann rooms=-"},
	    {"ping", "+pong"},
	    {"play", "+created room=r1\n" SYNC},
	    {"resign", "+resigned\n*end room=r1 result=white why=resign"},
	    {"leave", "+left room=r1"},
	    {"quit", "+quit\n*bye reason=quit"},
	    {NULL, NULL},
	};

	(void)state;
	server.answer = answers;
	options.action = ACTION_BOT;
	snprintf(options.target, sizeof(options.target), "2");
	typed = lines_typed;
	assert_int_equal(visit(NULL), APP_OK);
	assert_string_equal(complaints, "");
	assert_non_null(strstr(server.got, " leave r1\n"));
	assert_non_null(strstr(strstr(server.got, " leave r1\n"), " play 1\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(a_visit_without_a_hitch, set_up),
	    cmocka_unit_test_setup(a_server_that_drips, set_up),
	    cmocka_unit_test_setup(a_taken_name, set_up),
	    cmocka_unit_test_setup(refusals, set_up),
	    cmocka_unit_test_setup(bad_servers, set_up),
	    cmocka_unit_test_setup(the_longest_line_is_taken, set_up),
	    cmocka_unit_test_setup(lost_connections, set_up),
	    cmocka_unit_test_setup(another_key, set_up),
	    cmocka_unit_test_setup(nobody_there, set_up),
	    cmocka_unit_test_setup(a_ping_is_answered, set_up),
	    cmocka_unit_test_setup(commands, set_up),
	    cmocka_unit_test_setup(commands_refused_here, set_up),
	    cmocka_unit_test_setup(the_old_room_is_left, set_up),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("app", tests, NULL, NULL);
}
