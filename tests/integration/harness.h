/*
 * The harness of the integration tests: real daemons on free loopback ports, clients over real TLS
 * sockets, and plain sockets for what a client should not do.
 *
 * Whatever goes wrong in here fails the running test (cmocka), after the last lines that the client
 * saw and the end of the daemon's log have been shown. Every wait has a deadline, patience_ms().
 * What a test leaves open, the teardown closes.
 *
 * A pattern is the beginning of a line of the wire as a person would write it: "+moved ply=3",
 * "#7 -illegal why=occupied", "move side=black at=h8". The name must be equal, and each key must be
 * there with that value; "*" is any value.
 */
#ifndef GOMOKU_HARNESS_H
#define GOMOKU_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <cmocka.h>

#include "daemon/wire/wire.h"

/* Milliseconds of CLOCK_MONOTONIC. */
int64_t now_ms(void);
/* How long a test waits for anything: 20 s, five times that when sanitized, or by GOMOKU_SLOW. */
int64_t patience_ms(void);
/* Built with sanitizers, or run under a program that watches (GOMOKUD_UNDER): freed memory is held
 * back, and its size says nothing. */
bool sanitized(void);

/* ---- server.c: a daemon ---- */

struct server;

/*
 * Starts $BUILD/gomokud with an empty state folder and waits until it is ready. config is text for
 * its configuration file, after "think-pause-ms = 0"; NULL for none.
 */
struct server *server_start(const char *config);
/* The same with a limit of open files (ulimit -n). */
struct server *server_start_limited(const char *config, unsigned descriptors);
pid_t server_pid(const struct server *s);
uint16_t server_port(const struct server *s);
/* The pin of its ready line, 64 hexadecimal digits. */
const char *server_pin(const struct server *s);
/* Fails unless the daemon is alive and answers `status` to a new connection. */
void server_check(struct server *s);
/* SIGTERM; the daemon must end by itself with status 0. Frees s and its folder. */
void server_stop(struct server *s);
/* Starts a daemon again that has been halted, or has ended by itself (server_reap). */
void server_restart_halted(struct server *s);
/* Waits until the daemon has ended by itself. */
void server_reap(struct server *s);
/* The same; it must have ended with status 0. */
void server_reap_well(struct server *s);
/* Ends the daemon by SIGTERM or SIGKILL and starts it again on the same state; it has another port.
 */
void server_restart(struct server *s, int number);
/* Its first half: the daemon ends. */
void server_halt(struct server *s, int number);
/* Starts an ended one again, which must leave with that status and one line that has `why` in it.
 */
void server_refuses(struct server *s, int code, const char *why);
/* Its folder: config, log, and state/ with what it keeps. */
const char *server_dir(const struct server *s);
/* The processes whose parent is the daemon or one of its children, and whose name is `name`. */
int server_children(const struct server *s, const char *name, pid_t pids[], int max);
/* Processor time that the daemon has used, milliseconds. */
int64_t server_cpu_ms(const struct server *s);
/* Its memory, KiB. */
int64_t server_rss_kib(const struct server *s);
/* Leaves the running daemon room for `more` open files beyond those it has. */
void server_limit_files(struct server *s, unsigned more);
/* Other text for its configuration file, which counts when it is read again. */
void server_configure(const struct server *s, const char *config);
/* Waits until the daemon's log has a line with that in it, beyond *seen bytes; then *seen is behind
 * it. */
void server_wait_log(const struct server *s, const char *text, size_t *seen);
/* The end of the daemon's log, for a failing test to show. */
void server_show_log(const struct server *s);

/* For cmocka: the group's daemon as *state, and what follows each test. */
int group_start(void **state);
int group_stop(void **state);
int after_test(void **state);
#define wire_test(f) cmocka_unit_test_teardown(f, after_test)

/* ---- client.c: a client over TLS ---- */

struct client;

