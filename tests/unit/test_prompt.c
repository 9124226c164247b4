/* The client's prompt, its layout and its scroll of talk: pure parts of the full screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/scroll.h"
#include "client/tui/layout.h"
#include "client/tui/prompt.h"

static struct prompt p;

static int set_up(void **state)
{
	(void)state;
	prompt_init(&p);
	return 0;
}

static int take_down(void **state)
{
	(void)state;
	prompt_free(&p);
	return 0;
}

static enum prompt_result press(enum press_kind kind)
{
	struct press k = {.kind = kind};

	return prompt_press(&p, &k);
}

/* Types ASCII text; gives what the last character came to. */
static enum prompt_result type(const char *text)
{
	enum prompt_result result = PROMPT_IGNORED;

	for (; *text != '\0'; text++) {
		struct press k = {.kind = PRESS_CHAR, .code = (unsigned char)*text};

		result = prompt_press(&p, &k);
	}
	return result;
}

static void assert_line(const char *text)
{
	char all[PROMPT_BYTES], before[PROMPT_BYTES];

	prompt_text(&p, all, before);
	assert_string_equal(all, text);
}

static void idle_takes_only_the_colon(void **state)
{
	(void)state;
	assert_int_equal(type("h"), PROMPT_IGNORED);
	assert_int_equal(press(PRESS_ENTER), PROMPT_IGNORED);
	assert_int_equal(press(PRESS_LEFT), PROMPT_IGNORED);
	assert_int_equal(p.mode, PROMPT_IDLE);
	assert_int_equal(type(":"), PROMPT_TAKEN);
	assert_int_equal(p.mode, PROMPT_COMMAND);
}

static void points(void **state)
{
	(void)state;
	prompt_begin_point(&p, 'H');
	assert_line("h");
	assert_int_equal(press(PRESS_ENTER), PROMPT_TAKEN); /* not a point yet */
	assert_int_equal(type("8"), PROMPT_TAKEN);
	assert_int_equal(press(PRESS_ENTER), PROMPT_PLAY);
	assert_string_equal(p.done, "h8");
	assert_int_equal(p.mode, PROMPT_IDLE);
	prompt_begin_point(&p, 'h');
	type("123");
	assert_line("h12"); /* no more than two digits */
	press(PRESS_BACKSPACE);
	assert_line("h1");
	type("k");
	assert_line("k"); /* another letter begins anew */
	press(PRESS_BACKSPACE);
	assert_int_equal(p.mode, PROMPT_IDLE);
	prompt_begin_point(&p, 'h');
	type("8");
	press(PRESS_ESCAPE);
	assert_int_equal(p.mode, PROMPT_IDLE);
	assert_line("");
	prompt_begin_point(&p, 'h');
	assert_int_equal(press(PRESS_UP), PROMPT_IGNORED); /* for the cursor */
	assert_int_equal(p.mode, PROMPT_IDLE);
	prompt_begin_point(&p, 'h');
	type("8");
	assert_int_equal(type(" "), PROMPT_PLAY);
}

static void commands_are_edited(void **state)
{
	struct press han = {.kind = PRESS_CHAR, .code = 0x4F60};

	(void)state;
	type(":say helo");
	press(PRESS_LEFT);
	type("l");
	assert_line("say hello");
	press(PRESS_END);
	prompt_press(&p, &han);
	assert_line("say hello\xe4\xbd\xa0");
	press(PRESS_BACKSPACE);
	press(PRESS_HOME);
	press(PRESS_DELETE);
	assert_line("ay hello");
	type("s");
	assert_int_equal(press(PRESS_ENTER), PROMPT_RUN);
	assert_string_equal(p.done, "say hello");
	assert_int_equal(p.mode, PROMPT_IDLE);
	type(":");
	assert_int_equal(press(PRESS_ENTER), PROMPT_TAKEN); /* nothing to run */
	assert_int_equal(p.mode, PROMPT_IDLE);
	type(":abc");
	press(PRESS_KILL);
	assert_int_equal(p.mode, PROMPT_IDLE);
	type(":x");
	press(PRESS_BACKSPACE);
	assert_int_equal(p.mode, PROMPT_COMMAND);
	press(PRESS_BACKSPACE);
	assert_int_equal(p.mode, PROMPT_IDLE);
}

