#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <confuse.h>

#include "config_text.h"
#include "limits.h"

/* Where state goes when nobody says: root's in /var/lib, a person's with their other state. */
static void default_state(char *state, size_t cap)
{
	const char *xdg = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (geteuid() == 0)
		snprintf(state, cap, "/var/lib/gomokud");
	else if (xdg && *xdg == '/')
		snprintf(state, cap, "%s/gomokud", xdg);
	else
		snprintf(state, cap, "%s/.local/state/gomokud", home ? home : "");
}

static void default_engine(char *engine, size_t cap)
{
	char self[CONFIG_PATH] = "";

	if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
		snprintf(self, sizeof self, "./gomokud");
	snprintf(engine, cap, "%s/gomoku-engine", dirname(self));
}

void config_defaults(struct config *c)
{
	*c = (struct config){
	    .listen_count = 2,
	    .listen_default = true,
	    .name = "gomokud",
	    .address = "-",
	    .lan = "auto",
	    .metrics = "-",
	    .think_pause_ms = 600,
	    .lag_allowance_ms = LIMIT_LAG_MS,
	    .handshake_s = LIMIT_HANDSHAKE_S,
	    .login_s = LIMIT_LOGIN_S,
	    .line_s = LIMIT_LINE_S,
	    .max_connections = LIMIT_CONNECTIONS,
	    .max_rooms = LIMIT_ROOMS,
	    .connections_a_network = LIMIT_CONNECTIONS_A_NETWORK,
	    .max_handshakes = LIMIT_HANDSHAKES,
	    .engine_idle_s = LIMIT_ENGINE_IDLE_S,
	    .command_rate = LIMIT_COMMANDS_A_SECOND,
	    .talk_rate = LIMIT_TALK_A_MINUTE,
	    .registering = "open",
	    .guests = true,
	    .sandbox = true,
	};
	snprintf(c->listen[0], sizeof c->listen[0], "*:%d", CONFIG_PORT);
	snprintf(c->listen[1], sizeof c->listen[1], "[::]:%d", CONFIG_PORT);
	default_state(c->state, sizeof c->state);
	default_engine(c->engine, sizeof c->engine);
}

int config_listen(struct config *c, const char *where, bool first)
{
	if (first)
		c->listen_count = 0;
	c->listen_default = false;
	if (c->listen_count == CONFIG_LISTEN_MAX || strlen(where) >= sizeof c->listen[0])
		return -1;
	snprintf(c->listen[c->listen_count++], sizeof c->listen[0], "%s", where);
	return 0;
}

struct range {
	const char *key;
	long lo, hi;
};

static const struct range ranges[] = {
    {"workers", 0, LIMIT_WORKERS},
    {"think-pause-ms", 0, 10000},
    {"lag-allowance-ms", 0, 1000},
    {"handshake-seconds", 1, 300},
    {"login-seconds", 1, 3600},
    {"line-seconds", 1, 3600},
    {"max-connections", 1, 1000000},
    {"max-rooms", 1, 1000000},
    {"connections-per-address", 0, 1000000},
    {"max-handshakes", 0, 1000000},
    {"engine-idle-seconds", 1, 86400},
    {"command-rate", 0, 100000},
    {"talk-rate", 0, 6000},
    {"memory", 0, 1000000},
};

static int check_range(cfg_t *cfg, cfg_opt_t *opt)
{
	long value = cfg_opt_getnint(opt, 0);

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		const struct range *r = &ranges[i];

		if (strcmp(r->key, cfg_opt_name(opt)) != 0 || (value >= r->lo && value <= r->hi))
			continue;
		cfg_error(cfg, "%s is %ld; it goes from %ld to %ld", r->key, value, r->lo, r->hi);
		return -1;
	}
	return 0;
}

/* A word that may stand in a line of the protocol. */
static int check_word(cfg_t *cfg, cfg_opt_t *opt)
{
	const char *value = cfg_opt_getnstr(opt, 0);

	for (const char *s = value; *s; s++)
		if (!isgraph((unsigned char)*s)) {
			cfg_error(cfg, "%s is one word of plain letters", cfg_opt_name(opt));
			return -1;
		}
	if (*value && strlen(value) < 64)
		return 0;
	cfg_error(cfg, "%s has 1 to 63 letters", cfg_opt_name(opt));
	return -1;
}

static int check_register(cfg_t *cfg, cfg_opt_t *opt)
{
	const char *value = cfg_opt_getnstr(opt, 0);

	if (strcmp(value, "open") == 0 || strcmp(value, "closed") == 0 ||
	    strcmp(value, "invite") == 0)
		return 0;
	cfg_error(cfg, "register is open, closed or invite");
	return -1;
}

