#include "spawner.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/limits.h"
#include "daemon/sandbox.h"

enum word { WORD_START, WORD_KILL, WORD_STARTED, WORD_FAILED };

struct message {
	uint32_t word; /* enum word */
	uint32_t id;
	uint32_t kind; /* with WORD_START */
};

struct spawner {
	int fd;
	pid_t pid;
};

/* Inside the spawner process. */
struct child {
	pid_t pid; /* 0: free */
	uint32_t id;
};

struct nursery {
	int fd;
	struct spawner_kind kind[LIMIT_ENGINE_KINDS];
	struct child child[LIMIT_ENGINES];
};

static void on_child(int signal_number)
{
	(void)signal_number; /* it only interrupts the wait for a message */
}

static void reap(struct nursery *n)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		for (int i = 0; i < LIMIT_ENGINES; i++)
			if (n->child[i].pid == pid)
				n->child[i].pid = 0;
}

static void limit(unsigned what, int64_t most)
{
	struct rlimit r = {(rlim_t)most, (rlim_t)most};

	setrlimit(what, &r);
}

/* How many threads the user has on this machine now: the kernel's limit counts all of them. */
static int64_t tasks_now(void)
{
	DIR *proc = opendir("/proc");
	const struct dirent *e;
	int64_t tasks = 0;
	struct stat st;

	while (proc && (e = readdir(proc))) {
		char path[32];

		if (!isdigit((unsigned char)e->d_name[0]) || strlen(e->d_name) > 10)
			continue;
		snprintf(path, sizeof path, "/proc/%.10s/task", e->d_name);
		/* A folder has two links, and one more for each thread. */
		if (stat(path, &st) == 0 && st.st_uid == getuid())
			tasks += (int64_t)st.st_nlink - 2;
	}
	if (proc)
		closedir(proc);
	return tasks;
}

/* What a stranger's program may take of the machine. */
static void limit_stranger(const struct spawner_kind *k)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (null < 0 || dup2(null, STDERR_FILENO) < 0)
		_exit(127);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, LIMIT_ENGINE_FILE);
	limit(RLIMIT_NOFILE, LIMIT_ENGINE_FDS);
	limit(RLIMIT_CPU, LIMIT_ENGINE_CPU_S);
	limit(RLIMIT_NPROC, tasks_now() + LIMIT_ENGINE_TASKS);
	/* Where the kernel can't, the other limits are what there is. */
	sandbox_stranger();
	/* The last: all that comes before it may need more. */
	if (k->memory)
		limit(RLIMIT_AS, k->memory);
}

/* Runs a command by sh, in its program's folder: engines look for their files there. */
static void run_shell(const char *command)
{
	char folder[1024];
	size_t len = strcspn(command, " ");

	if (*command == '/' && len < sizeof folder) {
		memcpy(folder, command, len);
		folder[len] = '\0';
		if (chdir(dirname(folder)) < 0)
			_exit(127);
	}
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
}

/* Becomes the engine: its socket as stdin and stdout, and nothing else of ours. */
static void become_engine(const struct spawner_kind *k, int sock)
{
	sigset_t none;

	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setpgid(0, 0); /* the terminal's Ctrl-C is for the daemon alone */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == 1 || dup2(sock, STDIN_FILENO) < 0 || dup2(sock, STDOUT_FILENO) < 0)
		_exit(127);
	close_range(3, ~0u, 0);
	if (k->limited)
		limit_stranger(k);
	if (k->shell)
		run_shell(k->command);
	else
		execl(k->command, k->command, (char *)NULL);
	_exit(127);
}

static struct child *free_child(struct nursery *n)
{
	for (int i = 0; i < LIMIT_ENGINES; i++)
		if (n->child[i].pid == 0)
			return &n->child[i];
	return NULL;
}

static int send_message(int fd, enum word word, uint32_t id, int kind, int pass)
{
	struct message m = {word, id, (uint32_t)kind};
	struct iovec iov = {&m, sizeof m};
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(int))];
	} control = {.space = {0}};
	struct msghdr msg = {.msg_iov = &iov, .msg_iovlen = 1};

	if (pass >= 0) {
		msg.msg_control = &control;
		msg.msg_controllen = sizeof control.space;
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(&control.header), &pass, sizeof pass);
	}
	return sendmsg(fd, &msg, MSG_NOSIGNAL) == (ssize_t)sizeof m ? 0 : -1;
}

