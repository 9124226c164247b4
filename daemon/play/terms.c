#include "terms.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "archive.h"
#include "cmd_pair.h"
#include "cmd_people.h"
#include "daemon/limits.h"
#include "engine/game/moves.h"

int read_side(const char *word)
{
	if (strcasecmp(word, "black") == 0)
		return 0;
	return strcasecmp(word, "white") == 0 ? 1 : -1;
}

int read_bot(struct command *c, const char *word)
{
	const struct roster *roster = lobby_roster(c->server->lobby);
	int bot = bot_read(roster, word, true);
	char what[256];
	size_t len = 0;

	if (bot)
		return bot;
	for (int i = 0; i < bot_styles(); i++)
		len +=
		    (size_t)snprintf(what + len, sizeof what - len, ", ai:%s", bot_style_name(i));
	for (int i = 0; i < roster->engines && len < sizeof what; i++)
		len += (size_t)snprintf(
		    what + len, sizeof what - len, ", ai:%s", roster->engine[i].name);
	refuse(c, "no-such", "what", "level",
	    "The bots are ai:%d to ai:%d, ai:auto%s; \"levels\" tells of each", LEVEL_MIN,
	    LEVEL_MAX, what);
	return BOT_NONE;
}

static bool read_rule(struct command *c, struct room_settings *s)
{
	const char *value = wire_get(c->line, "rule");
	char name[16], what[160] = "The rules here are";
	size_t len = strlen(what), i = 0;

	if (!value)
		return true;
	for (; value[i] && i + 1 < sizeof name; i++)
		name[i] = (char)tolower((unsigned char)value[i]);
	name[i] = '\0';
	s->rule = rule_parse(name);
	if (s->rule != RULE_COUNT && !value[i])
		return true;
	for (int r = 0; r < RULE_COUNT; r++)
		len += (size_t)snprintf(
		    what + len, sizeof what - len, "%s %s", r ? "," : "", rule_name((enum rule)r));
	refuse_syntax(c, what);
	return false;
}

static bool read_size(struct command *c, struct room_settings *s)
{
	int64_t n;

	if (!wire_get(c->line, "size"))
		return true;
	if (wire_get_int(c->line, "size", BOARD_MIN, BOARD_MAX, &n) < 0) {
		refuse_syntax(c, "The size is a number from 5 to 25");
		return false;
	}
	s->size = (int)n;
	return true;
}

static bool read_time(struct command *c, struct room_settings *s)
{
	const char *value = wire_get(c->line, "time");

	if (value && time_control_parse(&s->tc, value) < 0) {
		refuse_syntax(c,
		    "The time is none, 300+5 (seconds, and seconds more a move), 600+3x30 "
		    "(then periods) or 30/move");
		return false;
	}
	return true;
}

static bool read_opening(struct command *c, struct room_settings *s)
{
	static const char *const openings[] = {"free", "pro", "swap", "swap2"};
	int n = read_choice(c, "opening", openings, OPENING_COUNT, (int)s->opening);

	if (n < 0)
		return false;
	s->opening = (enum opening)n;
	if (opening_fits(s->opening, s->size))
		return true;
	refuse_syntax(c, "The board is too small for that opening");
	return false;
}

/* The stones with which each game of the room begins, tried on a game of these settings. */
static bool read_start(struct command *c, struct room_settings *s)
{
	static struct game trial;
	const char *value = wire_get(c->line, "start");
	char what[120], name[POINT_TEXT];
	size_t at = 0;
	int bad;

	if (!value)
		return true;
	s->starts = moves_parse(value, s->start, BOARD_POINTS, &at);
	if (s->starts < 0) {
		s->starts = 0;
		snprintf(
		    what, sizeof what, "Letter %zu of start= is no point, as in h8,i9,j10", at + 1);
		refuse_syntax(c, what);
		return false;
	}
	if (s->opening != OPENING_FREE) {
		refuse_syntax(c, "start= goes with opening=free");
		return false;
	}
	game_init(&trial, s->rule, s->size, &s->tc);
	if ((bad = game_set_start(&trial, s->start, s->starts)) < 0)
		return true;
	snprintf(what, sizeof what, "In start= number %d, %s, can't be played or ends the game",
	    bad + 1, point_format(s->start[bad], name));
	refuse_syntax(c, what);
	return false;
}

