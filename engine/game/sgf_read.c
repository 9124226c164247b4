#include "sgf.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "record_text.h"
#include "sgf_parse.h"

enum {
	OPS_MAX = 4096, /* stones set up and moves in one file, more than any game needs */
	SCRATCH = 2 * RECORD_NOTE,
	NUMBER_TEXT = 24, /* bytes of the digits of a time */
	GOMOKU = 4,	  /* the number of our game in GM */
};

enum op_kind { OP_MOVE, OP_ADD };

/* A move or a stone of a position, as the file has it: the size may come later. */
struct op {
	enum op_kind kind;
	enum stone stone;
	int column, row; /* from the top left; -1 both: an empty value, a pass */
	size_t at;
};

struct reader {
	const char *text;
	bool double_bytes, latin1;
	struct record_report *report;
	struct record record;
	int size; /* 0: not said */
	bool game_said;
	enum stone to_play;			   /* PL */
	char base[NUMBER_TEXT], over[NUMBER_TEXT]; /* TM and the figures of OT */
	bool per_move;
	int ops;
	struct op op[OPS_MAX];
	size_t ply_at[BOARD_POINTS]; /* where each ply of the record stands in the text */
};

static int add_op(struct reader *rd, enum op_kind kind, enum stone stone, int column, int row,
    const struct sgf_value *v)
{
	if (rd->ops == OPS_MAX)
		return record_error(rd->report, rd->text, v->at, "too many moves and stones");
	rd->op[rd->ops++] = (struct op){kind, stone, column, row, v->at};
	return 0;
}

/* Reads "hh"; false for anything else. */
static bool read_point(const char *s, int *column, int *row)
{
	*column = s[0] - 'a';
	*row = s[1] - 'a';
	return *column >= 0 && *column < 26 && *row >= 0 && *row < 26;
}

static int read_move(struct reader *rd, const struct sgf_value *v, enum stone stone)
{
	char s[SCRATCH];
	size_t n = sgf_unescape(v, rd->double_bytes, s, sizeof(s));
	int column = -1, row = -1;
	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n' || s[n - 1] == '\r'))
		n--;
	if (n != 0 && (n != 2 || !read_point(s, &column, &row)))
		return record_error(rd->report, rd->text, v->at, "a move that is no point");
	return add_op(rd, OP_MOVE, stone, column, row, v);
}

static int read_stones(struct reader *rd, const struct sgf_value *v, enum stone stone)
{
	int left, top, right, bottom;
	bool list = v->n == 5 && v->bytes[2] == ':';
	if ((v->n != 2 && !list) || !read_point(v->bytes, &left, &top))
		return record_error(rd->report, rd->text, v->at, "a stone on no point");
	right = left;
	bottom = top;
	if (list && !read_point(v->bytes + 3, &right, &bottom))
		return record_error(rd->report, rd->text, v->at, "a list that is none");
	if (right < left || bottom < top)
		return record_error(rd->report, rd->text, v->at,
		    "a list whose corners are not top left and bottom right");
	for (int row = top; row <= bottom; row++)
		for (int column = left; column <= right; column++)
			if (add_op(rd, OP_ADD, stone, column, row, v) == -1)
				return -1;
	return 0;
}

/* Reads the value as a short word, trimmed; longer ones are cut. */
static void read_word(const struct reader *rd, const struct sgf_value *v, char word[RECORD_NAME])
{
	char s[SCRATCH];
	size_t n = sgf_unescape(v, rd->double_bytes, s, sizeof(s)), skip = 0;
	while (skip < n && s[skip] == ' ')
		skip++;
	while (n > skip && s[n - 1] == ' ')
		n--;
	record_text_copy(word, RECORD_NAME, s + skip, n - skip, false, rd->latin1);
}

static int read_size(struct reader *rd, const struct sgf_value *v)
{
	char word[RECORD_NAME], rest[2];
	int columns, rows;
	read_word(rd, v, word);
	int n = sscanf(word, "%4d:%4d%1s", &columns, &rows, rest);
	bool square = n == 2 && columns == rows;
	bool single = n == 1 && strspn(word, "0123456789") == strlen(word);
	if ((!square && !single) || columns < BOARD_MIN || columns > BOARD_MAX)
		return record_error(rd->report, rd->text, v->at,
		    "a board that is not square or not of size %d to %d", BOARD_MIN, BOARD_MAX);
	rd->size = columns;
	return 0;
}

