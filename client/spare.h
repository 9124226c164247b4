/*
 * Moves for an engine that has none of its own: it has failed, or does not know what an opening
 * asks of it. Pure.
 */
#ifndef GOMOKU_SPARE_H
#define GOMOKU_SPARE_H

#include <stdint.h>

#include "model.h"

/* Whether the rules and the opening allow the next stone on that point. */
bool spare_allows(const struct model_room *r, int point);
/* The allowed point that is nearest to the wanted one, itself if it may be; POINT_NONE when there
 * is none. */
int spare_near(const struct model_room *r, int wanted);
/* The allowed point nearest to the middle, or POINT_NONE. */
int spare_move(const struct model_room *r);
/*
 * The next stone of an opening that we place: loosely about the first one, which lies away from the
 * middle, where being first is worth the least. chance: any number, another one each time.
 */
int spare_stone(const struct model_room *r, uint32_t chance);

#endif