static void a_line_has_an_end(void **state)
{
	char all[PROMPT_BYTES], before[PROMPT_BYTES];

	(void)state;
	type(":");
	for (int i = 0; i < PROMPT_CHARS + 10; i++) {
		struct press k = {.kind = PRESS_CHAR, .code = 0x1F600};

		prompt_press(&p, &k);
	}
	prompt_text(&p, all, before);
	assert_int_equal(strlen(all), 4 * PROMPT_CHARS);
	assert_string_equal(all, before);
}

/* Of a password stars are shown, it is said as it was typed, and no history keeps it. */
static void passwords_are_not_shown(void **state)
{
	static const char *const said[] = {
	    "login ann :pass word", "REGISTER ann code=x :s", "passwd :s", " login a :b"};
	static const char *const shown[] = {
	    "login ann :*********", "REGISTER ann code=x :*", "passwd :*", " login a :*"};
	char text[64];

	(void)state;
	type(":who");
	assert_int_equal(press(PRESS_ENTER), PROMPT_RUN);
	for (size_t i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), ":%s", said[i]);
		type(text);
		assert_line(shown[i]);
		assert_int_equal(press(PRESS_ENTER), PROMPT_RUN);
		assert_string_equal(p.done, said[i]);
	}
	type(":");
	press(PRESS_UP);
	assert_line("who");
	press(PRESS_ESCAPE);
	type(":say :hello");
	assert_line("say :hello");
	press(PRESS_ESCAPE);
	type(":loginx :a");
	assert_line("loginx :a");
}

static void history(void **state)
{
	char text[20];

	(void)state;
	for (int i = 0; i < PROMPT_HISTORY + 5; i++) {
		snprintf(text, sizeof(text), ":c%d", i);
		type(text);
		assert_int_equal(press(PRESS_ENTER), PROMPT_RUN);
	}
	type(":");
	press(PRESS_DOWN);
	assert_line("");
	press(PRESS_UP);
	assert_line("c36");
	press(PRESS_UP);
	assert_line("c35");
	press(PRESS_DOWN);
	assert_line("c36");
	for (int i = 0; i < 100; i++)
		press(PRESS_UP);
	assert_line("c5"); /* the oldest of those kept */
	for (int i = 0; i < 100; i++)
		press(PRESS_DOWN);
	assert_line("");
}

static void completion(void **state)
{
	(void)state;
	type(":rem");
	press(PRESS_TAB);
	assert_line("rematch ");
	press(PRESS_KILL);
	type(":re"); /* ready, resign, rematch */
	press(PRESS_TAB);
	assert_line("re");
	press(PRESS_KILL);
	type(":xyz");
	press(PRESS_TAB);
	assert_line("xyz");
	press(PRESS_KILL);
	type(":play wh");
	press(PRESS_TAB);
	assert_line("play white ");
	assert_string_equal(p.choices, "");
	press(PRESS_KILL);
	type(":room");
	press(PRESS_TAB);
	assert_line("room"); /* rooms begins so too */
	assert_string_equal(p.choices, "rooms room");
	press(PRESS_LEFT);
	assert_string_equal(p.choices, "");
}

