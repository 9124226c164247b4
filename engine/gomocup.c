#include "gomocup.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
	TURN_DEFAULT_MS = 30000,
	MEMORY_MOST = 1 << 30,
	BESIDE_HASH_BYTES = 8 << 20, /* what a search takes besides its table */
};

void gomocup_reader_init(struct gomocup_reader *r)
{
	r->complete = true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void begin_line(struct gomocup_reader *r)
{
	r->len = 0;
	r->blank = true;
	r->too_long = false;
	r->complete = false;
}

bool gomocup_reader_byte(struct gomocup_reader *r, char byte)
{
	if (r->complete)
		begin_line(r);
	if (byte == '\n' || byte == '\r') {
		r->line[r->len] = '\0';
		r->complete = true;
		return !r->blank;
	}
	if (!is_blank(byte)) {
		r->blank = false;
		if (byte < ' ' || byte > '~')
			byte = '?';
	}
	if (r->len < GOMOCUP_LINE_MAX)
		r->line[r->len++] = byte;
	else
		r->too_long = true;
	return false;
}

static const char *skip_blanks(const char *text)
{
	while (is_blank(*text))
		text++;
	return text;
}

static size_t word_length(const char *text)
{
	return strcspn(text, " \t");
}

/* Whether the first word of the text is that word. */
static bool word_is(const char *text, const char *word)
{
	size_t len = word_length(text);
	return len == strlen(word) && strncasecmp(text, word, len) == 0;
}

enum gomocup_command gomocup_command(const char *line, const char **args)
{
	static const char *const names[GOMOCUP_UNKNOWN] = {
	    [GOMOCUP_START] = "START",
	    [GOMOCUP_RECTSTART] = "RECTSTART",
	    [GOMOCUP_RESTART] = "RESTART",
	    [GOMOCUP_BEGIN] = "BEGIN",
	    [GOMOCUP_TURN] = "TURN",
	    [GOMOCUP_PLAY] = "PLAY",
	    [GOMOCUP_TAKEBACK] = "TAKEBACK",
	    [GOMOCUP_BOARD] = "BOARD",
	    [GOMOCUP_YXBOARD] = "YXBOARD",
	    [GOMOCUP_SWAP2BOARD] = "SWAP2BOARD",
	    [GOMOCUP_DONE] = "DONE",
	    [GOMOCUP_INFO] = "INFO",
	    [GOMOCUP_YXSTOP] = "YXSTOP",
	    [GOMOCUP_YXSHOWFORBID] = "YXSHOWFORBID",
	    [GOMOCUP_ABOUT] = "ABOUT",
	    [GOMOCUP_END] = "END",
	};
	enum gomocup_command command = 0;

	line = skip_blanks(line);
	*args = skip_blanks(line + word_length(line));
	while (command < GOMOCUP_UNKNOWN && !word_is(line, names[command]))
		command++;
	return command;
}

/* Reads a whole number. Returns what follows it, NULL when there is none. */
static const char *read_number(const char *text, int64_t *number)
{
	bool negative = *text == '-';
	int64_t n = 0;

	if (negative)
		text++;
	if (*text < '0' || *text > '9')
		return NULL;
	for (; *text >= '0' && *text <= '9'; text++) {
		int digit = *text - '0';
		if (n > (INT64_MAX - digit) / 10)
			return NULL;
		n = n * 10 + digit;
	}
	*number = negative ? -n : n;
	return text;
}

bool gomocup_numbers(const char *text, int n, int64_t number[])
{
	for (int i = 0; i < n; i++) {
		if (i > 0 && *text++ != ',')
			return false;
		text = read_number(skip_blanks(text), &number[i]);
		if (text == NULL)
			return false;
		text = skip_blanks(text);
	}
	return *text == '\0';
}

int gomocup_point(int size, int64_t x, int64_t y)
{
	if (x < 0 || x >= size || y < 0 || y >= size)
		return POINT_NONE;
	return point_at((int)x, size - 1 - (int)y);
}

const char *gomocup_format(int size, int point, char buf[static GOMOCUP_POINT_TEXT])
{
	snprintf(
	    buf, GOMOCUP_POINT_TEXT, "%d,%d", point_column(point), size - 1 - point_row(point));
	return buf;
}

void gomocup_info_init(struct gomocup_info *info)
{
	*info = (struct gomocup_info){
	    .timeout_turn = TURN_DEFAULT_MS,
	    .time_left = GOMOCUP_UNLIMITED,
	    .thread_num = 1,
	    .level = SEARCH_LEVEL_MAX,
	    .style = SEARCH_LEVEL,
	};
}

/* The keys whose values are numbers, and their ranges. */
static const struct key {
	const char *name;
	size_t offset;
	int64_t low, high;
} keys[] = {
    {"timeout_turn", offsetof(struct gomocup_info, timeout_turn), 0, INT64_MAX},
    {"timeout_match", offsetof(struct gomocup_info, timeout_match), 0, INT64_MAX},
    {"time_left", offsetof(struct gomocup_info, time_left), INT64_MIN, INT64_MAX},
    {"max_memory", offsetof(struct gomocup_info, max_memory), 0, INT64_MAX},
    {"hash_size", offsetof(struct gomocup_info, hash_size), 0, INT64_MAX},
    {"max_node", offsetof(struct gomocup_info, max_node), 0, INT64_MAX},
    {"max_depth", offsetof(struct gomocup_info, max_depth), 0, BOARD_POINTS},
    {"thread_num", offsetof(struct gomocup_info, thread_num), 1, SEARCH_THREADS_MAX},
    {"game_type", offsetof(struct gomocup_info, game_type), 0, 3},
    {"rule", offsetof(struct gomocup_info, rule), INT64_MIN, INT64_MAX},
    {"level", offsetof(struct gomocup_info, level), SEARCH_LEVEL_MIN, SEARCH_LEVEL_MAX},
    {"seed", offsetof(struct gomocup_info, seed), INT64_MIN, INT64_MAX},
};

static enum gomocup_told read_style(struct gomocup_info *info, const char *value)
{
	char name[32];
	size_t len = word_length(value);

	if (len >= sizeof(name) || *skip_blanks(value + len) != '\0')
		return GOMOCUP_NOTHING;
	for (size_t i = 0; i < len; i++)
		name[i] = (char)tolower((unsigned char)value[i]);
	name[len] = '\0';
	enum search_style style = search_style_parse(name);
	if (style == SEARCH_STYLE_COUNT)
		return GOMOCUP_NOTHING;
	info->style = style;
	return GOMOCUP_KEPT;
}

enum gomocup_told gomocup_info_read(struct gomocup_info *info, const char *args)
{
	const char *value = skip_blanks(args + word_length(args));
	int64_t number;

	if (word_is(args, "style"))
		return read_style(info, value);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const struct key *k = &keys[i];
		if (!word_is(args, k->name))
			continue;
		if (!gomocup_numbers(value, 1, &number))
			return GOMOCUP_NOTHING;
		number = number < k->low ? k->low : number > k->high ? k->high : number;
		memcpy((char *)info + k->offset, &number, sizeof(number));
		return strcmp(k->name, "seed") == 0 ? GOMOCUP_SEED : GOMOCUP_KEPT;
	}
	return GOMOCUP_NOTHING;
}

