/*
 * The transposition table: what was found out about a position, by its hash. Shared by all threads
 * without a lock: a slot holds its key mixed with its content, so that one torn by two writers is
 * read as empty.
 *
 * Values of won and lost positions are kept from the position's own point of view, in plies from
 * there.
 */
#ifndef GOMOKU_TABLE_H
#define GOMOKU_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	VALUE_WIN = 30000,   /* less the plies that it takes */
	VALUE_SURE = 29000,  /* beyond it a value is a proven win, below minus it a loss */
	VALUE_MOST = 20000,  /* of an evaluation */
	VALUE_NONE = -32000, /* no value */
};

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct table_entry {
	int16_t move; /* POINT_NONE: none is known */
	int16_t value;
	int16_t evaluation; /* VALUE_NONE: not known */
	int8_t depth;
	uint8_t bound; /* enum bound */
};

struct table;

/* At most that many bytes, at least 64 KB; NULL when there is no memory. */
struct table *table_new(size_t bytes);
void table_free(struct table *t);
size_t table_bytes(const struct table *t);
void table_clear(struct table *t);
/* Begins another search: what earlier ones left is overwritten first. */
void table_age(struct table *t);
/* Whether the position is known; writes what is known with its value seen from `ply`. */
bool table_find(const struct table *t, uint64_t hash, int ply, struct table_entry *entry);
void table_keep(struct table *t, uint64_t hash, int ply, struct table_entry entry);
/* Asks for the slots of a position ahead of time. */
void table_prefetch(const struct table *t, uint64_t hash);

#endif
