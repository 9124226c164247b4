/*
 * One connection's conversation: greeting, who it is logged in as, what it has set. It turns lines
 * into commands and is the outlet of its user.
 */
#ifndef GOMOKUD_PLAY_SESSION_H
#define GOMOKUD_PLAY_SESSION_H

#include "account.h"
#include "daemon/net/conn.h"
#include "daemon/wire/wire.h"
#include "lobby.h"
#include "pace.h"

struct hint;
struct session;

enum { SERVER_NAME = 64, SERVER_PIN = 80 };

/* What sessions need of the server they are in; lives as long as they. */
struct server {
	struct loop *loop;
	struct lobby *lobby;
	struct conn_hub *hub;
	char name[SERVER_NAME];	   /* one visible word */
	char address[SERVER_NAME]; /* under which people outside reach it; "-" unknown */
	char pin[SERVER_PIN];	   /* "sha256:HEX" of the key */
	struct pace_limits pace;
	int max_conns;
	int64_t started_ms;
	struct accounts accounts;
};

enum session_caps { CAP_PING = 1 << 0, CAP_THINKING = 1 << 1 };

/* For conn_hub_new, with a struct server as `server`. */
extern const struct conn_handler session_handler;

/* The user, NULL before login. */
struct user *session_user(const struct session *s);
/* Logs it in: the user's lines go here from now on. */
void session_log_in(struct session *s, struct user *u);
/* How fast it goes; the hint that it waits for. */
struct pace *session_pace(struct session *s);
struct hint **session_hint(struct session *s);
/* Logs in a user who may be here already: another connection of theirs is closed ("replaced"). */
void session_take_over(struct session *s, struct user *u);
/*
 * Takes no further line until session_release. *holder, which points to the session, becomes NULL
 * when the session ends before.
 */
void session_hold(struct session *s, struct session **holder);
void session_release(struct session *s);
/* The network it comes from, for what is charged to an address. */
void session_network(const struct session *s, char buf[static CONN_NETWORK]);
void session_set_caps(struct session *s, unsigned caps);
enum draw_mode session_draw(const struct session *s);
/* Also for the user that may come. */
void session_set_draw(struct session *s, enum draw_mode mode);
void session_send(struct session *s, const char *bytes, size_t len);
/* Ends a line and sends it. */
void session_send_line(struct session *s, struct wire_out *o);
void session_close(struct session *s, enum conn_reason reason);

#endif
