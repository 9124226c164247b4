/* The engine's loop, fed with what the fuzzer keeps: dialogues of every kind, good ones and bad. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "loop_feed.h"

static void test_corpus(void **state)
{
	static uint8_t data[1 << 16];
	DIR *dir = opendir("tests/data/fuzz/gomocup");
	int files = 0;
	(void)state;

	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir)) != NULL;) {
		char path[512];
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "tests/data/fuzz/gomocup/%s", e->d_name);
		FILE *f = fopen(path, "rb");
		assert_non_null(f);
		size_t n = fread(data, 1, sizeof(data), f);
		fclose(f);
		/* By a clock that stands still and by one that goes on. */
		for (int i = 0; i < 2 && n > 0; i++) {
			data[0] ^= 1;
			loop_feed(data, n);
		}
		files++;
	}
	closedir(dir);
	assert_true(files >= 20);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_corpus),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
