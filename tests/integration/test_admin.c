/*
 * The operator's socket: who may open it, what can be said there, what becomes of it for those who
 * are on the server.
 */
#include "harness.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/wire/admin_verbs.h"

static void socket_path(const struct server *s, char path[static 108])
{
	snprintf(path, 108, "%s/state/admin.sock", server_dir(s));
}

static void socket_is_the_owners(void **state)
{
	char path[108];
	struct stat st;

	socket_path(*state, path);
	assert_int_equal(stat(path, &st), 0);
	assert_true(S_ISSOCK(st.st_mode));
	assert_int_equal(st.st_mode & 0777, 0600);
}

/* In a child, as somebody else: what comes back when the socket is opened. The exit status: 0 the
 * greeting, 1 the socket can't be opened, 2 the daemon has closed without a word. */
static _Noreturn void knock_as(uid_t uid, const char *path)
{
	struct sockaddr_un sa = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	char c;

	snprintf(sa.sun_path, sizeof sa.sun_path, "%s", path);
	if (fd < 0 || setuid(uid) < 0)
		_exit(3);
	if (connect(fd, (struct sockaddr *)&sa, sizeof sa) < 0)
		_exit(1);
	_exit(read(fd, &c, 1) == 1 ? 0 : 2);
}

static int knock(uid_t uid, const char *path)
{
	pid_t pid = fork();
	int status = -1;

	assert_true(pid >= 0);
	if (pid == 0)
		knock_as(uid, path);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WEXITSTATUS(status);
}

/* Even where the file's rights have been loosened, the kernel's word for who it is counts. */
static void others_are_not_let_in(void **state)
{
	struct server *s = *state;
	char path[108], folder[108];
	size_t seen = 0;

	if (geteuid() != 0)
		skip();
	socket_path(s, path);
	snprintf(folder, sizeof folder, "%s/state", server_dir(s));
	assert_int_equal(knock(0, path), 0);
	assert_int_equal(knock(65534, path), 1);
	assert_int_equal(chmod(server_dir(s), 0755), 0);
	assert_int_equal(chmod(folder, 0755), 0);
	assert_int_equal(knock(65534, path), 1);
	assert_int_equal(chmod(path, 0666), 0);
	assert_int_equal(knock(65534, path), 2);
	server_wait_log(s, "event=admin-refused uid=65534", &seen);
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(chmod(folder, 0700), 0);
}

static void every_verb_is_helped(void **state)
{
	struct client *a = client_admin(*state);

	client_ask(a, "+help", "help");
	assert_int_equal(client_rows(a), ADMIN_VERB_COUNT);
	for (size_t i = 0; i < ADMIN_VERB_COUNT; i++) {
		client_ask(a, "+help n=1", "help %s", admin_verbs[i].name);
		assert_true(strstr(client_row(a, 0)->text, admin_verbs[i].help) != NULL);
	}
	client_ask(a, "-no-such what=verb", "help nothing");
}

static void words_are_counted(void **state)
{
	struct client *a = client_admin(*state);

	for (size_t i = 0; i < ADMIN_VERB_COUNT; i++) {
		const struct verb *v = &admin_verbs[i];
		const char *text = v->text == 1 ? " :x" : "";
		char line[256];
		int n = snprintf(line, sizeof line, "%s", v->name);

		client_ask(a, "#7 -syntax", "#7 %s unheard-of=1%s", line, text);
		for (int k = 0; k <= v->max; k++)
			n += snprintf(line + n, sizeof line - (size_t)n, " 1");
		client_ask(a, "-syntax", "%s%s", line, text);
		if (v->min > 0 || v->text == 1)
			client_ask(a, "-syntax", "%s", v->name);
		if (v->text == -1 && v->min == 0)
			client_ask(a, "-syntax", "%s :text", v->name);
	}
	client_ask(a, "-unknown verb=banz", "banz");
	client_ask(a, "-bad-text", "announce :\x1b[2J");
	client_ask(a, "-syntax", "= :");
	/* The game's verbs are the players'. */
	client_ask(a, "-unknown verb=guest", "guest ann");
	client_ask(a, "-unknown verb=move", "h8");
}

static void long_lines(void **state)
{
	struct client *a = client_admin(*state);
	char line[1100] = "#9 announce :";

	memset(line + strlen(line), 'x', sizeof line - strlen(line));
	line[sizeof line - 1] = '\n';
	client_send_bytes(a, line, sizeof line);
	client_want(a, "#9 -too-long limit=1024");
	client_ask(a, "+bans", "bans");
}

