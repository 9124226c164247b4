#include "analyse.h"

#include <string.h>

#include "engine/game/moves.h"
#include "engine/game/psq.h"
#include "engine/game/sgf.h"
#include "engine/search/search.h"

/* Reads moves in a row, with whatever blanks a file has around and between them. */
static int read_moves(struct record *r, const char *text, size_t n, enum rule rule, int size,
    struct record_report *report)
{
	static char line[MOVES_TEXT * 2];
	int points[BOARD_POINTS], ply, len = 0;
	size_t at;

	memset(report, 0, sizeof(*report));
	for (size_t i = 0; i < n && len < (int)sizeof(line) - 1; i++)
		if (text[i] != '\n' && text[i] != '\r' && text[i] != ' ')
			line[len++] = text[i];
	line[len] = '\0';
	int plies = moves_parse(line, points, size * size, &at);
	if (plies < 0)
		return record_error(report, text, 0, "This is neither SGF nor .psq nor moves.");
	record_init(r, rule, size);
	r->plies = plies;
	for (int i = 0; i < plies; i++)
		r->ply[i] = (struct record_ply){(int16_t)points[i], -1};
	if (record_check(r, &ply, report->error) != 0)
		return -1;
	return 0;
}

int analyse_read(struct record *r, const char *text, size_t n, enum rule rule, int size,
    struct record_report *report)
{
	static const char psq[] = "Piskvor";

	if (n > strlen(psq) && memcmp(text, psq, strlen(psq)) == 0)
		return psq_read(r, text, n, rule, report);
	if (memchr(text, '(', n) != NULL)
		return sgf_read(r, text, n, rule, report);
	return read_moves(r, text, n, rule, size, report);
}

/* What the position is worth to the side to move; its best move goes to *best. */
static int look(struct search *s, const struct board *b, enum stone side, enum rule rule, int *best)
{
	const struct search_limits limits = {.style = SEARCH_LEVEL,
	    .level = SEARCH_LEVEL_MAX,
	    .time_ms = INT64_MAX,
	    .nodes = ANALYSE_NODES};

	*best = search_move(s, b, side, rule, &limits);
	return search_last(s)->value;
}

/* One ply on: a win is a ply further away for who made the move. */
static int seen_from_before(int value)
{
	if (value > 29000)
		value--;
	else if (value < -29000)
		value++;
	return -value;
}

static int ply_value(struct search *s, const struct record *r, int ply, int *best)
{
	struct board b;
	int last = ply > 0 ? r->ply[ply - 1].point : POINT_PASS;

	record_board(r, ply, &b);
	*best = POINT_NONE;
	if (last >= 0 && rules_win(&b, r->rule, last, NULL) > 0)
		return -30000;
	return look(s, &b, record_side(r, ply), r->rule, best);
}

int analyse_run(const struct record *r, FILE *out)
{
	struct search *s = search_new(1);
	char text[POINT_TEXT], better[POINT_TEXT];
	int best, next_best;

	if (s == NULL)
		return -1;
	int value = ply_value(s, r, 0, &best);
	for (int ply = 0; ply < r->plies; ply++) {
		int next = ply_value(s, r, ply + 1, &next_best);
		int point = r->ply[ply].point, played = seen_from_before(next);
		/* The look from one ply further is the deeper one. */
		if (played >= value || best == point || best == POINT_NONE) {
			best = point;
			value = played;
		}
		fprintf(out, "%d %s %s value=%d best=%s value=%d\n", ply + 1,
		    stone_name(record_side(r, ply)), point_format(point, text), played,
		    point_format(best, better), value);
		value = next;
		best = next_best;
	}
	search_free(s);
	return 0;
}
