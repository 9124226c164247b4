/* The connection under a visit: its beginning, its end, and its being made again. */
#include "app.h"

#include <stdio.h>
#include <string.h>

#include "app_private.h"
#include "i18n.h"
#include "tell.h"

enum { PAUSE_MIN_MS = 1000, PAUSE_MAX_MS = 60000, DOUBLINGS = 6 };

/* The key has been proved: a new one is remembered, and shown. The server speaks first. */
static void on_up(void *arg)
{
	struct app *a = arg;
	char text[APP_TEXT + PATH_MAX];

	model_copy(a->model.address, sizeof(a->model.address), a->trust->address);
	model_copy(a->model.pin, sizeof(a->model.pin), a->trust->seen);
	trust_settle(a->trust, text, sizeof(text));
	if (text[0] != '\0')
		a->front->notice(a->front_arg, text);
}

static void untrusted(struct app *a)
{
	char text[APP_TEXT];

	trust_explain(a->trust, text, sizeof(text));
	app_finish(a, APP_UNTRUSTED, "%s", text);
}

/* Whether the server wants to see us again. */
static bool is_welcome(const struct app *a)
{
	static const char *const reasons[] = {"restart", "slow", "timeout", "closed"};

	if (a->again == NULL || !a->entered || a->leaving || a->done || a->token[0] == '\0')
		return false;
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (strcmp(a->model.bye, reasons[i]) == 0)
			return true;
	return a->model.bye[0] == '\0';
}

/* Asks for another attempt: after one second, then two, then four, up to a minute. */
static void try_again(struct app *a, const char *why)
{
	char text[APP_TEXT];
	int64_t ms = PAUSE_MAX_MS;

	if (a->attempts < DOUBLINGS)
		ms = (int64_t)PAUSE_MIN_MS << a->attempts;
	if (ms < a->retry_ms)
		ms = a->retry_ms < PAUSE_MAX_MS ? a->retry_ms : PAUSE_MAX_MS;
	a->retry_ms = 0;
	a->offline = true;
	if (a->attempts++ == 0) {
		snprintf(text, sizeof(text), _("Connection lost: %.300s. Trying again."), why);
		a->front->notice(a->front_arg, text);
	}
	a->again(a->again_arg, (int)ms);
}

static void on_down(void *arg, enum net_end end, const char *why)
{
	struct app *a = arg;

	if (a->leaving) {
		app_finish(a, a->code, "%s", "");
		return;
	}
	switch (end) {
	case NET_UNREACHABLE:
		if (is_welcome(a))
			try_again(a, why);
		else
			app_finish(a, APP_UNREACHABLE, _("Cannot connect to %s: %s."),
			    a->trust->address, why);
		break;
	case NET_UNTRUSTED:
		untrusted(a);
		break;
	case NET_BAD_LINE:
		app_finish(a, APP_PROTOCOL, _("The server sent %s."), why);
		break;
	case NET_CLOSED:
	case NET_LOST:
		if (is_welcome(a))
			try_again(a, a->model.bye[0] == '\0' ? why : tell_farewell(a->model.bye));
		else if (a->model.bye[0] != '\0')
			app_finish(a, APP_LOST, _("The server ended the connection: %s."),
			    tell_farewell(a->model.bye));
		else
			app_finish(a, APP_LOST, _("Connection lost: %s."), why);
		break;
	}
}

int app_connect(struct app *a, struct event_base *base, const char **why)
{
	static const struct net_calls calls = {on_up, app_take_line, on_down};

	net_free(a->net);
	a->head = a->tail = 1;
	a->looking = 0;
	a->hinting = false;
	model_reconnect(&a->model);
	*why = _("not enough memory");
	a->net = net_open(base, a->options->host, a->options->port, a->trust, &calls, a, why);
	if (a->net != NULL)
		return 0;
	if (is_welcome(a))
		try_again(a, *why);
	return -1;
}