static void people_and_rooms(void **state)
{
	struct client *a = client_admin(*state);
	struct table t;

	table_open(&t, *state, "seen-b", "seen-w", "");
	client_ask(t.white, "+created", "create private :back room");
	client_ask(a, "+users n=2 connections=*", "users");
	assert_true(line_matches(
	    client_row(a, 0), "=user name=~seen-b address=127.0.0.1 playing=1 bot=no idle-ms=*"));
	assert_string_equal(line_value(client_row(a, 0), "rooms"), t.room);
	client_ask(a, "+rooms n=2 games=1", "rooms");
	assert_true(line_matches(client_row(a, 0), "=room black=~seen-b state=playing"));
	assert_true(line_matches(client_row(a, 1), "=room private=yes black=~seen-w"));
	client_ask(a, "+announced users=2", "announce :Cake in the kitchen");
	assert_string_equal(
	    client_event(t.white, "notice from=server")->text, "Cake in the kitchen");
	client_ask(a, "-syntax", "announce :");
}

/* Who is ejected is told why, loses the token, and may come in anew. */
static void eject(void **state)
{
	struct client *a = client_admin(*state), *c = client_connect(*state);
	char token[64];
	struct table t;

	client_ask(a, "-no-such what=user", "eject nobody");
	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(c, "+welcome", "guest out"), "resume"));
	client_ask(a, "+ejected user=~out", "eject ~out :Enough for today");
	assert_string_equal(client_event(c, "bye reason=ejected")->text, "Enough for today");
	assert_true(client_wait_closed(c));
	c = client_connect(*state);
	client_ask(c, "-denied", "resume %s", token);
	client_ask(c, "+welcome user=~out", "guest out");
	/* Out of a game: the other sees an empty chair. */
	table_open(&t, *state, "out-b", "out-w", "");
	table_play(&t, "h8 i9");
	client_ask(a, "+ejected user=~out-b", "eject OUT-B");
	client_event(t.black, "bye reason=ejected");
	client_event(t.white, "absent user=~out-b why=left");
}

static void close_room(void **state)
{
	struct client *a = client_admin(*state), *w = client_guest(*state, "shut-eye");
	struct table t;

	client_ask(a, "-no-such what=room", "close r999999");
	table_open(&t, *state, "shut-b", "shut-w", "");
	client_ask(w, "+watching", "watch %s", t.room);
	table_play(&t, "h8 i9");
	client_ask(a, "+closed", "close %s :The club closes", t.room);
	client_event(t.white, "end result=void why=closed");
	client_event(t.white, "ejected room=%s by=server", t.room);
	client_event(t.black, "end result=void why=closed");
	client_event(w, "ejected room=%s", t.room);
	client_ask(t.black, "-no-such what=room", "join %s", t.room);
	client_ask(t.black, "+created", "create");
	client_ask(a, "+rooms", "rooms");
	for (size_t i = 0; i < client_rows(a); i++)
		assert_string_not_equal(line_value(client_row(a, i), "id"), t.room);
}

/* add makes an account with a password that works once it is shown; passwd makes the old one void.
 */
static void accounts_by_the_operator(void **state)
{
	struct client *a = client_admin(*state), *c = client_connect(*state);
	char first[32], second[32];

	snprintf(first, sizeof first, "%s",
	    line_value(client_ask(a, "+added user=made", "add Made"), "password"));
	assert_true(strlen(first) >= 10);
	client_ask(a, "-exists what=name", "add made");
	client_ask(a, "-syntax", "add x");
	client_ask(a, "-syntax", "add scoring");
	client_ask(a, "-no-such what=user", "passwd nobody");
	client_ask(c, "+welcome user=made", "login made :%s", first);
	snprintf(second, sizeof second, "%s",
	    line_value(client_ask(a, "+passwd user=made", "passwd made"), "password"));
	assert_string_not_equal(first, second);
	client_close(c);
	c = client_connect(*state);
	client_ask(c, "-denied", "login made :%s", first);
	client_ask(c, "+welcome user=made", "login made :%s", second);
}

/* What takes long holds up its own conversation and no other; the operator may go meanwhile. */
static void hashing_holds_up_nobody(void **state)
{
	struct client *a = client_admin(*state), *b = client_admin(*state);

	client_send(a, "#1 add held-one\n#2 bans");
	client_ask(b, "+bans", "bans");
	client_want(a, "#1 +added");
	client_want(a, "#2 +bans");
	client_send(a, "add held-two");
	client_close(a);
	client_ask(b, "+bans", "bans");
	server_check(*state);
}

