#include "subject.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "peer.h"

enum { READY_MS = 20000, STOP_MS = 30000, LOG_SHOWN = 2000 };

static const char *build;
static char folder[64]; /* configuration, log and the daemon's state */
static cpu_set_t all_cores, server_core;

void subjects_prepare(const char *build_folder)
{
	cpu_set_t own;
	size_t first = CPU_SETSIZE, last = 0;

	build = build_folder;
	snprintf(folder, sizeof folder, "/tmp/gomokud-load.XXXXXX");
	if (!mkdtemp(folder))
		die("can't make a folder in /tmp: %s", strerror(errno));
	sched_getaffinity(0, sizeof all_cores, &all_cores);
	for (size_t i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &all_cores)) {
			first = i < first ? i : first;
			last = i;
		}
	CPU_ZERO(&own);
	CPU_SET(first, &own);
	CPU_ZERO(&server_core);
	CPU_SET(last, &server_core);
	sched_setaffinity(0, sizeof own, &own);
}

void subjects_spread(void)
{
	server_core = all_cores;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

void subjects_clean_up(void)
{
	nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void path_in(const char *name, char path[static SUBJECT_PATH])
{
	snprintf(path, SUBJECT_PATH, "%s/%s", folder, name);
}

/* The end of the log, when something is wrong with the server. */
static void show_log(void)
{
	char path[SUBJECT_PATH], text[LOG_SHOWN + 1];
	FILE *f;
	size_t n;

	path_in("log", path);
	if (!(f = fopen(path, "re")))
		return;
	if (fseek(f, -LOG_SHOWN, SEEK_END) != 0)
		rewind(f);
	n = fread(text, 1, LOG_SHOWN, f);
	text[n] = '\0';
	fprintf(stderr, "the end of the server's log:\n%s\n", text);
	fclose(f);
}

/* In the child: becomes the server, on its core. */
static _Noreturn void become(const char *const argv[], int out)
{
	char path[SUBJECT_PATH];
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC), log;

	path_in("log", path);
	log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	sched_setaffinity(0, sizeof server_core, &server_core);
	if (dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(log, 2) < 0)
		_exit(126);
	execv(argv[0], (char *const *)argv);
	_exit(127);
}

/* Reads the ready line, byte by byte: what follows it stays in the pipe. */
static void read_ready(struct subject *s)
{
	char line[256];
	size_t len = 0;
	unsigned port;

	while (len < sizeof line - 1) {
		struct pollfd p = {.fd = s->out, .events = POLLIN};

		if (poll(&p, 1, READY_MS) != 1 || read(s->out, line + len, 1) != 1) {
			show_log();
			die("%s has not become ready", s->name);
		}
		if (line[len++] == '\n')
			break;
	}
	line[len] = '\0';
	if (sscanf(line, "ready addr=127.0.0.1:%5u", &port) != 1)
		die("not a ready line: %s", line);
	s->port = (uint16_t)port;
}

static void start(struct subject *s, const char *name, const char *const argv[])
{
	pid_t self = getpid();
	int out[2];

	s->name = name;
	if (pipe2(out, O_CLOEXEC) < 0 || (s->pid = fork()) < 0)
		die("can't start %s: %s", name, strerror(errno));
	if (s->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != self)
			_exit(126);
		become(argv, out[1]);
	}
	close(out[1]);
	s->out = out[0];
	read_ready(s);
}

void subject_start_daemon(struct subject *s, const char *config)
{
	char program[SUBJECT_PATH], file[SUBJECT_PATH], state[SUBJECT_PATH];
	const char *argv[] = {program, "-c", file, "-d", state, "-l", "127.0.0.1:0", NULL};
	FILE *f;

	snprintf(program, sizeof program, "%s/gomokud", build);
	path_in("gomokud.conf", file);
	path_in("state", state);
	nftw(state, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	if (!(f = fopen(file, "we")) || fputs(config, f) < 0 || fclose(f) != 0)
		die("can't write %s", file);
	start(s, "gomokud", argv);
}

void subject_start_floor(struct subject *s)
{
	char program[SUBJECT_PATH], cert[SUBJECT_PATH], key[SUBJECT_PATH];
	const char *argv[] = {program, cert, key, NULL};

	snprintf(program, sizeof program, "%s/tests/bench/floor", build);
	path_in("state/cert.pem", cert);
	path_in("state/key.pem", key);
	start(s, "floor", argv);
}

void subject_check(const struct subject *s)
{
	int status;

	if (waitpid(s->pid, &status, WNOHANG) == 0)
		return;
	show_log();
	die("%s has ended by itself", s->name);
}

/* SIGTERM is the floor's end, and the daemon's wish to end in order. */
void subject_stop(struct subject *s)
{
	const struct timespec moment = {0, 10000000};
	int status = 0, waited_ms = 0;

	kill(s->pid, SIGTERM);
	while (waitpid(s->pid, &status, WNOHANG) == 0) {
		nanosleep(&moment, NULL);
		waited_ms += 10;
		if (waited_ms > STOP_MS) {
			show_log();
			die("%s does not end", s->name);
		}
	}
	close(s->out);
	if (status != 0 && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)) {
		show_log();
		die("%s has ended with wait status %#x", s->name, (unsigned)status);
	}
}

/* One of the process's files in /proc as text. */
static void read_proc(const struct subject *s, const char *name, char *text, size_t cap)
{
	char path[64];
	FILE *f;
	size_t n;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)s->pid, name);
	if (!(f = fopen(path, "re"))) {
		show_log();
		die("%s is gone", s->name);
	}
	n = fread(text, 1, cap - 1, f);
	text[n] = '\0';
	fclose(f);
}

int64_t subject_cpu_us(const struct subject *s)
{
	char text[1024], *name_end;
	unsigned long user, kernel;

	read_proc(s, "stat", text, sizeof text);
	/* Fields 14 and 15; the second, a name in parentheses, may hold anything. */
	name_end = strrchr(text, ')');
	if (!name_end ||
	    sscanf(name_end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
		&kernel) != 2)
		die("can't read the processor time of %s", s->name);
	return (int64_t)(user + kernel) * 1000000 / sysconf(_SC_CLK_TCK);
}

int64_t subject_rss(const struct subject *s)
{
	char text[4096], *row;
	long kib;

	read_proc(s, "status", text, sizeof text);
	row = strstr(text, "\nVmRSS:");
	if (!row || sscanf(row + 7, "%ld", &kib) != 1)
		die("can't read the memory of %s", s->name);
	return (int64_t)kib * 1024;
}

int subject_descriptors(const struct subject *s)
{
	char path[64];
	struct dirent *e;
	DIR *d;
	int n = 0;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)s->pid);
	if (!(d = opendir(path)))
		die("can't read the descriptors of %s", s->name);
	while ((e = readdir(d)))
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}
