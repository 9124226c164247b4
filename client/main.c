/*
 * gomoku, the terminal client: options, then a connection, then one of the two front ends. Owns the
 * event loop and the signals; everything else is in the modules.
 */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "admin.h"
#include "app.h"
#include "bot.h"
#include "client/tui/replay_view.h"
#include "client/tui/terminal.h"
#include "client/tui/tui.h"
#include "consent.h"
#include "i18n.h"
#include "lan_choose.h"
#include "line.h"
#include "net.h"
#include "options.h"
#include "password.h"
#include "private.h"
#include "raw.h"
#include "replay.h"
#include "replay_line.h"
#include "session.h"
#include "trust.h"

struct program {
	struct options options;
	struct trust trust;
	struct app app;
	struct event_base *base;
	struct event *signals[3], *again;
	struct session session;
	struct private private;
	struct line *line;
	struct tui *tui;
	struct bot *bot;
};

static void stop(void *arg)
{
	struct program *p = arg;

	event_base_loopbreak(p->base);
}

/* A signal to end is a wish to leave; a second one does not wait for the server. */
static void on_signal(evutil_socket_t fd, short what, void *arg)
{
	struct program *p = arg;

	(void)fd;
	(void)what;
	if (p->app.leaving)
		event_base_loopbreak(p->base);
	else
		app_quit(&p->app, APP_OK);
}

static int watch_signals(struct program *p)
{
	static const int wanted[] = {SIGINT, SIGTERM, SIGHUP};

	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		p->signals[i] = evsignal_new(p->base, wanted[i], on_signal, p);
		if (p->signals[i] == NULL || event_add(p->signals[i], NULL) < 0)
			return -1;
	}
	return 0;
}

/*
 * The loop must take whatever standard input is: epoll refuses regular files and /dev/null, poll
 * and select do not.
 */
static struct event_base *make_base(void)
{
	struct event_config *config = event_config_new();
	struct event_base *base = NULL;

	if (config != NULL && event_config_require_features(config, EV_FEATURE_FDS) == 0)
		base = event_base_new_with_config(config);
	if (config != NULL)
		event_config_free(config);
	return base;
}

/* The file of habits. 0, or -1 after saying what is wrong in it. */
static int read_habits(struct options *o)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	char path[4096], error[OPTIONS_ERROR];
	int n = 0;

	if (config != NULL && config[0] == '/')
		n = snprintf(path, sizeof(path), "%s/gomoku/gomoku.conf", config);
	else if (home != NULL && home[0] == '/')
		n = snprintf(path, sizeof(path), "%s/.config/gomoku/gomoku.conf", home);
	if (n <= 0 || (size_t)n >= sizeof(path) || options_read_file(o, path, error) == 0)
		return 0;
	fprintf(stderr, "gomoku: %s\n", error);
	return -1;
}

/* Without a name given, the login name, if the server would take it. */
static void default_name(struct options *o)
{
	const struct passwd *pw = o->name[0] == '\0' ? getpwuid(getuid()) : NULL;

	if (pw != NULL && options_name_ok(pw->pw_name))
		snprintf(o->name, sizeof(o->name), "%s", pw->pw_name);
}

/* Finds out which key to expect. 0 or the exit code. */
static int prepare_trust(struct program *p)
{
	char address[ADDRESS_TEXT], path[PATH_MAX], pin[PIN_TEXT];
	const struct options *o = &p->options;

	options_format_address(o, address, sizeof(address));
	known_hosts_path(path, getenv("XDG_STATE_HOME"), getenv("HOME"));
	if (o->pin[0] != '\0' && !pin_parse(o->pin, pin)) {
		fprintf(stderr, _("gomoku: a pin is sha256: and 64 hexadecimal digits\n"));
		return APP_USAGE;
	}
	if (trust_init(&p->trust, address, o->pin[0] == '\0' ? NULL : pin, path) < 0) {
		fprintf(stderr, _("gomoku: cannot read which key %s has from %s: %s\n"), address,
		    path, strerror(errno));
		return APP_UNTRUSTED;
	}
	if (o->ca != NULL && trust_authorities(&p->trust, o->ca) < 0) {
		fprintf(stderr, _("gomoku: no certificates of authorities can be read from %s\n"),
		    o->ca);
		return APP_USAGE;
	}
	return 0;
}

