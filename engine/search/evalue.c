#include "evalue.h"

#include <stdlib.h>

const int16_t evalue_shape_score[16] = {
    [SHAPE_NONE] = 0,
    [SHAPE_ONE_SHUT] = 2,
    [SHAPE_ONE] = 6,
    [SHAPE_TWO_SHUT] = 8,
    [SHAPE_TWO] = 22,
    [SHAPE_TWO_BROAD] = 30,
    [SHAPE_THREE_SHUT] = 26,
    [SHAPE_THREE] = 80,
    [SHAPE_FOUR] = 90,
    [SHAPE_FOUR_TWICE] = 100,
    [SHAPE_FOUR_OPEN] = 400,
    [SHAPE_FIVE] = 1000,
};

const int16_t evalue_class_score[CLASS_COUNT] = {
    [CLASS_TWO_TWO] = 20,
    [CLASS_THREE_PLUS] = 20,
    [CLASS_THREE_THREE] = 120,
    [CLASS_FOUR_PLUS] = 20,
    [CLASS_FOUR_THREE] = 250,
    [CLASS_FOUR_OPEN] = 400,
    [CLASS_FIVE] = 2000,
};

/* The key of the same line read from its other end. */
static uint32_t reversed(uint32_t key)
{
	uint32_t r = 0;
	for (int i = 0; i < 2 * PATTERN_VALUE_REACH; i++, key >>= 2)
		r = r << 2 | (key & 3);
	return r;
}

/* The key with black's and white's stones exchanged, the edge being 3 as before. */
static uint32_t exchanged(uint32_t key)
{
	return (key & 0x5555) << 1 | (key >> 1 & 0x5555);
}

/* Whether there is such a line: behind the edge there is nothing else. */
static bool possible(uint32_t key)
{
	for (int direction = -1; direction <= 1; direction += 2) {
		bool edge = false;
		for (int i = 1; i <= PATTERN_VALUE_REACH; i++) {
			bool here =
			    (key >> pattern_shift(PATTERN_VALUE_REACH, i * direction) & 3) == 3;
			if (edge && !here)
				return false;
			edge = here;
		}
	}
	return true;
}

int evalue_combo_place(uint32_t shapes)
{
	int digit[PATTERN_LINES] = {0};

	for (int i = 0; i < PATTERN_LINES; i++, shapes >>= 4) {
		int at = i, shape = (int)(shapes & 15);
		if (shape >= SHAPE_COUNT)
			return 0;
		for (; at > 0 && digit[at - 1] > shape; at--)
			digit[at] = digit[at - 1];
		digit[at] = shape;
	}
	/* The rank of four rising numbers among all such. */
	int b = digit[1] + 1, c = digit[2] + 2, d = digit[3] + 3;
	return digit[0] + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6 +
	       d * (d - 1) * (d - 2) * (d - 3) / 24;
}

void evalue_places(struct evalue_place place[static PATTERN_VALUES])
{
	int16_t at = 0;

	for (uint32_t key = 0; key < PATTERN_VALUES; key++)
		place[key] = (struct evalue_place){-1, 0};
	for (uint32_t key = 0; key < PATTERN_VALUES; key++) {
		if (place[key].at >= 0 || !possible(key))
			continue;
		uint32_t back = reversed(key), other = exchanged(key), both = reversed(other);
		/* A line that is its own opposite is worth nothing to either. */
		int8_t sign = other == key || both == key ? 0 : 1;
		place[other] = place[both] = (struct evalue_place){at, (int8_t)-sign};
		place[key] = place[back] = (struct evalue_place){at, sign};
		at++;
	}
}

bool evalue_lines(int16_t value[static PATTERN_VALUES])
{
	struct evalue_place *place = malloc(PATTERN_VALUES * sizeof(*place));

	if (place == NULL)
		return false;
	evalue_places(place);
	for (uint32_t key = 0; key < PATTERN_VALUES; key++)
		value[key] =
		    place[key].at < 0 ? 0 : (int16_t)(place[key].sign * evalue_line[place[key].at]);
	free(place);
	return true;
}
