/* The versions of the database: forward step by step, a copy first, a newer one refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/schema.h"

static const char *const steps[] = {
    "CREATE TABLE stones (name TEXT); INSERT INTO stones VALUES ('black');",
    "ALTER TABLE stones ADD COLUMN value INTEGER; UPDATE stones SET value = 1;",
    "INSERT INTO stones VALUES ('white', 2);",
};
static const char *const broken[] = {
    "CREATE TABLE stones (name TEXT); INSERT INTO stones VALUES ('black');",
    "INSERT INTO stones VALUES ('half'); INSERT INTO nothing VALUES (1);",
};

static char dir[64], path[96], copy[128];
static sqlite3 *sql;
static struct store_error error;

static int set_up(void **state)
{
	(void)state;
	snprintf(dir, sizeof dir, "/tmp/gomokud-schema.XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/a.db", dir);
	snprintf(copy, sizeof copy, "%s.v1", path);
	assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
	error.text[0] = '\0';
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	sqlite3_close(sql);
	unlink(path);
	unlink(copy);
	return rmdir(dir);
}

/* A number out of a database. */
static int ask(sqlite3 *db, const char *question)
{
	sqlite3_stmt *st;
	int n;

	assert_int_equal(sqlite3_prepare_v2(db, question, -1, &st, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	n = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return n;
}

static void new_one_needs_no_copy(void **state)
{
	(void)state;
	assert_int_equal(schema_upgrade(sql, path, steps, 3, &error), 0);
	assert_int_equal(ask(sql, "PRAGMA user_version"), 3);
	assert_int_equal(ask(sql, "SELECT sum(value) FROM stones"), 3);
	assert_int_equal(access(copy, F_OK), -1);
	/* Once more: there is nothing to do. */
	assert_int_equal(schema_upgrade(sql, path, steps, 3, &error), 0);
	assert_int_equal(ask(sql, "SELECT count(*) FROM stones"), 2);
}

static void old_one_is_copied_first(void **state)
{
	sqlite3 *old;

	(void)state;
	assert_int_equal(schema_upgrade(sql, path, steps, 1, &error), 0);
	assert_int_equal(
	    sqlite3_exec(sql, "INSERT INTO stones VALUES ('green')", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(schema_upgrade(sql, path, steps, 3, &error), 0);
	assert_int_equal(ask(sql, "PRAGMA user_version"), 3);
	assert_int_equal(ask(sql, "SELECT sum(value) FROM stones"), 4);
	assert_int_equal(sqlite3_open(copy, &old), SQLITE_OK);
	assert_int_equal(ask(old, "PRAGMA user_version"), 1);
	assert_int_equal(ask(old, "SELECT count(*) FROM stones"), 2);
	/* The copy can be used in its place. */
	assert_int_equal(schema_upgrade(old, copy, steps, 1, &error), 0);
	sqlite3_close(old);
}

static void newer_one_is_refused(void **state)
{
	(void)state;
	assert_int_equal(schema_upgrade(sql, path, steps, 3, &error), 0);
	assert_int_equal(schema_upgrade(sql, path, steps, 2, &error), -1);
	assert_int_equal(error.code, EX_DATAERR);
	assert_non_null(strstr(error.text, path));
	assert_non_null(strstr(error.text, "version 3"));
	assert_non_null(strstr(error.text, "up to 2"));
	assert_int_equal(ask(sql, "PRAGMA user_version"), 3);
}

static void anothers_is_refused(void **state)
{
	(void)state;
	assert_int_equal(
	    sqlite3_exec(sql, "CREATE TABLE addresses (name TEXT)", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(schema_upgrade(sql, path, steps, 3, &error), -1);
	assert_int_equal(error.code, EX_DATAERR);
	assert_non_null(strstr(error.text, "another program"));
	assert_int_equal(ask(sql, "SELECT count(*) FROM sqlite_schema"), 1);
}

/* A step that fails leaves the database as it was before it. */
static void half_a_step_is_none(void **state)
{
	(void)state;
	assert_int_equal(schema_upgrade(sql, path, broken, 1, &error), 0);
	assert_int_equal(schema_upgrade(sql, path, broken, 2, &error), -1);
	assert_non_null(strstr(error.text, "from version 1 to 2"));
	assert_int_equal(ask(sql, "PRAGMA user_version"), 1);
	assert_int_equal(ask(sql, "SELECT count(*) FROM stones"), 1);
	assert_int_equal(access(copy, F_OK), 0);
}

/* No copy, no step: here a folder stands where the copy is written. */
static void no_step_without_the_copy(void **state)
{
	char half[160];

	(void)state;
	snprintf(half, sizeof half, "%s/deep", copy);
	assert_int_equal(schema_upgrade(sql, path, steps, 1, &error), 0);
	assert_int_equal(mkdir(copy, 0700), 0);
	assert_int_equal(mkdir(half, 0700), 0);
	assert_int_equal(schema_upgrade(sql, path, steps, 3, &error), -1);
	assert_non_null(strstr(error.text, "copy"));
	assert_int_equal(ask(sql, "PRAGMA user_version"), 1);
	rmdir(half);
	rmdir(copy);
	snprintf(half, sizeof half, "%s.half", copy);
	unlink(half);
}

/* The real tables can be made. */
static void ours(void **state)
{
	(void)state;
	assert_int_equal(schema_upgrade(sql, path, schema_steps, schema_version, &error), 0);
	assert_int_equal(
	    ask(sql, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name "
		     "IN ('accounts', 'games', 'ratings', 'bans', 'codes')"),
	    5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(new_one_needs_no_copy, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(old_one_is_copied_first, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(newer_one_is_refused, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(anothers_is_refused, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(half_a_step_is_none, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(no_step_without_the_copy, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(ours, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}
