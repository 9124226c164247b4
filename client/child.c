#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "self.h"

enum { STEP_MS = 10 };

extern char **environ;

static bool is_program(const char *path)
{
	return access(path, X_OK) == 0;
}

/* The program in the folder that our own file lies in. */
static bool find_beside(const char *name, char path[static PATH_MAX])
{
	char folder[PATH_MAX];

	return self_folder(folder) == 0 &&
	       snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX && is_program(path);
}

int child_find(const char *name, char path[static PATH_MAX])
{
	const char *folders = getenv("PATH");

	if (find_beside(name, path))
		return 0;
	while (folders != NULL && *folders != '\0') {
		int len = (int)strcspn(folders, ":");

		if (len > 0 && snprintf(path, PATH_MAX, "%.*s/%s", len, folders, name) < PATH_MAX &&
		    is_program(path))
			return 0;
		folders += len;
		folders += *folders == ':';
	}
	return -1;
}

/* Descriptors 0 and 1 of the child, and 2 where it is wanted. 0 or an error number. */
static int plan_files(posix_spawn_file_actions_t *f, int in, int out, enum child_errors errors)
{
	int rc;

	if (in >= 0)
		rc = posix_spawn_file_actions_adddup2(f, in, STDIN_FILENO);
	else
		rc = posix_spawn_file_actions_addopen(f, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (rc == 0)
		rc = posix_spawn_file_actions_adddup2(f, out, STDOUT_FILENO);
	if (rc == 0 && errors == CHILD_ERRORS_MIXED)
		rc = posix_spawn_file_actions_adddup2(f, out, STDERR_FILENO);
	return rc;
}

/* A session of its own, no signal blocked or ignored. 0 or an error number. */
static int plan_signals(posix_spawnattr_t *a)
{
	sigset_t none, all;
	int rc;

	sigemptyset(&none);
	sigfillset(&all);
	rc = posix_spawnattr_setsigmask(a, &none);
	if (rc == 0)
		rc = posix_spawnattr_setsigdefault(a, &all);
	if (rc == 0)
		rc = posix_spawnattr_setflags(
		    a, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	return rc;
}

static int spawn(pid_t *pid, char *const argv[], int in, int out, enum child_errors errors)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int rc = posix_spawn_file_actions_init(&files);

	if (rc != 0)
		return rc;
	rc = posix_spawnattr_init(&attributes);
	if (rc == 0) {
		rc = plan_files(&files, in, out, errors);
		if (rc == 0)
			rc = plan_signals(&attributes);
		if (rc == 0)
			rc = posix_spawn(pid, argv[0], &files, &attributes, argv, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&files);
	return rc;
}

static void close_pair(int pair[2])
{
	for (int i = 0; i < 2; i++)
		if (pair[i] >= 0)
			close(pair[i]);
}

int child_start(struct child *c, char *const argv[], bool input, enum child_errors errors)
{
	int in[2] = {-1, -1}, out[2] = {-1, -1}, rc;

	*c = (struct child){0, -1, -1};
	if (pipe2(out, O_CLOEXEC) < 0)
		return -1;
	if (input && pipe2(in, O_CLOEXEC) < 0) {
		close_pair(out);
		return -1;
	}
	rc = spawn(&c->pid, argv, in[0], out[1], errors);
	if (rc != 0) {
		close_pair(in);
		close_pair(out);
		c->pid = 0;
		errno = rc;
		return -1;
	}
	close(out[1]);
	c->out = out[0];
	fcntl(c->out, F_SETFL, O_NONBLOCK);
	if (input) {
		close(in[0]);
		c->in = in[1];
		fcntl(c->in, F_SETFL, O_NONBLOCK);
	}
	return 0;
}

int child_end(struct child *c, int ms)
{
	int status = -1;

	if (c->in >= 0)
		close(c->in);
	if (c->out >= 0)
		close(c->out);
	c->in = c->out = -1;
	if (c->pid <= 0)
		return -1;
	kill(-c->pid, SIGTERM); /* all of its session */
	for (; ms > 0; ms -= STEP_MS) {
		if (waitpid(c->pid, &status, WNOHANG) != 0) {
			c->pid = 0;
			return status;
		}
		poll(NULL, 0, STEP_MS);
	}
	kill(-c->pid, SIGKILL);
	waitpid(c->pid, &status, 0);
	c->pid = 0;
	return status;
}