static int check_lan(cfg_t *cfg, cfg_opt_t *opt)
{
	const char *value = cfg_opt_getnstr(opt, 0);

	if (strcmp(value, "auto") == 0 || strcmp(value, "yes") == 0 || strcmp(value, "no") == 0)
		return 0;
	cfg_error(cfg, "lan is auto, yes or no");
	return -1;
}

static int check_path(cfg_t *cfg, cfg_opt_t *opt)
{
	const char *value = cfg_opt_getnstr(opt, 0);
	bool may_be_none =
	    strcmp(cfg_opt_name(opt), "certificate") == 0 || strcmp(cfg_opt_name(opt), "key") == 0;

	if ((*value == '/' || (may_be_none && !*value)) && strlen(value) < CONFIG_PATH)
		return 0;
	cfg_error(cfg, "%s is a path that begins with /", cfg_opt_name(opt));
	return -1;
}

static int check_sync(cfg_t *cfg, cfg_opt_t *opt)
{
	const char *value = cfg_opt_getnstr(opt, 0);

	if (strcmp(value, "turn") == 0 || strcmp(value, "background") == 0)
		return 0;
	cfg_error(cfg, "sync is turn or background");
	return -1;
}

/* The name of a user of this machine; "": nobody. */
static int check_user(cfg_t *cfg, cfg_opt_t *opt)
{
	const char *value = cfg_opt_getnstr(opt, 0);

	if (strlen(value) < sizeof((struct config *)NULL)->user)
		return 0;
	cfg_error(cfg, "user is a name of at most 31 letters");
	return -1;
}

static void take_listen(struct config *c, cfg_t *cfg)
{
	unsigned n = cfg_size(cfg, "listen");

	for (unsigned i = 0; i < n; i++)
		config_listen(c, cfg_getnstr(cfg, "listen", i), i == 0);
}

static int check_listen(cfg_t *cfg, cfg_opt_t *opt)
{
	unsigned n = cfg_opt_size(opt);

	if (n > CONFIG_LISTEN_MAX) {
		cfg_error(cfg, "listen has at most %d addresses", CONFIG_LISTEN_MAX);
		return -1;
	}
	if (n > 0 && strlen(cfg_opt_getnstr(opt, n - 1)) >= CONFIG_WHERE) {
		cfg_error(cfg, "listen: an address is less than %d bytes long", CONFIG_WHERE);
		return -1;
	}
	return 0;
}

