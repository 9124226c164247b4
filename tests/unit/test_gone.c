/* Those who are gone and may come back: as many as there is memory for, the longest gone first out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/limits.h"
#include "daemon/play/lobby.h"

enum { SHOWN = 3 };

static struct lobby *lobby;
static struct loop *loop;

static int set_up(void **state)
{
	static const struct roster roster;
	const struct lobby_settings settings = {.max_rooms = 8, .roster = &roster};

	(void)state;
	loop = loop_new();
	lobby = loop ? lobby_new(loop, &settings) : NULL;
	return lobby ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	lobby_free(lobby);
	loop_free(loop);
	return 0;
}

/* Somebody who comes, gets a token and drops at that time. */
static void come_and_go(int number, char token[static SECRET_TOKEN])
{
	char name[USER_NAME];
	struct user *u;

	snprintf(name, sizeof name, "~u%d", number);
	u = lobby_add_user(lobby, name);
	assert_non_null(u);
	lobby_next_token(lobby, u, token);
	lobby_user_gone(lobby, u, false, 1000 + number);
	lobby_turn_end(lobby);
}

static void the_longest_gone_make_way(void **state)
{
	static char token[SHOWN][SECRET_TOKEN];
	char other[SECRET_TOKEN];

	(void)state;
	for (int i = 0; i < SHOWN; i++)
		come_and_go(i, token[i]);
	for (int i = SHOWN; i < LIMIT_GONE; i++)
		come_and_go(i, other);
	for (int i = 0; i < SHOWN; i++)
		assert_non_null(lobby_user_of_token(lobby, token[i]));
	/* Each that is one too many costs the one that has been away for longest. */
	come_and_go(LIMIT_GONE, other);
	assert_null(lobby_user_of_token(lobby, token[0]));
	assert_non_null(lobby_user_of_token(lobby, token[1]));
	come_and_go(LIMIT_GONE + 1, other);
	assert_null(lobby_user_of_token(lobby, token[1]));
	assert_non_null(lobby_user_of_token(lobby, token[2]));
	assert_non_null(lobby_user_of_token(lobby, other));
	/* One who has come back is not gone. */
	lobby_user_back(lobby, lobby_user_of_token(lobby, token[2]));
	come_and_go(LIMIT_GONE + 2, other);
	come_and_go(LIMIT_GONE + 3, other);
	assert_non_null(lobby_user_of_token(lobby, token[2]));
}

/* Whoever was sent off has no token that counts. */
static void out_is_out(void **state)
{
	char token[SECRET_TOKEN];
	struct user *u = lobby_add_user(lobby, "~rude");

	(void)state;
	assert_non_null(u);
	lobby_next_token(lobby, u, token);
	assert_ptr_equal(lobby_user_of_token(lobby, token), u);
	lobby_user_out(lobby, u, 1);
	assert_null(lobby_user_of_token(lobby, token));
	lobby_turn_end(lobby);
	assert_null(lobby_find_user(lobby, "~rude"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(the_longest_gone_make_way, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(out_is_out, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("gone", tests, NULL, NULL);
}
