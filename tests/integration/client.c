#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"

enum { TRAIL = 24, TRAIL_BYTES = 200, ROWS_MAX = 512 };

/* A line that has come and was not asked for yet. */
struct arrival {
	struct arrival *next;
	size_t len;
	char text[];
};

struct client {
	struct client *next;
	struct server *server;
	char name[32];
	struct link link;
	char in[WIRE_SERVER_MAX + 1];
	size_t in_len; /* bytes of a line that is not complete */
	struct arrival *first, *last;
	struct arrival *rows[ROWS_MAX]; /* of the last final */
	size_t row_count;
	struct wire_line line;		/* what the last call returned */
	char trail[TRAIL][TRAIL_BYTES]; /* the last lines, both ways */
	unsigned trail_end;		/* how many there were */
};

static struct client *clients;

/* ---- failing well ---- */

static void trail_add(struct client *c, char way, const char *text, size_t len)
{
	snprintf(c->trail[c->trail_end++ % TRAIL], TRAIL_BYTES, "%c %.*s", way, (int)len, text);
}

static void give_up(const struct client *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Fails the test, having shown what this client and the daemon saw last. */
static void give_up(const struct client *c, const char *fmt, ...)
{
	char why[512];
	unsigned from = c->trail_end > TRAIL ? c->trail_end - TRAIL : 0;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	print_error("the last lines of %s:\n", c->name);
	for (unsigned i = from; i < c->trail_end; i++)
		print_error("  %s\n", c->trail[i % TRAIL]);
	server_show_log(c->server);
	fail_msg("%s: %s", c->name, why);
}

/* ---- bytes ---- */

static void take_line(struct client *c)
{
	struct arrival *a = malloc(sizeof *a + c->in_len + 1);

	assert_non_null(a);
	a->next = NULL;
	a->len = c->in_len;
	memcpy(a->text, c->in, c->in_len);
	a->text[a->len] = '\0';
	if (c->last != NULL)
		c->last->next = a;
	else
		c->first = a;
	c->last = a;
	c->in_len = 0;
	trail_add(c, '<', a->text, a->len);
}

static void take_bytes(struct client *c, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (data[i] == '\n')
			take_line(c);
		else if (c->in_len == WIRE_SERVER_MAX - 1)
			give_up(c, "the server sends a line of over %d bytes", WIRE_SERVER_MAX);
		else
			c->in[c->in_len++] = data[i];
	}
}

/* Reads what there is, waiting for it until `end`. False at the deadline or when all is over. */
static bool take_more(struct client *c, int64_t end)
{
	char buf[4096];
	int n = link_read(&c->link, buf, sizeof buf, end);

	if (n <= 0)
		return false;
	take_bytes(c, buf, (size_t)n);
	return true;
}

void client_send_bytes(struct client *c, const void *data, size_t len)
{
	const char *wrong = link_write(&c->link, data, len, now_ms() + patience_ms());

	if (wrong != NULL)
		give_up(c, "%s", wrong);
}

bool client_push(struct client *c, const void *data, size_t len, int64_t ms)
{
	return link_write(&c->link, data, len, now_ms() + ms) == NULL;
}

void client_send(struct client *c, const char *fmt, ...)
{
	char line[WIRE_SERVER_MAX];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof line - 1, fmt, ap);
	va_end(ap);
	assert_true(n >= 0 && n < (int)sizeof line - 1);
	trail_add(c, '>', line, (size_t)n);
	line[n++] = '\n';
	client_send_bytes(c, line, (size_t)n);
}

/* ---- lines ---- */

/* Reads a line apart into c->line. Each line of the server must be one of the grammar. */
static const struct wire_line *parse(struct client *c, const struct arrival *a)
{
	enum wire_fault fault = wire_parse_server(&c->line, a->text, a->len);

	if (fault != WIRE_FINE)
		give_up(c, "a line that is none (fault %d): %s", (int)fault, a->text);
	return &c->line;
}

/* The arrival after `before` (NULL: the first), waited for. */
static struct arrival *arrival_after(
    struct client *c, struct arrival *before, int64_t end, const char *what)
{
	for (;;) {
		struct arrival *a = before != NULL ? before->next : c->first;

		if (a != NULL)
			return a;
		if (!take_more(c, end))
			give_up(c, "waited for %s, but %s", what,
			    c->link.closed ? "the server has closed" : "it has not come");
	}
}

/* Takes the arrival after `before` out of the queue. */
static void unlink_after(struct client *c, struct arrival *before)
{
	struct arrival *a = before != NULL ? before->next : c->first;

	if (before != NULL)
		before->next = a->next;
	else
		c->first = a->next;
	if (c->last == a)
		c->last = before;
}

static void forget_rows(struct client *c)
{
	while (c->row_count > 0)
		free(c->rows[--c->row_count]);
}

const struct wire_line *client_next(struct client *c)
{
	struct arrival *a = arrival_after(c, NULL, now_ms() + patience_ms(), "a line");

	parse(c, a);
	unlink_after(c, NULL);
	free(a);
	return &c->line;
}

/* Takes the next final and its rows, which must stand together. */
static const struct wire_line *take_final(struct client *c, const char *what)
{
	int64_t end = now_ms() + patience_ms();
	struct arrival *before = NULL;

	forget_rows(c);
	for (;;) {
		struct arrival *a = arrival_after(c, before, end, what);

		parse(c, a);
		if (c->line.kind == WIRE_EVENT) {
			if (c->row_count > 0)
				give_up(c, "an event between rows and their final");
			before = a;
			continue;
		}
		unlink_after(c, before);
		if (c->line.kind == WIRE_ROW) {
			assert_true(c->row_count < ROWS_MAX);
			c->rows[c->row_count++] = a;
			continue;
		}
		free(a);
		return &c->line;
	}
}

