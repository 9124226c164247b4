#include "player.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sentinel.h"

enum { LEAVE_MS = 1000 };

void player_init(struct player *p, const char *command)
{
	memset(p, 0, sizeof(*p));
	p->command = command;
}

/*
 * A command that is one program and its words takes the shell's place, so that the process is the
 * engine itself and what it waits for can be seen.
 */
static void shell_text(const char *command, char *text, size_t size)
{
	const char *first = command + strspn(command, " ");
	bool plain = strpbrk(command, ";&|<>()`\n") == NULL &&
		     memchr(first, '=', strcspn(first, " ")) == NULL;
	snprintf(text, size, "%s%s", plain ? "exec " : "", command);
}

/* The child's side of player_start: only calls that are safe after fork in a threaded program. */
static _Noreturn void become(const char *text, int in, int out)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(null, STDERR_FILENO) < 0)
		_exit(127);
	execl("/bin/sh", "sh", "-c", text, (char *)NULL);
	_exit(127);
}

int player_start(struct player *p)
{
	int to[2], from[2];
	char text[PLAYER_COMMAND_MAX];
	shell_text(p->command, text, sizeof(text));
	if (pipe2(to, O_CLOEXEC) != 0)
		return -1;
	if (pipe2(from, O_CLOEXEC) != 0) {
		close(to[0]);
		close(to[1]);
		return -1;
	}
	p->pid = fork();
	if (p->pid == 0)
		become(text, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	p->to = to[1];
	p->from = from[0];
	p->n_held = 0;
	p->n_waits = 0;
	if (p->pid > 0)
		return 0;
	p->pid = 0;
	close(p->to);
	close(p->from);
	return -1;
}

void player_send(struct player *p, const char *format, ...)
{
	char line[256];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(line, sizeof(line) - 1, format, args);
	va_end(args);
	if (n < 0)
		return;
	size_t len = (size_t)n < sizeof(line) - 1 ? (size_t)n : sizeof(line) - 2;
	line[len++] = '\n';
	/* What a player that has gone does not read is no matter here: its silence is. */
	ssize_t written = write(p->to, line, len);
	(void)written;
}

/* Takes a whole line off the bytes held. Blank lines are dropped. Returns whether there was one. */
static bool take_line(struct player *p, char *line)
{
	for (;;) {
		size_t len = 0;
		while (len < p->n_held && p->held[len] != '\n' && p->held[len] != '\r')
			len++;
		bool cut = len == sizeof(p->held);
		if (len == p->n_held && !cut)
			return false;
		if (cut)
			len--;
		memcpy(line, p->held, len);
		line[len] = '\0';
		p->n_held -= len + 1;
		memmove(p->held, p->held + len + 1, p->n_held);
		if (line[strspn(line, " \t")] != '\0')
			return true;
	}
}

enum player_got player_line(struct player *p, char line[static PLAYER_LINE_MAX], double until_ms)
{
	while (!take_line(p, line)) {
		double left = until_ms - now_ms();
		struct pollfd poller = {.fd = p->from, .events = POLLIN};
		if (left <= 0)
			return PLAYER_TIMEOUT;
		if (poll(&poller, 1, (int)left + 1) <= 0)
			continue;
		ssize_t n = read(p->from, p->held + p->n_held, sizeof(p->held) - p->n_held);
		if (n == 0 || (n < 0 && errno != EINTR))
			return PLAYER_GONE;
		if (n > 0)
			p->n_held += (size_t)n;
	}
	return PLAYER_LINE;
}

/* The second figure of a thread's schedstat: nanoseconds it waited for a processor. */
static int64_t read_wait_ns(const char *path)
{
	char text[128], *end;
	FILE *file = fopen(path, "re");
	if (file == NULL)
		return 0;
	bool read_it = fgets(text, sizeof(text), file) != NULL;
	fclose(file);
	if (!read_it)
		return 0;
	strtoll(text, &end, 10);
	return strtoll(end, NULL, 10);
}

static int64_t task_wait_ns(pid_t pid, const char *task)
{
	char path[320];
	snprintf(path, sizeof(path), "/proc/%d/task/%s/schedstat", (int)pid, task);
	return read_wait_ns(path);
}

/* Reads what each thread has waited; none where the system does not tell. */
static int read_waits(pid_t pid, struct player_wait waits[static PLAYER_TASKS])
{
	char path[64];
	int n = 0;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	DIR *dir = opendir(path);
	if (dir == NULL)
		return 0;
	for (struct dirent *entry; n < PLAYER_TASKS && (entry = readdir(dir)) != NULL;) {
		if (entry->d_name[0] == '.')
			continue;
		waits[n].task = (pid_t)strtol(entry->d_name, NULL, 10);
		waits[n++].ns = task_wait_ns(pid, entry->d_name);
	}
	closedir(dir);
	return n;
}

void player_mark_waits(struct player *p)
{
	p->n_waits = read_waits(p->pid, p->waits);
	p->our_wait_ns = read_wait_ns("/proc/thread-self/schedstat");
}

double player_waited_ms(const struct player *p)
{
	struct player_wait now[PLAYER_TASKS];
	int n = read_waits(p->pid, now);
	int64_t most = 0;
	for (int i = 0; i < n; i++) {
		int64_t waited = now[i].ns;
		for (int j = 0; j < p->n_waits; j++) {
			if (p->waits[j].task == now[i].task)
				waited -= p->waits[j].ns;
		}
		if (waited > most)
			most = waited;
	}
	most += read_wait_ns("/proc/thread-self/schedstat") - p->our_wait_ns;
	return (double)most / 1e6;
}

void player_stop(struct player *p)
{
	struct rusage used;
	if (p->pid == 0)
		return;
	player_send(p, "END");
	close(p->to);
	int handle = pidfd_open(p->pid, 0);
	if (handle >= 0) {
		struct pollfd poller = {.fd = handle, .events = POLLIN};
		poll(&poller, 1, LEAVE_MS);
		close(handle);
	}
	kill(-p->pid, SIGKILL);
	kill(p->pid, SIGKILL);
	if (wait4(p->pid, NULL, 0, &used) == p->pid && used.ru_maxrss > p->peak_kb)
		p->peak_kb = used.ru_maxrss;
	close(p->from);
	p->pid = 0;
}
