#include "bucket.h"

int64_t bucket_take(struct bucket *b, int64_t interval_us, int burst, int cost, int64_t now_ms)
{
	int64_t now_us = now_ms * 1000, full = b->full_us > now_us ? b->full_us : now_us;
	int64_t missing = full + interval_us * cost - (now_us + interval_us * burst);

	if (interval_us == 0)
		return 0;
	if (missing > 0)
		return (missing + 999) / 1000;
	b->full_us = full + interval_us * cost;
	return 0;
}
