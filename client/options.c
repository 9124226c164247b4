#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/wire/wire.h"
#include "engine/game/board.h"
#include "i18n.h"

static const char default_port[] = "15515";

enum {
	OPT_BOT = 256,
	OPT_RULE,
	OPT_SIZE,
	OPT_TIME,
	OPT_SIDE,
	OPT_NAME,
	OPT_PIN,
	OPT_CA,
	OPT_LINE,
	OPT_ASCII,
	OPT_KEYS,
	OPT_DEMO,
	OPT_JOIN,
	OPT_WATCH,
	OPT_CREATE,
	OPT_OPENING,
	OPT_FOUL,
	OPT_START,
	OPT_REPLAY,
	OPT_RAW,
	OPT_BOARD,
	OPT_EXIT_RESULT,
	OPT_LOGIN,
	OPT_PASSWORD_FILE,
	OPT_KIOSK,
	OPT_MOUSE,
	OPT_ENGINE,
	OPT_SEEK,
	OPT_GAMES,
	OPT_LAN,
};

static const struct option long_options[] = {
    {"bot", required_argument, NULL, OPT_BOT},
    {"rule", required_argument, NULL, OPT_RULE},
    {"size", required_argument, NULL, OPT_SIZE},
    {"time", required_argument, NULL, OPT_TIME},
    {"side", required_argument, NULL, OPT_SIDE},
    {"name", required_argument, NULL, OPT_NAME},
    {"pin", required_argument, NULL, OPT_PIN},
    {"ca", required_argument, NULL, OPT_CA},
    {"line", no_argument, NULL, OPT_LINE},
    {"ascii", no_argument, NULL, OPT_ASCII},
    {"keys", required_argument, NULL, OPT_KEYS},
    {"demo", required_argument, NULL, OPT_DEMO},
    {"join", required_argument, NULL, OPT_JOIN},
    {"watch", required_argument, NULL, OPT_WATCH},
    {"create", no_argument, NULL, OPT_CREATE},
    {"opening", required_argument, NULL, OPT_OPENING},
    {"foul", required_argument, NULL, OPT_FOUL},
    {"start", required_argument, NULL, OPT_START},
    {"replay", required_argument, NULL, OPT_REPLAY},
    {"raw", no_argument, NULL, OPT_RAW},
    {"board", required_argument, NULL, OPT_BOARD},
    {"exit-result", no_argument, NULL, OPT_EXIT_RESULT},
    {"login", required_argument, NULL, OPT_LOGIN},
    {"password-file", required_argument, NULL, OPT_PASSWORD_FILE},
    {"mouse", no_argument, NULL, OPT_MOUSE},
    {"kiosk", no_argument, NULL, OPT_KIOSK},
    {"engine", required_argument, NULL, OPT_ENGINE},
    {"seek", required_argument, NULL, OPT_SEEK},
    {"games", required_argument, NULL, OPT_GAMES},
    {"lan", no_argument, NULL, OPT_LAN},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static int wrong(char error[static OPTIONS_ERROR], const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static int wrong(char error[static OPTIONS_ERROR], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(error, OPTIONS_ERROR, fmt, ap);
	va_end(ap);
	return -1;
}

void options_init(struct options *o)
{
	memset(o, 0, sizeof(*o));
	snprintf(o->port, sizeof(o->port), "%s", default_port);
}

bool options_name_ok(const char *name)
{
	static const char *const reserved[] = {"me", "open", "auto", "black", "white", "ai"};
	size_t len = strlen(name);

	if (len < 2 || len > 20 || name[0] < 'a' || name[0] > 'z')
		return false;
	if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") != len)
		return false;
	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (strcmp(name, reserved[i]) == 0)
			return false;
	return true;
}

int options_take_name(struct options *o, const char *text)
{
	char name[OPTIONS_WORD];
	size_t i = 0;

	if (*text == '~')
		text++;
	for (; i < sizeof(name) - 1 && text[i] != '\0'; i++)
		name[i] = (char)tolower((unsigned char)text[i]);
	name[i] = '\0';
	if (text[i] != '\0' || !options_name_ok(name))
		return -1;
	memcpy(o->name, name, i + 1);
	return 0;
}

int options_take_keys(struct options *o, const char *text)
{
	if (strcmp(text, "vi") != 0 && strcmp(text, "arrows") != 0)
		return -1;
	o->vi = strcmp(text, "vi") == 0;
	return 0;
}

int options_take_board(struct options *o, const char *text)
{
	if (strcmp(text, "list") != 0 && strcmp(text, "on") != 0)
		return -1;
	o->list = strcmp(text, "list") == 0;
	return 0;
}

/* One word of the wire of less than size bytes: it is put into a command as it stands. 0 or -1. */
static int take_long_word(char *word, size_t size, const char *text)
{
	size_t len = strlen(text);

	if (len == 0 || len >= size || text[0] == ':' || text[0] == '#')
		return -1;
	for (size_t i = 0; i < len; i++)
		if (text[i] <= ' ' || text[i] > '~' || text[i] == '=')
			return -1;
	memcpy(word, text, len + 1);
	return 0;
}

static int take_word(char word[static OPTIONS_WORD], const char *text)
{
	return take_long_word(word, OPTIONS_WORD, text);
}

/* HOST or HOST:PORT in one of their forms, of `length` characters. 0 or -1. */
static int take_host(struct options *o, const char *whole, size_t length)
{
	char text[OPTIONS_HOST + OPTIONS_PORT];
	const char *host = text, *end, *port = NULL;
	const char *colon;
	int64_t number;
	size_t len;

	if (length >= sizeof(text))
		return -1;
	memcpy(text, whole, length);
	text[length] = '\0';
	colon = strchr(text, ':');
	if (text[0] == '[') {
		host = text + 1;
		end = strchr(host, ']');
		if (end == NULL || (end[1] != '\0' && end[1] != ':'))
			return -1;
		port = end[1] == ':' ? end + 2 : NULL;
	} else if (colon != NULL && strchr(colon + 1, ':') == NULL) {
		end = colon;
		port = colon + 1;
	} else
		end = text + strlen(text); /* no colon, or an IPv6 address without brackets */
	len = (size_t)(end - host);
	if (len == 0 || len >= sizeof(o->host) || memchr(host, ' ', len) != NULL)
		return -1;
	if (port != NULL && wire_int(port, 1, 65535, &number) < 0)
		return -1;
	memcpy(o->host, host, len);
	o->host[len] = '\0';
	/* Behind a % stands the name of an interface, in which case counts. */
	for (size_t i = 0; i < len && o->host[i] != '%'; i++)
		o->host[i] = (char)tolower((unsigned char)o->host[i]);
	if (port != NULL)
		snprintf(o->port, sizeof(o->port), "%d", (int)number);
	return 0;
}

int options_address(struct options *o, const char *text)
{
	size_t host = strcspn(text, "/#"), room;

	if (take_host(o, text, host) < 0)
		return -1;
	text += host;
	if (*text == '/') {
		room = strcspn(++text, "#");
		if (room > 0 && (o->action != ACTION_NONE || room >= sizeof(o->target)))
			return -1;
		if (room > 0) {
			o->action = ACTION_JOIN;
			snprintf(o->target, sizeof(o->target), "%.*s", (int)room, text);
			if (strcspn(o->target, " =:") != room)
				return -1;
		}
		text += room;
	}
	if (*text == '#') {
		if (o->pin[0] != '\0' || text[1] == '\0' || strlen(text + 1) >= sizeof(o->pin))
			return -1;
		snprintf(o->pin, sizeof(o->pin), "%s", text + 1);
	}
	return 0;
}

const char *options_format_address(const struct options *o, char *buf, size_t size)
{
	bool colons = strchr(o->host, ':') != NULL;

	snprintf(buf, size, colons ? "[%s]:%s" : "%s:%s", o->host, o->port);
	return buf;
}

static int take_action(struct options *o, enum options_action action, const char *target)
{
	if (o->action != ACTION_NONE)
		return -1;
	o->action = action;
	return take_word(o->target, target);
}

/* A word that is one of the two. */
static int take_either(
    char word[static OPTIONS_WORD], const char *text, const char *one, const char *other)
{
	if (strcmp(text, one) != 0 && strcmp(text, other) != 0)
		return -1;
	return take_word(word, text);
}

/* An option that says what the game is to be. 0 or -1. */
static int take_term(struct options *o, int opt, const char *arg)
{
	int64_t size;

	switch (opt) {
	case OPT_RULE:
		return take_word(o->rule, arg);
	case OPT_SIZE:
		return wire_int(arg, BOARD_MIN, BOARD_MAX, &size) < 0 ? -1
								      : take_word(o->size, arg);
	case OPT_TIME:
		return take_word(o->time, arg);
	case OPT_OPENING:
		return take_word(o->opening, arg);
	case OPT_FOUL:
		return take_either(o->foul, arg, "refuse", "lose");
	case OPT_START:
		return take_long_word(o->start, sizeof(o->start), arg);
	case OPT_SIDE:
		if (strcmp(arg, "random") == 0)
			return take_word(o->side, arg);
		return take_either(o->side, arg, "black", "white");
	}
	return -1;
}

/* One option of the command line. 0 or -1. */
static int take_option(struct options *o, int opt, const char *arg)
{
	int64_t games;

	switch (opt) {
	case OPT_BOT:
		return take_action(o, ACTION_BOT, arg);
	case OPT_DEMO:
		o->line = true;
		return take_action(o, ACTION_DEMO, arg);
	case OPT_CREATE:
		return take_action(o, ACTION_CREATE, "-");
	case OPT_JOIN:
		return take_action(o, ACTION_JOIN, arg);
	case OPT_WATCH:
		return take_action(o, ACTION_WATCH, arg);
	case OPT_REPLAY:
		o->replay = arg;
		return arg[0] == '\0' ? -1 : 0;
	case OPT_NAME:
		return options_take_name(o, arg);
	case OPT_LOGIN:
		return options_name_ok(arg) ? take_word(o->login, arg) : -1;
	case OPT_PASSWORD_FILE:
		o->password_file = arg;
		return 0;
	case OPT_PIN:
		if (strlen(arg) >= sizeof(o->pin) || arg[0] == '\0')
			return -1;
		snprintf(o->pin, sizeof(o->pin), "%s", arg);
		return 0;
	case OPT_CA:
		o->ca = arg;
		return arg[0] == '\0' ? -1 : 0;
	case OPT_KEYS:
		return options_take_keys(o, arg);
	case OPT_LINE:
		o->line = true;
		return 0;
	case OPT_RAW:
		o->raw = true;
		return 0;
	case OPT_BOARD:
		return options_take_board(o, arg);
	case OPT_EXIT_RESULT:
		o->exit_result = true;
		return 0;
	case OPT_ASCII:
		o->ascii = true;
		return 0;
	case OPT_LAN:
		o->lan = true;
		return 0;
	case OPT_MOUSE:
		o->mouse = true;
		return 0;
	case OPT_KIOSK:
		o->kiosk = true;
		return 0;
	case OPT_ENGINE:
		o->engine = arg;
		return arg[0] == '\0' ? -1 : 0;
	case OPT_SEEK:
		o->seek = arg;
		return strcspn(arg, "\r\n:#") == strlen(arg) ? 0 : -1;
	case OPT_GAMES:
		if (wire_int(arg, 1, 1000000, &games) < 0)
			return -1;
		o->games = (int)games;
		return 0;
	}
	return take_term(o, opt, arg);
}

/* What an option takes, where it is not just any word. */
static const char *option_wants(int opt)
{
	static const struct {
		int opt;
		const char *what;
	} wants[] = {
	    {OPT_SIZE, N_("a board has 5 to 25 lines")},
	    {OPT_SIDE, N_("black, white or random")},
	    {OPT_FOUL, N_("refuse or lose")},
	    {OPT_KEYS, N_("arrows or vi")},
	    {OPT_BOARD, N_("on or list")},
	    {OPT_NAME, N_("a name has 2 to 20 of a-z 0-9 _ - and begins with a letter")},
	    {OPT_LOGIN, N_("a name has 2 to 20 of a-z 0-9 _ - and begins with a letter")},
	    {OPT_REPLAY, N_("the name of a file")},
	    {OPT_PIN, N_("sha256: and 64 hexadecimal digits")},
	    {OPT_CA, N_("a file of certificates")},
	    {OPT_ENGINE, N_("the command that starts the engine")},
	    {OPT_SEEK, N_("the words of a seek, such as 'rule=renju time=300+5'")},
	    {OPT_GAMES, N_("how many games, 1 or more")},
	};

	for (size_t i = 0; i < sizeof(wants) / sizeof(wants[0]); i++)
		if (wants[i].opt == opt)
			return _(wants[i].what);
	switch (opt) {
	case OPT_BOT:
	case OPT_DEMO:
	case OPT_CREATE:
	case OPT_JOIN:
	case OPT_WATCH:
		return _("one word, and only one of --bot, --create, --demo, --join, --watch");
	}
	return _("one word without spaces");
}

static const char *option_name(int opt)
{
	for (const struct option *l = long_options; l->name != NULL; l++)
		if (l->val == opt)
			return l->name;
	return "?";
}

/* What makes sense only together. 0 or -1. */
static int check_options(const struct options *o, char error[static OPTIONS_ERROR])
{
	bool create = o->action == ACTION_CREATE, bot = o->action == ACTION_BOT;
	bool game = create || bot || o->action == ACTION_DEMO;

	if (o->replay != NULL && (o->action != ACTION_NONE || o->pin[0] != '\0'))
		return wrong(error, _("--replay needs no server, and goes with --rule alone"));
	if (o->raw && (o->action != ACTION_NONE || o->replay != NULL || o->exit_result))
		return wrong(error, _("--raw sends nothing of its own: it goes with --pin alone"));
	if (o->engine != NULL &&
	    (o->action > ACTION_NONE || o->raw || o->replay != NULL || o->kiosk || o->exit_result))
		return wrong(
		    error, _("--engine goes with --seek, --games, --login and --name alone"));
	if (o->engine == NULL && (o->seek != NULL || o->games > 0))
		return wrong(error, _("--seek and --games go with --engine"));
	if (o->lan && (o->replay != NULL || o->raw || o->kiosk))
		return wrong(error, _("--lan goes with a visit, and without --kiosk and --raw"));
	if (o->kiosk && (o->replay != NULL || o->raw || o->alone || o->password_file != NULL))
		return wrong(error, _("--kiosk goes with a server, and without files and --raw"));
	if (o->password_file != NULL && o->login[0] == '\0')
		return wrong(error, _("--password-file goes with --login"));
	if (o->login[0] != '\0' && (o->raw || o->replay != NULL))
		return wrong(error, _("--login goes with a visit to a server"));
	if (!game && o->replay == NULL && o->rule[0] != '\0')
		return wrong(error, _("--rule goes with --bot, --create, --demo or --replay"));
	if (!game &&
	    (o->size[0] != '\0' || o->time[0] != '\0' || o->foul[0] != '\0' || o->start[0] != '\0'))
		return wrong(error,
		    _("--size, --time, --foul and --start go with --bot, --create or --demo"));
	if (!create && o->opening[0] != '\0')
		return wrong(error, _("--opening goes with --create: the bots play without"));
	if (!create && !bot && o->side[0] != '\0')
		return wrong(error, _("--side goes with --bot or --create"));
	if (create && strcmp(o->side, "random") == 0)
		return wrong(error, _("--side random goes with --bot"));
	return 0;
}

/* What is left of the command line when the options are taken: the server. 0 or -1. */
static int take_rest(struct options *o, int count, char *rest[], char error[static OPTIONS_ERROR])
{
	if (o->replay != NULL)
		return count == 0 ? 0 : wrong(error, _("--replay FILE, and no server"));
	if (o->lan)
		return count == 0 ? 0 : wrong(error, _("--lan looks for the server: no address"));
	if (count == 0 && (o->action == ACTION_BOT || o->action == ACTION_DEMO) && !o->raw) {
		o->alone = true;
		return o->pin[0] == '\0' && o->login[0] == '\0'
			   ? 0
			   : wrong(error, _("--pin and --login go with a server"));
	}
	if (count != 1)
		return wrong(error, count == 0 ? _("which server? gomoku HOST[:PORT], or gomoku "
						   "--bot 2 for a game right here")
					       : _("one server only"));
	if (options_address(o, rest[0]) < 0)
		return wrong(error, _("not an address: %s"), rest[0]);
	return 0;
}

enum options_verdict options_parse(
    struct options *o, int argc, char *argv[], char error[static OPTIONS_ERROR])
{
	int opt;

	optind = 0; /* begin afresh, whatever was parsed before */
	opterr = 0;
	while ((opt = getopt_long(argc, argv, ":hV", long_options, NULL)) != -1) {
		if (opt == 'h')
			return OPTIONS_HELP;
		if (opt == 'V')
			return OPTIONS_VERSION;
		if (opt == ':' || opt == '?') {
			wrong(error, opt == ':' ? _("%s needs a value") : _("no such option: %s"),
			    argv[optind - 1]);
			return OPTIONS_WRONG;
		}
		if (take_option(o, opt, optarg) < 0) {
			wrong(error, "--%s%s%.100s: %s", option_name(opt),
			    optarg == NULL ? "" : " ", optarg == NULL ? "" : optarg,
			    option_wants(opt));
			return OPTIONS_WRONG;
		}
	}
	if (take_rest(o, argc - optind, argv + optind, error) < 0)
		return OPTIONS_WRONG;
	return check_options(o, error) < 0 ? OPTIONS_WRONG : OPTIONS_RUN;
}