/* Options and habits. -1 to go on, else the exit code. */
static int read_options(struct options *o, int argc, char *argv[])
{
	char error[OPTIONS_ERROR];

	options_init(o);
	if (read_habits(o) < 0)
		return APP_USAGE;
	switch (options_parse(o, argc, argv, error)) {
	case OPTIONS_RUN:
		default_name(o);
		return -1;
	case OPTIONS_HELP:
		options_usage(stdout);
		return APP_OK;
	case OPTIONS_VERSION:
		printf("gomoku %s\n", GOMOKU_VERSION);
		return APP_OK;
	case OPTIONS_WRONG:
		fprintf(stderr, _("gomoku: %s\nTry gomoku --help.\n"), error);
		return APP_USAGE;
	}
	return APP_USAGE;
}

/* The password of the account that was named. 0 or the exit code. */
static int get_password(struct options *o)
{
	char prompt[OPTIONS_WORD + OPTIONS_HOST + 96];
	const char *why = "";
	int rc;

	if (o->login[0] == '\0')
		return 0;
	snprintf(prompt, sizeof(prompt), _("Password of %s at %s: "), o->login, o->host);
	if (o->password_file != NULL)
		rc = password_read_file(o->password_file, o->password, sizeof(o->password), &why);
	else
		rc = password_ask(prompt, o->password, sizeof(o->password), &why);
	if (rc == 0)
		return 0;
	if (o->password_file != NULL)
		fprintf(stderr, _("gomoku: no password in %s: %s\n"), o->password_file, why);
	else
		fprintf(stderr, _("gomoku: no password: %s\n"), why);
	return APP_LOGIN;
}

