#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/wire/wire.h"
#include "engine/game/board.h"

static const char default_port[] = "15515";

enum {
	OPT_BOT = 256,
	OPT_RULE,
	OPT_SIZE,
	OPT_TIME,
	OPT_SIDE,
	OPT_NAME,
	OPT_PIN,
	OPT_LINE,
	OPT_ASCII,
	OPT_KEYS,
	OPT_DEMO,
	OPT_JOIN,
	OPT_WATCH,
};

static const struct option long_options[] = {
    {"bot", required_argument, NULL, OPT_BOT},
    {"rule", required_argument, NULL, OPT_RULE},
    {"size", required_argument, NULL, OPT_SIZE},
    {"time", required_argument, NULL, OPT_TIME},
    {"side", required_argument, NULL, OPT_SIDE},
    {"name", required_argument, NULL, OPT_NAME},
    {"pin", required_argument, NULL, OPT_PIN},
    {"line", no_argument, NULL, OPT_LINE},
    {"ascii", no_argument, NULL, OPT_ASCII},
    {"keys", required_argument, NULL, OPT_KEYS},
    {"demo", required_argument, NULL, OPT_DEMO},
    {"join", required_argument, NULL, OPT_JOIN},
    {"watch", required_argument, NULL, OPT_WATCH},
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

/* A name in any case, with or without a guest's ~, as the server writes it. */
static int take_name(struct options *o, const char *text)
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

static int take_keys(struct options *o, const char *text)
{
	if (strcmp(text, "vi") != 0 && strcmp(text, "arrows") != 0)
		return -1;
	o->vi = strcmp(text, "vi") == 0;
	return 0;
}

/* One word of the wire: it is put into a command as it stands. 0 or -1. */
static int take_word(char word[static OPTIONS_WORD], const char *text)
{
	size_t len = strlen(text);

	if (len == 0 || len >= OPTIONS_WORD || text[0] == ':' || text[0] == '#')
		return -1;
	for (size_t i = 0; i < len; i++)
		if (text[i] <= ' ' || text[i] > '~' || text[i] == '=')
			return -1;
	memcpy(word, text, len + 1);
	return 0;
}

int options_address(struct options *o, const char *text)
{
	const char *host = text, *end, *port = NULL;
	const char *colon = strchr(text, ':');
	int64_t number;
	size_t len;

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
	for (size_t i = 0; i < len; i++)
		o->host[i] = (char)tolower((unsigned char)o->host[i]);
	if (port != NULL)
		snprintf(o->port, sizeof(o->port), "%d", (int)number);
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

/* One option of the command line. 0 or -1. */
static int take_option(struct options *o, int opt, const char *arg)
{
	int64_t size;

	switch (opt) {
	case OPT_BOT:
		return take_action(o, ACTION_BOT, arg);
	case OPT_DEMO:
		o->line = true;
		return take_action(o, ACTION_DEMO, arg);
	case OPT_JOIN:
		return take_action(o, ACTION_JOIN, arg);
	case OPT_WATCH:
		return take_action(o, ACTION_WATCH, arg);
	case OPT_RULE:
		return take_word(o->rule, arg);
	case OPT_SIZE:
		return wire_int(arg, BOARD_MIN, BOARD_MAX, &size) < 0 ? -1
								      : take_word(o->size, arg);
	case OPT_TIME:
		return take_word(o->time, arg);
	case OPT_SIDE:
		if (strcmp(arg, "black") != 0 && strcmp(arg, "white") != 0 &&
		    strcmp(arg, "random") != 0)
			return -1;
		return take_word(o->side, arg);
	case OPT_NAME:
		return take_name(o, arg);
	case OPT_PIN:
		if (strlen(arg) >= sizeof(o->pin) || arg[0] == '\0')
			return -1;
		snprintf(o->pin, sizeof(o->pin), "%s", arg);
		return 0;
	case OPT_KEYS:
		return take_keys(o, arg);
	case OPT_LINE:
		o->line = true;
		return 0;
	case OPT_ASCII:
		o->ascii = true;
		return 0;
	}
	return -1;
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
	bool game = o->action == ACTION_BOT || o->action == ACTION_DEMO;

	if (!game && (o->rule[0] != '\0' || o->size[0] != '\0' || o->time[0] != '\0'))
		return wrong(error, "--rule, --size and --time go with --bot or --demo");
	if (o->action != ACTION_BOT && o->side[0] != '\0')
		return wrong(error, "--side goes with --bot");
	return 0;
}

enum options_verdict options_parse(
    struct options *o, int argc, char *argv[], char error[static OPTIONS_ERROR])
{
	int opt;

	optind = 0; /* begin afresh, whatever was parsed before */
	opterr = 0;
	while ((opt = getopt_long(argc, argv, "+:hV", long_options, NULL)) != -1) {
		if (opt == 'h')
			return OPTIONS_HELP;
		if (opt == 'V')
			return OPTIONS_VERSION;
		if (opt == ':' || opt == '?') {
			wrong(error, opt == ':' ? "%s needs a value" : "no such option: %s",
			    argv[optind - 1]);
			return OPTIONS_WRONG;
		}
		if (take_option(o, opt, optarg) < 0) {
			wrong(error, "--%s %s: that will not do", option_name(opt),
			    optarg == NULL ? "" : optarg);
			return OPTIONS_WRONG;
		}
	}
	if (optind != argc - 1) {
		wrong(error, optind == argc ? "which server? gomoku HOST[:PORT]"
					    : "one server only, and options before it");
		return OPTIONS_WRONG;
	}
	if (options_address(o, argv[optind]) < 0) {
		wrong(error, "not an address: %s", argv[optind]);
		return OPTIONS_WRONG;
	}
	return check_options(o, error) < 0 ? OPTIONS_WRONG : OPTIONS_RUN;
}

/* Cuts white space from both ends, in place. */
static char *trim(char *s)
{
	size_t len;

	s += strspn(s, " \t");
	len = strlen(s);
	while (len > 0 && isspace((unsigned char)s[len - 1]))
		len--;
	s[len] = '\0';
	return s;
}

static int take_setting(struct options *o, const char *key, const char *value)
{
	if (strcmp(key, "keys") == 0)
		return take_keys(o, value);
	if (strcmp(key, "name") == 0)
		return take_name(o, value);
	if (strcmp(key, "ascii") == 0 && (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0)) {
		o->ascii = strcmp(value, "yes") == 0;
		return 0;
	}
	return -1;
}

int options_read_file(struct options *o, const char *path, char error[static OPTIONS_ERROR])
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	if (f == NULL)
		return errno == ENOENT || errno == ENOTDIR
			   ? 0
			   : wrong(error, "%s: %s", path, strerror(errno));
	for (int number = 1; rc == 0 && getline(&line, &size, f) > 0; number++) {
		char *key = trim(line), *equals = strchr(key, '=');

		if (*key == '\0' || *key == '#')
			continue;
		if (equals != NULL)
			*equals = '\0';
		if (equals == NULL || take_setting(o, trim(key), trim(equals + 1)) < 0)
			rc = wrong(error, "%s, line %d: not a setting of mine", path, number);
	}
	free(line);
	fclose(f);
	return rc;
}

void options_usage(FILE *out)
{
	fputs(
	    "Usage: gomoku [options] HOST[:PORT]\n"
	    "\n"
	    "Plays gomoku on a gomokud server. PORT is 15515 unless given.\n"
	    "\n"
	    "  --bot LEVEL         play the bot of that level at once (1 is the easiest)\n"
	    "  --rule RULE         with --bot or --demo: freestyle, standard\n"
	    "  --size N            5 to 25 lines\n"
	    "  --time TIME         none, or BASE+INC in seconds\n"
	    "  --side SIDE         with --bot: black, white, random\n"
	    "  --demo LEVEL        watch two bots play a game\n"
	    "  --join ROOM         take a seat in a room\n"
	    "  --watch ROOM        watch a room\n"
	    "  --name NAME         your name there (else your login name)\n"
	    "  --pin sha256:HEX    the server's key; no other is accepted\n"
	    "  --line              read commands from standard input, print plain text\n"
	    "  --ascii             draw with ASCII alone\n"
	    "  --keys arrows|vi    vi: h j k l y u b n move the cursor\n"
	    "  -h, --help          this text\n"
	    "  -V, --version       the version\n"
	    "\n"
	    "Habits are read from $XDG_CONFIG_HOME/gomoku/gomoku.conf (~/.config), lines such as\n"
	    "keys = vi, ascii = yes, name = NAME.\n"
	    "\n"
	    "Exit: 0 well, 1 error, 2 usage, 3 cannot connect, 4 certificate, 5 login,\n"
	    "6 protocol, 7 connection lost.\n",
	    out);
}
