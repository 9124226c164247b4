/* The daemon's and the engine's confinement, each put on in a process of its own: what is shut off
 * fails in the way that was promised, and what is needed works.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/sandbox.h"
#include "daemon/syscalls.h"
#include "engine/confine.h"

#if defined(__SANITIZE_ADDRESS__)
#define SKIP_SANITIZED() skip()
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SKIP_SANITIZED() skip()
#endif
#endif
#ifndef SKIP_SANITIZED
#define SKIP_SANITIZED()
#endif

static char folder[64], other[64];

/* In the child: ends it with the line's number, by which the parent tells what was wrong. */
#define NEED(what)                                                                                 \
	do {                                                                                       \
		if (!(what))                                                                       \
			_exit(__LINE__ % 200 + 1);                                                 \
	} while (0)
#define NEED_ERROR(call, number)                                                                   \
	do {                                                                                       \
		errno = 0;                                                                         \
		NEED((call) == -1 && errno == (number));                                           \
	} while (0)

/* Runs it in a child. Returns the child's status as wait tells it. */
static int in_child(void (*run)(void))
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		run();
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

/* The child went through to its end; a fault is its line modulo 200, less one. */
static void assert_fine(int status)
{
	assert_false(WIFSIGNALED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static int set_up(void **state)
{
	(void)state;
	snprintf(folder, sizeof folder, "/tmp/gomokud-test.XXXXXX");
	snprintf(other, sizeof other, "/tmp/gomokud-test.XXXXXX");
	return mkdtemp(folder) && mkdtemp(other) ? 0 : -1;
}

static int take_down(void **state)
{
	char path[128];

	(void)state;
	snprintf(path, sizeof path, "%s/file", other);
	unlink(path);
	rmdir(other);
	snprintf(path, sizeof path, "%s/file", folder);
	unlink(path);
	return rmdir(folder);
}

static int make(const char *in)
{
	char path[128];

	snprintf(path, sizeof path, "%s/file", in);
	return open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
}

static void only_its_files(void)
{
	const struct sandbox_path paths[] = {
	    {folder, true}, {"/usr/share", false}, {"/nowhere/at/all", false}};
	char path[128];
	struct stat st;

	sandbox_files(paths, 3, false, true);
	NEED(strstr(sandbox_layers(), "landlock"));
	NEED(strstr(sandbox_layers(), "no-new-privs"));
	NEED(make(folder) >= 0);
	snprintf(path, sizeof path, "%s/file", folder);
	NEED(truncate(path, 0) == 0 && unlink(path) == 0);
	NEED_ERROR(make(other), EACCES);
	NEED_ERROR(open("/etc/passwd", O_RDONLY), EACCES);
	NEED(open("/usr/share", O_RDONLY) >= 0);
	NEED_ERROR(open("/usr/share/gomokud-never", O_WRONLY | O_CREAT, 0600), EACCES);
	/* What does not touch what is inside stays. */
	NEED(stat("/etc/passwd", &st) == 0);
}

static void files(void **state)
{
	(void)state;
	SKIP_SANITIZED();
	assert_fine(in_child(only_its_files));
}

static void no_rights_left(void)
{
	char line[256], want[] = "CapEff:\t0000000000000000\n";
	FILE *f;
	bool seen = false;

	sandbox_files(&(struct sandbox_path){"/proc", false}, 1, false, true);
	NEED((f = fopen("/proc/self/status", "r")));
	while (fgets(line, sizeof line, f))
		seen = seen || strcmp(line, want) == 0;
	NEED(seen);
	NEED(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
}

static void rights(void **state)
{
	(void)state;
	assert_fine(in_child(no_rights_left));
}

static void *nothing(void *arg)
{
	return arg;
}

static void only_its_calls(void)
{
	pthread_t thread;
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(1)};
	int pair[2], sock;
	void *page;

	sandbox_calls(true);
	NEED(strstr(sandbox_layers(), "seccomp"));
	NEED_ERROR(fork(), EPERM);
	NEED_ERROR(vfork(), EPERM);
	NEED((sock = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) >= 0);
	NEED_ERROR(connect(sock, (struct sockaddr *)&to, sizeof to), EPERM);
	NEED_ERROR(socket(AF_INET6, SOCK_DGRAM, 0), ENOSYS);
	NEED_ERROR(socket(AF_NETLINK, SOCK_RAW, 0), ENOSYS);
	NEED_ERROR(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), EPERM);
	NEED_ERROR(kill(getppid(), 0), EPERM);
	NEED(mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		 0) == MAP_FAILED);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	NEED(page != MAP_FAILED);
	NEED_ERROR(mprotect(page, 4096, PROT_READ | PROT_EXEC), EPERM);
	NEED(socket(AF_UNIX, SOCK_DGRAM, 0) >= 0);
	NEED(pthread_create(&thread, NULL, nothing, NULL) == 0);
	NEED(pthread_join(thread, NULL) == 0);
}

static void calls(void **state)
{
	(void)state;
	SKIP_SANITIZED();
	assert_fine(in_child(only_its_calls));
}

static pthread_barrier_t confined;

static void *tries_later(void *arg)
{
	pthread_barrier_wait(&confined);
	*(int *)arg = socket(AF_INET, SOCK_DGRAM, 0) < 0 ? errno : 0;
	return NULL;
}

