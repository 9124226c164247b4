/*
 * Games kept as files: the room's game as a record, and a record as a file, whole or not at all.
 * The format goes by the file's name: .sgf or .psq.
 */
#ifndef GOMOKU_SAVE_H
#define GOMOKU_SAVE_H

#include "engine/game/record.h"
#include "model.h"

enum { SAVE_WHY = 400 }; /* bytes of a reason, with its NUL */

/*
 * The record of a room's game as far as it was played, the players as they sit. place: where it was
 * played; date: of today, YYYY-MM-DD; both may be "".
 */
void save_record(
    struct record *rec, const struct model_room *r, const char *place, const char *date);
/* "save FILE" or "save! FILE", which replaces one: the file's name, within text; NULL when the text
 * is another command. */
const char *save_command(const char *text, bool *replace);
/*
 * Writes it to a new file beside path, then gives it that name. A file of that name is replaced
 * only if replace is set; "~/" is the home folder. 0, or -1 with the reason as a sentence.
 */
int save_file(const struct record *rec, const char *path, bool replace, char why[static SAVE_WHY]);

#endif