static void read_game_number(struct reader *rd, const char *word)
{
	int number;
	rd->game_said = true;
	if (sscanf(word, "%4d", &number) != 1 || number != GOMOKU)
		record_warn(
		    rd->report, "GM says game %.16s; read as gomoku, which is %d", word, GOMOKU);
}

static void read_rule(struct reader *rd, const char *word)
{
	for (int r = RULE_FREESTYLE; r <= RULE_CARO_FIVE; r++) {
		if (r != RULE_COUNT && strcasecmp(word, rule_name((enum rule)r)) == 0) {
			rd->record.rule = (enum rule)r;
			return;
		}
	}
	record_warn(rd->report, "the rule %.40s is not known; read as %s", word,
	    rule_name(rd->record.rule));
}

static void read_result(struct record *r, const char *word)
{
	if (strcasecmp(word, "0") == 0 || strcasecmp(word, "draw") == 0)
		r->result = GAME_DRAW;
	else if (strcasecmp(word, "void") == 0)
		r->result = GAME_VOID;
	else if ((word[0] == 'B' || word[0] == 'W') && word[1] == '+')
		r->result = word[0] == 'B' ? GAME_BLACK : GAME_WHITE;
	else
		return;
	bool decided = r->result == GAME_BLACK || r->result == GAME_WHITE;
	char how = decided ? word[2] : '\0';
	if (r->why == WHY_NONE && (how == 'R' || how == 'r'))
		r->why = WHY_RESIGN;
	if (r->why == WHY_NONE && (how == 'T' || how == 't'))
		r->why = WHY_TIME;
}

static void read_why(struct record *r, const char *word)
{
	for (int w = WHY_FIVE; w < WHY_COUNT; w++)
		if (strcmp(word, game_why_name((enum game_why)w)) == 0)
			r->why = (enum game_why)w;
}

/* Copies the figures at the beginning of a word, as far as they fit. */
static void read_figures(char figures[NUMBER_TEXT], const char *word, const char *allowed)
{
	size_t n = strspn(word, allowed);
	snprintf(figures, NUMBER_TEXT, "%.*s", n < NUMBER_TEXT ? (int)n : 0, word);
}

/* OT in the forms of sgf_write: "5 fischer", "3x30 byo-yomi", "30 per move". */
static void read_overtime(struct reader *rd, const char *word)
{
	const char *form = strchr(word, ' ');
	bool known =
	    form != NULL && (strcmp(form, " fischer") == 0 || strcmp(form, " byo-yomi") == 0 ||
				strcmp(form, " per move") == 0);
	if (!known) {
		record_warn(rd->report, "the overtime %.60s is not known", word);
		return;
	}
	rd->per_move = strcmp(form, " per move") == 0;
	read_figures(rd->over, word, "0123456789x");
}

static int read_text(struct reader *rd, const struct sgf_value *v, char *field, size_t size)
{
	char s[SCRATCH];
	size_t n = sgf_unescape(v, rd->double_bytes, s, sizeof(s));
	record_text_copy(field, size, s, n, field == rd->record.note, rd->latin1);
	return 0;
}

/* The text field that a property fills; NULL for other properties. */
static char *field_of(struct record *r, const char *ident)
{
	const struct {
		const char *ident;
		char *field;
	} fields[] = {{"PB", r->black}, {"PW", r->white}, {"GN", r->title}, {"EV", r->event},
	    {"PC", r->place}, {"RO", r->round}, {"DT", r->date}};
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (strcmp(ident, fields[i].ident) == 0)
			return fields[i].field;
	return NULL;
}

/* The properties whose value is one word, and which can't be wrong. */
static void read_info(struct reader *rd, const char *ident, const char *word)
{
	struct record *r = &rd->record;
	if (strcmp(ident, "GM") == 0)
		read_game_number(rd, word);
	else if (strcmp(ident, "RU") == 0)
		read_rule(rd, word);
	else if (strcmp(ident, "RE") == 0)
		read_result(r, word);
	else if (strcmp(ident, "WHY") == 0)
		read_why(r, word);
	else if (strcmp(ident, "TM") == 0)
		read_figures(rd->base, word, "0123456789");
	else if (strcmp(ident, "OT") == 0)
		read_overtime(rd, word);
	else if (strcmp(ident, "ON") == 0 && opening_parse(word) != OPENING_COUNT)
		r->opening = opening_parse(word);
	else if (strcmp(ident, "PL") == 0 && (word[0] == 'B' || word[0] == 'b' || word[0] == '1'))
		rd->to_play = STONE_BLACK;
	else if (strcmp(ident, "PL") == 0 && word[0] != '\0')
		rd->to_play = STONE_WHITE;
}

