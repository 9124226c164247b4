#include "screen.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <event2/event.h>
#include <ncurses.h>

#include "client/rescue.h"
#include "keys.h"
#include "probe.h"
#include "terminal.h"

enum {
	TICK_MS = 200,	      /* between two pictures of a running clock */
	ESCAPE_MS = 25,	      /* how long an Esc waits for the rest of a key */
	EMPTY_READS_MAX = 50, /* reads without a key: the terminal is gone */
	PROBE_MS = 300,	      /* how long a terminal may take to say how wide it draws */
};

struct screen {
	const struct screen_calls *calls;
	void *arg;
	struct event *input, *resized, *suspended, *resumed, *tick;
	SCREEN *screen; /* NULL while the terminal is not ours */
	bool utf8;
	bool pasting; /* what comes was pasted: text, never keys */
	int empty_reads;
};

static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";
static const char mouse_off[] = "\033[?1006l\033[?1000l";

/* Whether the terminal is one of those that know no sequence which terminfo does not tell. */
static bool is_plain(void)
{
	static const char *const plain[] = {"vt", "linux", "ansi", "cons", "sun"};
	const char *term = getenv("TERM");

	for (size_t i = 0; term != NULL && i < sizeof(plain) / sizeof(plain[0]); i++)
		if (strncmp(term, plain[i], strlen(plain[i])) == 0)
			return true;
	return term == NULL;
}

/* After newterm, which knows the terminal. */
static void tell_rescue(void)
{
	static char names[][6] = {"sgr0", "rmkx", "cnorm", "rmcup"};

	if (!is_plain())
		rescue_add(paste_off);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *text = tigetstr(names[i]);

		if (text != (const char *)-1)
			rescue_add(text);
	}
	rescue_begin();
}

/* Asks the terminal to say what is pasted; one that does not know of it shows nothing. */
static void set_paste(bool on)
{
	if (is_plain())
		return;
	fputs(on ? paste_on : paste_off, stdout);
	fflush(stdout);
}

/*
 * Whether the signs of the board take a column each; plain terminals are believed. What was typed
 * meanwhile is put into rest.
 */
static bool draws_narrow(char rest[static PROBE_REST])
{
	static const char signs[] = "●○─┼×";
	enum { COLUMNS = 5 };
	int columns;

	rest[0] = '\0';
	if (is_plain())
		return true;
	columns = probe_columns(STDIN_FILENO, STDOUT_FILENO, signs, PROBE_MS, rest);
	return columns < 0 || columns == COLUMNS;
}

bool screen_is_open(const struct screen *s)
{
	return s->screen != NULL;
}

void screen_draw(struct screen *s)
{
	if (s->screen == NULL)
		return;
	s->calls->draw(s->arg);
	refresh();
}

void screen_tick(struct screen *s)
{
	const struct timeval tick = {0, TICK_MS * 1000};

	evtimer_add(s->tick, &tick);
}

/* A key as the front is to see it; false for what it is not. */
static bool take_key(struct screen *s, struct press *k)
{
	if (k->kind == PRESS_PASTE || k->kind == PRESS_PASTE_END) {
		s->pasting = k->kind == PRESS_PASTE;
		return false;
	}
	if (!s->pasting || k->kind == PRESS_RESIZE)
		return true;
	k->kind = PRESS_PASTED;
	return k->code != 0;
}

static void on_input(evutil_socket_t fd, short what, void *arg)
{
	struct screen *s = arg;
	struct press k;
	bool any = false;

	(void)fd;
	(void)what;
	while (s->screen != NULL && keys_read(&k, s->utf8)) {
		any = true;
		if (take_key(s, &k))
			s->calls->press(s->arg, &k);
	}
	s->empty_reads = any ? 0 : s->empty_reads + 1;
	if (s->empty_reads > EMPTY_READS_MAX) {
		event_del(s->input);
		s->calls->gone(s->arg);
		return;
	}
	screen_draw(s);
}

static void on_resized(evutil_socket_t fd, short what, void *arg)
{
	struct screen *s = arg;
	struct winsize size;

	(void)fd;
	(void)what;
	if (s->screen == NULL || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)
		return;
	if (size.ws_row > 0 && size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
	clearok(stdscr, TRUE);
	screen_draw(s);
}

/* Ctrl-Z: the terminal goes back to the shell. What follows comes after fg, in on_resumed. */
static void on_suspended(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	set_paste(false);
	endwin();
	kill(getpid(), SIGSTOP);
}

/* The terminal is ours again, however the shell has left it, and perhaps of another size. */
static void on_resumed(evutil_socket_t fd, short what, void *arg)
{
	const struct screen *s = arg;

	if (s->screen == NULL)
		return;
	reset_prog_mode();
	set_paste(true);
	on_resized(fd, what, arg);
}

static void on_tick(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	screen_draw(arg);
}

int screen_open(struct screen *s, struct style *style, bool ascii)
{
	char rest[PROBE_REST] = "";
	enum style_range range = style_of_locale();

	rescue_prepare();
	if (ascii || terminal_is_console())
		range = STYLE_ASCII;
	else if (range == STYLE_ALL && !draws_narrow(rest))
		range = STYLE_CERTAIN;
	event_add(s->suspended, NULL); /* before ncurses installs a handler of its own */
	set_escdelay(ESCAPE_MS);
	s->screen = newterm(NULL, stdout, stdin);
	if (s->screen == NULL)
		return -1;
	tell_rescue();
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	keys_prepare();
	style_init(style, range);
	s->utf8 = range != STYLE_ASCII;
	set_paste(true);
	for (size_t i = strlen(rest); i > 0; i--)
		ungetch((unsigned char)rest[i - 1]);
	event_add(s->input, NULL);
	event_add(s->resized, NULL);
	event_add(s->resumed, NULL);
	if (rest[0] != '\0')
		event_active(s->input, EV_READ, 0);
	return 0;
}

void screen_take_mouse(void)
{
	mouseinterval(0); /* a press is a press at once, no click to be waited for */
	mousemask(BUTTON1_PRESSED, NULL);
	rescue_add(mouse_off);
}

struct screen *screen_new(struct event_base *base, const struct screen_calls *calls, void *arg)
{
	struct screen *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->calls = calls;
	s->arg = arg;
	s->input = event_new(base, STDIN_FILENO, EV_READ | EV_PERSIST, on_input, s);
	s->resized = evsignal_new(base, SIGWINCH, on_resized, s);
	s->suspended = evsignal_new(base, SIGTSTP, on_suspended, s);
	s->resumed = evsignal_new(base, SIGCONT, on_resumed, s);
	s->tick = evtimer_new(base, on_tick, s);
	if (s->input != NULL && s->resized != NULL && s->suspended != NULL && s->resumed != NULL &&
	    s->tick != NULL)
		return s;
	screen_free(s);
	return NULL;
}

void screen_free(struct screen *s)
{
	if (s == NULL)
		return;
	if (s->screen != NULL) {
		set_paste(false);
		endwin();
		delscreen(s->screen);
		rescue_end();
	}
	if (s->input != NULL)
		event_free(s->input);
	if (s->resized != NULL)
		event_free(s->resized);
	if (s->suspended != NULL)
		event_free(s->suspended);
	if (s->resumed != NULL)
		event_free(s->resumed);
	if (s->tick != NULL)
		event_free(s->tick);
	free(s);
}
