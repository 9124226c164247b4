/*
 * The administration of a running server: a socket in its state folder, admin.sock, on which the
 * operator says what is to be done, in lines of the wire's grammar by a table of verbs of its own
 * (daemon/wire/admin_verbs.h). There are no passwords: who can open the socket is let in.
 *
 * What is said there is answered even while the journal can't be written, when nobody else is: the
 * operator has to be able to look.
 */
#ifndef GOMOKUD_ADMIN_H
#define GOMOKUD_ADMIN_H

#include "daemon/play/session.h"

struct admin;

/* What has become of a reload. */
struct reload_report {
	bool done;	      /* false: all is as it was, and `why` says for what reason */
	const char *what;     /* what was at fault: "configuration", "certificate", "listen" */
	char why[600];	      /* one line */
	char changed[512];    /* settings that have changed, with commas between; "" none */
	char restart[512];    /* those that have changed in the file, and need a restart */
	bool new_certificate; /* another one than before */
};

/* What is not the players' part of the server, but all of it. */
struct admin_actions {
	void (*reload)(void *arg, struct reload_report *report);
	/* No new games begin, and the server ends in in_ms at the latest; -1: it does not. */
	void (*drain)(void *arg, int64_t in_ms);
	void (*stop)(void *arg);
	void *arg;
};

/* Listens in the folder. NULL with the reason in error. */
struct admin *admin_new(struct server *server, const char *folder,
    const struct admin_actions *actions, char *error, size_t cap);
/* Says goodbye to the operators; no other is let in. */
void admin_close(struct admin *a);
/* Operators who are not gone yet. */
int admin_count(const struct admin *a);
/* At the end of each turn: writes what was answered. */
void admin_turn_end(struct admin *a);
/* No answer of the store or of a job is on its way any more. */
void admin_free(struct admin *a);

#endif
