#include "admin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "app.h"
#include "daemon/wire/admin_verbs.h"
#include "daemon/wire/wire.h"
#include "i18n.h"

enum { PATH_CAP = 4096 };

struct admin {
	int fd;
	bool command;	/* one from the command line: its answer is for scripts and eyes alike */
	bool typed;	/* somebody types at a terminal */
	bool ended;	/* there is no more input */
	bool prompted;	/* the prompt stands on the line */
	bool told_text; /* rows of text alone have come: their final says nothing more */
	int waiting;	/* commands that are not answered yet */
	int code;
	char in[WIRE_CLIENT_MAX + 1], out[WIRE_SERVER_MAX + 1];
	size_t in_len, out_len;
};

/* Where a server of this user's keeps its socket. */
static void default_path(char path[static PATH_CAP])
{
	const char *xdg = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (geteuid() == 0)
		snprintf(path, PATH_CAP, "/var/lib/gomokud/admin.sock");
	else if (xdg != NULL && xdg[0] == '/')
		snprintf(path, PATH_CAP, "%s/gomokud/admin.sock", xdg);
	else
		snprintf(
		    path, PATH_CAP, "%s/.local/state/gomokud/admin.sock", home == NULL ? "" : home);
}

/* By way of its folder's descriptor: a socket's address has room for a short path only. */
static int connect_to(const char *path)
{
	struct sockaddr_un sa = {.sun_family = AF_UNIX};
	const char *slash = strrchr(path, '/');
	char folder[PATH_CAP];
	int dir, fd, saved;

	snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path + 1), path);
	if (strlen(slash + 1) > 60) {
		errno = ENAMETOOLONG;
		return -1;
	}
	dir = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return -1;
	snprintf(sa.sun_path, sizeof(sa.sun_path), "/proc/self/fd/%d/%.60s", dir, slash + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&sa, sizeof(sa)) < 0) {
		saved = errno;
		close(fd);
		errno = saved;
		fd = -1;
	}
	close(dir);
	return fd;
}

/* 0, or -1 when the server has gone. */
static int send_all(int fd, const char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		bytes += n;
		len -= (size_t)n;
	}
	return 0;
}

static bool is_blank(const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
			return false;
	return true;
}

static int send_line(struct admin *a, const char *line, size_t len)
{
	if (is_blank(line, len))
		return 0;
	a->waiting++;
	return send_all(a->fd, line, len) < 0 || send_all(a->fd, "\n", 1) < 0 ? -1 : 0;
}

/* What the verb's text begins with is marked, where nobody has: the shell's user need not know. */
static bool begins_text(const struct verb *v, int words, const char *word)
{
	return v != NULL && v->text >= 0 && words >= v->max && strchr(word, '=') == NULL;
}

/* The words of the command line as one line. 0, or -1 when it is too long. */
static int join(char *line, size_t size, int count, char *words[])
{
	const struct verb *v = verb_find_in(admin_verbs, ADMIN_VERB_COUNT, words[0]);
	bool text = false;
	size_t len = 0;
	int placed = -1; /* words that are neither verb nor key=value */

	for (int i = 0; i < count; i++) {
		bool mark = !text && words[i][0] != ':' && begins_text(v, placed, words[i]);
		int n = snprintf(
		    line + len, size - len, "%s%s%s", i > 0 ? " " : "", mark ? ":" : "", words[i]);

		if (n < 0 || (size_t)n >= size - len)
			return -1;
		len += (size_t)n;
		text = text || mark || words[i][0] == ':';
		placed += strchr(words[i], '=') == NULL;
	}
	return 0;
}

/* Asks whoever types for more, once all is answered. */
static void prompt(struct admin *a)
{
	if (!a->typed || a->ended || a->waiting > 0)
		return;
	fputs("admin> ", stdout);
	fflush(stdout);
	a->prompted = true;
}

static void show(struct admin *a, const struct wire_line *w, const char *line)
{
	bool text_alone = w->kind == WIRE_ROW && w->text != NULL &&
			  (strcmp(w->name, "line") == 0 || strcmp(w->name, "help") == 0);

	if (a->command && text_alone) {
		puts(w->text);
		a->told_text = true;
	} else if (a->command && w->kind == WIRE_ERROR) {
		fprintf(stderr, "%s\n", line);
	} else if (!a->command || (w->kind != WIRE_EVENT && !a->told_text)) {
		puts(line);
	}
}

/* A whole line of the server's. 0, or -1 when it is none of the protocol. */
static int take_line(struct admin *a, const char *line, size_t len)
{
	static struct wire_line w;

	if (wire_parse_server(&w, line, len) != WIRE_FINE)
		return -1;
	/* What the server says of its own accord gets a line of its own. */
	if (a->prompted && w.kind == WIRE_EVENT)
		putchar('\n');
	a->prompted = false;
	show(a, &w, line);
	if (w.kind == WIRE_ERROR)
		a->code = APP_ERROR;
	if (w.kind == WIRE_ERROR || w.kind == WIRE_OK)
		a->waiting--;
	fflush(stdout);
	if (strcmp(w.name, "quit") != 0 && strcmp(w.name, "bye") != 0)
		prompt(a);
	return 0;
}

