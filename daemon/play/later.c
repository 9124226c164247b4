#include "later.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/secret.h"

struct later {
	struct session *session; /* NULL: gone */
	struct server *server;
	bool user; /* somebody was logged in */
	size_t len;
	char line[];
};

struct later *later_begin(struct command *c)
{
	struct later *l = malloc(sizeof *l + c->raw_len);

	if (!l) {
		refuse_busy(c, "memory");
		return NULL;
	}
	l->server = c->server;
	l->user = c->user != NULL;
	l->len = c->raw_len;
	memcpy(l->line, c->raw, c->raw_len);
	l->session = c->session;
	session_hold(c->session, &l->session);
	return l;
}

bool later_again(const struct later *l, struct command *c)
{
	/* A session whose user went over to another connection is as good as gone. */
	if (!l->session || (l->user && !session_user(l->session)))
		return false;
	command_read(c, l->session, l->server, l->line, l->len, loop_now_ms());
	return true;
}

void later_end(struct later *l)
{
	if (l->session)
		session_release(l->session);
	secret_wipe(l->line, l->len);
	free(l);
}

void later_fail(struct later *l, const char *what)
{
	struct command c;

	if (later_again(l, &c))
		refuse_busy(&c, what);
	later_end(l);
}
