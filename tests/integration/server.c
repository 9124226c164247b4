#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif

enum { PIN_DIGITS = 64, LOG_SHOWN = 3000 };

/* A command that the daemon is run under, such as "valgrind -q". */
#define UNDER "GOMOKUD_UNDER"

struct server {
	pid_t pid;
	int out; /* its stdout, kept open */
	uint16_t port;
	char pin[PIN_DIGITS + 1];
	char dir[64]; /* config, log and state/ */
	bool reaped;  /* nothing is left to wait for */
	struct server *next;
};

/* Every daemon that runs, so that a test that fails leaves none behind. */
static struct server *servers;

int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

bool sanitized(void)
{
#ifdef SANITIZED
	return true;
#else
	return getenv(UNDER) != NULL;
#endif
}

int64_t patience_ms(void)
{
	return sanitized() || getenv("GOMOKU_SLOW") != NULL ? 100000 : 20000;
}

static const char *build_dir(void)
{
	const char *build = getenv("BUILD");

	return build != NULL && *build != '\0' ? build : "build";
}

static void path_in(const struct server *s, const char *name, char buf[static 128])
{
	snprintf(buf, 128, "%s/%s", s->dir, name);
}

void server_show_log(const struct server *s)
{
	char path[128], text[LOG_SHOWN + 1];
	FILE *f;
	size_t n;

	path_in(s, "log", path);
	f = fopen(path, "re");
	if (f == NULL)
		return;
	if (fseek(f, -LOG_SHOWN, SEEK_END) != 0)
		rewind(f);
	n = fread(text, 1, LOG_SHOWN, f);
	text[n] = '\0';
	fclose(f);
	print_error("the end of the daemon's log:\n%s\n", text);
}

void server_configure(const struct server *s, const char *config)
{
	char path[128];
	FILE *f;

	path_in(s, "config", path);
	f = fopen(path, "we");
	assert_non_null(f);
	/* What watches a program needs calls of its own. */
	fprintf(f, "think-pause-ms = 0%s\n%s\n", getenv(UNDER) ? " sandbox = no" : "",
	    config != NULL ? config : "");
	assert_int_equal(fclose(f), 0);
}

/* In the child: becomes the daemon. */
static _Noreturn void become_daemon(const struct server *s, int out, unsigned descriptors)
{
	char program[256], config[128], state[128], log_path[128];
	struct rlimit limit = {descriptors, descriptors};
	int null, log;

	snprintf(program, sizeof program, "%s/gomokud", build_dir());
	path_in(s, "config", config);
	path_in(s, "state", state);
	path_in(s, "log", log_path);
	signal(SIGPIPE, SIG_DFL);
	null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	log = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (dup2(null, 0) == -1 || dup2(out, 1) == -1 || dup2(log, 2) == -1)
		_exit(126);
	if (descriptors > 0 && setrlimit(RLIMIT_NOFILE, &limit) == -1)
		_exit(126);
	if (getenv(UNDER))
		execl("/bin/sh", "sh", "-c", "exec $" UNDER " \"$@\"", "sh", program, "-c", config,
		    "-d", state, "-l", "127.0.0.1:0", (char *)NULL);
	else
		execl(
		    program, program, "-c", config, "-d", state, "-l", "127.0.0.1:0", (char *)NULL);
	_exit(127);
}

/* Reads the daemon's ready line, byte by byte: what follows it stays in the pipe. */
static void read_ready(struct server *s)
{
	int64_t end = now_ms() + patience_ms();
	char line[256];
	size_t len = 0;
	unsigned port;

	while (len < sizeof line - 1) {
		struct pollfd p = {.fd = s->out, .events = POLLIN};
		int64_t left = end - now_ms();

		if (left <= 0 || poll(&p, 1, (int)left) != 1 || read(s->out, line + len, 1) != 1) {
			server_show_log(s);
			fail_msg("the daemon has not become ready");
		}
		if (line[len] == '\n')
			break;
		len++;
	}
	line[len] = '\0';
	if (sscanf(line, "ready addr=127.0.0.1:%5u pin=sha256:%64[0-9a-f]", &port, s->pin) != 2 ||
	    strlen(s->pin) != PIN_DIGITS)
		fail_msg("not a ready line: %s", line);
	s->port = (uint16_t)port;
}