static void codes(void **state)
{
	struct server *s = server_start("register = invite");
	struct client *a = client_admin(s), *c = client_connect(s);
	char code[32];

	(void)state;
	snprintf(code, sizeof code, "%s",
	    line_value(client_ask(a, "+invite uses=2 until=never", "invite uses=2"), "code"));
	client_ask(c, "-denied", "register one :secret");
	client_ask(c, "-denied", "register one code=0123456789 :secret");
	client_ask(c, "+welcome user=one", "register one code=%s :secret", code);
	c = client_connect(s);
	client_ask(c, "+welcome user=two", "register two code=%s :secret", code);
	c = client_connect(s);
	client_ask(c, "-denied", "register three code=%s :secret", code);
	client_ask(a, "-syntax", "invite uses=0");
	client_ask(a, "-syntax", "invite for=soon");
	client_ask(a, "-syntax", "invite for=99999d");
	client_ask(a, "+invite uses=1", "invite for=1h");
	server_stop(s);
}

static void banned_account(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c = client_connect(s), *w;
	char token[64];
	struct table t;

	(void)state;
	client_ask(a, "-no-such what=user", "ban ann");
	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(c, "+welcome", "register ann :secret"), "resume"));
	w = client_guest(s, "beside");
	client_ask(a, "+banned who=ann until=never", "ban ANN :Rude to children");
	assert_string_equal(client_event(c, "bye reason=banned")->text, "Rude to children");
	client_wait_closed(c);
	/* Neither the password nor the token, nor a guest's way around. */
	c = client_connect(s);
	assert_non_null(strstr(client_ask(c, "-denied why=banned ms=-", "login ann :secret")->text,
	    "Rude to children"));
	client_event(c, "bye reason=banned");
	client_wait_closed(c);
	c = client_connect(s);
	client_ask(c, "-denied", "resume %s", token);
	client_ask(w, "+pong", "ping");
	assert_int_equal(client_stat(a, "logins-banned"), 1);
	/* It is known after a restart, and for as long as it was to be. */
	server_restart(s, SIGKILL);
	a = client_admin(s);
	client_ask(a, "+bans n=1", "bans");
	assert_true(line_matches(client_row(a, 0), "=ban who=ann until=never"));
	assert_string_equal(client_row(a, 0)->text, "Rude to children");
	c = client_connect(s);
	client_ask(c, "-denied why=banned", "login ann :secret");
	client_ask(a, "+unbanned who=ann", "unban ann");
	client_ask(a, "-no-such what=ban", "unban ann");
	c = client_connect(s);
	client_ask(c, "+welcome user=ann", "login ann :secret");
	table_open(&t, s, "still-b", "still-w", "");
	table_play(&t, "h8");
	server_stop(s);
}

/* A banned network's connections are ended and no more taken, before any handshake. */
static void banned_network(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c = client_guest(s, "ann"), *d = NULL;
	int64_t accepted, end;

	(void)state;
	client_ask(a, "-syntax", "ban 127.0.0.300");
	client_ask(a, "-syntax", "ban 127.0.0.0/33");
	client_ask(a, "-no-such what=user", "ban ~nobody");
	client_ask(a, "+banned who=192.0.2.0/24 until=*", "ban 192.0.2.77/24 for=90m :not here");
	client_ask(c, "+pong", "ping");
	client_ask(a, "+banned who=127.0.0.0/8 until=never", "ban 127.0.0.1/8 :Scrapers");
	assert_string_equal(client_event(c, "bye reason=banned")->text, "Scrapers");
	client_wait_closed(c);
	accepted = client_stat(a, "accepted");
	assert_null(client_try(s));
	assert_int_equal(client_stat(a, "accepted"), accepted);
	assert_true(client_stat(a, "refused-banned") >= 1);
	client_ask(a, "+unbanned who=127.0.0.0/8", "unban 127.0.0.0/8");
	client_guest(s, "bob");
	/* A guest stands for an address, and for an hour. */
	client_ask(a, "+banned who=127.0.0.1 until=*", "ban ~bob");
	client_ask(a, "+bans n=2", "bans");
	assert_string_not_equal(line_value(client_row(a, 0), "until"), "never");
	assert_null(client_try(s));
	/* Another time for the same network takes the place of the first. */
	client_ask(a, "+banned who=127.0.0.1", "ban 127.0.0.1 for=1s");
	for (end = now_ms() + patience_ms(); d == NULL && now_ms() < end;)
		d = client_try(s);
	assert_non_null(d);
	client_ask(a, "+bans n=1", "bans");
	server_stop(s);
}

