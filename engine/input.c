#include "input.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

void input_init(struct input *in, int fd)
{
	memset(in, 0, sizeof(*in));
	in->fd = fd;
	gomocup_reader_init(&in->reader);
	gomocup_reader_init(&in->ahead);
}

/* Reads what there is, waiting for something. */
static void fill(struct input *in)
{
	if (in->begin > 0) {
		memmove(in->bytes, in->bytes + in->begin, in->end - in->begin);
		in->end -= in->begin;
		in->seen -= in->seen > in->begin ? in->begin : in->seen;
		in->begin = 0;
	}
	if (in->ended || in->end == INPUT_BYTES)
		return;
	ssize_t n = read(in->fd, in->bytes + in->end, INPUT_BYTES - in->end);
	if (n > 0)
		in->end += (size_t)n;
	else if (n == 0 || errno != EINTR) {
		in->ended = true;
		in->failed = n < 0;
	}
}

bool input_line(struct input *in)
{
	for (;;) {
		while (in->begin < in->end)
			if (gomocup_reader_byte(&in->reader, in->bytes[in->begin++]))
				return true;
		if (in->ended)
			return gomocup_reader_byte(&in->reader, '\n');
		fill(in);
	}
}

/* Looks at the bytes that have not been looked at. Returns whether one line of them says stop. */
static bool look_ahead(struct input *in)
{
	bool stop = false;

	for (; in->seen < in->end; in->seen++) {
		const char *args;
		if (!gomocup_reader_byte(&in->ahead, in->bytes[in->seen]))
			continue;
		enum gomocup_command command = gomocup_command(in->ahead.line, &args);
		if (*args != '\0')
			continue;
		stop |= command == GOMOCUP_YXSTOP;
		in->hurry |= command == GOMOCUP_END;
	}
	return stop;
}

void input_thinking(struct input *in)
{
	gomocup_reader_init(&in->ahead);
	in->seen = in->begin;
}

bool input_stop(struct input *in)
{
	struct pollfd ready = {.fd = in->fd, .events = POLLIN};
	bool stop = look_ahead(in);

	while (!in->ended && in->end - in->begin < INPUT_BYTES && poll(&ready, 1, 0) > 0) {
		fill(in);
		stop |= look_ahead(in);
	}
	in->hurry |= in->ended;
	return stop || in->hurry;
}