/* Connects, checks the pin and reads the greeting. */
struct client *client_connect(struct server *s);
/* Connects and logs in as guest `name`. */
struct client *client_guest(struct server *s, const char *name);
/* The same with the smallest receive buffer, for one who does not read. */
struct client *client_guest_slow(struct server *s, const char *name);
/* Connects like client_connect; NULL when the server does not take the connection. */
struct client *client_try(struct server *s);
/* The operator, on the daemon's own socket. */
struct client *client_admin(struct server *s);
/* A figure of `stats`. */
int64_t client_stat(struct client *admin, const char *name);
/* Sends a line; LF is added. */
void client_send(struct client *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Sends bytes as they are. */
void client_send_bytes(struct client *c, const void *data, size_t len);
/* Sends bytes; false when the server does not take them within ms. Nothing can be sent after that.
 */
bool client_push(struct client *c, const void *data, size_t len, int64_t ms);

/*
 * The lines below stay valid until the next call for this client. Lines are kept in their order
 * until they are asked for.
 */
/* The next line of any kind. */
const struct wire_line *client_next(struct client *c);
/* The next final, which must match. The events before it are kept, its rows are client_row's. */
const struct wire_line *client_want(struct client *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Sends a line and wants a final. */
const struct wire_line *client_ask(struct client *c, const char *pattern, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The next final, whatever it is. */
const struct wire_line *client_final(struct client *c);
/* Waits for an event that matches. The events before it are forgotten. */
const struct wire_line *client_event(struct client *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The rows of the last final, and the i-th of them. */
size_t client_rows(const struct client *c);
const struct wire_line *client_row(struct client *c, size_t i);
/* Fails if an event of that name has come or is on its way (what the server sends before a pong).
 */
void client_no_event(struct client *c, const char *name);
/* Forgets what has come so far. */
void client_forget(struct client *c);
/* Waits until the server has closed. Whether it closed in order (close_notify). */
bool client_wait_closed(struct client *c);

/* close_notify, then waits for nothing. Frees c. */
void client_close(struct client *c);
/* Ends the connection with a TCP reset. Frees c. */
void client_reset(struct client *c);
/* Says that nothing more will be sent (close_notify and FIN), and goes on reading. */
void client_half_close(struct client *c);
/* The socket, for tests that work below the lines. */
int client_fd(const struct client *c);
/* Closes every client that a test has left. */
void clients_close_all(void);

/* ---- lines.c: about one line ---- */

bool line_matches(const struct wire_line *w, const char *pattern);
/* The value of a key; fails when there is none. */
const char *line_value(const struct wire_line *w, const char *key);
int64_t line_int(const struct wire_line *w, const char *key);

/* ---- raw.c: plain sockets ---- */

/* A TCP connection to the daemon's port. small: with the smallest receive buffer. */
int raw_connect(const struct server *s, bool small);
/* Sends; returns 0, or -1 when the peer has closed. */
int raw_send(int fd, const void *data, size_t len);
/* Waits until the peer has closed or reset, throwing away what it sends. Milliseconds it took. */
int64_t raw_wait_closed(int fd);
/* From now on the socket does not block. */
void raw_unblock(int fd);
/* Closes with a reset. */
void raw_reset(int fd);
/* Writes a real ClientHello to buf and returns its length. */
size_t raw_client_hello(unsigned char *buf, size_t size);

/* ---- table.c: two people at a board ---- */

struct table {
	struct server *server;
	struct client *black, *white;
	char room[32];
	int ply; /* stones played by table_play */
};

/*
 * Logs in guests `black` and `white`; the first creates a room with these options (as typed after
 * `create`), the second joins, and the game has begun.
 */
void table_open(
    struct table *t, struct server *s, const char *black, const char *white, const char *options);
/* Whose turn it is by the number of stones. */
struct client *table_turn(const struct table *t);
/* Plays points, spaces between, black and white in turn; each move is seen by both. */
void table_play(struct table *t, const char *points);
/* Both see the end of the game: a pattern for the keys of *end, such as "result=black why=five". */
void table_end(struct table *t, const char *pattern);
/* The `moves` of a room as somebody sees them by `sync`. */
void table_moves(struct client *c, const char *room, char *buf, size_t size);

#endif
