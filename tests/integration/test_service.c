/*
 * Under a service manager: it is told when the server serves, reloads and stops, and that it is
 * alive; the journal gets priorities; a certificate may come as a credential; more than one signal
 * ends it in order, too. The test is the manager.
 */
#include "harness.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/gomokud-service.XXXXXX";
static int manager = -1;

/* The manager's socket: a path, or with @ a name in the abstract space. */
static void listen_at(const char *name)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	socklen_t len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));

	memcpy(a.sun_path, name, strlen(name));
	if (*name == '@')
		a.sun_path[0] = '\0';
	manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	assert_true(manager >= 0);
	assert_int_equal(bind(manager, (struct sockaddr *)&a, len), 0);
	assert_int_equal(setenv("NOTIFY_SOCKET", name, 1), 0);
}

/* The next message must begin with that. */
static void told(const char *text)
{
	struct pollfd p = {.fd = manager, .events = POLLIN};
	char got[256] = "";

	if (poll(&p, 1, (int)patience_ms()) != 1)
		fail_msg("nothing was told, and %s should", text);
	assert_true(recv(manager, got, sizeof got - 1, 0) > 0);
	if (strncmp(got, text, strlen(text)) != 0)
		fail_msg("%s was told, and not %s", got, text);
}

static void listen_in_folder(void)
{
	char path[64];

	snprintf(path, sizeof path, "%s/notify", folder);
	unlink(path);
	listen_at(path);
}

static int after(void **state)
{
	static const char *const names[] = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
	    "JOURNAL_STREAM", "CREDENTIALS_DIRECTORY"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
	if (manager >= 0)
		close(manager);
	manager = -1;
	return after_test(state);
}

static void all_of_its_life_is_told(void **state)
{
	struct server *s;

	(void)state;
	listen_in_folder();
	s = server_start("name = den");
	told("READY=1");
	server_configure(s, "name = club");
	kill(server_pid(s), SIGHUP);
	told("RELOADING=1\nMONOTONIC_USEC=");
	told("READY=1");
	server_configure(s, "name = ");
	kill(server_pid(s), SIGHUP);
	told("RELOADING=1\n");
	told("READY=1");
	server_stop(s);
	told("STOPPING=1");
}

static void abstract_names_will_do(void **state)
{
	char name[64];
	struct server *s;

	(void)state;
	snprintf(name, sizeof name, "@gomokud-service-%d", (int)getpid());
	listen_at(name);
	s = server_start(NULL);
	told("READY=1");
	server_stop(s);
}

/* What is the manager's is no engine's. */
static void engines_do_not_see_it(void **state)
{
	char path[64], environment[8192];
	struct server *s;
	struct client *c;
	pid_t engine;
	size_t len;
	FILE *f;

	(void)state;
	listen_in_folder();
	s = server_start(NULL);
	c = client_guest(s, "ann");
	client_ask(c, "+created", "play 1 white");
	client_event(c, "move ply=1");
	assert_int_equal(server_children(s, "gomoku-engine", &engine, 1), 1);
	snprintf(path, sizeof path, "/proc/%d/environ", (int)engine);
	assert_non_null(f = fopen(path, "re"));
	len = fread(environment, 1, sizeof environment - 1, f);
	fclose(f);
	environment[len] = '\0';
	assert_true(len > 0);
	for (const char *e = environment; e < environment + len; e += strlen(e) + 1)
		assert_int_not_equal(strncmp(e, "NOTIFY_SOCKET=", 14), 0);
	client_close(c);
	server_stop(s);
}

static void the_watchdog_is_fed(void **state)
{
	struct server *s;
	char pid[16];

	(void)state;
	listen_in_folder();
	assert_int_equal(setenv("WATCHDOG_USEC", "1000000", 1), 0);
	s = server_start(NULL);
	for (int i = 0; i < 2; i++)
		told(i == 0 ? "WATCHDOG=1" : "READY=1");
	told("WATCHDOG=1");
	server_stop(s);
	while (recv(manager, pid, sizeof pid, MSG_DONTWAIT) > 0)
		;
	/* Another process's dog is not ours: the first news after READY is the end. */
	snprintf(pid, sizeof pid, "%d", (int)getpid());
	assert_int_equal(setenv("WATCHDOG_PID", pid, 1), 0);
	s = server_start(NULL);
	told("READY=1");
	server_stop(s);
	told("STOPPING=1");
}

static void a_manager_that_is_gone_is_no_fault(void **state)
{
	struct server *s;
	size_t seen = 0;

	(void)state;
	assert_int_equal(setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1), 0);
	s = server_start(NULL);
	server_wait_log(s, "warn event=no-service-manager socket=/nonexistent/notify", &seen);
	server_stop(s);
}

