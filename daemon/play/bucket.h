/*
 * A token bucket in one number: the time at which it is full again. Something that costs `cost`
 * tokens may be done when the bucket, which holds `burst` and gains one each interval, has them.
 */
#ifndef GOMOKUD_PLAY_BUCKET_H
#define GOMOKUD_PLAY_BUCKET_H

#include <stdint.h>

struct bucket {
	int64_t full_us; /* 0: since ever */
};

/*
 * Takes cost tokens. Returns 0, or in how many milliseconds they will be there; then nothing is
 * taken. interval_us 0: no limit.
 */
int64_t bucket_take(struct bucket *b, int64_t interval_us, int burst, int cost, int64_t now_ms);

#endif
