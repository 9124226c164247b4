/* What the configuration says, as the parts want it. */
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "daemon.h"
#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/play/pairing.h"

/* Whether what it says can be had. */
static int check(const struct config *c, char error[static CONFIG_ERROR])
{
	char why[256];

	for (int i = 0; i < c->listen_count; i++)
		if (listener_check(c->listen[i], why, sizeof why) < 0) {
			snprintf(error, CONFIG_ERROR, "can't listen on %s", why);
			return EX_CONFIG;
		}
	if (strcmp(c->metrics, "-") != 0 && !http_check(c->metrics)) {
		snprintf(error, CONFIG_ERROR,
		    "metrics = \"%s\": it is a loopback address and a port, such as "
		    "127.0.0.1:9515",
		    c->metrics);
		return EX_CONFIG;
	}
	if (access(c->engine, X_OK) < 0) {
		snprintf(error, CONFIG_ERROR,
		    "the bots' program %.300s: %s (set house-engine = in the configuration)",
		    c->engine, strerror(errno));
		return EX_CONFIG;
	}
	return 0;
}

/* One of systemd's credentials: 1 when it is there, 0 when not, -1 when its path is too long. */
static int credential(const char *folder, const char *name, char path[static CONFIG_PATH])
{
	if (snprintf(path, CONFIG_PATH, "%s/%s", folder, name) >= CONFIG_PATH)
		return -1;
	return access(path, F_OK) == 0;
}

/* Where the configuration names no certificate, one that systemd hands over is served. */
static int take_credentials(struct config *c, char error[static CONFIG_ERROR])
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");
	char certificate[CONFIG_PATH], key[CONFIG_PATH];
	int certificates, keys;

	if (!folder || *c->certificate)
		return 0;
	certificates = credential(folder, "certificate", certificate);
	keys = credential(folder, "key", key);
	if (certificates != keys || keys < 0) {
		snprintf(error, CONFIG_ERROR,
		    "the credentials certificate and key belong together: %.300s/%s is missing",
		    folder, keys > 0 ? "certificate" : "key");
		return -1;
	}
	if (keys) {
		snprintf(c->certificate, sizeof c->certificate, "%s", certificate);
		snprintf(c->key, sizeof c->key, "%s", key);
	}
	return 0;
}

int daemon_configure(
    struct config *c, const struct daemon_options *o, char error[static CONFIG_ERROR])
{
	struct stat st;

	config_defaults(c);
	c->verbose = o->verbose;
	if (o->config && stat(o->config, &st) == 0 && S_ISDIR(st.st_mode)) {
		snprintf(error, CONFIG_ERROR, "-c %.300s: that is a folder", o->config);
		return EX_CONFIG;
	}
	if (o->config && config_read(c, o->config, error) < 0)
		return EX_CONFIG;
	if (take_credentials(c, error) < 0)
		return EX_CONFIG;
	for (int i = 0; i < o->listens; i++)
		if (config_listen(c, o->listen[i], i == 0) < 0) {
			snprintf(error, CONFIG_ERROR, "-l %.300s: too long", o->listen[i]);
			return EX_USAGE;
		}
	if (o->state && snprintf(c->state, sizeof c->state, "%s", o->state) >= CONFIG_PATH) {
		snprintf(error, CONFIG_ERROR, "-d: the path is too long");
		return EX_USAGE;
	}
	return check(c, error);
}

int daemon_make_folders(const char *path)
{
	char part[CONFIG_PATH];

	for (size_t i = 1; path[i]; i++) {
		if (path[i] != '/')
			continue;
		snprintf(part, sizeof part, "%.*s", (int)i, path);
		if (mkdir(part, 0755) < 0 && errno != EEXIST)
			return -1;
	}
	return mkdir(path, 0700) < 0 && errno != EEXIST ? -1 : 0;
}

struct tls_context *daemon_tls(
    const struct config *c, struct cert_facts *facts, char *error, size_t cap)
{
	char cert[CONFIG_PATH + 16], key[CONFIG_PATH + 16];

	if (*c->certificate) {
		snprintf(cert, sizeof cert, "%s", c->certificate);
		snprintf(key, sizeof key, "%s", c->key);
	} else {
		snprintf(cert, sizeof cert, "%s/cert.pem", c->state);
		snprintf(key, sizeof key, "%s/key.pem", c->state);
		if (cert_ensure(cert, key, error, cap) < 0)
			return NULL;
	}
	if (cert_read(cert, facts, error, cap) < 0)
		return NULL;
	return tls_context_new(cert, key, error, cap);
}

