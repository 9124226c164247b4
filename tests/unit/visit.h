/* A whole visit to the fake server, as the tests of the app make it: the front notes what it is
 * told, what is typed is a list. One a program. */
#ifndef GOMOKU_TEST_VISIT_H
#define GOMOKU_TEST_VISIT_H

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <event2/event.h>

#include "client/app.h"
#include "fake_server.h"
#include "feed.h"

#define HELLO "*hello proto=1 server=fake/1 name=fake levels=1-10\n"
#define OTHER_PIN "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct fake_answer usual[] = {
    {"hello", "+hello caps=ping"},
    {"guest", "+welcome user=~ann rooms=-"},
    {"ping", "+pong"},
    {"quit", "+quit\n*bye reason=quit"},
    {"play", "+created room=r1\n" SYNC},
    {NULL, NULL},
};

static struct fake_server server;
static struct app app;
static struct options options;
static struct trust trust;
static struct event_base *base;
/* Typed one after another, each when the one before has been answered; NULL ends, and quits. */
static const char *const *typed;
static char complaints[1000];
static int welcomes, lines;
/* A lost connection is made again, to this port if it is not 0. */
static bool comes_back;
static int other_port, attempts, pauses[10];
static char notices[1000];

static inline void on_welcome(void *arg)
{
	(void)arg;
	welcomes++;
}

static inline void on_notice(void *arg, const char *text)
{
	(void)arg;
	snprintf(notices + strlen(notices), sizeof(notices) - strlen(notices), "%s\n", text);
}

static inline void on_line(void *arg, const struct wire_line *w)
{
	(void)arg;
	(void)w;
	lines++;
}

static inline void on_settled(void *arg)
{
	(void)arg;
	if (typed == NULL || *typed == NULL) {
		app_quit(&app, APP_OK);
		return;
	}
	if (app_command(&app, *typed++) < 0)
		snprintf(complaints + strlen(complaints), sizeof(complaints) - strlen(complaints),
		    "%s\n", app.complaint);
	app_settle(&app);
}

static inline void on_over(void *arg)
{
	(void)arg;
	event_base_loopbreak(base);
}

static const struct app_front front = {on_welcome, on_notice, on_line, on_settled, on_over, NULL};

static inline int set_up(void **state)
{
	(void)state;
	memset(&server, 0, sizeof(server));
	server.greeting = HELLO;
	server.answer = usual;
	options_init(&options);
	typed = NULL;
	complaints[0] = '\0';
	welcomes = lines = 0;
	comes_back = false;
	other_port = attempts = 0;
	notices[0] = '\0';
	return 0;
}

static inline void on_again(evutil_socket_t fd, short what, void *arg)
{
	const char *why;

	(void)fd;
	(void)what;
	(void)arg;
	if (other_port > 0)
		snprintf(options.port, sizeof(options.port), "%hu", (unsigned short)other_port);
	assert_int_equal(app_connect(&app, base, &why), 0);
}

/* What is asked for is done at once; how long it should have taken is noted. */
static inline void again(void *arg, int ms)
{
	const struct timeval at_once = {0, 0};

	(void)arg;
	pauses[attempts++ % 10] = ms;
	if (attempts == 8) /* enough is seen */
		app_quit(&app, APP_OK);
	else
		event_base_once(base, -1, EV_TIMEOUT, on_again, NULL, &at_once);
}

/* Visits a port; the exit code. */
static inline int visit_port(int port, const char *pin)
{
	const struct timeval limit = {20, 0};
	const char *why;
	char text[8];

	snprintf(text, sizeof(text), "%hu", (unsigned short)port);
	base = event_base_new();
	assert_int_equal(trust_init(&trust, "fake:1", pin, ""), 0);
	app_init(&app, &options, &trust);
	app.strict = true;
	app_set_front(&app, &front, NULL);
	snprintf(options.host, sizeof(options.host), "127.0.0.1");
	snprintf(options.port, sizeof(options.port), "%s", text);
	app.again = comes_back ? again : NULL;
	assert_int_equal(app_connect(&app, base, &why), 0);
	event_base_loopexit(base, &limit);
	event_base_dispatch(base);
	assert_true(app.done); /* not for the time limit */
	net_free(app.net);
	event_base_free(base);
	return (int)app.code;
}

/* Visits the fake server; the exit code. */
static inline int visit(const char *pin)
{
	int code;

	fake_start(&server);
	code = visit_port(server.port, pin);
	fake_join(&server);
	return code;
}

#endif
