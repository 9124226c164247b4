/* Another configuration, certificate and key while the server runs. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon.h"
#include "daemon/log.h"
#include "daemon/notify.h"

static void fail(struct reload_report *r, const char *what)
{
	r->done = false;
	r->what = what;
}

/* Everything that takes its settings from the configuration takes them anew. */
static void apply(struct daemon *d, const struct config *c)
{
	struct conn_settings conns;
	struct server *s = &d->server;

	daemon_conn_settings(c, &conns);
	conn_hub_set(s->hub, &conns);
	daemon_server_settings(c, s);
	s->max_conns = conns.max_conns;
	s->worst_case_mib = daemon_worst_case_mib(c, conns.max_conns);
	lobby_set(s->lobby, c->max_rooms, c->think_pause_ms, c->lag_allowance_ms);
	d->archive.rate_bots = c->rate_bots;
	journal_set_sync(d->journal, c->sync_turns);
	d->config = *c;
}

/* New connections get the new certificate; those that are there keep what they have. */
static void swap_tls(struct daemon *d, struct tls_context *tls, const struct cert_facts *facts)
{
	tls_context_free(d->gate.tls);
	d->gate.tls = tls;
	if (strcmp(d->cert.pin, facts->pin) != 0)
		log_warn("event=key-changed pin=%s effect=\"clients that remember the old one are "
			 "warned\"",
		    facts->pin);
	d->cert = *facts;
	snprintf(d->server.pin, sizeof d->server.pin, "%s", facts->pin);
}

/* Whether a file is there and may not be opened. */
static bool shut_off(const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd < 0 && errno == EACCES;
}

/* A file may be there for everyone but the daemon, which has shut itself off from other folders. */
static void hint_sandbox(const struct config *c, struct reload_report *r)
{
	size_t len = strlen(r->why);

	if (*c->certificate && c->sandbox && (shut_off(c->certificate) || shut_off(c->key)))
		snprintf(r->why + len, sizeof r->why - len,
		    " (its sandbox lets gomokud read the folders that it knew at its start; "
		    "another needs a restart)");
}

static void reload(struct daemon *d, struct reload_report *r)
{
	static struct config c;
	struct cert_facts facts;
	struct tls_context *tls;
	char error[CONFIG_ERROR], changed[CONFIG_KEYS], restart[CONFIG_KEYS];

	if (d->stopping) {
		snprintf(r->why, sizeof r->why, "the server is about to end");
		fail(r, "configuration");
		return;
	}
	if (daemon_configure(&c, &d->options, error) != 0) {
		snprintf(r->why, sizeof r->why, "%s", error);
		fail(r, "configuration");
		return;
	}
	config_compare(&d->config, &c, changed, restart);
	config_keep(&c, &d->config);
	if (!(tls = daemon_tls(&c, &facts, r->why, sizeof r->why))) {
		hint_sandbox(&c, r);
		fail(r, "certificate");
		return;
	}
	if (facts.over) {
		snprintf(r->why, sizeof r->why, "the certificate has run out, on %s", facts.until);
		fail(r, "certificate");
		tls_context_free(tls);
		return;
	}
	if (daemon_listen(d, &c, r->why, sizeof r->why) < 0) {
		fail(r, "listen");
		tls_context_free(tls);
		return;
	}
	r->done = true;
	r->new_certificate = strcmp(facts.fingerprint, d->cert.fingerprint) != 0;
	snprintf(r->changed, sizeof r->changed, "%s", changed);
	snprintf(r->restart, sizeof r->restart, "%s", restart);
	swap_tls(d, tls, &facts);
	apply(d, &c);
	daemon_tell_lan(d);
}

void daemon_reload(struct daemon *d, struct reload_report *r)
{
	*r = (struct reload_report){0};
	notify_reloading();
	reload(d, r);
	notify_ready();
	if (r->done)
		log_info("event=reloaded changed=%s restart=%s certificate=%s until=%s",
		    r->changed[0] ? r->changed : "-", r->restart[0] ? r->restart : "-",
		    r->new_certificate ? "new" : "same", d->cert.until);
	else
		log_warn("event=reload-failed what=%s reason=\"%s\" effect=\"all stays as it was\"",
		    r->what, r->why);
}

void daemon_renew(struct daemon *d)
{
	struct cert_facts facts;
	struct tls_context *tls;
	char error[512];

	if (*d->config.certificate)
		return;
	if (!(tls = daemon_tls(&d->config, &facts, error, sizeof error))) {
		log_warn("event=renewal-failed reason=\"%s\"", error);
	} else if (strcmp(facts.fingerprint, d->cert.fingerprint) == 0) {
		tls_context_free(tls);
	} else {
		swap_tls(d, tls, &facts);
		log_info("event=certificate-renewed until=%s", facts.until);
	}
}