/* An engine's name is a user's kind of name, so that it can stand in a seat. */
static bool engine_name_ok(const struct roster *r, const char *name)
{
	size_t len = strlen(name);

	if (len < 2 || len > ENGINE_NAME || name[0] < 'a' || name[0] > 'z' ||
	    name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_")])
		return false;
	return bot_read(r, name, true) == BOT_NONE;
}

/* The rules of a list such as {"freestyle", "renju"}; 0 when one is none. */
static unsigned read_rules(cfg_t *sec)
{
	unsigned rules = 0;

	for (unsigned i = 0; i < cfg_size(sec, "rules"); i++) {
		enum rule rule = rule_parse(cfg_getnstr(sec, "rules", i));

		if (rule == RULE_COUNT)
			return 0;
		rules |= 1u << rule;
	}
	return rules;
}

static int take_engine(struct roster *r, cfg_t *sec)
{
	const char *name = cfg_title(sec), *command = cfg_getstr(sec, "command");
	struct engine *e = &r->engine[r->engines];

	if (r->engines == ROSTER_ENGINES) {
		cfg_error(sec, "there are at most %d engines", ROSTER_ENGINES);
	} else if (!engine_name_ok(r, name)) {
		cfg_error(sec,
		    "engine \"%s\": a name has 2 to %d of a-z, 0-9, - and _, begins "
		    "with a letter, and is no other bot's",
		    name, ENGINE_NAME);
	} else if (!command || !*command || strlen(command) >= sizeof e->command) {
		cfg_error(sec, "engine \"%s\" needs a command", name);
	} else if (!(e->rules = read_rules(sec))) {
		cfg_error(sec, "engine \"%s\": rules are freestyle, standard, renju, caro", name);
	} else {
		snprintf(e->name, sizeof e->name, "%s", name);
		snprintf(e->command, sizeof e->command, "%s", command);
		e->memory = (int64_t)cfg_getint(sec, "memory") * 1024 * 1024;
		r->engines++;
		return 0;
	}
	return -1;
}

static int take_engines(struct config *c, cfg_t *cfg)
{
	c->roster.engines = 0;
	for (unsigned i = 0; i < cfg_size(cfg, "engine"); i++)
		if (take_engine(&c->roster, cfg_getnsec(cfg, "engine", i)) < 0)
			return -1;
	return 0;
}

static void take(struct config *c, cfg_t *cfg)
{
	take_listen(c, cfg);
	snprintf(c->state, sizeof c->state, "%s", cfg_getstr(cfg, "state"));
	snprintf(c->certificate, sizeof c->certificate, "%s", cfg_getstr(cfg, "certificate"));
	snprintf(c->key, sizeof c->key, "%s", cfg_getstr(cfg, "key"));
	snprintf(c->name, sizeof c->name, "%s", cfg_getstr(cfg, "name"));
	snprintf(c->address, sizeof c->address, "%s", cfg_getstr(cfg, "address"));
	snprintf(c->lan, sizeof c->lan, "%s", cfg_getstr(cfg, "lan"));
	snprintf(c->metrics, sizeof c->metrics, "%s", cfg_getstr(cfg, "metrics"));
	snprintf(c->engine, sizeof c->engine, "%s", cfg_getstr(cfg, "house-engine"));
	c->workers = (int)cfg_getint(cfg, "workers");
	c->think_pause_ms = cfg_getint(cfg, "think-pause-ms");
	c->lag_allowance_ms = cfg_getint(cfg, "lag-allowance-ms");
	c->handshake_s = cfg_getint(cfg, "handshake-seconds");
	c->login_s = cfg_getint(cfg, "login-seconds");
	c->line_s = cfg_getint(cfg, "line-seconds");
	c->max_connections = (int)cfg_getint(cfg, "max-connections");
	c->max_rooms = (int)cfg_getint(cfg, "max-rooms");
	c->connections_a_network = (int)cfg_getint(cfg, "connections-per-address");
	c->max_handshakes = (int)cfg_getint(cfg, "max-handshakes");
	c->engine_idle_s = cfg_getint(cfg, "engine-idle-seconds");
	c->command_rate = cfg_getint(cfg, "command-rate");
	c->talk_rate = cfg_getint(cfg, "talk-rate");
	snprintf(c->registering, sizeof c->registering, "%s", cfg_getstr(cfg, "register"));
	c->guests = cfg_getbool(cfg, "guests") == cfg_true;
	c->rate_bots = cfg_getbool(cfg, "rate-bots") == cfg_true;
	snprintf(c->user, sizeof c->user, "%s", cfg_getstr(cfg, "user"));
	c->sandbox = cfg_getbool(cfg, "sandbox") == cfg_true;
	c->sync_turns = strcmp(cfg_getstr(cfg, "sync"), "turn") == 0;
}

/* libconfuse tells of faults without saying to whom: one configuration is read at a time. */
static char *fault;
static const char *reading;

/* The first fault is the one to be mended. */
__attribute__((format(printf, 2, 0))) static void on_fault(cfg_t *cfg, const char *fmt, va_list ap)
{
	size_t len = 0;

	if (*fault)
		return;
	if (cfg && cfg->line)
		len = (size_t)snprintf(fault, CONFIG_ERROR, "%.300s:%d: ", reading, cfg->line);
	vsnprintf(fault + len, CONFIG_ERROR - len, fmt, ap);
	/* The library's own words end there. */
	if (strncmp(fmt, "no such option", 14) == 0) {
		len = strlen(fault);
		snprintf(fault + len, CONFIG_ERROR - len, " (man gomokud.conf lists them)");
	}
}

/* Both or neither: a certificate is of a key. */
static int check_pair(const struct config *c)
{
	if (!*c->certificate == !*c->key)
		return 0;
	snprintf(fault, CONFIG_ERROR, "certificate and key belong together: %s is missing",
	    *c->key ? "certificate" : "key");
	return -1;
}

static void set_checks(cfg_t *cfg)
{
	cfg_set_error_function(cfg, on_fault);
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		cfg_set_validate_func(cfg, ranges[i].key, check_range);
	cfg_set_validate_func(cfg, "listen", check_listen);
	cfg_set_validate_func(cfg, "name", check_word);
	cfg_set_validate_func(cfg, "register", check_register);
	cfg_set_validate_func(cfg, "address", check_word);
	cfg_set_validate_func(cfg, "lan", check_lan);
	cfg_set_validate_func(cfg, "metrics", check_word);
	cfg_set_validate_func(cfg, "user", check_user);
	cfg_set_validate_func(cfg, "sync", check_sync);
	cfg_set_validate_func(cfg, "state", check_path);
	cfg_set_validate_func(cfg, "house-engine", check_path);
	cfg_set_validate_func(cfg, "certificate", check_path);
	cfg_set_validate_func(cfg, "key", check_path);
	cfg_set_validate_func(cfg, "engine|memory", check_range);
}

int config_read(struct config *c, const char *file, char error[static CONFIG_ERROR])
{
	static char default_rules[] = "{freestyle}"; /* libconfuse wants to be able to write */
	cfg_opt_t engine_opts[] = {
	    CFG_STR("command", NULL, CFGF_NONE),
	    CFG_STR_LIST("rules", default_rules, CFGF_NONE),
	    CFG_INT("memory", 0, CFGF_NONE),
	    CFG_END(),
	};
	cfg_opt_t opts[] = {
	    CFG_STR_LIST("listen", NULL, CFGF_NODEFAULT),
	    CFG_STR("state", c->state, CFGF_NONE),
	    CFG_STR("certificate", c->certificate, CFGF_NONE),
	    CFG_STR("key", c->key, CFGF_NONE),
	    CFG_STR("name", c->name, CFGF_NONE),
	    CFG_STR("address", c->address, CFGF_NONE),
	    CFG_STR("lan", c->lan, CFGF_NONE),
	    CFG_STR("metrics", c->metrics, CFGF_NONE),
	    CFG_STR("house-engine", c->engine, CFGF_NONE),
	    CFG_SEC("engine", engine_opts, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
	    CFG_INT("workers", c->workers, CFGF_NONE),
	    CFG_INT("think-pause-ms", c->think_pause_ms, CFGF_NONE),
	    CFG_INT("lag-allowance-ms", c->lag_allowance_ms, CFGF_NONE),
	    CFG_INT("handshake-seconds", c->handshake_s, CFGF_NONE),
	    CFG_INT("login-seconds", c->login_s, CFGF_NONE),
	    CFG_INT("line-seconds", c->line_s, CFGF_NONE),
	    CFG_INT("max-connections", c->max_connections, CFGF_NONE),
	    CFG_INT("max-rooms", c->max_rooms, CFGF_NONE),
	    CFG_INT("connections-per-address", c->connections_a_network, CFGF_NONE),
	    CFG_INT("max-handshakes", c->max_handshakes, CFGF_NONE),
	    CFG_INT("engine-idle-seconds", c->engine_idle_s, CFGF_NONE),
	    CFG_INT("command-rate", c->command_rate, CFGF_NONE),
	    CFG_INT("talk-rate", c->talk_rate, CFGF_NONE),
	    CFG_STR("register", c->registering, CFGF_NONE),
	    CFG_BOOL("guests", c->guests ? cfg_true : cfg_false, CFGF_NONE),
	    CFG_BOOL("rate-bots", c->rate_bots ? cfg_true : cfg_false, CFGF_NONE),
	    CFG_STR("user", c->user, CFGF_NONE),
	    CFG_BOOL("sandbox", c->sandbox ? cfg_true : cfg_false, CFGF_NONE),
	    CFG_STR("sync", c->sync_turns ? "turn" : "background", CFGF_NONE),
	    CFG_END(),
	};
	cfg_t *cfg = cfg_init(opts, CFGF_NONE);
	char *text;
	int result;

	snprintf(error, CONFIG_ERROR, "out of memory");
	if (!cfg)
		return -1;
	error[0] = '\0';
	fault = error;
	set_checks(cfg);
	reading = file;
	text = config_text(file);
	result = text ? cfg_parse_buf(cfg, text) : CFG_FILE_ERROR;
	free(text);
	if (result == CFG_FILE_ERROR)
		snprintf(error, CONFIG_ERROR, "can't read the configuration %.300s: %s", file,
		    strerror(errno));
	/* The library has no words for some of what it refuses, such as a NUL. */
	if (result == CFG_PARSE_ERROR && !*error)
		snprintf(error, CONFIG_ERROR, "%.300s:%d: that is no setting (KEY = VALUE)", file,
		    cfg->line);
	if (result == CFG_SUCCESS && take_engines(c, cfg) < 0)
		result = CFG_PARSE_ERROR;
	if (result == CFG_SUCCESS) {
		take(c, cfg);
		if (check_pair(c) < 0)
			result = CFG_PARSE_ERROR;
	}
	cfg_free(cfg);
	return result == CFG_SUCCESS ? 0 : -1;
}