static bool read_absence(struct command *c, struct room_settings *s)
{
	int64_t n;

	if (!wire_get(c->line, "absence"))
		return true;
	if (wire_get_int(c->line, "absence", LIMIT_ABSENCE_MIN_S, LIMIT_ABSENCE_MAX_S, &n) < 0) {
		refuse_syntax(c, "The absence is a number of seconds from 5 to 3600");
		return false;
	}
	s->absence_ms = n * 1000;
	return true;
}

/* Code points of UTF-8 that the wire has found sound. */
static size_t letters(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static bool read_title(struct command *c, struct room_settings *s)
{
	const char *text = c->line->text;

	if (!text)
		return true;
	text += strspn(text, " ");
	if (letters(text) > LIMIT_TITLE || strlen(text) >= sizeof s->title) {
		refuse_syntax(c, "A title has at most 60 letters");
		return false;
	}
	snprintf(s->title, sizeof s->title, "%s", text);
	return true;
}

/* The bare words: rated and private, and their opposites. */
static bool read_flags(struct command *c, struct room_settings *s, int from)
{
	for (int i = from; i < c->line->words; i++) {
		const char *word = c->line->word[i];

		if (strcasecmp(word, "rated") == 0 || strcasecmp(word, "unrated") == 0) {
			s->rated = *word == 'r' || *word == 'R';
		} else if (strcasecmp(word, "private") == 0 || strcasecmp(word, "public") == 0) {
			s->private = strcasecmp(word, "private") == 0;
		} else {
			refuse_syntax(c, "The words there are rated, unrated, private and public");
			return false;
		}
	}
	return true;
}

/* fill=BOT@SECONDS */
static bool read_fill(struct command *c, struct room_settings *s)
{
	const char *value = wire_get(c->line, "fill"), *at = value ? strchr(value, '@') : NULL;
	char bot[BOT_TEXT];
	int64_t seconds;

	if (!value)
		return true;
	if (!at || (size_t)(at - value) >= sizeof bot ||
	    wire_int(at + 1, 1, LIMIT_FILL_S, &seconds) < 0) {
		refuse_syntax(c, "fill= is a bot and seconds up to 3600, as in fill=2@30");
		return false;
	}
	snprintf(bot, sizeof bot, "%.*s", (int)(at - value), value);
	s->fill_ms = seconds * 1000;
	return (s->fill_bot = read_bot(c, bot)) != BOT_NONE;
}

bool rated_allowed(struct command *c)
{
	if (c->user->name[0] != '~')
		return true;
	refuse(c, "forbidden", "why", "guest", "Rated games are for accounts; guests play unrated");
	return false;
}

/* What a rated game can't have. Takes back is off, rather than refused, unless it was asked for. */
static bool check_rated(struct command *c, struct room_settings *s)
{
	const char *wrong = NULL;

	if (!s->rated)
		return true;
	if (s->hints)
		wrong = "hints";
	else if (s->starts)
		wrong = "a start position";
	else if (s->undo && wire_get(c->line, "undo"))
		wrong = "undo";
	if (wrong) {
		refuse(c, "wrong-state", "why", "rated", "A rated game goes without %s", wrong);
		return false;
	}
	s->undo = false;
	return rated_allowed(c);
}

/* Reads over what s holds. The bare words begin at number `words`. */
static bool read_over(struct command *c, struct room_settings *s, int words)
{
	static const char *const switches[] = {"off", "on"}, *const fouls[] = {"refuse", "lose"};
	int undo, foul, hints;

	if (!read_rule(c, s) || !read_size(c, s) || !read_time(c, s) || !read_absence(c, s) ||
	    !read_opening(c, s) || !read_start(c, s) || !read_title(c, s) ||
	    !read_flags(c, s, words) || !read_fill(c, s) ||
	    (undo = read_choice(c, "undo", switches, 2, s->undo)) < 0 ||
	    (hints = read_choice(c, "hints", switches, 2, s->hints)) < 0 ||
	    (foul = read_choice(c, "foul", fouls, 2, s->foul_loses)) < 0)
		return false;
	s->undo = undo == 1;
	s->hints = hints == 1;
	s->foul_loses = foul == 1;
	return check_rated(c, s) && bot_fits(c, s->fill_bot, s);
}

bool terms_read(struct command *c, struct terms *t, int words)
{
	*t = (struct terms){.settings = {.rule = RULE_FREESTYLE,
				.size = 15,
				.tc = {.kind = CLOCK_NONE},
				.undo = true,
				.absence_ms = (int64_t)LIMIT_ABSENCE_S * 1000}};
	return read_over(c, &t->settings, words);
}

bool terms_change(struct command *c, struct room_settings *s)
{
	/* Stones are laid on a board by its rule; on another they have to be laid again. */
	if (wire_get(c->line, "rule") || wire_get(c->line, "size") || wire_get(c->line, "opening"))
		s->starts = 0;
	return read_over(c, s, 0);
}

int bot_for(const struct command *c, int bot, enum rule rule)
{
	const struct rating *rating = &c->user->rating[rule];
	int level = LEVEL_MIN;

	if (bot != BOT_AUTO)
		return bot;
	/* Of whom nothing is known yet gets what suits most newcomers. */
	if (user_is_guest(c->user) || rating->deviation > RATING_PROVISIONAL)
		return LEVEL_DEFAULT;
	for (int i = LEVEL_MIN + 1; i <= LEVEL_MAX; i++)
		if (fabs(archive_bot_rating(i) - rating->value) <
		    fabs(archive_bot_rating(level) - rating->value))
			level = i;
	return level;
}

bool bot_fits(struct command *c, int bot, const struct room_settings *s)
{
	const struct roster *roster = lobby_roster(c->server->lobby);
	char text[BOT_TEXT];

	if (!bot)
		return true;
	if (!bot_plays(roster, bot, s->rule))
		refuse(c, "wrong-state", "why", "rule", "%s does not play %s",
		    bot_text(roster, bot, text), rule_name(s->rule));
	else if (s->rated && (!c->server->accounts.rate_bots || archive_bot_rating(bot) <= 0))
		refuse(c, "wrong-state", "why", "rated", "Games against %s are not rated here",
		    bot_text(roster, bot, text));
	else
		return true;
	return false;
}

struct user *read_seat_user(struct command *c, const char *word)
{
	char name[USER_NAME_MAX + 1];
	struct user *u;

	if (!user_name_read(word + (*word == '~'), name)) {
		refuse_syntax(c, "A seat is me, open, a name, ai:LEVEL or another bot of "
				 "\"levels\"");
		return NULL;
	}
	u = named_user(c, word);
	return u && may_challenge(c, u) ? u : NULL;
}

/* Reads one SEAT. False when refused. */
static bool read_seat(struct command *c, struct terms *t, int seat, const char *word)
{
	if (strncasecmp(word, "ai:", 3) == 0)
		return (t->seat[seat].bot = read_bot(c, word)) != BOT_NONE;
	if (strcasecmp(word, "me") == 0)
		t->seat[seat].me = true;
	else if (strcasecmp(word, "open") != 0)
		return (t->seat[seat].user = read_seat_user(c, word)) != NULL;
	return true;
}

bool terms_read_seats(struct command *c, struct terms *t)
{
	const char *black = wire_get(c->line, "black"), *white = wire_get(c->line, "white");

	if ((black && !read_seat(c, t, 0, black)) || (white && !read_seat(c, t, 1, white)))
		return false;
	if ((t->seat[0].me && t->seat[1].me) ||
	    (t->seat[0].user && t->seat[0].user == t->seat[1].user)) {
		refuse_syntax(c, "One can sit on one side only");
		return false;
	}
	if (!bot_fits(c, t->seat[0].bot, &t->settings) ||
	    !bot_fits(c, t->seat[1].bot, &t->settings))
		return false;
	for (int i = 0; i < 2; i++)
		if (t->settings.rated && t->seat[i].user && t->seat[i].user->name[0] == '~') {
			refuse(c, "forbidden", "why", "guest", "%s is a guest; guests play unrated",
			    t->seat[i].user->name);
			return false;
		}
	/* Whoever opens a room means to play in it, unless both seats are spoken for. */
	if (!black && !t->seat[1].me)
		t->seat[0].me = true;
	else if (!white && !t->seat[0].me)
		t->seat[1].me = true;
	return true;
}