const struct wire_line *client_final(struct client *c)
{
	return take_final(c, "a final");
}

static const struct wire_line *want(struct client *c, const char *pattern)
{
	take_final(c, pattern);
	if (!line_matches(&c->line, pattern))
		give_up(c, "wanted %s", pattern);
	return &c->line;
}

const struct wire_line *client_want(struct client *c, const char *fmt, ...)
{
	char pattern[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(pattern, sizeof pattern, fmt, ap);
	va_end(ap);
	return want(c, pattern);
}

const struct wire_line *client_ask(struct client *c, const char *pattern, const char *fmt, ...)
{
	char line[WIRE_CLIENT_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	client_send(c, "%s", line);
	return want(c, pattern);
}

const struct wire_line *client_event(struct client *c, const char *fmt, ...)
{
	int64_t end = now_ms() + patience_ms();
	struct arrival *before = NULL;
	char pattern[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(pattern, sizeof pattern, fmt, ap);
	va_end(ap);
	for (;;) {
		struct arrival *a = arrival_after(c, before, end, pattern);
		bool found;

		parse(c, a);
		if (c->line.kind != WIRE_EVENT) {
			before = a;
			continue;
		}
		found = line_matches(&c->line, pattern);
		unlink_after(c, before);
		free(a);
		if (found)
			return &c->line;
	}
}

size_t client_rows(const struct client *c)
{
	return c->row_count;
}

const struct wire_line *client_row(struct client *c, size_t i)
{
	assert_true(i < c->row_count);
	return parse(c, c->rows[i]);
}

/* Everything that the server sent before now is in the queue when its pong has come. */
static void barrier(struct client *c)
{
	client_ask(c, "#barrier +pong", "#barrier ping");
}

void client_no_event(struct client *c, const char *name)
{
	barrier(c);
	for (struct arrival *a = c->first; a != NULL; a = a->next) {
		parse(c, a);
		if (c->line.kind == WIRE_EVENT && strcmp(c->line.name, name) == 0)
			give_up(c, "an event that should not be: %s", a->text);
	}
}

static void forget_queue(struct client *c)
{
	while (c->first != NULL) {
		struct arrival *a = c->first;

		unlink_after(c, NULL);
		free(a);
	}
}

void client_forget(struct client *c)
{
	barrier(c);
	forget_queue(c);
}

bool client_wait_closed(struct client *c)
{
	int64_t end = now_ms() + patience_ms();

	while (take_more(c, end))
		continue;
	if (!c->link.closed)
		give_up(c, "the server does not close");
	return c->link.closed_clean;
}

/* ---- connections ---- */

static void client_free(struct client *c)
{
	struct client **link = &clients;

	while (*link != c)
		link = &(*link)->next;
	*link = c->next;
	forget_rows(c);
	forget_queue(c);
	free(c);
}

/* A client whose link is open, or not, and then *wrong says why. wrong NULL: nobody opens it. */
static struct client *client_new(struct server *s, const char *name, bool small, const char **wrong)
{
	struct client *c = calloc(1, sizeof *c);

	assert_non_null(c);
	c->server = s;
	snprintf(c->name, sizeof c->name, "%s", name);
	c->link.fd = -1;
	c->next = clients;
	clients = c;
	if (wrong != NULL)
		*wrong = link_open(&c->link, s, small, now_ms() + patience_ms());
	return c;
}

static struct client *connect_as(struct server *s, const char *name, bool small)
{
	const char *wrong;
	struct client *c = client_new(s, name, small, &wrong);

	if (wrong != NULL)
		give_up(c, "%s", wrong);
	if (!line_matches(client_next(c), "hello proto=1 max-line=1024"))
		give_up(c, "wanted the greeting");
	return c;
}

struct client *client_connect(struct server *s)
{
	return connect_as(s, "a client", false);
}

struct client *client_admin(struct server *s)
{
	struct client *c = client_new(s, "the operator", false, NULL);
	const char *wrong;
	char path[108];

	snprintf(path, sizeof path, "%s/state/admin.sock", server_dir(s));
	if ((wrong = link_open_local(&c->link, path)) != NULL)
		give_up(c, "%s", wrong);
	if (!line_matches(client_next(c), "hello proto=1 admin=yes"))
		give_up(c, "wanted the greeting");
	return c;
}

struct client *client_try(struct server *s)
{
	const char *wrong;
	struct client *c = client_new(s, "a client", false, &wrong);

	if (wrong == NULL)
		return c;
	client_close(c);
	return NULL;
}

struct client *client_guest(struct server *s, const char *name)
{
	struct client *c = connect_as(s, name, false);

	client_send(c, "guest %s", name);
	client_want(c, "+welcome user=~%s", name);
	return c;
}

struct client *client_guest_slow(struct server *s, const char *name)
{
	struct client *c = connect_as(s, name, true);

	client_send(c, "guest %s", name);
	client_want(c, "+welcome user=~%s", name);
	return c;
}

void client_close(struct client *c)
{
	link_close(&c->link);
	client_free(c);
}

void client_reset(struct client *c)
{
	link_reset(&c->link);
	client_free(c);
}

void client_half_close(struct client *c)
{
	link_half_close(&c->link);
}

int client_fd(const struct client *c)
{
	return c->link.fd;
}

void clients_close_all(void)
{
	while (clients != NULL)
		client_close(clients);
	link_forget_context();
}
