#include "replay.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/game/psq.h"
#include "engine/game/sgf.h"
#include "i18n.h"
#include "tell.h"

enum { FIRST_REMARKS = 5 }; /* the text fields; the warnings follow */

static int fail(char why[static REPLAY_WHY], const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static int fail(char why[static REPLAY_WHY], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, REPLAY_WHY, fmt, ap);
	va_end(ap);
	return -1;
}

/* All of a file, to be freed; one byte more than a record may have shows that it is too long. */
static char *read_file(const char *path, size_t *len, char why[static REPLAY_WHY])
{
	FILE *f = fopen(path, "re");
	char *text = malloc(RECORD_FILE_MAX + 1);
	bool bad;

	if (f == NULL || text == NULL) {
		fail(why, _("%.400s: %s."), path, strerror(errno));
		if (f != NULL)
			fclose(f);
		free(text);
		return NULL;
	}
	errno = 0;
	*len = fread(text, 1, RECORD_FILE_MAX + 1, f);
	bad = ferror(f);
	if (bad)
		fail(why, _("%.400s: %s."), path, strerror(errno));
	else if (*len > RECORD_FILE_MAX)
		fail(why, _("%.400s: longer than any game."), path);
	fclose(f);
	if (!bad && *len <= RECORD_FILE_MAX)
		return text;
	free(text);
	return NULL;
}

static bool is_psq(const char *path, const char *text, size_t len)
{
	static const char begin[] = "Piskvor";
	const char *ending = strrchr(path, '.');

	if (ending != NULL && strcasecmp(ending, ".psq") == 0)
		return true;
	if (ending != NULL && strcasecmp(ending, ".sgf") == 0)
		return false;
	return len >= sizeof(begin) - 1 && memcmp(text, begin, sizeof(begin) - 1) == 0;
}

static enum model_result result_of(enum game_result result)
{
	switch (result) {
	case GAME_NONE:
		return MODEL_NONE;
	case GAME_BLACK:
		return MODEL_BLACK;
	case GAME_WHITE:
		return MODEL_WHITE;
	case GAME_DRAW:
		return MODEL_DRAW;
	case GAME_VOID:
		return MODEL_VOID;
	}
	return MODEL_NONE;
}

/* The game as a room in which it was played, and is over. */
static void fill_whole(struct model_room *r, const struct record *rec)
{
	char time[CLOCK_TEXT];

	memset(r, 0, sizeof(*r));
	model_copy(r->id, sizeof(r->id), _("replay"));
	model_copy(r->title, sizeof(r->title), rec->title);
	model_copy(r->rule, sizeof(r->rule), rule_name(rec->rule));
	r->rules = rec->rule;
	model_copy(r->time, sizeof(r->time), time_control_format(&rec->tc, time));
	model_copy(r->opening, sizeof(r->opening), opening_name(rec->opening));
	model_copy(r->seat[0], MODEL_NAME, rec->black[0] != '\0' ? rec->black : _("Black"));
	model_copy(r->seat[1], MODEL_NAME, rec->white[0] != '\0' ? rec->white : _("White"));
	r->state = MODEL_ENDED;
	record_board(rec, rec->plies, &r->board);
	r->plies = rec->plies;
	for (int i = 0; i < rec->plies; i++) {
		r->point[i] = rec->ply[i].point;
		r->side[i] = (uint8_t)record_side(rec, i);
	}
	r->clock[0].ms = r->clock[1].ms = -1;
	r->result = result_of(rec->result);
	if (rec->why != WHY_NONE)
		model_copy(r->why, sizeof(r->why), game_why_name(rec->why));
	if (rec->plies > 0 && rec->why == WHY_FIVE && rec->ply[rec->plies - 1].point >= 0)
		r->line_len =
		    rules_win(&r->board, rec->rule, rec->ply[rec->plies - 1].point, r->line);
}

int replay_load(struct replay *p, const char *path, enum rule rule, char why[static REPLAY_WHY])
{
	size_t len;
	char *text = read_file(path, &len, why);
	int rc;

	if (text == NULL)
		return -1;
	memset(p, 0, sizeof(*p));
	if (is_psq(path, text, len))
		rc = psq_read(&p->record, text, len, rule, &p->report);
	else
		rc = sgf_read(&p->record, text, len, rule, &p->report);
	free(text);
	if (rc < 0)
		return fail(why, _("%.300s, line %d, column %d: %.200s."), path, p->report.line,
		    p->report.column, p->report.error);
	fill_whole(&p->whole, &p->record);
	replay_go(p, 0);
	return 0;
}

void replay_go(struct replay *p, int plies)
{
	struct model_room *r = &p->room;

	p->at = plies < 0 ? 0 : plies > p->record.plies ? p->record.plies : plies;
	model_room_at(&p->whole, p->at, r);
	r->rev = p->at;
	if (p->at == p->record.plies)
		return;
	r->state = MODEL_PLAYING;
	model_copy(r->act, sizeof(r->act), r->seat[model_side(r->turn)]);
}

void replay_tell_move(const struct replay *p, char *buf, size_t size)
{
	char name[POINT_TEXT];
	const char *stone;
	int point;

	buf[0] = '\0';
	if (p->at == 0)
		return;
	point = p->room.point[p->at - 1];
	stone = tell_stone((enum stone)p->room.side[p->at - 1]);
	if (point == POINT_PASS)
		snprintf(buf, size, _("Move %d: %s passes."), p->at, stone);
	else
		snprintf(buf, size, _("Move %d: %s %s."), p->at, stone, point_format(point, name));
}

void replay_tell_result(const struct replay *p, char *buf, size_t size)
{
	char text[TELL_MAX];

	if (p->whole.result == MODEL_NONE) {
		snprintf(buf, size, "%s", _("The file does not tell how it ended."));
		return;
	}
	tell_outcome(&p->model, &p->whole, text);
	if (p->whole.result == MODEL_BLACK || p->whole.result == MODEL_WHITE)
		snprintf(buf, size, _("%s."), text);
	else
		snprintf(buf, size, "%s", text);
}

bool replay_remark(const struct replay *p, int i, char *buf, size_t size)
{
	const struct record *r = &p->record;
	const char *const fields[FIRST_REMARKS][2] = {
	    {_("Event: "), r->event},
	    {_("Round: "), r->round},
	    {_("Place: "), r->place},
	    {_("Date: "), r->date},
	    {"", r->note},
	};

	for (int field = 0; field < FIRST_REMARKS; field++)
		if (fields[field][1][0] != '\0' && i-- == 0) {
			snprintf(buf, size, "%s%s", fields[field][0], fields[field][1]);
			for (char *c = buf; *c != '\0'; c++)
				if (*c == '\n')
					*c = ' ';
			return true;
		}
	if (i >= p->report.warnings)
		return false;
	snprintf(buf, size, _("Warning: %s"), p->report.warning[i]);
	return true;
}
