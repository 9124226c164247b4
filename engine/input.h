/*
 * The program's input: bytes of a descriptor, taken in line by line, and looked at ahead while the
 * engine thinks, so that YXSTOP, END and the end of the input are heard at once. Everything else
 * waits for its turn.
 */
#ifndef GOMOKU_INPUT_H
#define GOMOKU_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "gomocup.h"

enum { INPUT_BYTES = 1 << 16 }; /* that may wait; more stays in the pipe */

struct input {
	int fd;
	bool ended;	   /* no more can be read */
	bool failed;	   /* because reading failed */
	size_t begin, end; /* of the bytes that wait */
	size_t seen;	   /* up to where they were looked at ahead */
	bool hurry;	   /* an END or the end of the input waits: nothing is thought about */
	char bytes[INPUT_BYTES];
	struct gomocup_reader reader; /* of the lines in turn */
	struct gomocup_reader ahead;
};

void input_init(struct input *in, int fd);
/*
 * The next line in turn, which reader.line and reader.too_long then tell; waits for it. A last line
 * counts without its line end, as a person's echo -n leaves it. False at the end of the input.
 */
bool input_line(struct input *in);
/* Looks, without waiting, whether the engine has been told to answer at once. */
bool input_stop(struct input *in);
/* To be called before the engine begins to think. */
void input_thinking(struct input *in);

#endif