static int read_value(void *context, const struct sgf_value *v)
{
	struct reader *rd = context;
	const char *ident = v->ident;
	if (strcmp(ident, "B") == 0)
		return read_move(rd, v, STONE_BLACK);
	if (strcmp(ident, "W") == 0)
		return read_move(rd, v, STONE_WHITE);
	if (strcmp(ident, "AB") == 0)
		return read_stones(rd, v, STONE_BLACK);
	if (strcmp(ident, "AW") == 0)
		return read_stones(rd, v, STONE_WHITE);
	if (strcmp(ident, "AE") == 0)
		return read_stones(rd, v, STONE_NONE);
	if (strcmp(ident, "SZ") == 0)
		return read_size(rd, v);
	if (strcmp(ident, "C") == 0 && v->node == 0)
		return read_text(rd, v, rd->record.note, RECORD_NOTE);
	char *field = field_of(&rd->record, ident);
	if (field != NULL)
		return read_text(rd, v, field, RECORD_NAME);
	char word[RECORD_NAME];
	read_word(rd, v, word);
	read_info(rd, ident, word);
	return 0;
}

/* "tt" and "ss" are passes where they can't be points; "tt" with no size said too. */
static bool is_pass(const struct op *op, int size)
{
	if (op->kind != OP_MOVE || op->column != op->row)
		return false;
	return op->column == -1 || (op->column == 19 && size <= 19) ||
	       (op->column == 18 && size <= 18);
}

/* The size of a file that does not say it. */
static int guess_size(const struct reader *rd)
{
	static const int sizes[] = {15, 19, 20, BOARD_MAX};
	int need = 0, i = 0;
	for (int n = 0; n < rd->ops; n++) {
		const struct op *op = &rd->op[n];
		if (op->kind == OP_MOVE && op->column == 19 && op->row == 19)
			continue;
		need = op->column >= need ? op->column + 1 : need;
		need = op->row >= need ? op->row + 1 : need;
	}
	while (sizes[i] < need && sizes[i] < BOARD_MAX)
		i++;
	return sizes[i];
}

/* Puts a stone of the position, or none, on the board as it stands. */
static void set_up(struct reader *rd, struct board *now, const struct op *op, int point)
{
	struct record *r = &rd->record;
	if (r->plies > 0)
		record_warn(rd->report,
		    "stones are set up after move %d; the moves up to there are part of the "
		    "position",
		    r->plies);
	r->plies = 0;
	if (board_at(now, point) != STONE_NONE)
		board_remove(now, point);
	if (op->stone != STONE_NONE)
		board_place(now, point, op->stone);
	r->setup = *now;
}

static int add_ply(struct reader *rd, struct board *now, const struct op *op, int point)
{
	struct record *r = &rd->record;
	if (r->plies == 0)
		r->first = op->stone;
	if (r->plies == r->size * r->size)
		return record_error(
		    rd->report, rd->text, op->at, "more moves than the board has points");
	if (record_side(r, r->plies) != op->stone)
		return record_error(rd->report, rd->text, op->at,
		    "%s moves twice in a row in move %d", stone_name(op->stone), r->plies + 1);
	if (point != POINT_PASS && board_at(now, point) != STONE_NONE)
		return record_error(
		    rd->report, rd->text, op->at, "move %d is on a stone", r->plies + 1);
	rd->ply_at[r->plies] = op->at;
	r->ply[r->plies++] = (struct record_ply){(int16_t)point, -1};
	if (point != POINT_PASS)
		board_place(now, point, op->stone);
	return 0;
}

