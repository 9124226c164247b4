/*
 * From a line to what it does: parsing, the checks that the table of verbs asks for, and the call
 * of the verb's function. The functions stand in the cmd_*.c files; each answers with exactly one
 * final, before it changes anything that others are told of.
 */
#ifndef GOMOKUD_PLAY_COMMAND_H
#define GOMOKUD_PLAY_COMMAND_H

#include "daemon/wire/verbs.h"
#include "daemon/wire/wire.h"
#include "session.h"

struct command {
	struct session *session;
	struct server *server;
	struct user *user; /* NULL before login */
	struct wire_line *line;
	const struct verb *verb;
	const char *raw; /* the line as it came */
	size_t raw_len;
	int64_t now_ms; /* when the line came */
	/* For verbs that need a room: it, and the user's seat in it (-1: watches). */
	struct room *room;
	int seat;
	struct wire_out out;
};

typedef void command_fn(struct command *c);

/* Carries out one line of a session. */
void command_run(
    struct session *s, struct server *server, const char *line, size_t len, int64_t now_ms);

/* Fills c with a line, without carrying it out. WIRE_FINE: it has a known verb if c->verb. */
enum wire_fault command_read(struct command *c, struct session *s, struct server *server,
    const char *line, size_t len, int64_t now_ms);

/* Begins an answer in c->out with the command's tag; end it with answer_end. */
void answer(struct command *c, enum wire_kind kind, const char *name);
void answer_end(struct command *c);
/* A whole refusal: "-name key=value :text". key NULL: none. The text says what to do next. */
void refuse(struct command *c, const char *name, const char *key, const char *value,
    const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* "-busy what= retry-ms=": the server has too much to do, or lacks something for a while. */
void refuse_busy(struct command *c, const char *what);
/* "-syntax" with how the verb is typed. */
void refuse_syntax(struct command *c, const char *what);
/* Whether a game may begin; refuses when the server is about to end, or the disk has no room to
 * keep it. */
bool may_begin_game(struct command *c);
/* The key's value is among those; -1 and refused when it is another, fallback when absent. */
int read_choice(
    struct command *c, const char *key, const char *const values[], int n, int fallback);

/* "+set", with what is set now. */
void answer_set(struct command *c);
/* Marks the user as a bot, or not, an account for good; answers. */
void set_bot(struct command *c, bool bot);
/* "+welcome": the user is in. */
void answer_welcome(struct command *c);
/* Whether the account may come in. Refused, and closed, when it is banned. */
bool may_log_in(struct command *c, const char *name);
/* Tells who has come in that the server is about to end, if it is. */
void tell_draining(struct command *c);
/* "-syntax": what was typed can't be a name. */
void refuse_name(struct command *c);

/* cmd_session.c */
command_fn cmd_hello, cmd_status, cmd_guest, cmd_ping, cmd_help, cmd_levels, cmd_who, cmd_set,
    cmd_quit;
/* cmd_account.c */
command_fn cmd_register, cmd_login, cmd_passwd;
/* cmd_archive.c */
command_fn cmd_games, cmd_game, cmd_export, cmd_top, cmd_rating;
/* cmd_resume.c */
command_fn cmd_resume;
/* Adds resume=, the user's next token, grace-ms= and rooms=. */
void resume_keys(struct command *c);
/* Brings the user into all of their rooms again: what was missed since the numbers in the list
 * (NULL: none), or *sync, then *back. */
void resume_rooms(struct command *c, const char *list);
/* cmd_lobby.c */
command_fn cmd_rooms, cmd_room, cmd_create, cmd_play, cmd_join, cmd_watch;
/* cmd_room.c */
command_fn cmd_leave, cmd_seat, cmd_stand, cmd_ready, cmd_say, cmd_board, cmd_sync;
/* cmd_options.c */
command_fn cmd_options, cmd_invite, cmd_eject;
/* cmd_pair.c */
command_fn cmd_seek, cmd_unseek, cmd_seeks, cmd_challenge;
/* cmd_people.c */
command_fn cmd_tell, cmd_lobby, cmd_mute, cmd_unmute, cmd_whois;
/* hint.c */
command_fn cmd_hint;
/* cmd_game.c */
command_fn cmd_move, cmd_choose, cmd_pass, cmd_undo, cmd_draw, cmd_abort, cmd_resign, cmd_claim,
    cmd_rematch, cmd_accept, cmd_decline, cmd_withdraw;

#endif
