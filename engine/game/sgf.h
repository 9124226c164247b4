/*
 * Game records in SGF, FF[4] with GM[4] (gomoku and renju). Source: Arno Hollosi's description of
 * SGF FF[4].
 *
 * Reading. The first game of a file, along the first variation at each branch. What stands before
 * its
 * "(;" is skipped, and properties not named here are ignored, as are all but the first node's
 * comment. GM   4. Another number, or none, gives a warning: many writers put 1 (Go) or 11. SZ   5
 * to 25, square. Without it: the smallest of 15, 19, 20, 25 that holds every point. B W  a point,
 * or a pass: empty, [tt] up to 19 lines, [ss] up to 18. The colours alternate; a file in which one
 * moves twice in a row is refused, never recoloured. AB AW AE PL  a position, also with lists
 * [aa:cc]. In the middle of a game they make what lies on the board the position and the moves so
 * far a part of it (with a warning). Without PL or a move, black is to move, or white when black
 * has more stones. RU   a rule's name. Without it, or with an unknown one, the caller's rule. RE
 * B+, W+, with R, T, F or a word after the +; 0, Draw, Void. WHY, our own, says it exactly. TM OT
 * in the forms written here. ON  our names of openings. PB PW GN EV PC RO DT C  text. CA decides
 * how a file in ISO-8859-1 is read, and keeps the second byte of GBK, Big5 and Shift_JIS characters
 * from being taken for a bracket.
 *
 * Writing. GM[4] FF[4] CA[UTF-8] AP SZ RU ON TM OT, names, RE and WHY, the position and the moves.
 * The times of single moves are not kept.
 */
#ifndef GOMOKU_SGF_H
#define GOMOKU_SGF_H

#include "record.h"

/*
 * Reads n bytes of text (a NUL after them is not needed). `rule` is for files that do not name one.
 * 0, or -1 with the error in report and *r untouched.
 */
int sgf_read(
    struct record *r, const char *text, size_t n, enum rule rule, struct record_report *report);
/*
 * Writes the record as one game. Returns the length without the NUL that ends it, or -1 when size
 * (not 0) is too small; RECORD_WRITE_MAX never is.
 */
int sgf_write(const struct record *r, char *buf, size_t size);

#endif