static void start_engine(struct nursery *n, uint32_t id, uint32_t kind)
{
	struct child *c = free_child(n);
	int pair[2];

	if (!c || kind >= LIMIT_ENGINE_KINDS || !n->kind[kind].command ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) {
		send_message(n->fd, WORD_FAILED, id, 0, -1);
		return;
	}
	c->pid = fork();
	if (c->pid == 0)
		become_engine(&n->kind[kind], pair[1]);
	close(pair[1]);
	if (c->pid < 0) {
		c->pid = 0;
		send_message(n->fd, WORD_FAILED, id, 0, -1);
	} else {
		/* Here too, so that the group is there before anyone can ask for its end. */
		setpgid(c->pid, c->pid);
		c->id = id;
		send_message(n->fd, WORD_STARTED, id, 0, pair[0]);
	}
	close(pair[0]);
}

static void kill_engines(struct nursery *n, bool all, uint32_t id)
{
	for (int i = 0; i < LIMIT_ENGINES; i++)
		if (n->child[i].pid && (all || n->child[i].id == id))
			kill(-n->child[i].pid, SIGKILL);
}

static void nursery_run(struct nursery *n)
{
	struct message m;

	for (;;) {
		ssize_t got = recv(n->fd, &m, sizeof m, 0);
		bool interrupted = got < 0 && errno == EINTR;

		reap(n);
		if (interrupted)
			continue;
		if (got != (ssize_t)sizeof m)
			break;
		if (m.word == WORD_START)
			start_engine(n, m.id, m.kind);
		else if (m.word == WORD_KILL)
			kill_engines(n, false, m.id);
	}
	kill_engines(n, true, 0);
}

static void nursery_main(int fd, const struct spawner_kind kinds[], int count)
{
	static struct nursery n;
	struct sigaction on_chld = {.sa_handler = on_child};

	n.fd = fd;
	memcpy(n.kind, kinds, (size_t)count * sizeof *kinds);
	prctl(PR_SET_NAME, "gomokud-spawner");
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	sigaction(SIGCHLD, &on_chld, NULL);
	nursery_run(&n);
	_exit(0);
}

struct spawner *spawner_start(const struct spawner_kind kinds[], int n)
{
	struct spawner *s = calloc(1, sizeof *s);
	int pair[2];

	if (!s || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
		goto fail;
	s->pid = fork();
	if (s->pid < 0) {
		close(pair[0]);
		close(pair[1]);
		goto fail;
	}
	if (s->pid == 0) {
		close(pair[0]);
		nursery_main(pair[1], kinds, n);
	}
	close(pair[1]);
	fcntl(pair[0], F_SETFL, O_NONBLOCK);
	s->fd = pair[0];
	return s;
fail:
	free(s);
	return NULL;
}

void spawner_stop(struct spawner *s)
{
	close(s->fd);
	while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		;
	free(s);
}

int spawner_fd(const struct spawner *s)
{
	return s->fd;
}

int spawner_ask(struct spawner *s, uint32_t id, int kind)
{
	return send_message(s->fd, WORD_START, id, kind, -1);
}

void spawner_kill(struct spawner *s, uint32_t id)
{
	send_message(s->fd, WORD_KILL, id, 0, -1);
}

/* The socket that came with a message, or -1. */
static int passed_fd(struct msghdr *msg)
{
	struct cmsghdr *c = CMSG_FIRSTHDR(msg);
	int fd;

	if (!c || c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
		return -1;
	memcpy(&fd, CMSG_DATA(c), sizeof fd);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

enum spawner_news spawner_read(struct spawner *s, uint32_t *id, int *fd)
{
	struct message m;
	struct iovec iov = {&m, sizeof m};
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(int))];
	} control;
	struct msghdr msg = {.msg_iov = &iov,
	    .msg_iovlen = 1,
	    .msg_control = &control,
	    .msg_controllen = sizeof control.space};
	ssize_t got = recvmsg(s->fd, &msg, MSG_CMSG_CLOEXEC);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return SPAWNER_NOTHING;
	if (got != (ssize_t)sizeof m)
		return SPAWNER_GONE;
	*id = m.id;
	*fd = passed_fd(&msg);
	return m.word == WORD_STARTED && *fd >= 0 ? SPAWNER_STARTED : SPAWNER_FAILED;
}