/* Starts the daemon in its folder. */
static void launch(struct server *s, unsigned descriptors)
{
	pid_t self = getpid();
	int out[2];

	assert_int_equal(pipe2(out, O_CLOEXEC), 0);
	s->pid = fork();
	assert_true(s->pid >= 0);
	if (s->pid == 0) {
		/* A test program that dies takes its daemon along. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != self)
			_exit(126);
		become_daemon(s, out[1], descriptors);
	}
	close(out[1]);
	if (s->out >= 0)
		close(s->out);
	s->out = out[0];
	s->reaped = false;
}

struct server *server_start_limited(const char *config, unsigned descriptors)
{
	struct server *s = calloc(1, sizeof *s);

	assert_non_null(s);
	signal(SIGPIPE, SIG_IGN);
	snprintf(s->dir, sizeof s->dir, "/tmp/gomokud-test.XXXXXX");
	assert_non_null(mkdtemp(s->dir));
	server_configure(s, config);
	s->out = -1;
	s->reaped = true;
	s->next = servers;
	servers = s;
	launch(s, descriptors);
	read_ready(s);
	return s;
}

struct server *server_start(const char *config)
{
	return server_start_limited(config, 0);
}

pid_t server_pid(const struct server *s)
{
	return s->pid;
}

uint16_t server_port(const struct server *s)
{
	return s->port;
}

const char *server_pin(const struct server *s)
{
	return s->pin;
}

/* Whether the daemon has ended; then *status is its wait status. */
static bool has_ended(struct server *s, int *status)
{
	pid_t pid = waitpid(s->pid, status, WNOHANG);

	if (pid == s->pid)
		s->reaped = true;
	return pid == s->pid;
}

void server_check(struct server *s)
{
	struct client *c;
	int status = 0;

	if (has_ended(s, &status)) {
		server_show_log(s);
		fail_msg("the daemon has ended (wait status %#x)", (unsigned)status);
	}
	c = client_connect(s);
	client_ask(c, "+status draining=no", "status");
	client_close(c);
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void server_free(struct server *s)
{
	struct server **link = &servers;

	while (*link != s)
		link = &(*link)->next;
	*link = s->next;
	if (!s->reaped) {
		kill(s->pid, SIGKILL);
		waitpid(s->pid, NULL, 0);
	}
	if (s->out >= 0)
		close(s->out);
	nftw(s->dir, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	free(s);
}

/* Sends the signal and waits for the end. Returns the wait status, -1 when it does not end. */
static int end_daemon(struct server *s, int number)
{
	struct pollfd p = {.events = POLLIN};
	int status = -1;

	p.fd = pidfd_open(s->pid, 0);
	assert_true(p.fd >= 0);
	kill(s->pid, number);
	poll(&p, 1, (int)patience_ms());
	close(p.fd);
	return has_ended(s, &status) ? status : -1;
}

void server_stop(struct server *s)
{
	int status = end_daemon(s, SIGTERM);

	if (status != 0)
		server_show_log(s);
	server_free(s);
	if (status == -1)
		fail_msg("the daemon has not ended after SIGTERM");
	if (status != 0)
		fail_msg("the daemon has ended with wait status %#x", (unsigned)status);
}

void server_halt(struct server *s, int number)
{
	int status = end_daemon(s, number);

	if (status != (number == SIGKILL ? SIGKILL : 0)) {
		server_show_log(s);
		fail_msg("the daemon has ended with wait status %#x", (unsigned)status);
	}
}

void server_restart_halted(struct server *s)
{
	launch(s, 0);
	read_ready(s);
}

void server_restart(struct server *s, int number)
{
	server_halt(s, number);
	server_restart_halted(s);
}

static int reap(struct server *s)
{
	int64_t end = now_ms() + patience_ms();
	struct pollfd p = {.events = POLLIN};
	int status;

	p.fd = pidfd_open(s->pid, 0);
	assert_true(p.fd >= 0);
	poll(&p, 1, (int)(end - now_ms()));
	close(p.fd);
	if (!has_ended(s, &status))
		fail_msg("the daemon has not ended by itself");
	return status;
}

void server_reap(struct server *s)
{
	reap(s);
}

void server_reap_well(struct server *s)
{
	assert_int_equal(reap(s), 0);
}

/* What a build with sanitizers says of itself at each start is no part of why it does not. */
static void forget_sandbox(char *log)
{
	char *at = strstr(log, "event=sandbox-off"), *end;

	if (!at)
		return;
	end = at + strcspn(at, "\n");
	while (at > log && at[-1] != '\n')
		at--;
	memmove(at, end + (*end == '\n'), strlen(end + (*end == '\n')) + 1);
}

void server_refuses(struct server *s, int code, const char *why)
{
	struct pollfd p = {.events = POLLIN};
	char path[128], log[4096] = "";
	int status = -1;
	FILE *f;

	path_in(s, "log", path);
	assert_int_equal(truncate(path, 0), 0);
	launch(s, 0);
	p.fd = pidfd_open(s->pid, 0);
	assert_true(p.fd >= 0);
	poll(&p, 1, (int)patience_ms());
	close(p.fd);
	if (!has_ended(s, &status) || !WIFEXITED(status) || WEXITSTATUS(status) != code) {
		server_show_log(s);
		fail_msg("the daemon should have left with %d, not %#x", code, (unsigned)status);
	}
	f = fopen(path, "re");
	assert_non_null(f);
	log[fread(log, 1, sizeof log - 1, f)] = '\0';
	fclose(f);
	forget_sandbox(log);
	if (strstr(log, why) == NULL || strchr(log, '\n') != strrchr(log, '\n'))
		fail_msg("not one line about \"%s\": %s", why, log);
}

const char *server_dir(const struct server *s)
{
	return s->dir;
}

/* The parent and name of a process by /proc, parent 0 when it is gone. */
static pid_t process_parent(pid_t pid, char name[static 32])
{
	char path[64], text[512], *close_paren, *open_paren;
	FILE *f;
	int parent = 0;
	size_t n;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return 0;
	n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = '\0';
	open_paren = strchr(text, '(');
	close_paren = strrchr(text, ')');
	/* A zombie is no process that could be at work. */
	if (open_paren == NULL || close_paren == NULL || strncmp(close_paren, ") Z", 3) == 0 ||
	    sscanf(close_paren + 1, " %*c %d", &parent) != 1)
		return 0;
	snprintf(name, 32, "%.*s", (int)(close_paren - open_paren - 1), open_paren + 1);
	return parent;
}

int server_children(const struct server *s, const char *name, pid_t pids[], int max)
{
	DIR *proc = opendir("/proc");
	struct dirent *e;
	int n = 0;

	assert_non_null(proc);
	while (n < max && (e = readdir(proc)) != NULL) {
		char its_name[32] = "", parent_name[32];
		int64_t pid;
		pid_t parent;

		if (wire_int(e->d_name, 1, INT32_MAX, &pid) == -1)
			continue;
		parent = process_parent((pid_t)pid, its_name);
		/* /proc cuts names to 15 bytes. */
		if (parent == 0 || strncmp(its_name, name, 15) != 0)
			continue;
		if (parent == s->pid || process_parent(parent, parent_name) == s->pid)
			pids[n++] = (pid_t)pid;
	}
	closedir(proc);
	return n;
}

int group_start(void **state)
{
	*state = server_start(NULL);
	return 0;
}

int group_stop(void **state)
{
	clients_close_all();
	server_stop(*state);
	return 0;
}

int after_test(void **state)
{
	struct server *group = *state;

	clients_close_all();
	for (struct server *s = servers, *next; s != NULL; s = next) {
		next = s->next;
		if (s != group)
			server_free(s);
	}
	if (group != NULL)
		server_check(group);
	return 0;
}
