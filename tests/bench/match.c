/*
 * match: plays two Gomocup engines against each other and measures their strength. See options.c
 * for how it is used. Threads take the games that are not in the file yet in their order; each
 * finished game is added to the file and to the report under one lock.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book.h"
#include "games.h"
#include "options.h"
#include "report.h"
#include "sentinel.h"

struct match {
	struct options options;
	pthread_mutex_t lock;
	FILE *file;
	struct report report;
	bool done[GAMES_MAX]; /* taken, or in the file already */
	int next;
	bool stop;
	char failure[256]; /* why it can't go on; empty: it can */
};

static void add_known(const struct games_entry *e, void *context)
{
	struct match *m = context;
	if (m->done[e->number])
		return;
	m->done[e->number] = true;
	report_add(&m->report, e);
}

/* The next game to play; -1 when there is none. */
static int take_game(struct match *m)
{
	int number = -1;
	pthread_mutex_lock(&m->lock);
	while (m->next < m->options.games && m->done[m->next])
		m->next++;
	if (!m->stop && m->next < m->options.games) {
		number = m->next;
		m->done[number] = true;
	}
	pthread_mutex_unlock(&m->lock);
	return number;
}

static void tell_game(const struct match *m, const struct games_entry *e)
{
	static const char *const outcomes[] = {"B wins", "drawn", "A wins"};
	struct elo_range elo = elo_estimate(&m->report.tally);
	const int *games = m->report.tally.games;
	printf("game %d: %s (%s, %d plies, A %s)   +%d =%d -%d   Elo %+.0f [%+.0f %+.0f]\n",
	    e->number, outcomes[games_outcome(e) + 1], duel_why_name(e->game.why), e->game.plies,
	    e->a_black ? "black" : "white", games[ELO_WON], games[ELO_DRAWN], games[ELO_LOST],
	    elo.value, elo.low, elo.high);
	fflush(stdout);
}

/* Whether the sequential test has its answer. */
static bool decided(const struct match *m)
{
	const struct options *o = &m->options;
	double llr = elo_llr(&m->report.tally, o->sprt[0], o->sprt[1]), bound = elo_llr_bound(0.05);
	return o->tests && (llr >= bound || llr <= -bound);
}

static void keep_game(struct match *m, const struct games_entry *e)
{
	char line[GAMES_LINE_MAX];
	pthread_mutex_lock(&m->lock);
	int len = games_format(e, line, sizeof(line));
	if (len < 0 || fputs(line, m->file) < 0 || fflush(m->file) != 0) {
		snprintf(m->failure, sizeof(m->failure), "a game can't be saved");
		m->stop = true;
	}
	report_add(&m->report, e);
	if (decided(m))
		m->stop = true;
	if (!m->options.quiet)
		tell_game(m, e);
	pthread_mutex_unlock(&m->lock);
}

static void set_side(struct duel_side *side, const struct options *o, int who)
{
	memset(side, 0, sizeof(*side));
	player_init(&side->player, o->command[who]);
	side->n_infos = o->n_infos[who];
	memcpy(side->infos, o->infos[who], sizeof(side->infos));
	side->grace_ms = o->grace_ms[who];
}

static void *work(void *context)
{
	struct match *m = context;
	const struct dialogue_terms *terms = &m->options.terms;
	struct duel_side sides[2];
	for (int number; (number = take_game(m)) >= 0;) {
		int opening[BOOK_STONES];
		struct games_entry e = {.number = number, .a_black = number % 2 == 0};
		int n = book_opening(terms->rule, terms->size, number / 2, opening);
		set_side(&sides[0], &m->options, 0);
		set_side(&sides[1], &m->options, 1);
		struct duel_side *unfit = duel_play(terms, &sides[e.a_black ? 0 : 1],
		    &sides[e.a_black ? 1 : 0], opening, n, &e.game);
		if (unfit != NULL) {
			pthread_mutex_lock(&m->lock);
			snprintf(m->failure, sizeof(m->failure), "%s does not start: %.200s",
			    unfit == &sides[0] ? "A" : "B", unfit->player.command);
			m->stop = true;
			pthread_mutex_unlock(&m->lock);
			break;
		}
		e.peak_kb[0] = sides[0].player.peak_kb;
		e.peak_kb[1] = sides[1].player.peak_kb;
		keep_game(m, &e);
	}
	return NULL;
}

