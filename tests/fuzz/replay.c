/*
 * A fuzz target without a fuzzer: goes through the files of its corpus, tests/data/fuzz/NAME for
 * replay_NAME, or those of another folder, and prints TAP. What it finds wrong ends the program.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "require.h"

enum { LARGEST = 1 << 20, FILES = 4096 };

static int play(const char *path)
{
	static uint8_t data[LARGEST];
	FILE *f = fopen(path, "rb");
	uint8_t *own;
	size_t n;

	if (!f)
		return -1;
	n = fread(data, 1, sizeof data, f);
	fclose(f);
	/* Of its own size, so that a sanitizer sees what is read behind it. */
	own = malloc(n + !n);
	if (!own)
		return -1;
	memcpy(own, data, n);
	LLVMFuzzerTestOneInput(own, n);
	free(own);
	return 0;
}

static int visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* Plays the files of a folder in the order of their names. -1: there is none. */
static int play_all(const char *folder)
{
	struct dirent **entry;
	int n = scandir(folder, &entry, visible, alphasort), failed = 0;

	for (int i = 0; i < n; i++) {
		char path[1024];
		int played;

		snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
		/* Named before it is played: it may not come back. */
		printf("# %s\n", path);
		fflush(stdout);
		played = play(path);
		failed += played < 0;
		printf("%sok %d %s\n", played < 0 ? "not " : "", i + 1, entry[i]->d_name);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
	printf("1..%d\n", n);
	return n > 0 && !failed ? 0 : -1;
}

int main(int argc, char **argv)
{
	const char *name = strstr(argv[0], "replay_");
	char folder[256];

	if (argc > 1)
		return play_all(argv[1]) < 0;
	snprintf(folder, sizeof folder, "tests/data/fuzz/%s", name ? name + 7 : "");
	return play_all(folder) < 0;
}