/* Whatever the size, what is placed lies on the screen and never on the board. */
static void layouts_fit(void **state)
{
	struct layout l;

	(void)state;
	for (int cols = 1; cols <= 200; cols++)
		for (int rows = 1; rows <= 70; rows++)
			for (int size = 5; size <= 25; size += 5) {
				int bottom, right;

				layout_compute(&l, cols, rows, size);
				if (!l.fits) {
					assert_true(cols < l.need_cols || rows < l.need_rows);
					continue;
				}
				bottom = l.board_y + size - 1;
				right = l.board_x + LAYOUT_NUMBER + layout_field(size, l.step);
				assert_true(l.board_x >= 0 && right <= cols);
				assert_true(l.letters_y[0] >= 0 && l.letters_y[0] == l.board_y - 1);
				assert_true(l.title_y < l.letters_y[0]);
				assert_true(bottom < l.status_y);
				assert_true(l.letters_y[1] < l.status_y);
				if (rows <= size + LAYOUT_SPARE || rows <= LAYOUT_ROWS)
					assert_int_equal(l.prompt_y, rows - 1);
				assert_true(l.prompt_y < rows);
				assert_int_equal(l.status_y, l.prompt_y - 1);
				assert_true(l.side_x >= 0 && l.side_x + l.side_w <= cols);
				assert_true(l.side_y < l.status_y);
				if (l.wide)
					assert_true(
					    l.side_x > right && l.side_w >= LAYOUT_SIDE_MIN);
				else
					assert_true(l.side_y > bottom && l.side_y > l.letters_y[1]);
				assert_true(l.talk_h == 0 || l.talk_y + l.talk_h <= l.status_y);
			}
}

static void promised_sizes(void **state)
{
	struct layout l;

	(void)state;
	layout_compute(&l, 80, 24, 15);
	assert_true(l.fits && l.wide && l.title_y == 0 && l.letters_y[1] > 0 && l.talk_h > 5);
	layout_compute(&l, 80, 24, 19);
	assert_true(l.fits && l.wide);
	layout_compute(&l, 40, 20, 15);
	assert_true(l.fits && !l.wide);
	assert_int_equal(l.step, 2);
	/* Fewer columns: the lines draw together. */
	layout_compute(&l, 40, 24, 19);
	assert_true(l.fits && l.step == 1);
	layout_compute(&l, 24, 30, 15);
	assert_true(l.fits && l.step == 1 && l.side_h == 2);
	layout_compute(&l, 20, 20, 15);
	assert_true(l.fits && l.step == 1);
	layout_compute(&l, 19, 20, 15);
	assert_false(l.fits);
	layout_compute(&l, 40, 18, 15);
	assert_false(l.fits);
	layout_compute(&l, 80, 24, 25);
	assert_false(l.fits);
}

static void the_scroll_forgets_the_oldest(void **state)
{
	static struct scroll s;
	char text[20];

	(void)state;
	assert_int_equal(scroll_count(&s), 0);
	for (int i = 0; i < SCROLL_ENTRIES + 44; i++) {
		snprintf(text, sizeof(text), "entry %d", i);
		scroll_add(&s, i % 2 ? TELL_TALK : TELL_NEWS, text);
	}
	assert_int_equal(scroll_count(&s), SCROLL_ENTRIES);
	assert_string_equal(scroll_get(&s, 0)->text, "entry 299");
	assert_int_equal(scroll_get(&s, 0)->kind, TELL_TALK);
	assert_string_equal(scroll_get(&s, SCROLL_ENTRIES - 1)->text, "entry 44");
	scroll_free(&s);
	assert_int_equal(scroll_count(&s), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(idle_takes_only_the_colon, set_up, take_down),
	    cmocka_unit_test_setup_teardown(points, set_up, take_down),
	    cmocka_unit_test_setup_teardown(commands_are_edited, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_line_has_an_end, set_up, take_down),
	    cmocka_unit_test_setup_teardown(passwords_are_not_shown, set_up, take_down),
	    cmocka_unit_test_setup_teardown(history, set_up, take_down),
	    cmocka_unit_test_setup_teardown(completion, set_up, take_down),
	    cmocka_unit_test(layouts_fit),
	    cmocka_unit_test(promised_sizes),
	    cmocka_unit_test(the_scroll_forgets_the_oldest),
	};

	return cmocka_run_group_tests_name("prompt", tests, NULL, NULL);
}
