#include "clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int side_index(enum stone side)
{
	return side == STONE_BLACK ? 0 : 1;
}

/* Reads digits up to a value of `max`; the end of them, or NULL when there are none or too many. */
static const char *read_number(const char *text, int64_t max, int64_t *out)
{
	int64_t n = 0;
	const char *p = text;
	for (; *p >= '0' && *p <= '9'; p++) {
		n = n * 10 + (*p - '0');
		if (n > max)
			return NULL;
	}
	*out = n;
	return p == text ? NULL : p;
}

/* What follows BASE+ in "BASE+INC" and "BASE+NxPERIOD". */
static int parse_after_base(struct time_control *tc, int64_t base, const char *text)
{
	int64_t n, period;
	const char *p = read_number(text, CLOCK_INC_MAX_S, &n);
	if (p != NULL && *p == '\0' && base > 0) {
		*tc = (struct time_control){
		    .kind = CLOCK_FISCHER, .base_ms = base * 1000, .inc_ms = n * 1000};
		return 0;
	}
	if (p == NULL || *p != 'x' || n < 1 || n > CLOCK_PERIODS_MAX)
		return -1;
	p = read_number(p + 1, CLOCK_INC_MAX_S, &period);
	if (p == NULL || *p != '\0' || period == 0)
		return -1;
	*tc = (struct time_control){.kind = CLOCK_BYOYOMI,
	    .base_ms = base * 1000,
	    .period_ms = period * 1000,
	    .periods = (int)n};
	return 0;
}

int time_control_parse(struct time_control *tc, const char *text)
{
	if (strcmp(text, "none") == 0) {
		*tc = (struct time_control){.kind = CLOCK_NONE};
		return 0;
	}
	int64_t n;
	const char *p = read_number(text, CLOCK_BASE_MAX_S, &n);
	if (p == NULL)
		return -1;
	if (*p == '+')
		return parse_after_base(tc, n, p + 1);
	if (strcmp(p, "/move") != 0 || n < 1 || n > CLOCK_INC_MAX_S)
		return -1;
	*tc = (struct time_control){.kind = CLOCK_MOVE, .period_ms = n * 1000};
	return 0;
}

const char *time_control_format(const struct time_control *tc, char buf[static CLOCK_TEXT])
{
	int64_t base = tc->base_ms / 1000, inc = tc->inc_ms / 1000, period = tc->period_ms / 1000;
	switch (tc->kind) {
	case CLOCK_NONE:
		snprintf(buf, CLOCK_TEXT, "none");
		break;
	case CLOCK_FISCHER:
		snprintf(buf, CLOCK_TEXT, "%" PRId64 "+%" PRId64, base, inc);
		break;
	case CLOCK_BYOYOMI:
		snprintf(buf, CLOCK_TEXT, "%" PRId64 "+%dx%" PRId64, base, tc->periods, period);
		break;
	case CLOCK_MOVE:
		snprintf(buf, CLOCK_TEXT, "%" PRId64 "/move", period);
		break;
	}
	return buf;
}

/* Takes time from a side, period after period when it has any to go into. */
static void charge(const struct time_control *tc, struct clock_side *s, int64_t used_ms)
{
	while (used_ms >= s->ms && s->periods > 0) {
		used_ms -= s->ms;
		s->ms = tc->period_ms;
		s->periods--;
	}
	s->ms = used_ms < s->ms ? s->ms - used_ms : 0;
}

void clock_init(struct clock *c, const struct time_control *tc)
{
	struct clock_side full = {
	    .ms = tc->kind == CLOCK_MOVE ? tc->period_ms : tc->base_ms, .periods = tc->periods};
	charge(tc, &full, 0); /* without base time the first period begins at once */
	*c = (struct clock){.tc = *tc, .side = {full, full}, .running = STONE_NONE};
}

void clock_start(struct clock *c, enum stone side, int64_t now_ms)
{
	c->running = side;
	c->since_ms = now_ms;
}

struct clock_side clock_side_at(const struct clock *c, enum stone side, int64_t now_ms)
{
	struct clock_side s = c->side[side_index(side)];
	if (c->tc.kind == CLOCK_NONE)
		s.ms = INT64_MAX;
	else if (c->running == side && now_ms > c->since_ms)
		charge(&c->tc, &s, now_ms - c->since_ms);
	return s;
}

int64_t clock_left(const struct clock *c, enum stone side, int64_t now_ms)
{
	return clock_side_at(c, side, now_ms).ms;
}

void clock_stop(struct clock *c, int64_t now_ms)
{
	if (c->running != STONE_NONE && c->tc.kind != CLOCK_NONE)
		c->side[side_index(c->running)] = clock_side_at(c, c->running, now_ms);
	c->running = STONE_NONE;
}

void clock_moved(struct clock *c, int64_t now_ms)
{
	enum stone mover = c->running;
	clock_stop(c, now_ms);
	if (mover == STONE_NONE)
		return;
	struct clock_side *s = &c->side[side_index(mover)];
	switch (c->tc.kind) {
	case CLOCK_NONE:
		break;
	case CLOCK_FISCHER:
		s->ms += c->tc.inc_ms;
		break;
	case CLOCK_BYOYOMI:
		if (s->periods < c->tc.periods)
			s->ms = c->tc.period_ms;
		break;
	case CLOCK_MOVE:
		s->ms = c->tc.period_ms;
		break;
	}
}

void clock_swap(struct clock *c)
{
	struct clock_side black = c->side[0];
	c->side[0] = c->side[1];
	c->side[1] = black;
}

void clock_forgive(struct clock *c, int64_t now_ms)
{
	c->since_ms = now_ms;
}

bool clock_fallen(const struct clock *c, int64_t now_ms)
{
	return c->running != STONE_NONE && clock_left(c, c->running, now_ms) == 0;
}

int64_t clock_falls_at(const struct clock *c)
{
	if (c->running == STONE_NONE || c->tc.kind == CLOCK_NONE)
		return INT64_MAX;
	const struct clock_side *s = &c->side[side_index(c->running)];
	return c->since_ms + s->ms + s->periods * c->tc.period_ms;
}

const char *clock_format(
    const struct clock *c, enum stone side, int64_t now_ms, char buf[static CLOCK_TEXT])
{
	struct clock_side s = clock_side_at(c, side, now_ms);
	switch (c->tc.kind) {
	case CLOCK_NONE:
		snprintf(buf, CLOCK_TEXT, "-");
		break;
	case CLOCK_FISCHER:
	case CLOCK_MOVE:
		snprintf(buf, CLOCK_TEXT, "%" PRId64, s.ms);
		break;
	case CLOCK_BYOYOMI:
		snprintf(buf, CLOCK_TEXT, "%" PRId64 "/%d", s.ms, s.periods);
		break;
	}
	return buf;
}
