/* The figures over HTTP: what a scraper and a watchdog on this machine see, and what nobody gets.
 */
#include "harness.h"

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sysexits.h>
#include <unistd.h>

static char answer[1 << 16];

/* The port that the log tells. */
static uint16_t metrics_port(const struct server *s)
{
	static const char mark[] = "event=metrics where=127.0.0.1:0 port=";
	static char log[1 << 16];
	char path[128], *at;
	FILE *f;

	snprintf(path, sizeof path, "%s/log", server_dir(s));
	f = fopen(path, "re");
	assert_non_null(f);
	log[fread(log, 1, sizeof log - 1, f)] = '\0';
	fclose(f);
	at = strstr(log, mark);
	assert_non_null(at);
	return (uint16_t)strtol(at + strlen(mark), NULL, 10);
}

/* Sends it and reads all that comes until the server closes. */
static void ask(uint16_t port, const char *request, size_t len)
{
	struct sockaddr_in sin = {.sin_family = AF_INET, .sin_port = htons(port)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct timeval patience = {.tv_sec = (time_t)(patience_ms() / 1000)};
	size_t got = 0;
	ssize_t n;

	assert_true(fd >= 0);
	sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(connect(fd, (struct sockaddr *)&sin, sizeof sin), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	raw_send(fd, request, len);
	while ((n = recv(fd, answer + got, sizeof answer - 1 - got, 0)) > 0)
		got += (size_t)n;
	answer[got] = '\0';
	close(fd);
}

static void get(uint16_t port, const char *method, const char *path)
{
	char request[256];
	int n = snprintf(request, sizeof request,
	    "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", method, path);

	ask(port, request, (size_t)n);
}

static void assert_answer(const char *text)
{
	if (strstr(answer, text) == NULL)
		fail_msg("wanted %s in: %.800s", text, answer);
}

static void figures(void **state)
{
	struct server *s = server_start("metrics = \"127.0.0.1:0\"");
	uint16_t port = metrics_port(s);
	struct table t;

	(void)state;
	table_open(&t, s, "num-b", "num-w", "");
	table_play(&t, "h8 i9 j10");
	get(port, "GET", "/metrics");
	assert_answer("HTTP/1.1 200 ");
	assert_answer("\ngomokud_users 2\n");
	assert_answer("\ngomokud_moves_total 3\n");
	assert_answer("\n# TYPE gomokud_journal_write_seconds histogram\n");
	assert_answer("\ngomokud_journal_write_seconds_bucket{le=\"+Inf\"} ");
	/* Nothing about anyone. */
	assert_null(strstr(answer, "num-b"));
	get(port, "HEAD", "/metrics");
	assert_answer("HTTP/1.1 200 ");
	get(port, "GET", "/nothing");
	assert_answer("HTTP/1.1 404 ");
	get(port, "POST", "/metrics");
	assert_null(strstr(answer, "200 OK"));
	server_stop(s);
}

static void health(void **state)
{
	struct server *s = server_start("metrics = \"127.0.0.1:0\"");
	struct client *a = client_admin(s);
	uint16_t port = metrics_port(s);
	struct table t;

	(void)state;
	get(port, "GET", "/healthz");
	assert_answer("HTTP/1.1 200 ");
	assert_answer("\r\n\r\nok\n");
	table_open(&t, s, "well-b", "well-w", "");
	client_ask(a, "+drain games=1", "drain");
	get(port, "GET", "/healthz");
	assert_answer("HTTP/1.1 503 ");
	assert_answer("\r\n\r\ndraining\n");
	client_ask(a, "+drain", "drain off");
	get(port, "GET", "/healthz");
	assert_answer("HTTP/1.1 200 ");
	server_stop(s);
}

/* What is no HTTP, or has headers without end, is ended and harms nobody. */
static void rubbish(void **state)
{
	static char big[1 << 16];
	struct server *s = server_start("metrics = \"127.0.0.1:0\"");
	uint16_t port = metrics_port(s);
	struct table t;
	int n = snprintf(big, sizeof big, "GET /metrics HTTP/1.1\r\nX: ");

	(void)state;
	memset(big + n, 'x', sizeof big - (size_t)n);
	ask(port, big, sizeof big);
	assert_null(strstr(answer, "gomokud_users"));
	ask(port, "guest ann\n\n\n", 12);
	assert_null(strstr(answer, "gomokud_users"));
	table_open(&t, s, "calm-b", "calm-w", "");
	table_play(&t, "h8 i9");
	server_stop(s);
}

static void loopback_alone(void **state)
{
	static const char *const bad[] = {"0.0.0.0:9515", "*:9515", "192.0.2.1:9515", "9515",
	    "127.0.0.1", "[::]:9515", "127.0.0.1:99999"};
	struct server *s = server_start(NULL);
	char config[128];

	(void)state;
	server_halt(s, SIGTERM);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(config, sizeof config, "metrics = \"%s\"", bad[i]);
		server_configure(s, config);
		server_refuses(s, EX_CONFIG, "it is a loopback address and a port");
	}
	server_configure(s, "");
	server_restart_halted(s);
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(figures),
	    wire_test(health),
	    wire_test(rubbish),
	    wire_test(loopback_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