static void older_threads(void)
{
	pthread_t thread;
	int seen = 0;

	pthread_barrier_init(&confined, NULL, 2);
	NEED(pthread_create(&thread, NULL, tries_later, &seen) == 0);
	sandbox_calls(true);
	pthread_barrier_wait(&confined);
	pthread_join(thread, NULL);
	NEED(seen == ENOSYS);
}

static void threads_that_were_there(void **state)
{
	(void)state;
	SKIP_SANITIZED();
	assert_fine(in_child(older_threads));
}

static void run_a_program(void)
{
	sandbox_calls(true);
	execl("/bin/true", "true", (char *)NULL);
}

static void a_program_is_the_end(void **state)
{
	int status;

	(void)state;
	SKIP_SANITIZED();
	status = in_child(run_a_program);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSYS);
}

static void the_engine(void)
{
	pthread_t thread;

	NEED(confine() == 0);
	NEED_ERROR(open("/dev/null", O_RDONLY), EPERM);
	NEED_ERROR(open("/tmp/never", O_WRONLY | O_CREAT, 0600), EPERM);
	NEED_ERROR(socket(AF_UNIX, SOCK_STREAM, 0), EPERM);
	NEED_ERROR(socket(AF_INET, SOCK_STREAM, 0), EPERM);
	NEED_ERROR(fork(), EPERM);
	NEED_ERROR(execl("/bin/true", "true", (char *)NULL), EPERM);
	NEED_ERROR(kill(getppid(), 0), EPERM);
	NEED(pthread_create(&thread, NULL, nothing, NULL) == 0);
	NEED(pthread_join(thread, NULL) == 0);
	NEED(write(STDERR_FILENO, "", 0) == 0);
}

static void engine(void **state)
{
	(void)state;
	SKIP_SANITIZED();
	assert_fine(in_child(the_engine));
}

static void the_stranger(void)
{
	NEED(sandbox_stranger() == 0);
	NEED_ERROR(socket(AF_INET, SOCK_STREAM, 0), EPERM);
	NEED_ERROR(socket(AF_INET6, SOCK_STREAM, 0), EPERM);
	NEED(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
	/* It holds for what the process becomes, and that may be anything. */
	execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL);
	_exit(1);
}

static void stranger(void **state)
{
	(void)state;
	SKIP_SANITIZED();
	assert_fine(in_child(the_stranger));
}

static void the_helper(void)
{
	const struct sandbox_path paths[] = {{folder, false}};

	sandbox_helper(paths, 1, true);
	NEED(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
	NEED_ERROR(open("/etc/passwd", O_RDONLY), EACCES);
	NEED_ERROR(make(folder), EACCES);
	NEED(open(folder, O_RDONLY) >= 0);
	NEED_ERROR(socket(AF_INET, SOCK_STREAM, 0), EPERM);
	NEED_ERROR(socket(AF_INET6, SOCK_DGRAM, 0), EPERM);
	NEED_ERROR(socket(AF_PACKET, SOCK_RAW, 0), EPERM);
	NEED_ERROR(socket(1000, SOCK_STREAM, 0), EPERM);
	NEED(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
	NEED(socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
	execl("/bin/true", "true", (char *)NULL);
}

static void helper(void **state)
{
	int status;

	(void)state;
	SKIP_SANITIZED();
	status = in_child(the_helper);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSYS);
}

static void become_nobody(void)
{
	char error[256];
	struct stat st;

	NEED(make(folder) >= 0);
	NEED(sandbox_user("nobody", folder, error, sizeof error) == 0);
	NEED(getuid() != 0 && geteuid() == getuid());
	NEED_ERROR(setuid(0), EPERM);
	NEED(stat(folder, &st) == 0 && st.st_uid == getuid());
	NEED(make(folder) >= 0);
	/* Low ports can be had until the files are shut off. */
	struct sockaddr_in low = {.sin_family = AF_INET, .sin_port = htons(901)};
	int sock = socket(AF_INET, SOCK_STREAM, 0);
	NEED(sock >= 0 &&
	     (bind(sock, (struct sockaddr *)&low, sizeof low) == 0 || errno == EADDRINUSE));
	sandbox_files(&(struct sandbox_path){folder, true}, 1, false, true);
	low.sin_port = htons(902);
	sock = socket(AF_INET, SOCK_STREAM, 0);
	NEED_ERROR(bind(sock, (struct sockaddr *)&low, sizeof low), EACCES);
}

static void user(void **state)
{
	char error[256] = "";

	(void)state;
	assert_int_equal(sandbox_user("", folder, error, sizeof error), 0);
	assert_int_equal(sandbox_user("no-such-user", folder, error, sizeof error), -1);
	assert_non_null(strstr(error, "no such user"));
	if (geteuid() != 0) {
		assert_int_equal(sandbox_user("root", folder, error, sizeof error), -1);
		assert_non_null(strstr(error, "only root"));
		return;
	}
	assert_fine(in_child(become_nobody));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(files),
	    cmocka_unit_test(rights),
	    cmocka_unit_test(calls),
	    cmocka_unit_test(threads_that_were_there),
	    cmocka_unit_test(a_program_is_the_end),
	    cmocka_unit_test(engine),
	    cmocka_unit_test(stranger),
	    cmocka_unit_test(helper),
	    cmocka_unit_test(user),
	};

	return cmocka_run_group_tests_name("sandbox", tests, set_up, take_down);
}