static void figures(void **state)
{
	struct server *s = server_start("max-connections = 6");
	struct client *a = client_admin(s), *c[4];
	int64_t moves = client_stat(a, "moves");
	struct table t;

	(void)state;
	table_open(&t, s, "fig-b", "fig-w", "");
	table_play(&t, "h8 i9 j10");
	client_ask(t.black, "-illegal", "move h8");
	client_ask(t.black, "-syntax", "move");
	client_ask(t.black, "-syntax", "play 2 black extra");
	assert_int_equal(client_stat(a, "moves"), moves + 3);
	assert_int_equal(client_stat(a, "games"), 1);
	assert_int_equal(client_stat(a, "games-begun"), 1);
	assert_int_equal(client_stat(a, "users"), 2);
	assert_int_equal(client_stat(a, "answered-syntax"), 2);
	assert_int_equal(client_stat(a, "answered-illegal"), 1);
	assert_true(client_stat(a, "journal-bytes") > 100);
	assert_true(client_stat(a, "memory-kib") > 1000);
	for (int i = 0; i < 4; i++)
		c[i] = client_connect(s);
	assert_null(client_try(s));
	assert_int_equal(client_stat(a, "refused-full"), 1);
	assert_int_equal(client_stat(a, "connections"), 6);
	client_ask(c[0], "+quit", "quit");
	client_event(c[0], "bye");
	client_wait_closed(c[0]);
	assert_int_equal(client_stat(a, "closed-quit"), 1);
	client_ask(t.black, "+resigned", "resign");
	assert_int_equal(client_stat(a, "games-ended"), 1);
	assert_int_equal(client_stat(a, "games"), 0);
	server_stop(s);
}

/* Each line of the text for Prometheus is a comment or a name, perhaps labels, and a number; a name
 * is introduced once, before its first number. */
static void prometheus(void **state)
{
	struct client *a = client_admin(*state);
	char metric[128] = "", name[128];
	size_t samples = 0;

	client_ask(a, "+stats", "stats prometheus");
	for (size_t i = 0; i < client_rows(a); i++) {
		const char *line = client_row(a, i)->text, *end;
		double value;
		char rest;

		assert_true(line_matches(client_row(a, i), "=line"));
		if (sscanf(line, "# TYPE %127s", name) == 1) {
			assert_string_not_equal(name, metric);
			snprintf(metric, sizeof metric, "%s", name);
		}
		if (line[0] == '#')
			continue;
		samples++;
		assert_int_equal(strncmp(line, metric, strlen(metric)), 0);
		assert_int_equal(strncmp(line, "gomokud_", 8), 0);
		end = strrchr(line, ' ');
		assert_non_null(end);
		assert_int_equal(sscanf(end, "%lf%c", &value, &rest), 1);
		assert_true(value >= 0);
	}
	assert_true(samples > 100);
}

/* After kill -9 the socket of before lies there still, and is replaced. */
static void socket_outlives_a_kill(void **state)
{
	struct server *s = server_start(NULL);

	(void)state;
	client_ask(client_admin(s), "+bans n=0", "bans");
	server_restart(s, SIGKILL);
	client_ask(client_admin(s), "+bans n=0", "bans");
	server_stop(s);
}

static void quit_and_stop(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c = client_guest(s, "ann");
	char path[108];

	(void)state;
	client_ask(a, "+quit", "quit");
	client_event(a, "bye reason=quit");
	client_wait_closed(a);
	a = client_admin(s);
	client_ask(a, "+stop", "stop");
	client_event(c, "bye reason=restart retry-ms=*");
	client_event(a, "bye reason=restart");
	client_close(a);
	client_close(c);
	server_reap_well(s);
	socket_path(s, path);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(errno, ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(socket_is_the_owners),
	    wire_test(others_are_not_let_in),
	    wire_test(every_verb_is_helped),
	    wire_test(words_are_counted),
	    wire_test(long_lines),
	    wire_test(people_and_rooms),
	    wire_test(eject),
	    wire_test(close_room),
	    wire_test(accounts_by_the_operator),
	    wire_test(hashing_holds_up_nobody),
	    wire_test(codes),
	    wire_test(banned_account),
	    wire_test(banned_network),
	    wire_test(figures),
	    wire_test(prometheus),
	    wire_test(socket_outlives_a_kill),
	    wire_test(quit_and_stop),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