static uint64_t mix_in(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	/* FNV-1a */
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ at[i]) * 0x100000001b3U;
	return hash;
}

enum { HASH_START = 0x1b873593 };

/*
 * Tells one build from the next: a hash of the program that the command's first word names, 0 when
 * that is no file here.
 */
static uint64_t build_of(const char *command)
{
	char path[1024], bytes[65536];
	snprintf(path, sizeof(path), "%.*s", (int)strcspn(command, " \t"), command);
	FILE *file = fopen(path, "re");
	uint64_t hash = HASH_START;
	if (file == NULL)
		return 0;
	for (size_t n; (n = fread(bytes, 1, sizeof(bytes), file)) > 0;)
		hash = mix_in(hash, bytes, n);
	fclose(file);
	return hash;
}

/* The first line of the file: all that must be the same for games to count together. */
static void make_head(const struct options *o, char head[static GAMES_HEAD_MAX])
{
	size_t len = (size_t)snprintf(head, GAMES_HEAD_MAX,
	    "match rule=%s size=%d ms=%d memory=%lld", rule_name(o->terms.rule), o->terms.size,
	    o->terms.time_ms, (long long)o->terms.memory);
	for (int who = 0; who < 2; who++) {
		for (int i = -1; i < o->n_infos[who] && len < GAMES_HEAD_MAX; i++) {
			if (i < 0)
				len += (size_t)snprintf(head + len, GAMES_HEAD_MAX - len,
				    " %c=[%s] build=%08llx grace=%d", "ab"[who], o -> command[who],
				    (unsigned long long)build_of(o->command[who]) & 0xffffffff,
				    o -> grace_ms[who]);
			else
				len += (size_t)snprintf(head + len, GAMES_HEAD_MAX - len,
				    " info=[%s]", o->infos[who][i]);
		}
	}
}

/* Opens the file of games and counts those in it. Returns -1, said why, when that can't be. */
static int open_games(struct match *m)
{
	char head[GAMES_HEAD_MAX], made[1024], why[256];
	const struct options *o = &m->options;
	const char *path = o->file;
	make_head(o, head);
	if (path == NULL) {
		mkdir(o->folder, 0777);
		snprintf(made, sizeof(made), "%s/match-%016llx.games", o->folder,
		    (unsigned long long)mix_in(HASH_START, head, strlen(head)));
		path = made;
	}
	m->file = games_open(path, head, add_known, m, why);
	if (m->file == NULL) {
		fprintf(stderr, "match: %s: %s\n", path, why);
		return -1;
	}
	printf(
	    "%s\ngames are in %s, %d of them already\n", head, path, elo_games(&m->report.tally));
	fflush(stdout);
	return 0;
}

static void play(struct match *m)
{
	pthread_t threads[OPTIONS_JOBS_MAX];
	int n = 0;
	while (n < m->options.jobs && pthread_create(&threads[n], NULL, work, m) == 0)
		n++;
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

static int report_on(struct match *m)
{
	char head[GAMES_HEAD_MAX];
	const struct options *o = &m->options;
	if (games_read(o->report, head, add_known, m) != 0) {
		fprintf(stderr, "match: %s: no file of a match\n", o->report);
		return 1;
	}
	fputs(head, stdout);
	report_print(&m->report, o->tests ? o->sprt : NULL, stdout);
	return 0;
}

int main(int argc, char *argv[])
{
	static struct match match = {.lock = PTHREAD_MUTEX_INITIALIZER};
	struct options *o = &match.options;
	int status = options_read(o, argc, argv);
	if (status >= 0)
		return status;
	if (o->report != NULL)
		return report_on(&match);
	signal(SIGPIPE, SIG_IGN);
	if (open_games(&match) != 0)
		return 1;
	if (sentinel_start() != 0) {
		fputs("match: no thread to be had\n", stderr);
		return 1;
	}
	if (!decided(&match))
		play(&match);
	sentinel_stop();
	fclose(match.file);
	report_print(&match.report, o->tests ? o->sprt : NULL, stdout);
	if (match.failure[0] == '\0')
		return 0;
	fprintf(stderr, "match: %s\n", match.failure);
	return 1;
}
