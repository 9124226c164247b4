/* What the files of the administration share: a command, its answers, one that is answered later.
 */
#ifndef GOMOKUD_ADMIN_PRIVATE_H
#define GOMOKUD_ADMIN_PRIVATE_H

#include "admin.h"
#include "daemon/net/local.h"
#include "daemon/wire/admin_verbs.h"

struct admin_later;

struct admin {
	struct server *server;
	struct admin_actions actions;
	struct conn_hub *hub; /* the operators' */
	struct local *local;
};

/* One operator's conversation. */
struct admin_session {
	struct admin *admin;
	struct conn *conn;
	struct admin_later *later; /* what it waits for; NULL: nothing */
};

struct admin_command {
	struct admin *admin;
	struct server *server;
	struct admin_session *session;
	const struct wire_line *line; /* NULL when it is taken up again */
	const struct verb *verb;
	char tag[WIRE_TAG_MAX + 1];
	int64_t now_ms;
	struct wire_out out;
};

/* A command whose answer comes from the store or a job. Its connection takes no other meanwhile. */
struct admin_later {
	struct admin *admin;
	struct admin_session *session; /* NULL: gone */
	const struct verb *verb;
	char tag[WIRE_TAG_MAX + 1];
	/* What each verb keeps: */
	struct store_ban ban;
	struct store_account account;
	char password[SECRET_CODE];
	bool worked;
	int uses;
	int64_t until;
};

typedef void admin_fn(struct admin_command *c);

/* Begins an answer in c->out; end it with admin_answer_end. */
void admin_answer(struct admin_command *c, enum wire_kind kind, const char *name);
void admin_answer_end(struct admin_command *c);
/* A whole refusal; key NULL: without one. */
void admin_refuse(struct admin_command *c, const char *name, const char *key, const char *value,
    const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void admin_refuse_syntax(struct admin_command *c, const char *what);
/* Adds key= as a time of the world, "2026-11-30T04:00:00Z"; 0: "never". */
void admin_when_key(struct admin_command *c, const char *key, int64_t seconds);
/*
 * Reads for=: so many seconds, or 90m, 12h, 7d; until is then that much from now, by the clock of
 * the world. Without the key `usual` counts; 0 of it: for ever, until 0. False when refused.
 */
bool admin_read_for(struct admin_command *c, int64_t usual, int64_t *until);

/* Puts the command off. NULL, and answered: no memory. */
struct admin_later *admin_later(struct admin_command *c);
/* The command again; false: the operator is gone. */
bool admin_again(const struct admin_later *l, struct admin_command *c);
/* It is answered: the conversation goes on. Frees l. */
void admin_later_end(struct admin_later *l);
/* The store or the threads could not do it. Frees l. */
void admin_later_fail(struct admin_later *l, const char *what);

/* admin_people.c */
admin_fn admin_users, admin_networks, admin_rooms, admin_eject, admin_close_room, admin_announce;
/* admin_bans.c */
admin_fn admin_ban, admin_unban, admin_bans;
/* admin_accounts.c */
admin_fn admin_add, admin_passwd, admin_invite;
/* admin_server.c */
admin_fn admin_help, admin_stats, admin_drain, admin_reload, admin_stop, admin_quit;

#endif
