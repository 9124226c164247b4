/*
 * What the tests of the one-ply players share: which moves a player makes over many seeds.
 */
#ifndef GOMOKU_TEST_ONEPLY_H
#define GOMOKU_TEST_ONEPLY_H

#include "engine/search/chance.h"
#include "picture.h"

enum { ONEPLY_SEEDS = 300 };

typedef int oneply_player(
    const struct board *b, enum rule rule, enum stone side, struct chance *chance);

static inline int oneply_move(
    oneply_player *player, const struct board *b, enum rule rule, enum stone side, uint64_t seed)
{
	struct chance chance;
	chance_init(&chance, seed);
	return player(b, rule, side, &chance);
}

/* Marks the points listed ("g8 k8"). Returns how many there are. */
static inline int oneply_list(const char *listed, char marked[static BOARD_CELLS])
{
	int count = 0;
	while (*listed != '\0') {
		char text[POINT_TEXT] = {0};
		size_t len = strcspn(listed, " ");
		assert_true(len < sizeof(text));
		memcpy(text, listed, len);
		assert_int_not_equal(point_parse(text), POINT_NONE);
		marked[point_parse(text)] = 1;
		count++;
		listed += len;
		listed += strspn(listed, " ");
	}
	return count;
}

/* Whatever the seed, the move is one of those listed, and each of them is played. */
static inline void oneply_assert(oneply_player *player, const struct board *b, enum rule rule,
    enum stone side, const char *listed)
{
	char seen[BOARD_CELLS] = {0};
	int want = oneply_list(listed, seen), got = 0;

	for (uint64_t seed = 0; seed < ONEPLY_SEEDS; seed++) {
		int point = oneply_move(player, b, rule, side, seed);
		char text[POINT_TEXT];
		assert_true(board_has(b, point));
		if (seen[point] == 0)
			fail_msg("%s is not one of %s", point_format(point, text), listed);
		got += seen[point] == 1;
		seen[point] = 2;
	}
	assert_int_equal(got, want);
}

#endif
