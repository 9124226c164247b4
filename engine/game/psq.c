#include "psq.h"

#include <stdio.h>
#include <string.h>

#include "record_text.h"

enum { LINE_MAX_BYTES = 256 };

/* A line of the text, without its end. */
struct line {
	char bytes[LINE_MAX_BYTES];
	size_t at, n; /* where it begins in the text, and its whole length there */
	bool ended, crlf;
};

struct lines {
	const char *text;
	size_t n, at;
};

/* The next line, cut if it is too long for any we know; false at the end of the text. */
static bool next_line(struct lines *in, struct line *line)
{
	if (in->at >= in->n)
		return false;
	const char *begin = in->text + in->at;
	const char *end = memchr(begin, '\n', in->n - in->at);
	line->at = in->at;
	line->ended = end != NULL;
	line->n = end != NULL ? (size_t)(end - begin) : in->n - in->at;
	in->at += line->n + line->ended;
	line->crlf = line->n > 0 && begin[line->n - 1] == '\r';
	size_t keep = line->n - line->crlf;
	if (keep >= LINE_MAX_BYTES)
		keep = LINE_MAX_BYTES - 1;
	memcpy(line->bytes, begin, keep);
	line->bytes[keep] = '\0';
	return true;
}

/* Reads up to three whole numbers with commas between them, and nothing else. How many; 0: not so.
 */
static int read_numbers(const char *s, int numbers[3])
{
	int n = 0;
	for (; n < 3; n++) {
		bool minus = *s == '-';
		long value = 0;
		size_t digits = strspn(s += minus, "0123456789");
		if (digits == 0 || digits > 9)
			return 0;
		for (; digits > 0; digits--)
			value = value * 10 + (*s++ - '0');
		numbers[n] = (int)(minus ? -value : value);
		if (*s != ',')
			break;
		s++;
	}
	return *s == '\0' && n < 3 ? n + 1 : 0;
}

static int read_head(
    struct record *r, const struct line *line, const char *text, struct record_report *report)
{
	int columns, rows, levels[2], starter;
	char rest[2];
	int n = sscanf(line->bytes, "Piskvorky %4dx%4d, %9d:%9d, %1d%1s", &columns, &rows,
	    &levels[0], &levels[1], &starter, rest);
	if (n != 5 || levels[0] < 0 || levels[1] < 0 || (starter != 0 && starter != 1))
		return record_error(
		    report, text, line->at, "not the first line of a .psq file, \"Piskvorky ...\"");
	if (columns != rows || columns < BOARD_MIN || columns > BOARD_MAX)
		return record_error(report, text, line->at,
		    "a board that is not square or not of size %d to %d", BOARD_MIN, BOARD_MAX);
	record_init(r, r->rule, columns);
	memcpy(r->psq.level, levels, sizeof(levels));
	r->psq.starter = starter;
	r->psq.crlf = line->crlf;
	return 0;
}

/* Adds the move with these numbers, of which there are n. */
static int read_move(struct record *r, const int numbers[3], int n, const struct line *line,
    const char *text, struct record_report *report)
{
	int column = numbers[0], row = numbers[1];
	if (r->plies == r->size * r->size)
		return record_error(report, text, line->at, "more moves than the board has points");
	if (column < 1 || column > r->size || row < 1 || row > r->size)
		return record_error(report, text, line->at, "move %d, %d,%d, is off the board",
		    r->plies + 1, column, row);
	int point = point_at(column - 1, r->size - row);
	r->ply[r->plies++] =
	    (struct record_ply){(int16_t)point, n == 3 && numbers[2] >= 0 ? numbers[2] : -1};
	return 0;
}

/* What follows the moves: nothing, two names, a code, or two names and a code. */
static int read_tail(struct record *r, struct lines *in, struct line *line, const char *text,
    struct record_report *report)
{
	char *names[2] = {r->black, r->white};
	int numbers[3], named = 0;
	do {
		int count = read_numbers(line->bytes, numbers);
		bool code = named != 1 && count == 1;
		if (line->bytes[0] == '\0' && named != 1)
			continue;
		if (r->psq.coded || count > 1 || (!code && named == 2))
			return record_error(report, text, line->at, "a line too many");
		if (code) {
			r->psq.coded = true;
			r->psq.code = numbers[0];
			continue;
		}
		record_text_set(names[named++ ^ r->psq.starter], RECORD_NAME, line->bytes);
	} while (next_line(in, line));
	if (named == 1)
		return record_error(report, text, in->n, "the second player's name is missing");
	return 0;
}

/* Reads into r, whose rule is set. Keeps where each move stands in move_at. */
static int read_all(
    struct record *r, const char *text, size_t n, size_t move_at[], struct record_report *report)
{
	struct lines in = {text, n, 0};
	struct line line;
	int numbers[3];
	if (n > RECORD_FILE_MAX)
		return record_error(report, text, 0, "longer than %d bytes", RECORD_FILE_MAX);
	if (!next_line(&in, &line))
		return record_error(report, text, 0, "an empty file");
	if (read_head(r, &line, text, report) == -1)
		return -1;
	while (next_line(&in, &line)) {
		int count = read_numbers(line.bytes, numbers);
		if (count < 2)
			return read_tail(r, &in, &line, text, report);
		if (read_move(r, numbers, count, &line, text, report) == -1)
			return -1;
		move_at[r->plies - 1] = line.at;
	}
	return 0;
}

int psq_read(
    struct record *r, const char *text, size_t n, enum rule rule, struct record_report *report)
{
	struct record got = {.rule = rule};
	size_t move_at[BOARD_POINTS] = {0};
	char message[RECORD_MESSAGE];
	int ply;
	memset(report, 0, sizeof(*report));
	if (read_all(&got, text, n, move_at, report) == -1)
		return -1;
	if (record_check(&got, &ply, message) == -1)
		return record_error(report, text, move_at[ply], "%s", message);
	*r = got;
	return 0;
}

/* A name as a line that can't be taken for a move or a code. */
static void write_name(struct record_out *o, const char *name, const char *end)
{
	int numbers[3];
	bool odd = name[0] == '\0' || read_numbers(name, numbers) > 0;
	record_out(o, "%s%s%s", odd ? "_" : "", name, end);
}

int psq_write(const struct record *r, char *buf, size_t size)
{
	struct record_out o = {.text = buf, .size = size};
	const char *end = r->psq.crlf ? "\r\n" : "\n";
	buf[0] = '\0';
	if (r->setup.stones > 0 || r->first != STONE_BLACK)
		return -1;
	record_out(&o, "Piskvorky %dx%d, %d:%d, %d%s", r->size, r->size, r->psq.level[0],
	    r->psq.level[1], r->psq.starter, end);
	for (int i = 0; i < r->plies; i++) {
		int point = r->ply[i].point, ms = r->ply[i].ms;
		if (point == POINT_PASS)
			return -1;
		record_out(&o, "%d,%d,%d%s", point_column(point) + 1, r->size - point_row(point),
		    ms < 0 ? 0 : ms, end);
	}
	if (r->black[0] != '\0' || r->white[0] != '\0') {
		write_name(&o, r->psq.starter == 0 ? r->black : r->white, end);
		write_name(&o, r->psq.starter == 0 ? r->white : r->black, end);
	}
	if (r->psq.coded)
		record_out(&o, "%d%s", r->psq.code, end);
	else
		record_out(&o, "%d%s", r->result == GAME_NONE ? -1 : 0, end);
	return record_out_end(&o);
}
