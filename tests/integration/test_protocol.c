/*
 * The examples of daemon/PROTOCOL.md, carried out: what it says that somebody sends is sent, and
 * what it says that comes back comes, with the same keys and, but for what chance and time decide,
 * the same values. Each verb of the table stands among them.
 */
#include "harness.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daemon/wire/verbs.h"
#include "engine/game/board.h"

enum { PEOPLE = 8, LINE = 4200 };

static struct {
	char name[16];
	struct client *c;
} people[PEOPLE];

static int here;
static char block[64]; /* the title of the example */
static int line_number;

/* What a command names by TOKEN, ROOM, ID and GAME: the last that anyone was told of. */
static struct {
	const char *word, *key, *lines;
	char value[64];
} recent[] = {
    {"TOKEN", "resume", "welcome resumed", ""},
    {"ROOM", "room", "created", ""},
    {"ID", "id", "offered challenged offer challenge", ""},
    {"GAME", "game", "end", ""},
};
enum { RECENT = sizeof recent / sizeof *recent };

static bool said[VERB_COUNT];

/* Whether a word stands in a list of words with blanks between. */
static bool listed(const char *word, const char *list)
{
	size_t n = strlen(word);

	for (const char *s = list; (s = strstr(s, word)); s += n)
		if ((s == list || s[-1] == ' ') && (s[n] == ' ' || !s[n]))
			return true;
	return false;
}

static struct client *person(struct server *s, const char *name)
{
	for (int i = 0; i < here; i++)
		if (strcmp(people[i].name, name) == 0)
			return people[i].c;
	assert_true(here < PEOPLE);
	snprintf(people[here].name, sizeof people[here].name, "%.15s", name);
	people[here].c = client_connect(s);
	return people[here++].c;
}

static void remember(const struct wire_line *w)
{
	for (int i = 0; i < RECENT; i++) {
		const char *value = wire_get(w, recent[i].key);

		if (value && listed(w->name, recent[i].lines))
			snprintf(recent[i].value, sizeof recent[i].value, "%s", value);
	}
}

static void note_verb(const char *command)
{
	struct wire_line w;

	if (wire_parse_command(&w, command, strlen(command)) != WIRE_FINE)
		fail_msg("line %d is no command: %s", line_number, command);
	for (int v = 0; v < VERB_COUNT; v++)
		said[v] = said[v] || strcmp(verbs[v].name, w.name) == 0;
}

/* Sends a command with the words in capitals replaced. */
static void send(struct client *c, const char *command)
{
	char line[LINE];
	size_t len = 0;

	note_verb(command);
	while (*command) {
		bool replaced = false;

		for (int i = 0; i < RECENT; i++) {
			size_t n = strlen(recent[i].word);

			if (strncmp(command, recent[i].word, n) == 0 &&
			    (command[n] == ' ' || !command[n])) {
				len += (size_t)snprintf(
				    line + len, sizeof line - len, "%s", recent[i].value);
				command += n;
				replaced = true;
				break;
			}
		}
		if (!replaced)
			line[len++] = *command++;
	}
	line[len] = '\0';
	client_send(c, "%s", line);
}

/* What differs from one run to the next, or from one machine. */
static bool varies(const struct wire_line *w, const char *key)
{
	static const char keys[] =
	    "resume uptime-ms max-users game code line ended played ms nodes "
	    "value depth elo retry-ms";

	if (strcmp(key, "line") == 0)
		return strcmp(w->name, "invite") == 0;
	if (strcmp(key, "id") == 0)
		return listed(w->name, "game export");
	if (strcmp(key, "at") == 0)
		return strcmp(block, "Bots") == 0;
	/* Chance decides who of those that meet is black. */
	if (strcmp(block, "Opponents") == 0 &&
	    listed(key, "side user black white act owner winner loser result score"))
		return strcmp(w->name, "challenged") != 0;
	return listed(key, keys);
}

/* The next line that is not one of those which come when they like. */
static const struct wire_line *next(struct client *c)
{
	const struct wire_line *w;

	do {
		w = client_next(c);
	} while (w->kind == WIRE_EVENT && listed(w->name, "watchers thinking"));
	return w;
}

static void compare(const struct wire_line *is, const struct wire_line *written)
{
	if (is->kind != written->kind || strcmp(is->name, written->name) != 0 ||
	    strcmp(is->tag, written->tag) != 0)
		fail_msg("line %d says %s, there comes %s", line_number, written->name, is->name);
	for (int i = 0; i < written->pairs; i++) {
		const char *key = written->pair[i].key, *value = wire_get(is, key);

		if (!value)
			fail_msg("line %d has %s=, which does not come", line_number, key);
		else if (!varies(written, key) && strcmp(value, written->pair[i].value) != 0)
			fail_msg("line %d has %s=%s, there comes %s", line_number, key,
			    written->pair[i].value, value);
	}
	for (int i = 0; i < is->pairs; i++)
		if (!wire_get(written, is->pair[i].key))
			fail_msg("line %d lacks %s=, which comes", line_number, is->pair[i].key);
	if (!is->text != !written->text)
		fail_msg("line %d: a text is on one side only", line_number);
}

static void expect(struct client *c, const char *line)
{
	struct wire_line written;

	if (wire_parse_server(&written, line, strlen(line)) != WIRE_FINE)
		fail_msg("line %d is none of the server's: %s", line_number, line);
	const struct wire_line *is = next(c);

	compare(is, &written);
	remember(is);
}

/* Nothing has come that the example does not have; then all leave. */
static void end_block(void)
{
	for (int i = 0; i < here; i++) {
		const struct wire_line *w;

		client_send(people[i].c, "#end ping");
		w = next(people[i].c);
		if (!line_matches(w, "#end +pong"))
			fail_msg("%s: %s gets %s as well", block, people[i].name, w->name);
	}
	while (here > 0)
		client_close(people[--here].c);
}

static void carry_out(struct server *s, char *line)
{
	char *mark = strpbrk(line, "<>");
	struct client *c;
	bool command;

	if (!mark || mark[1] != ' ')
		fail_msg("line %d is no part of an example: %s", line_number, line);
	command = *mark == '>';
	*mark = '\0';
	c = person(s, line);
	if (command)
		send(c, mark + 2);
	else
		expect(c, mark + 2);
	/* After that the connection is closed; the name may connect again. */
	if (!command && strncmp(mark + 2, "*bye ", 5) == 0) {
		client_wait_closed(c);
		for (int i = 0; i < here; i++)
			if (people[i].c == c) {
				people[i] = people[--here];
				break;
			}
	}
}

static void examples_are_true(void **state)
{
	struct server *s = server_start("address = \"play.example.org\"\nregister = open\n");
	FILE *f = fopen("daemon/PROTOCOL.md", "re");
	bool examples = false, inside = false;
	char line[LINE];

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		line_number++;
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "## ", 3) == 0)
			examples = strcmp(line, "## Examples") == 0;
		if (!examples)
			continue;
		if (strncmp(line, "**", 2) == 0)
			snprintf(
			    block, sizeof block, "%.*s", (int)strcspn(line + 2, "*"), line + 2);
		if (strcmp(line, "```") == 0) {
			inside = !inside;
			if (!inside)
				end_block();
		} else if (inside) {
			carry_out(s, line);
		}
	}
	fclose(f);
	for (int v = 0; v < VERB_COUNT; v++)
		if (!said[v])
			fail_msg("no example says %s", verbs[v].name);
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {wire_test(examples_are_true)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
