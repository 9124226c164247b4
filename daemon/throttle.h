/*
 * Token buckets by name: how often somebody may try something. Each key has `burst` tokens at first
 * and gets one back every `every_ms`. The table has a fixed size; when it is full, the keys that
 * were quiet for longest are forgotten, which gives them their tokens back.
 */
#ifndef GOMOKUD_THROTTLE_H
#define GOMOKUD_THROTTLE_H

#include <stdint.h>

struct throttle;

/* NULL: no memory. */
struct throttle *throttle_new(int burst, int64_t every_ms);
void throttle_free(struct throttle *t);
/* Takes a token: 0, or how many milliseconds until there is one. */
int64_t throttle_take(struct throttle *t, const char *key, int64_t now_ms);
/* Gives the token that was taken back: what it was for has turned out to be right. */
void throttle_return(struct throttle *t, const char *key, int64_t now_ms);

#endif
