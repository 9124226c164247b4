#include "plain.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>

void *plain_state(int fd)
{
	int *state = malloc(sizeof *state);

	if (state)
		*state = fd;
	return state;
}

/* What a result of recv or send below zero means. */
static enum transport_result outcome(enum transport_result again)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? again : TRANSPORT_ERROR;
}

static enum transport_result plain_read(void *state, char *buf, size_t cap, size_t *got)
{
	ssize_t n = recv(*(int *)state, buf, cap, 0);

	if (n < 0)
		return outcome(TRANSPORT_WANT_READ);
	if (n == 0)
		return TRANSPORT_EOF;
	*got = (size_t)n;
	return TRANSPORT_OK;
}

static enum transport_result plain_write(void *state, const char *buf, size_t len, size_t *put)
{
	ssize_t n = send(*(int *)state, buf, len, MSG_NOSIGNAL);

	if (n < 0)
		return outcome(TRANSPORT_WANT_WRITE);
	*put = (size_t)n;
	return TRANSPORT_OK;
}

static bool plain_pending(void *state)
{
	(void)state;
	return false;
}

static void plain_shutdown(void *state)
{
	(void)state; /* the FIN that follows says it */
}

static void plain_free(void *state)
{
	free(state);
}

const struct transport plain_transport = {
    .read = plain_read,
    .write = plain_write,
    .pending = plain_pending,
    .shutdown = plain_shutdown,
    .free = plain_free,
};
