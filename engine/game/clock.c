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

int time_control_parse(struct time_control *tc, const char *text)
{
	if (strcmp(text, "none") == 0) {
		*tc = (struct time_control){.kind = CLOCK_NONE};
		return 0;
	}
	int64_t base, inc;
	const char *p = read_number(text, CLOCK_BASE_MAX_S, &base);
	if (p == NULL || base == 0 || *p++ != '+')
		return -1;
	p = read_number(p, CLOCK_INC_MAX_S, &inc);
	if (p == NULL || *p != '\0')
		return -1;
	*tc = (struct time_control){CLOCK_FISCHER, base * 1000, inc * 1000};
	return 0;
}

const char *time_control_format(const struct time_control *tc, char buf[static CLOCK_TEXT])
{
	switch (tc->kind) {
	case CLOCK_NONE:
		snprintf(buf, CLOCK_TEXT, "none");
		break;
	case CLOCK_FISCHER:
		snprintf(
		    buf, CLOCK_TEXT, "%" PRId64 "+%" PRId64, tc->base_ms / 1000, tc->inc_ms / 1000);
		break;
	}
	return buf;
}

void clock_init(struct clock *c, const struct time_control *tc)
{
	*c = (struct clock){.tc = *tc, .running = STONE_NONE};
	c->side[0].ms = c->side[1].ms = tc->base_ms;
}

void clock_start(struct clock *c, enum stone side, int64_t now_ms)
{
	c->running = side;
	c->since_ms = now_ms;
}

int64_t clock_left(const struct clock *c, enum stone side, int64_t now_ms)
{
	if (c->tc.kind == CLOCK_NONE)
		return INT64_MAX;
	int64_t left = c->side[side_index(side)].ms;
	if (c->running == side && now_ms > c->since_ms)
		left -= now_ms - c->since_ms;
	return left > 0 ? left : 0;
}

void clock_stop(struct clock *c, int64_t now_ms)
{
	if (c->running != STONE_NONE && c->tc.kind != CLOCK_NONE)
		c->side[side_index(c->running)].ms = clock_left(c, c->running, now_ms);
	c->running = STONE_NONE;
}

void clock_moved(struct clock *c, int64_t now_ms)
{
	enum stone side = c->running;
	clock_stop(c, now_ms);
	if (side != STONE_NONE)
		c->side[side_index(side)].ms += c->tc.inc_ms;
}

bool clock_fallen(const struct clock *c, int64_t now_ms)
{
	return c->running != STONE_NONE && clock_left(c, c->running, now_ms) == 0;
}

int64_t clock_falls_at(const struct clock *c)
{
	if (c->running == STONE_NONE || c->tc.kind == CLOCK_NONE)
		return INT64_MAX;
	return c->since_ms + c->side[side_index(c->running)].ms;
}

const char *clock_format(
    const struct clock *c, enum stone side, int64_t now_ms, char buf[static CLOCK_TEXT])
{
	if (c->tc.kind == CLOCK_NONE)
		snprintf(buf, CLOCK_TEXT, "-");
	else
		snprintf(buf, CLOCK_TEXT, "%" PRId64, clock_left(c, side, now_ms));
	return buf;
}
