#include "raw.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

enum {
	LAST_MS = 2000, /* what the server has for its last words */
	RETRY_MS = 20,	/* when it takes nothing more at the moment */
};

struct raw {
	struct event_base *base;
	struct trust *trust;
	struct net *net;
	struct event *input, *retry;
	char buf[4096]; /* input that was not sent yet; a longer line is sent in parts, as too long
			 */
	size_t len;
	bool ended; /* no more input */
	bool finishing;
	enum app_exit code;
};

/* Sends the first line of what was read. 0, or -1 when the server takes nothing at the moment. */
static int send_first(struct raw *r, size_t len, bool whole)
{
	char line[sizeof(r->buf) + 1];

	memcpy(line, r->buf, len);
	line[len] = '\0';
	if (len > 0 && line[len - 1] == '\r')
		line[len - 1] = '\0';
	if (net_send(r->net, line) < 0)
		return -1;
	len += whole;
	memmove(r->buf, r->buf + len, r->len - len);
	r->len -= len;
	return 0;
}

static void go_on(struct raw *r)
{
	const struct timeval later = {0, RETRY_MS * 1000};

	while (r->len > 0) {
		const char *lf = memchr(r->buf, '\n', r->len);
		size_t len = lf == NULL ? r->len : (size_t)(lf - r->buf);

		if (lf == NULL && !r->ended && r->len < sizeof(r->buf))
			break;
		if (send_first(r, len, lf != NULL) < 0) {
			evtimer_add(r->retry, &later);
			return;
		}
	}
	if (!r->ended)
		event_add(r->input, NULL);
	else if (!r->finishing) {
		r->finishing = true;
		net_finish(r->net, LAST_MS);
	}
}

static void on_input(evutil_socket_t fd, short what, void *arg)
{
	struct raw *r = arg;
	ssize_t n = read((int)fd, r->buf + r->len, sizeof(r->buf) - r->len);

	(void)what;
	if (n > 0)
		r->len += (size_t)n;
	else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		r->ended = true;
	go_on(r);
}

static void on_retry(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	go_on(arg);
}

static void on_up(void *arg)
{
	struct raw *r = arg;
	char text[PATH_MAX + 600];

	trust_settle(r->trust, text, sizeof(text));
	if (text[0] != '\0')
		fprintf(stderr, "%s\n", text);
	event_add(r->input, NULL);
}

static void on_line(void *arg, const char *line, size_t len)
{
	(void)arg;
	fwrite(line, 1, len, stdout);
	putchar('\n');
	fflush(stdout);
}

static void on_down(void *arg, enum net_end end, const char *why)
{
	struct raw *r = arg;
	char text[1000];

	event_del(r->input);
	switch (end) {
	case NET_CLOSED:
		break;
	case NET_LOST:
		r->code = r->finishing ? APP_OK : APP_LOST;
		if (!r->finishing)
			fprintf(stderr, "Connection lost: %s.\n", why);
		break;
	case NET_UNREACHABLE:
		r->code = APP_UNREACHABLE;
		fprintf(stderr, "Cannot connect to %s: %s.\n", r->trust->address, why);
		break;
	case NET_UNTRUSTED:
		r->code = APP_UNTRUSTED;
		trust_explain(r->trust, text, sizeof(text));
		fprintf(stderr, "%s\n", text);
		break;
	case NET_BAD_LINE:
		r->code = APP_PROTOCOL;
		fprintf(stderr, "The server sent %s.\n", why);
		break;
	}
	event_base_loopbreak(r->base);
}

static const struct net_calls calls = {on_up, on_line, on_down};

enum app_exit raw_run(struct event_base *base, const struct options *options, struct trust *trust)
{
	static struct raw r;
	const char *why = "not enough memory";

	r = (struct raw){.base = base, .trust = trust, .code = APP_OK};
	r.input = event_new(base, STDIN_FILENO, EV_READ, on_input, &r);
	r.retry = evtimer_new(base, on_retry, &r);
	if (r.input != NULL && r.retry != NULL)
		r.net = net_open(base, options->host, options->port, trust, &calls, &r, &why);
	if (r.net == NULL) {
		fprintf(stderr, "Cannot connect to %s: %s.\n", trust->address, why);
		r.code = APP_UNREACHABLE;
	} else
		event_base_dispatch(base);
	net_free(r.net);
	if (r.input != NULL)
		event_free(r.input);
	if (r.retry != NULL)
		event_free(r.retry);
	return r.code;
}
