/*
 * The lines that change a room of the model. Inside of the model: nothing else includes this. Each
 * takes one line in; 0, or -1 with m->fault set.
 */
#ifndef GOMOKU_MODEL_ROOM_H
#define GOMOKU_MODEL_ROOM_H

#include "model.h"

int model_room_sync(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_start(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_move(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_choice(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_undo(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_end(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_offer(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_offer_gone(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_seat(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_absent(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_back(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_watchers(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);
int model_room_thinking(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now);

/* Notes what was wrong and returns -1. */
int model_fault(struct model *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
