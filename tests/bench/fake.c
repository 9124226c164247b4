/*
 * fake: a Gomocup engine for the tests of match. It plays the first free point of a row, then of
 * the rows after it, and with its own n-th move it commits a fault.
 *
 *   fake ROW [FAULT [N]]
 *   fake ROW list X,Y...      plays these first
 *
 * Rows are the protocol's, from the top. Faults: refuse (START), exit, occupied, off, rubbish,
 * error, silent, late (by half a second). Without a fault: talk (says
 * much before it answers), draw (as black and white of one pattern that fills a 5x5 board with no
 * five).
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE_MAX_LINES = 25 };

static struct {
	int size, row, moves, fault_at, turn_ms;
	const char *fault;
	char **list; /* points to play first, to a NULL */
	bool black;
	bool taken[SIZE_MAX_LINES][SIZE_MAX_LINES]; /* by row and column */
} fake;

static bool faulty(const char *fault)
{
	return strcmp(fake.fault, fault) == 0;
}

static void say(const char *text)
{
	puts(text);
	fflush(stdout);
}

/* Reads "x,y" and takes the point. */
static bool take(const char *text)
{
	int column, row;
	if (sscanf(text, "%d,%d", &column, &row) != 2 || column < 0 || row < 0 ||
	    column >= fake.size || row >= fake.size)
		return false;
	fake.taken[row][column] = true;
	return true;
}

static void play_first(void)
{
	if (fake.list != NULL && *fake.list != NULL && take(*fake.list)) {
		say(*fake.list++);
		return;
	}
	for (int i = 0; i < fake.size * fake.size; i++) {
		int row = (fake.row + i / fake.size) % fake.size, column = i % fake.size;
		bool theirs = faulty("draw") && ((column + 2 * row) % 4 < 2) != fake.black;
		if (!fake.taken[row][column] && !theirs) {
			fake.taken[row][column] = true;
			printf("%d,%d\n", column, row);
			fflush(stdout);
			return;
		}
	}
}

static void sleep_ms(int ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
	nanosleep(&t, NULL);
}

static void occupied(void)
{
	for (int i = 0; i < fake.size * fake.size; i++) {
		if (fake.taken[i / fake.size][i % fake.size]) {
			printf("%d,%d\n", i % fake.size, i / fake.size);
			fflush(stdout);
			return;
		}
	}
}

static bool harmless(void)
{
	return faulty("") || faulty("talk") || faulty("draw") || faulty("list");
}

static void move(void)
{
	if (++fake.moves != fake.fault_at || harmless()) {
		if (faulty("talk"))
			printf("MESSAGE 1,1 is no move\r\n\r\n  DEBUG nor 2,2\r\nmuch talk\r\n ");
		play_first();
	} else if (faulty("exit"))
		exit(3);
	else if (faulty("occupied"))
		occupied();
	else if (faulty("off"))
		say("3,99");
	else if (faulty("rubbish"))
		say("3;4");
	else if (faulty("error"))
		say("ERROR no idea");
	else if (faulty("late")) {
		sleep_ms(fake.turn_ms + 500);
		play_first();
	}
}

/* Returns false at END. */
static bool obey(const char *line)
{
	if (sscanf(line, "START %d", &fake.size) == 1) {
		memset(fake.taken, 0, sizeof(fake.taken));
		fake.black = false;
		fake.moves = 0;
		say(faulty("refuse") || fake.size > SIZE_MAX_LINES ? "ERROR no" : "OK");
	} else if (strncmp(line, "ABOUT", 5) == 0)
		say("name=\"fake\"");
	else if (strncmp(line, "BEGIN", 5) == 0) {
		fake.black = true;
		move();
	} else if (strncmp(line, "DONE", 4) == 0)
		move();
	else if (strncmp(line, "TURN ", 5) == 0 && take(line + 5))
		move();
	else if (strncmp(line, "END", 3) == 0)
		return false;
	else if (sscanf(line, "INFO timeout_turn %d", &fake.turn_ms) != 1)
		take(line);
	return true;
}

int main(int argc, char *argv[])
{
	char line[256];
	fake.row = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;
	fake.fault = argc > 2 ? argv[2] : "";
	fake.fault_at = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 1;
	fake.list = argc > 2 && faulty("list") ? argv + 3 : NULL;
	while (fgets(line, sizeof(line), stdin) != NULL && obey(line))
		continue;
	return 0;
}