/* Each line of the log from byte `at` on begins with its priority, and there is a warning. */
static void assert_priorities(const char *log, long at)
{
	FILE *f = fopen(log, "re");
	char line[1024];
	int n = 0, warnings = 0;

	assert_non_null(f);
	assert_int_equal(fseek(f, at, SEEK_SET), 0);
	while (fgets(line, sizeof line, f)) {
		if (strncmp(line, "<6>event=", 9) != 0 && strncmp(line, "<4>event=", 9) != 0)
			fail_msg("no priority: %s", line);
		warnings += line[1] == '4';
		n++;
	}
	fclose(f);
	assert_true(n >= 4);
	assert_true(warnings >= 1);
}

static void the_journal_gets_priorities(void **state)
{
	struct server *s = server_start(NULL);
	char log[128], stream[64];
	struct stat st;
	size_t seen = 0;

	(void)state;
	snprintf(log, sizeof log, "%s/log", server_dir(s));
	server_halt(s, SIGTERM);
	/* A stream that is not the log is none of the log's business. */
	assert_int_equal(setenv("JOURNAL_STREAM", "1:2", 1), 0);
	server_restart_halted(s);
	server_wait_log(s, "Z info event=serving", &seen);
	server_halt(s, SIGTERM);
	assert_int_equal(stat(log, &st), 0);
	snprintf(stream, sizeof stream, "%llu:%llu", (unsigned long long)st.st_dev,
	    (unsigned long long)st.st_ino);
	assert_int_equal(setenv("JOURNAL_STREAM", stream, 1), 0);
	server_restart_halted(s);
	server_configure(s, "nonsense");
	kill(server_pid(s), SIGHUP);
	seen = (size_t)st.st_size;
	server_wait_log(s, "<4>event=reload-failed", &seen);
	server_halt(s, SIGTERM);
	assert_priorities(log, (long)st.st_size);
	server_refuses(s, 78, "<3>gomokud: ");
}

/* Runs a command of the shell in the folder; it must succeed. */
static void run(const char *command)
{
	char line[512];

	snprintf(line, sizeof line, "cd %s && %s", folder, command);
	assert_int_equal(system(line), 0);
}

static void credentials_are_served(void **state)
{
	char path[64], pin[80] = "";
	struct server *s;
	FILE *f;

	(void)state;
	run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key "
	    "-out certificate -days 9 -subj /CN=club.example 2>/dev/null && "
	    "openssl pkey -in key -pubout -outform der | sha256sum >pin");
	assert_int_equal(setenv("CREDENTIALS_DIRECTORY", folder, 1), 0);
	s = server_start(NULL);
	snprintf(path, sizeof path, "%s/pin", folder);
	assert_non_null(f = fopen(path, "re"));
	assert_non_null(fgets(pin, sizeof pin, f));
	fclose(f);
	assert_memory_equal(server_pin(s), pin, 64);
	server_halt(s, SIGTERM);
	/* One without the other is nothing to serve. */
	run("rm key");
	server_refuses(s, 78, "/key is missing");
}

/* A manager in a hurry, or a person at Ctrl-C: what is being put away is put away all the same. */
static void more_signals_change_nothing(void **state)
{
	struct server *s = server_start(NULL);
	int fd = pidfd_open(server_pid(s), 0);
	pid_t hurry;

	(void)state;
	assert_true(fd >= 0);
	hurry = fork();
	assert_true(hurry >= 0);
	if (hurry == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* also when the test fails */
		for (;;) {
			pidfd_send_signal(fd, SIGTERM, NULL, 0);
			usleep(100);
		}
	}
	server_stop(s); /* with status 0 */
	kill(hurry, SIGKILL);
	waitpid(hurry, NULL, 0);
	close(fd);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	run("rm -rf \"$PWD\"");
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_teardown(all_of_its_life_is_told, after),
	    cmocka_unit_test_teardown(abstract_names_will_do, after),
	    cmocka_unit_test_teardown(engines_do_not_see_it, after),
	    cmocka_unit_test_teardown(the_watchdog_is_fed, after),
	    cmocka_unit_test_teardown(a_manager_that_is_gone_is_no_fault, after),
	    cmocka_unit_test_teardown(the_journal_gets_priorities, after),
	    cmocka_unit_test_teardown(credentials_are_served, after),
	    cmocka_unit_test_teardown(more_signals_change_nothing, after),
	};

	return cmocka_run_group_tests_name("service", tests, make_folder, remove_folder);
}