/* Takes what the server has sent. 0, or -1 when there is nothing more to come; then code is set. */
static int take_output(struct admin *a)
{
	ssize_t n = recv(a->fd, a->out + a->out_len, sizeof(a->out) - 1 - a->out_len, 0);
	char *lf, *line = a->out;

	if (n < 0 && errno == EINTR)
		return 0;
	if (n <= 0) {
		if (a->waiting > 0) {
			fprintf(stderr, _("The server went before it had answered.\n"));
			a->code = APP_LOST;
		}
		return -1;
	}
	a->out_len += (size_t)n;
	while ((lf = memchr(line, '\n', a->out_len - (size_t)(line - a->out))) != NULL) {
		*lf = '\0';
		if (take_line(a, line, (size_t)(lf - line)) < 0)
			goto bad;
		line = lf + 1;
	}
	a->out_len -= (size_t)(line - a->out);
	memmove(a->out, line, a->out_len);
	if (a->out_len < sizeof(a->out) - 1)
		return 0;
bad:
	fprintf(stderr, _("That server does not speak the protocol.\n"));
	a->code = APP_PROTOCOL;
	return -1;
}

/* Takes what was typed. 0, or -1 when the server has gone. */
static int take_input(struct admin *a)
{
	ssize_t n = read(STDIN_FILENO, a->in + a->in_len, sizeof(a->in) - a->in_len);
	char *lf, *line = a->in;

	if (n < 0 && errno == EINTR)
		return 0;
	a->ended = n <= 0;
	a->in_len += n > 0 ? (size_t)n : 0;
	while ((lf = memchr(line, '\n', a->in_len - (size_t)(line - a->in))) != NULL) {
		if (send_line(a, line, (size_t)(lf - line)) < 0)
			return -1;
		line = lf + 1;
	}
	a->in_len -= (size_t)(line - a->in);
	memmove(a->in, line, a->in_len);
	if (a->in_len == sizeof(a->in)) {
		fprintf(stderr, _("A line is at most %d bytes long.\n"), WIRE_CLIENT_MAX);
		a->code = APP_ERROR;
		a->in_len = 0;
	}
	if (a->ended && a->in_len > 0)
		return send_line(a, a->in, a->in_len);
	prompt(a);
	return 0;
}

/* Until everything is answered and nothing more is asked, or the server goes. */
static void converse(struct admin *a)
{
	while (a->waiting > 0 || !a->ended) {
		struct pollfd p[2] = {{.fd = a->fd, .events = POLLIN},
		    {.fd = a->ended ? -1 : STDIN_FILENO, .events = POLLIN}};

		if (poll(p, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			return;
		}
		if (p[0].revents != 0 && take_output(a) < 0)
			return;
		if (p[1].revents != 0 && take_input(a) < 0)
			a->ended = true;
	}
}

static int run(const char *path, int count, char *words[])
{
	static struct admin a;
	char line[WIRE_CLIENT_MAX];

	if (count > 0 && join(line, sizeof(line), count, words) < 0) {
		fprintf(stderr, _("gomoku: a command is at most %d bytes long\n"), WIRE_CLIENT_MAX);
		return APP_USAGE;
	}
	a.fd = connect_to(path);
	if (a.fd < 0) {
		fprintf(stderr,
		    _("gomoku: no server answers at %s: %s. Is gomokud running, and as you? "
		      "gomoku --admin /PATH/OF/THE/STATE/admin.sock names another\n"),
		    path, strerror(errno));
		return APP_UNREACHABLE;
	}
	a.command = a.ended = count > 0;
	a.typed = count == 0 && isatty(STDIN_FILENO) == 1;
	if (count > 0 && send_line(&a, line, strlen(line)) < 0)
		return APP_LOST;
	converse(&a);
	close(a.fd);
	return a.code;
}

int admin_main(int argc, char *argv[])
{
	const char *equals = strchr(argv[1], '=');
	char path[PATH_CAP];
	int first = 2;

	signal(SIGPIPE, SIG_IGN);
	default_path(path);
	if (equals != NULL) {
		snprintf(path, sizeof(path), "%s", equals + 1);
	} else if (argc > 2 && strchr(argv[2], '/') != NULL) {
		snprintf(path, sizeof(path), "%s", argv[2]);
		first = 3;
	}
	if (strchr(path, '/') == NULL) {
		fprintf(stderr, _("gomoku: --admin=SOCKET is the path of a server's admin.sock\n"));
		return APP_USAGE;
	}
	return run(path, argc - first, argv + first);
}
