/* A transport without a socket. */
#include <string.h>

#include "memory.h"

static enum transport_result shake(void *state)
{
	const struct pipe_end *p = state;

	if (p->broken || (p->mute && p->in_end))
		return TRANSPORT_EOF;
	return p->mute ? TRANSPORT_WANT_READ : TRANSPORT_OK;
}

static enum transport_result take(void *state, char *buf, size_t cap, size_t *got)
{
	struct pipe_end *p = state;

	if (p->broken)
		return TRANSPORT_ERROR;
	if (p->in_len == 0)
		return p->in_end ? TRANSPORT_EOF : TRANSPORT_WANT_READ;
	*got = p->in_len < cap ? p->in_len : cap;
	memcpy(buf, p->in, *got);
	p->in += *got;
	p->in_len -= *got;
	return TRANSPORT_OK;
}

static enum transport_result put(void *state, const char *buf, size_t len, size_t *done)
{
	struct pipe_end *p = state;

	if (p->broken)
		return TRANSPORT_ERROR;
	if (p->out_room == 0)
		return TRANSPORT_WANT_WRITE;
	*done = len < p->out_room ? len : p->out_room;
	p->out_room -= *done;
	p->out(p->arg, buf, *done);
	return TRANSPORT_OK;
}

/* A conn asks while it reads: as a TLS record does, some of it waits inside. */
static bool pending(void *state)
{
	const struct pipe_end *p = state;

	return p->in_len > 0;
}

static void goodbye(void *state)
{
	struct pipe_end *p = state;

	p->goodbye = true;
}

static void drop(void *state)
{
	struct pipe_end *p = state;

	p->freed(p->arg);
}

const struct transport pipe_transport = {
    .handshake = shake,
    .read = take,
    .write = put,
    .pending = pending,
    .shutdown = goodbye,
    .free = drop,
};
