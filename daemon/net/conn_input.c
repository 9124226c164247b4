/* Input of a connection: bytes to lines, a bounded share a turn. */
#include <stdlib.h>
#include <string.h>

#include "conn_private.h"
#include "daemon/limits.h"

/* A line that will not end within the limit. The rest of it is thrown away up to its LF. */
static void refuse_long(struct conn *c, const char *line, size_t len)
{
	c->hub->handler->too_long(c->arg, line, len);
	if (++c->long_lines >= LIMIT_LONG_LINES)
		conn_close(c, CONN_FLOOD);
}

/* Hands over up to *share lines of buf; returns the bytes used. */
static size_t take_lines(struct conn *c, const char *buf, size_t len, int *share, int64_t now)
{
	size_t used = 0;
	const char *lf;

	while (*share > 0 && c->state == CONN_OPEN && !c->held &&
	       (lf = memchr(buf + used, '\n', len - used))) {
		const char *line = buf + used;
		size_t n = (size_t)(lf - line);

		used += n + 1;
		--*share;
		c->line_since_ms = 0;
		if (c->discarding)
			c->discarding = false;
		else if (n + 1 > c->hub->settings.line_max)
			refuse_long(c, line, n);
		else
			c->hub->handler->line(c->arg, line, n, now);
	}
	return used;
}

/* Looks at what no LF has ended yet; returns how many bytes of it to keep. */
static size_t keep_partial(struct conn *c, const char *buf, size_t len, int64_t now)
{
	if (len == 0 && !c->discarding)
		return 0;
	if (memchr(buf, '\n', len))
		return len;
	if (!c->line_since_ms)
		c->line_since_ms = now;
	if (!c->discarding && len >= c->hub->settings.line_max) {
		c->discarding = true;
		refuse_long(c, buf, len);
	}
	return c->discarding ? 0 : len;
}

/* Puts the unused rest away until the next time. */
static void store(struct conn *c, const char *rest, size_t len)
{
	free(c->in);
	c->in = NULL;
	c->in_len = 0;
	if (len == 0 || c->state != CONN_OPEN)
		return;
	if (!(c->in = malloc(len))) {
		conn_fail(c, CONN_GONE);
		return;
	}
	memcpy(c->in, rest, len);
	c->in_len = len;
}

/* Reads once more behind the len bytes of buf. False when there is no more for now. */
static bool read_more(struct conn *c, char *buf, size_t *len, size_t cap, bool *end)
{
	size_t got = 0;

	if (cap == *len)
		return false;
	switch (c->transport->read(c->tls, buf + *len, cap - *len, &got)) {
	case TRANSPORT_OK:
		c->heard_ms = loop_now_ms();
		*len += got;
		return true;
	case TRANSPORT_WANT_READ:
		return false;
	case TRANSPORT_WANT_WRITE:
		event_add(&c->wr, NULL);
		return false;
	case TRANSPORT_EOF:
	case TRANSPORT_ERROR:
		*end = true;
		return false;
	}
	return false;
}

/*
 * A read that would only find the socket empty is a system call for nothing, one for each line of a
 * busy server: after the first, only what waits inside the transport is read. The socket tells of
 * the rest by itself.
 */
void conn_input(struct conn *c)
{
	char *buf = c->hub->scratch;
	size_t cap = sizeof c->hub->scratch, len = c->in_len, used = 0;
	int share = LIMIT_LINES_A_TURN, reads = LIMIT_READS_A_TURN;
	int64_t now = loop_now_ms();
	bool end = false, more = true;

	if (c->held)
		return;
	if (c->withheld || c->out_len - c->out_off > LIMIT_OUTPUT_SOFT) {
		c->paused = true;
		event_del(&c->rd);
		return;
	}
	if (len)
		memcpy(buf, c->in, len);
	while (more && share > 0 && c->state == CONN_OPEN) {
		used += take_lines(c, buf + used, len - used, &share, now);
		if (share == 0 || c->state != CONN_OPEN || c->held)
			break;
		memmove(buf, buf + used, len - used);
		len = keep_partial(c, buf, len - used, now);
		used = 0;
		more = reads > 0 &&
		       (reads == LIMIT_READS_A_TURN || c->transport->pending(c->tls)) &&
		       read_more(c, buf, &len, cap, &end);
		reads--;
	}
	if (c->state != CONN_OPEN)
		return;
	store(c, buf + used, len - used);
	if (end)
		conn_close(c, CONN_GONE);
	else if (!c->held && (share == 0 || c->transport->pending(c->tls)))
		conn_mark_ready(c);
	conn_arm(c);
}
