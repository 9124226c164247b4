/*
 * One connection's conversation: greeting, who it is logged in as, what it has set. It turns lines
 * into commands and is the outlet of its user.
 */
#ifndef GOMOKUD_PLAY_SESSION_H
#define GOMOKUD_PLAY_SESSION_H

#include "account.h"
#include "bans.h"
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
	int64_t worst_case_mib; /* of memory, if every limit were reached */
	struct bans *bans;
	bool draining; /* no new games begin; the server ends soon, at the latest then: */
	int64_t drain_until_ms;
	struct accounts accounts;
};

/* "*draining in-ms=", unended. */
void draining_line(const struct server *s, struct wire_out *o, int64_t now_ms);

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
/* The same before what the journal holds up (conn_send_ahead). */
void session_send_ahead(struct session *s, const char *bytes, size_t len);
/* Ends a line and sends it. */
void session_send_line(struct session *s, struct wire_out *o);
void session_close(struct session *s, enum conn_reason reason);
/* The same with a word of the server's people to go with *bye; "" none. */
void session_send_off(struct session *s, enum conn_reason reason, const char *why);
/* The peer's address, and when it was last heard of. */
const struct address *session_address(const struct session *s);
int64_t session_heard_ms(const struct session *s);

#endif