/* Line mode is asked for, or all that there can be. */
static bool wants_line_mode(const struct options *o)
{
	const char *term = getenv("TERM");

	if (o->line || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return true;
	if (term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0)
		return true;
	if (terminal_can_show())
		return false;
	fprintf(
	    stderr, _("Your terminal, TERM=%.40s, is not known here: line mode instead.\n"), term);
	return true;
}

/* Descriptors 0 to 2 are taken, if by nothing, so that no connection gets one of them. */
static void open_standard_files(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

static void on_again(evutil_socket_t fd, short what, void *arg)
{
	struct program *p = arg;
	const char *why;

	(void)fd;
	(void)what;
	app_connect(&p->app, p->base, &why);
}

/* Connects again in about so many milliseconds: all clients of a server should not come at once. */
static void again(void *arg, int ms)
{
	struct program *p = arg;
	struct timeval pause;
	unsigned char chance;

	evutil_secure_rng_get_bytes(&chance, sizeof(chance));
	ms += ms / 4 * (chance - 128) / 128;
	pause = (struct timeval){ms / 1000, ms % 1000 * 1000};
	evtimer_add(p->again, &pause);
}

/* At a terminal a connection that is lost is made again, and a seat is come back to. */
static void prepare_return(struct program *p)
{
	const struct options *o = &p->options;
	struct session *s = &p->session;

	if (!o->alone)
		p->again = evtimer_new(p->base, on_again, p);
	if (p->again != NULL) {
		p->app.again = again;
		p->app.again_arg = p;
	}
	if (o->kiosk || o->alone)
		return;
	session_open(s, p->trust.path, p->trust.address);
	p->app.session = s;
	if (o->action != ACTION_DEMO && session_is_of(s, o->login[0] != '\0' ? o->login : o->name))
		snprintf(p->app.token, sizeof(p->app.token), "%s", s->token);
}

/* Connects and runs the loop until the visit is over. Returns the exit code. */
static int run(struct program *p)
{
	const char *why = _("not enough memory");

	p->base = make_base();
	if (p->base == NULL || watch_signals(p) < 0) {
		fprintf(stderr, _("gomoku: no event loop: %s\n"), strerror(errno));
		return APP_ERROR;
	}
	if (p->options.raw) {
		i18n_stop();
		p->app.leaving = true; /* a signal ends the loop */
		return (int)raw_run(p->base, &p->options, &p->trust);
	}
	app_init(&p->app, &p->options, &p->trust);
	if (isatty(STDIN_FILENO) || p->options.engine != NULL)
		prepare_return(p);
	if (p->options.engine != NULL) {
		p->bot = bot_new(&p->app, p->base, stop, p);
		if (p->bot == NULL)
			return APP_ERROR;
	} else if (wants_line_mode(&p->options))
		p->line = line_new(&p->app, p->base, stop, p);
	else
		p->tui = tui_new(&p->app, p->base, stop, p);
	if (p->line != NULL || p->tui != NULL || p->bot != NULL)
		app_connect(&p->app, p->base, &why);
	if (p->app.net == NULL) {
		fprintf(stderr, _("Cannot connect to %s: %s.\n"), p->trust.address, why);
		return APP_UNREACHABLE;
	}
	event_base_dispatch(p->base);
	if (p->app.code == APP_OK && p->options.exit_result)
		return (int)app_result(&p->app);
	return (int)p->app.code;
}

/* Steps through a saved game, or prints it. Returns the exit code. */
static int run_replay(struct program *p)
{
	static struct replay replay;
	const struct options *o = &p->options;
	struct replay_view *view;
	char why[REPLAY_WHY];
	enum rule rule = o->rule[0] == '\0' ? RULE_FREESTYLE : rule_parse(o->rule);

	if (rule == RULE_COUNT) {
		fprintf(stderr, _("gomoku: no such rule: %s\n"), o->rule);
		return APP_USAGE;
	}
	if (replay_load(&replay, o->replay, rule, why) < 0) {
		fprintf(stderr, "gomoku: %s\n", why);
		return APP_ERROR;
	}
	if (wants_line_mode(o))
		return replay_print(&replay, stdout) < 0 ? APP_ERROR : APP_OK;
	p->base = make_base();
	p->app.leaving = true; /* a signal ends the loop */
	if (p->base == NULL || watch_signals(p) < 0)
		return APP_ERROR;
	view = replay_view_new(&replay, o, p->base, stop, p);
	if (view == NULL) {
		fprintf(
		    stderr, "%s\n", _("This terminal cannot show the full screen: use --line."));
		return APP_ERROR;
	}
	event_base_dispatch(p->base);
	replay_view_free(view);
	return APP_OK;
}

/* What run has made, so that it can be called again. */
static void end_run(struct program *p)
{
	tui_free(p->tui); /* the terminal comes first */
	line_free(p->line);
	bot_free(p->bot);
	p->tui = NULL;
	p->line = NULL;
	p->bot = NULL;
	net_free(p->app.net);
	p->app.net = NULL;
	session_close(&p->session);
	if (p->again != NULL)
		event_free(p->again);
	p->again = NULL;
	for (size_t i = 0; i < sizeof(p->signals) / sizeof(p->signals[0]); i++) {
		if (p->signals[i] != NULL)
			event_free(p->signals[i]);
		p->signals[i] = NULL;
	}
	if (p->base != NULL)
		event_base_free(p->base);
	p->base = NULL;
}

static void clean_up(struct program *p)
{
	end_run(p);
	private_end(&p->private);
	libevent_global_shutdown();
}

/* Where another machine may have got the address, the user says whether its key is to be added. */
static bool adds_server(struct program *p)
{
	struct trust *t = &p->trust;
	char text[2 * ADDRESS_TEXT + 2 * PIN_TEXT + 400];

	if (p->options.kiosk || !trust_may_add(t))
		return false;
	snprintf(text, sizeof(text),
	    _("  its key now: %s\n  remembered:  %s\nAnother server now answers at %s; add it?"),
	    t->seen, t->expect, t->address);
	if (!consent_ask(text))
		return false;
	if (trust_add(t) == 0)
		return true;
	fprintf(stderr, _("gomoku: cannot be remembered in %s: %s\n"), t->path, strerror(errno));
	return false;
}

int main(int argc, char *argv[])
{
	static struct program program = {.session = {.lock = -1}};
	char why[PRIVATE_WHY];
	int code;

	open_standard_files();
	i18n_init();
	if (argc > 1 && (strcmp(argv[1], "--admin") == 0 || strncmp(argv[1], "--admin=", 8) == 0))
		return admin_main(argc, argv);
	code = read_options(&program.options, argc, argv);
	if (code >= 0)
		return code;
	if (program.options.ascii)
		i18n_stop();
	if (program.options.replay != NULL) {
		code = run_replay(&program);
		clean_up(&program);
		return code;
	}
	if (program.options.lan && (code = lan_choose(&program.options)) >= 0)
		return code;
	if (program.options.alone && private_start(&program.private, &program.options, why) < 0) {
		fprintf(stderr, "%s\n", why);
		return APP_ERROR;
	}
	code = prepare_trust(&program);
	if (code != 0)
		return code;
	code = get_password(&program.options);
	if (code != 0)
		return code;
	code = run(&program);
	while (code == APP_UNTRUSTED) {
		end_run(&program);
		if (!adds_server(&program))
			break;
		code = run(&program);
	}
	explicit_bzero(program.options.password, sizeof(program.options.password));
	clean_up(&program);
	if (program.app.farewell[0] != '\0')
		fprintf(stderr, "%s\n", program.app.farewell);
	return code;
}
