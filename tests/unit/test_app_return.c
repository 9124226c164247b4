/* A connection that is lost and made again, and one that is not. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "visit.h"

static const struct fake_answer with_token[] = {
    {"hello", "+hello"},
    {"guest", "+welcome user=~ann resume=t0ken1 rooms=-"},
    {"resume", "+resumed user=~ann resume=t0ken2 rooms=r1"},
    {"play", "+created room=r1\n" SYNC "\n*say room=r1 seq=17 from=~bob :hello"},
    {"ping", "+pong"},
    {"quit", "+quit\n*bye reason=quit"},
    {NULL, NULL},
};

/* A connection that breaks off is made again; the token and what we know of the rooms are told. */
static void a_seat_is_come_back_to(void **state)
{
	static const char *const lines_typed[] = {"draw", "who", NULL};

	(void)state;
	server.answer = with_token;
	server.drop_on = "draw";
	server.visits = 2;
	options.action = ACTION_BOT;
	snprintf(options.target, sizeof(options.target), "2");
	comes_back = true;
	typed = lines_typed;
	assert_int_equal(visit(NULL), APP_OK);
	assert_int_equal(attempts, 1);
	assert_int_equal(pauses[0], 1000);
	assert_int_equal(welcomes, 1);
	assert_non_null(strstr(server.got, " resume t0ken1 seq=r1:17\n"));
	assert_string_equal(app.token, "t0ken2");
	/* What had been typed goes on where it stood; the command line's action is not done twice.
	 */
	assert_non_null(strstr(strstr(server.got, " resume "), " who\n"));
	assert_null(strstr(strstr(server.got, " resume "), " play"));
	assert_non_null(strstr(notices, "Connection lost"));
	assert_non_null(strstr(notices, "Connected again."));
	assert_non_null(model_focus(&app.model));
}

/* A token that is no good any more: in anew, without the rooms of before. */
static void a_seat_that_is_gone(void **state)
{
	static const struct fake_answer answers[] = {
	    {"hello", "+hello"},
	    {"guest", "+welcome user=~ann resume=t0ken1 rooms=-"},
	    {"resume", "-denied"},
	    {"play", "+created room=r1\n" SYNC},
	    {"ping", "+pong"},
	    {"quit", "+quit\n*bye reason=quit"},
	    {NULL, NULL},
	};
	static const char *const lines_typed[] = {"draw", NULL};

	(void)state;
	server.answer = answers;
	server.drop_on = "draw";
	server.visits = 2;
	options.action = ACTION_BOT;
	snprintf(options.target, sizeof(options.target), "2");
	comes_back = true;
	typed = lines_typed;
	assert_int_equal(visit(NULL), APP_OK);
	assert_non_null(strstr(strstr(server.got, " resume "), " guest"));
	assert_non_null(strstr(notices, "your seat is gone"));
}

/* Whoever is sent away stays away. */
static void who_was_replaced_stays_away(void **state)
{
	static const char *const reasons[] = {"replaced", "ejected", "banned", "flood"};

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		struct fake_answer answers[8];
		static const char *const lines_typed[] = {"draw", NULL};
		char bye[80];

		set_up(state);
		memcpy(answers, with_token, sizeof(with_token));
		snprintf(bye, sizeof(bye), "+offered\n*bye reason=%s", reasons[i]);
		answers[6] = (struct fake_answer){"draw", bye};
		answers[7] = (struct fake_answer){NULL, NULL};
		server.answer = answers;
		server.drop_on = "draw";
		comes_back = true;
		typed = lines_typed;
		assert_int_equal(visit(NULL), APP_LOST);
		assert_int_equal(attempts, 0);
		assert_non_null(strstr(app.farewell, reasons[i]));
	}
}

/* The key that was seen first is the key of every connection after it. */
static void another_key_after_a_loss(void **state)
{
	static struct fake_server other;
	static const char *const lines_typed[] = {"draw", NULL};

	(void)state;
	memset(&other, 0, sizeof(other));
	other.greeting = HELLO;
	other.answer = with_token;
	server.answer = with_token;
	server.drop_on = "draw";
	fake_start(&other);
	other_port = other.port;
	comes_back = true;
	typed = lines_typed;
	assert_int_equal(visit(NULL), APP_UNTRUSTED);
	fake_join(&other);
	assert_string_equal(other.got, "");
}

/* One second, two, four, up to a minute. */
static void the_pauses_grow(void **state)
{
	static const int want[] = {1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000};
	static const char *const lines_typed[] = {"draw", NULL};

	(void)state;
	server.answer = with_token;
	server.drop_on = "draw";
	comes_back = true;
	other_port = 1; /* nobody listens there */
	typed = lines_typed;
	assert_int_equal(visit(NULL), APP_LOST);
	assert_int_equal(attempts, 8);
	for (int i = 0; i < 8; i++)
		assert_int_equal(pauses[i], want[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(a_seat_is_come_back_to, set_up),
	    cmocka_unit_test_setup(a_seat_that_is_gone, set_up),
	    cmocka_unit_test_setup(who_was_replaced_stays_away, set_up),
	    cmocka_unit_test_setup(another_key_after_a_loss, set_up),
	    cmocka_unit_test_setup(the_pauses_grow, set_up),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("app: coming back", tests, NULL, NULL);
}
