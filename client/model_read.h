/*
 * The values of a line's keys, read into the model's terms. Inside of the model, like model_room.h.
 */
#ifndef GOMOKU_MODEL_READ_H
#define GOMOKU_MODEL_READ_H

#include "model.h"

/* A key's value; NULL when it is absent or written as empty. */
const char *read_value(const struct wire_line *w, const char *key);
/* Copies a key's value, "" for an empty one; leaves `to` alone when the line has no such key. */
void read_copy(char *to, size_t size, const struct wire_line *w, const char *key);
/* Reads a number that is not negative; leaves *out alone when there is none. */
void read_int(const struct wire_line *w, const char *key, int *out);
/* The part of a list up to the next comma, in part ("" when it is too long); *list moves behind
 * it. False at the end. */
bool read_part(const char **list, char *part, size_t size);

/* STONE_NONE for anything but "black" and "white", and for NULL. */
enum stone read_stone(const char *name);
/* A point or "-", a pass; POINT_NONE for anything else. */
int read_point(const char *text);
/* One side's clock: "-", "ms" or "ms/periods". 0 or -1. */
int read_clock(struct model_clock *c, const char *text);
/* MODEL_NONE, MODEL_OPEN, PHASE_PLAY for what is not known, and for NULL. */
enum model_result read_result(const char *name);
enum model_state read_state(const char *name);
enum phase read_phase(const char *name);
/* A list of choices as bits 1 << enum choice. */
unsigned read_choices(const char *list);
/* "2-1", into black's and white's; leaves them alone when it is something else. */
void read_score(int score[2], const char *text);

#endif
