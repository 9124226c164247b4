#include "chance.h"

#include "engine/game/board.h"

void chance_init(struct chance *c, uint64_t seed)
{
	c->state = seed;
}

/* SplitMix64 (Steele, Lea, Flood 2014): any seed will do, neighbouring ones too. */
uint64_t chance_next(struct chance *c)
{
	c->state += 0x9e3779b97f4a7c15u;
	uint64_t z = c->state;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

int chance_below(struct chance *c, int n)
{
	/* The bias of the remainder is under n / 2^64. */
	return (int)(chance_next(c) % (uint64_t)n);
}

void choice_init(struct choice *best)
{
	*best = (struct choice){.point = POINT_NONE};
}

static int compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

void choice_offer(
    struct choice *best, int point, int64_t value, int64_t second, struct chance *chance)
{
	int order = compare(value, best->value);
	if (order == 0)
		order = compare(second, best->second);
	if (best->point == POINT_NONE || order > 0) {
		*best = (struct choice){point, value, second, 1};
	} else if (order == 0) {
		/* The n-th of equals takes the place with probability 1/n: all are as likely. */
		best->equals++;
		if (chance_below(chance, best->equals) == 0)
			best->point = point;
	}
}