/* Makes the position and the plies from what was gathered. */
static int apply_ops(struct reader *rd)
{
	struct record *r = &rd->record;
	struct board now;
	r->size = rd->size != 0 ? rd->size : guess_size(rd);
	board_init(&r->setup, r->size);
	now = r->setup;
	for (int i = 0; i < rd->ops; i++) {
		const struct op *op = &rd->op[i];
		int point = POINT_PASS;
		if (!is_pass(op, r->size))
			point = point_at(op->column, r->size - 1 - op->row);
		if (point != POINT_PASS && (op->row >= r->size || !board_has(&now, point)))
			return record_error(rd->report, rd->text, op->at, "a point off the board");
		if (op->kind == OP_ADD)
			set_up(rd, &now, op, point);
		else if (add_ply(rd, &now, op, point) == -1)
			return -1;
	}
	if (r->plies > 0)
		return 0;
	int black = 0;
	for (int i = 0; i < BOARD_CELLS; i++)
		black += r->setup.cell[i] == STONE_BLACK;
	r->first = black > r->setup.stones - black ? STONE_WHITE : STONE_BLACK;
	if (rd->to_play != STONE_NONE)
		r->first = rd->to_play;
	return 0;
}

static void apply_times(struct reader *rd)
{
	char text[3 * NUMBER_TEXT];
	if (rd->base[0] == '\0' && rd->over[0] == '\0')
		return;
	if (rd->per_move)
		snprintf(text, sizeof(text), "%s/move", rd->over);
	else
		snprintf(
		    text, sizeof(text), "%s+%s", rd->base, rd->over[0] != '\0' ? rd->over : "0");
	if (time_control_parse(&rd->record.tc, text) == -1)
		record_warn(rd->report, "the time control %.40s is not known", text);
}

/* What the file says about its characters; the grammar needs it before anything else is read. */
struct charset {
	char name[RECORD_NAME];
};

static int find_charset(void *context, const struct sgf_value *v)
{
	struct charset *charset = context;
	if (strcmp(v->ident, "CA") == 0)
		record_text_copy(
		    charset->name, sizeof(charset->name), v->bytes, v->n, false, false);
	return 0;
}

static bool begins_with_any(const char *name, const char *const begins[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strncasecmp(name, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

/* Finds out how to read the bytes of the text. What is UTF-8 all through is read as UTF-8. */
static void choose_charset(struct reader *rd, const char *text, size_t n)
{
	static const char *const wide[] = {"gb", "cp936", "big5", "shift", "sjis", "cp932", "euc"};
	static const char *const latin[] = {"iso-8859-1", "iso8859-1", "latin1", "windows-1252"};
	struct charset charset = {""};
	struct record_report ignored = {0};
	if (record_text_is_utf8(text, n))
		return;
	(void)sgf_parse(text, n, false, find_charset, &charset, &ignored);
	rd->double_bytes = begins_with_any(charset.name, wide, sizeof(wide) / sizeof(wide[0]));
	rd->latin1 = begins_with_any(charset.name, latin, sizeof(latin) / sizeof(latin[0]));
}

/* Reads into rd->record, text, n and rule as in sgf_read. */
static int read_game(struct reader *rd, const char *text, size_t n)
{
	struct record *r = &rd->record;
	char message[RECORD_MESSAGE];
	int ply;
	if (n > RECORD_FILE_MAX)
		return record_error(rd->report, text, 0, "longer than %d bytes", RECORD_FILE_MAX);
	choose_charset(rd, text, n);
	if (sgf_parse(text, n, rd->double_bytes, read_value, rd, rd->report) == -1)
		return -1;
	if (!rd->game_said)
		record_warn(rd->report, "GM is missing, which means Go; read as gomoku");
	if (apply_ops(rd) == -1)
		return -1;
	apply_times(rd);
	if (r->result == GAME_NONE)
		r->why = WHY_NONE;
	if (record_check(r, &ply, message) == -1)
		return record_error(rd->report, text, rd->ply_at[ply], "%s", message);
	return 0;
}

int sgf_read(
    struct record *r, const char *text, size_t n, enum rule rule, struct record_report *report)
{
	struct reader rd;
	memset(report, 0, sizeof(*report));
	memset(&rd, 0, sizeof(rd));
	rd.text = text;
	rd.report = report;
	record_init(&rd.record, rule, BOARD_MIN);
	if (read_game(&rd, text, n) == -1)
		return -1;
	*r = rd.record;
	return 0;
}
