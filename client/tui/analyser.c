#include "analyser.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "client/child.h"
#include "client/i18n.h"

enum { LINE_MAX_BYTES = 256, END_MS = 500 };

struct analyser {
	struct child child;
	struct event *output;
	struct analysis *into;
	void (*changed)(void *arg);
	void *arg;
	char line[LINE_MAX_BYTES]; /* the beginning of a line */
	size_t len;
	char complaint[LINE_MAX_BYTES];
};

static void take_line(struct analyser *a)
{
	a->line[a->len] = '\0';
	a->len = 0;
	if (!analysis_take(a->into, a->line) && a->complaint[0] == '\0')
		model_copy(a->complaint, sizeof(a->complaint), a->line);
}

/* The engine has said all it had to say. */
static void end(struct analyser *a)
{
	if (a->len > 0)
		take_line(a);
	event_del(a->output);
	child_end(&a->child, END_MS);
	if (a->into->moves == 0 && a->complaint[0] == '\0')
		model_copy(a->complaint, sizeof(a->complaint), _("the engine said nothing"));
}

static void on_output(evutil_socket_t fd, short what, void *arg)
{
	struct analyser *a = arg;
	char bytes[4096];
	ssize_t n = read((int)fd, bytes, sizeof(bytes));

	(void)what;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	for (ssize_t i = 0; i < n; i++)
		if (bytes[i] == '\n')
			take_line(a);
		else if (a->len < sizeof(a->line) - 1)
			a->line[a->len++] = bytes[i];
	if (n <= 0)
		end(a);
	a->changed(a->arg);
}

struct analyser *analyser_new(struct event_base *base, const char *file, const char *rule,
    struct analysis *into, void (*changed)(void *arg), void *arg, char why[static ANALYSER_WHY])
{
	struct analyser *a = calloc(1, sizeof(*a));
	char engine[PATH_MAX], path[PATH_MAX];
	char verb[] = "analyse", rules[MODEL_WORD];
	char *argv[] = {engine, verb, path, rules, NULL};

	snprintf(rules, sizeof(rules), "%s", rule);
	/* A name that begins like an option is none. */
	snprintf(path, sizeof(path), "%s%s", file[0] == '-' ? "./" : "", file);
	if (child_find("gomoku-engine", engine) < 0) {
		snprintf(why, ANALYSER_WHY, "%s",
		    _("There is no gomoku-engine beside this program or in PATH to analyse with."));
		free(a);
		return NULL;
	}
	if (a == NULL || child_start(&a->child, argv, false, CHILD_ERRORS_MIXED) < 0) {
		snprintf(why, ANALYSER_WHY, _("Cannot start %.200s: %s."), engine, strerror(errno));
		free(a);
		return NULL;
	}
	a->into = into;
	a->changed = changed;
	a->arg = arg;
	memset(into, 0, sizeof(*into));
	a->output = event_new(base, a->child.out, EV_READ | EV_PERSIST, on_output, a);
	if (a->output == NULL || event_add(a->output, NULL) < 0) {
		snprintf(why, ANALYSER_WHY, "%s", _("Not enough memory."));
		analyser_free(a);
		return NULL;
	}
	return a;
}

bool analyser_runs(const struct analyser *a)
{
	return a->child.pid > 0;
}

const char *analyser_complaint(const struct analyser *a)
{
	return a->complaint;
}

void analyser_free(struct analyser *a)
{
	if (a == NULL)
		return;
	if (a->output != NULL)
		event_free(a->output);
	child_end(&a->child, END_MS);
	free(a);
}
