/*
 * Who is kept out: accounts by name, and networks. The store keeps them for good; this is its list
 * in memory, asked at every accept and every login. Who adds and takes away does so in both.
 */
#ifndef GOMOKUD_PLAY_BANS_H
#define GOMOKUD_PLAY_BANS_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/net/address.h"
#include "daemon/store/store.h"

struct bans;

/* NULL: no memory. */
struct bans *bans_new(void);
void bans_free(struct bans *b);
/* Takes one in, in place of an older one of the same name or network. -1: there are as many as may
 * be, or no memory. */
int bans_add(struct bans *b, const struct store_ban *ban);
/* False when there is none of that. */
bool bans_remove(struct bans *b, const char *who);
bool bans_is_full(const struct bans *b);
/* How many, with those that have run out but were not asked for since. */
int bans_count(const struct bans *b);

/* Calls each for every ban that is on. Returns how many. */
int bans_each(
    const struct bans *b, void (*each)(const struct store_ban *ban, void *arg), void *arg);

/* The ban that keeps the account, or who comes from that address, out; NULL: none. */
const struct store_ban *bans_of_name(struct bans *b, const char *name);
const struct store_ban *bans_of_address(struct bans *b, const struct address *from);

#endif
