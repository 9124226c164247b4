/*
 * Feeds bytes to the engine's whole loop (loop.h), as a manager would on its input, and watches
 * what it does with each line. Shared by the fuzzer, which makes the bytes up, and by the test that
 * goes through what it has found.
 *
 * The searches are real, of few nodes; the clock is made up. By the first byte it either stands
 * still, so that only the nodes bound a search, or goes on, so that the end of the input is heard.
 */
#ifndef GOMOKU_LOOP_FEED_H
#define GOMOKU_LOOP_FEED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/loop.h"

enum { LOOP_FEED_NODES = 400, LOOP_FEED_THOUGHTS = 40 };

static int64_t loop_feed_now, loop_feed_step;

static inline int64_t loop_feed_clock(void *arg)
{
	(void)arg;
	loop_feed_now += loop_feed_step;
	return loop_feed_now;
}

/* Ends the program, which both a fuzzer and a test notice. */
static inline void loop_feed_require(bool holds, const char *what, const char *line)
{
	if (holds)
		return;
	fprintf(stderr, "%s: %.200s\n", what, line);
	abort();
}

/* Whether the board has as many stones as it says, all of them on it. */
static inline bool loop_feed_sound(const struct board *b)
{
	int stones = 0;
	for (int point = 0; point < BOARD_CELLS; point++) {
		if (board_at(b, point) > STONE_WHITE)
			return false;
		if (board_at(b, point) == STONE_NONE)
			continue;
		if (!board_has(b, point))
			return false;
		stones++;
	}
	return b->size >= BOARD_MIN && b->size <= BOARD_MAX && stones == b->stones;
}

static inline bool loop_feed_begins(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

/* The answer to a thought: a stone lies there now, none lay there before, and it was allowed. */
static inline void loop_feed_move(
    const struct responder *r, const struct board *before, const char *answer)
{
	int64_t at[2];
	loop_feed_require(gomocup_numbers(answer, 2, at), "no point", answer);
	int point = gomocup_point(r->board.size, at[0], at[1]);
	struct board b = r->board;
	loop_feed_require(point != POINT_NONE, "off the board", answer);
	loop_feed_require(board_at(&b, point) == r->side, "no stone of the engine's", answer);
	board_remove(&b, point);
	loop_feed_require(board_at(before, point) == STONE_NONE, "on a stone", answer);
	loop_feed_require(rules_foul(&b, rule_of_code(r->info.rule), r->side, point) == FOUL_NONE,
	    "forbidden", answer);
}

/* Looks at what one line has brought about: at most one answer, of a kind that belongs to it. */
static inline void loop_feed_judge(const struct loop *l, enum gomocup_command command,
    const struct responder *before, char *answers)
{
	const struct responder *r = &l->responder;
	int n = 0;

	loop_feed_require(!r->started || loop_feed_sound(&r->board), "unsound after", answers);
	for (char *next, *line = answers; *line != '\0'; line = next) {
		next = strchr(line, '\n');
		loop_feed_require(next != NULL, "an answer without end", line);
		*next++ = '\0';
		for (const char *at = line; *at != '\0'; at++)
			loop_feed_require((*at >= ' ' && *at <= '~') || *at == '\t',
			    "bytes that are no text", line);
		if (loop_feed_begins(line, "MESSAGE info depth="))
			continue;
		n++;
		if (loop_feed_begins(line, "ERROR ") || loop_feed_begins(line, "UNKNOWN ") ||
		    loop_feed_begins(line, "OK") || loop_feed_begins(line, "name=") ||
		    loop_feed_begins(line, "FORBID ") || loop_feed_begins(line, "SWAP"))
			continue;
		bool reads = before->draft.reading != RESPONDER_COMMANDS;
		if (reads ? before->draft.reading == RESPONDER_BOARD
			  : command == GOMOCUP_TURN || command == GOMOCUP_BEGIN) {
			/* What BOARD begins with is told by the stones on it now, less the answer.
			 */
			static const struct board nothing;
			loop_feed_move(r, reads ? &nothing : &before->board, line);
		} else {
			loop_feed_require(*line >= '0' && *line <= '9', "no answer", line);
		}
	}
	loop_feed_require(n <= 1, "more than one answer", answers);
}

/* Feeds the bytes to a loop with no game yet, up to their end or END. */
static inline void loop_feed(const uint8_t *data, size_t n)
{
	static struct search *search; /* the patterns of a rule are made but once */
	static struct loop loop;
	static struct responder before;
	char *answers = NULL;
	size_t size = 0, seen = 0;
	int thoughts = 0;

	if (n == 0)
		return;
	if (search == NULL)
		search = search_new(1);
	int in = memfd_create("input", MFD_CLOEXEC);
	FILE *out = open_memstream(&answers, &size);
	loop_feed_require(search != NULL && out != NULL && in >= 0 &&
			      write(in, data + 1, n - 1) == (ssize_t)(n - 1) &&
			      lseek(in, 0, SEEK_SET) == 0,
	    "no means", "");
	loop_feed_now = 0;
	loop_feed_step = data[0] % 2;
	search_seed(search, 1);
	loop_init(&loop, &(struct loop_ends){in, out, search, loop_feed_clock, NULL});
	for (bool more = true; more && thoughts < LOOP_FEED_THOUGHTS; seen = size) {
		const char *args;
		if (loop.responder.info.max_node == 0 ||
		    loop.responder.info.max_node > LOOP_FEED_NODES)
			loop.responder.info.max_node = LOOP_FEED_NODES;
		before = loop.responder;
		more = loop_step(&loop);
		fflush(out);
		enum gomocup_command command = gomocup_command(loop.input.reader.line, &args);
		thoughts += size > seen && strstr(answers + seen, "MESSAGE") != NULL;
		thoughts +=
		    command == GOMOCUP_TURN || command == GOMOCUP_BEGIN || command == GOMOCUP_DONE;
		loop_feed_judge(&loop, command, &before, answers + seen);
	}
	fclose(out);
	free(answers);
	close(in);
}

#endif