/* Bytes that a search may take, of max_memory and hash_size; 0 leaves it to the search. */
static size_t memory_of(const struct gomocup_info *info)
{
	int64_t most = info->max_memory > 0 ? info->max_memory : MEMORY_MOST;
	int64_t wanted = info->hash_size > MEMORY_MOST / 1024
			     ? MEMORY_MOST
			     : info->hash_size * 1024 + BESIDE_HASH_BYTES;

	if (info->hash_size == 0)
		return (size_t)(info->max_memory > MEMORY_MOST ? MEMORY_MOST : info->max_memory);
	return (size_t)(wanted < most ? wanted : most);
}

struct search_limits gomocup_limits(const struct gomocup_info *info)
{
	bool limited = info->time_left != GOMOCUP_UNLIMITED;
	int64_t time_ms = info->timeout_turn, left_ms = 0;

	if (limited && info->time_left > 0)
		left_ms = info->time_left;
	if (limited && left_ms < time_ms)
		time_ms = left_ms;
	return (struct search_limits){
	    .style = info->style,
	    .level = (int)info->level,
	    .time_ms = time_ms,
	    .left_ms = left_ms,
	    .nodes = info->max_node,
	    .depth = (int)info->max_depth,
	    .threads = (int)info->thread_num,
	    .memory = memory_of(info),
	};
}