bool daemon_has_low_port(const struct config *c)
{
	for (int i = 0; i < c->listen_count; i++) {
		const char *colon = strrchr(c->listen[i], ':');
		long port = colon ? strtol(colon + 1, NULL, 10) : 0;

		if (port > 0 && port < IPPORT_RESERVED)
			return true;
	}
	return false;
}

/* As many descriptors as the system lets us have; fewer connections when that is not enough. */
static int fit_connections(int wanted)
{
	struct rlimit r;
	int can;

	if (getrlimit(RLIMIT_NOFILE, &r) < 0)
		return wanted;
	r.rlim_cur = r.rlim_max;
	setrlimit(RLIMIT_NOFILE, &r);
	if (r.rlim_cur == RLIM_INFINITY || r.rlim_cur > (rlim_t)wanted + LIMIT_RESERVED_FDS)
		return wanted;
	can = (int)r.rlim_cur > 2 * LIMIT_RESERVED_FDS ? (int)r.rlim_cur - LIMIT_RESERVED_FDS
						       : (int)r.rlim_cur / 2;
	log_warn("event=few-descriptors limit=%d max-connections=%d", (int)r.rlim_cur, can);
	return can;
}

void daemon_conn_settings(const struct config *c, struct conn_settings *s)
{
	*s = (struct conn_settings){.max_conns = fit_connections(c->max_connections),
	    .max_a_network = c->connections_a_network,
	    .max_handshakes = c->max_handshakes,
	    .line_max = WIRE_CLIENT_MAX,
	    .output_max = LIMIT_OUTPUT_HARD,
	    .handshake_ms = c->handshake_s * 1000,
	    .login_ms = c->login_s * 1000,
	    .line_ms = c->line_s * 1000};
}

void daemon_server_settings(const struct config *c, struct server *s)
{
	snprintf(s->name, sizeof s->name, "%s", c->name);
	snprintf(s->address, sizeof s->address, "%s", c->address);
	s->pace.command_us = c->command_rate ? 1000000 / c->command_rate : 0;
	s->pace.talk_us = c->talk_rate ? 60000000 / c->talk_rate : 0;
	s->accounts.mode = register_mode_read(c->registering);
	s->accounts.guests = c->guests;
	s->accounts.rate_bots = c->rate_bots;
}

int daemon_worker_count(const struct config *c)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	if (c->workers)
		return c->workers;
	return cores > 2 ? (int)(cores < LIMIT_WORKERS ? cores - 1 : LIMIT_WORKERS) : 1;
}

/* What a connection can come to: OpenSSL's own, input that waits, output twice while it grows. */
static int64_t conn_bytes(void)
{
	return 32 * 1024 + 4 * LIMIT_READ + 2 * LIMIT_OUTPUT_HARD;
}

/* A room with its last events, everyone that may be in it, and its question to the bots. */
static int64_t room_bytes(void)
{
	return (int64_t)sizeof(struct room) + LIMIT_EVENTS_KEPT * WIRE_SERVER_MAX +
	       LIMIT_MEMBERS * (int64_t)sizeof(struct member) + 4 * 1024;
}

static int64_t user_bytes(void)
{
	return (int64_t)sizeof(struct user) + LIMIT_MUTED * (MUTE_NAME + 16) +
	       LIMIT_CHALLENGES_MADE *
		   (int64_t)(sizeof(struct challenge) + sizeof(struct room_settings));
}

int64_t daemon_worst_case_mib(const struct config *c, int max_conns)
{
	int64_t bytes = max_conns * (conn_bytes() + user_bytes());

	bytes += LIMIT_GONE * user_bytes();
	bytes += c->max_rooms * room_bytes();
	bytes += LIMIT_SEEKS * (int64_t)sizeof(struct seek);
	bytes += LIMIT_BANS * (int64_t)sizeof(struct store_ban);
	bytes += LIMIT_ADMINS * (int64_t)LIMIT_ADMIN_OUTPUT * 2;
	bytes += LIMIT_STORE_GAMES * (int64_t)sizeof(struct store_game);
	bytes += LIMIT_STORE_QUEUE * (int64_t)4096;
	bytes += LIMIT_HASHES * INT64_C(32) * 1024 * 1024;
	return bytes / (1024 * 1024) + 1;
}
