#include "style.h"

#include <langinfo.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "daemon/wire/text.h"
#include "daemon/wire/wire.h"

static const struct style_signs utf8_signs = {
    .black = "●",
    .white = "○",
    .point = {{"└", "┴", "┘"}, {"├", "┼", "┤"}, {"┌", "┬", "┐"}},
    .star = "╋",
    .forbidden = "×",
    .line = "─",
    .dot = "·",
    .turn = "▸",
    .rule = "─",
    .times = "×",
    .full = "█",
    .empty = "░",
    .hint = "?",
};

static const struct style_signs ascii_signs = {
    .black = "X",
    .white = "O",
    .point = {{".", ".", "."}, {".", ".", "."}, {".", ".", "."}},
    .star = "+",
    .forbidden = "!",
    .line = " ",
    .dot = "|",
    .turn = ">",
    .rule = "-",
    .times = "x",
    .full = "#",
    .empty = ".",
    .hint = "?",
};

/* Colours of terminals with 256 of them: black stones, and white ones on tiles of their own, on
 * wood that is dark enough for both. */
enum {
	WOOD = 137,
	WOOD_LINE = 94,
	INK = 16,
	IVORY = 231,
	RED = 160,
	ROSE = 174,
	DARK_RED = 88,
	GREEN = 28,
	TEAL = 30
};

enum {
	PAIR_GRID = 1,
	PAIR_BLACK,
	PAIR_WHITE,
	PAIR_MARK,
	PAIR_ALERT,
	PAIR_ASK,
	PAIR_WIN_BLACK,
	PAIR_WIN_WHITE,
	PAIR_HINT,
	PAIR_NUMBER_BLACK,
	PAIR_NUMBER_WHITE,
	PAIR_LAST,
};

static void pairs_256(struct style *s)
{
	init_pair(PAIR_GRID, WOOD_LINE, WOOD);
	init_pair(PAIR_BLACK, INK, WOOD);
	init_pair(PAIR_WHITE, INK, IVORY);
	init_pair(PAIR_MARK, DARK_RED, WOOD);
	init_pair(PAIR_ALERT, RED, -1);
	init_pair(PAIR_ASK, TEAL, -1);
	init_pair(PAIR_WIN_BLACK, INK, GREEN);
	init_pair(PAIR_WIN_WHITE, IVORY, GREEN);
	init_pair(PAIR_HINT, IVORY, TEAL);
	init_pair(PAIR_NUMBER_BLACK, IVORY, INK);
	init_pair(PAIR_NUMBER_WHITE, INK, IVORY);
	init_pair(PAIR_LAST, INK, ROSE);
	s->attr[STYLE_LAST] = COLOR_PAIR(PAIR_LAST) | A_BOLD;
	s->attr[STYLE_WIN_BLACK] = COLOR_PAIR(PAIR_WIN_BLACK);
	s->attr[STYLE_WIN_WHITE] = COLOR_PAIR(PAIR_WIN_WHITE) | A_BOLD;
	s->attr[STYLE_GRID] = COLOR_PAIR(PAIR_GRID);
	s->attr[STYLE_NUMBER_BLACK] = COLOR_PAIR(PAIR_NUMBER_BLACK);
	s->attr[STYLE_NUMBER_WHITE] = COLOR_PAIR(PAIR_NUMBER_WHITE);
	s->attr[STYLE_BLACK] = COLOR_PAIR(PAIR_BLACK);
	s->attr[STYLE_WHITE] = COLOR_PAIR(PAIR_WHITE);
	s->attr[STYLE_MARK] = COLOR_PAIR(PAIR_MARK) | A_BOLD;
	s->attr[STYLE_FORBIDDEN] = COLOR_PAIR(PAIR_MARK);
	s->attr[STYLE_CURSOR] = COLOR_PAIR(PAIR_BLACK) | A_BOLD;
	s->attr[STYLE_HINT] = COLOR_PAIR(PAIR_HINT) | A_BOLD;
	s->attr[STYLE_ALERT] = COLOR_PAIR(PAIR_ALERT) | A_BOLD;
	s->attr[STYLE_ASK] = COLOR_PAIR(PAIR_ASK) | A_BOLD;
}

static void pairs_8(struct style *s)
{
	init_pair(PAIR_MARK, COLOR_RED, -1);
	init_pair(PAIR_ASK, COLOR_CYAN, -1);
	s->attr[STYLE_MARK] = COLOR_PAIR(PAIR_MARK) | A_BOLD;
	s->attr[STYLE_FORBIDDEN] = COLOR_PAIR(PAIR_MARK);
	s->attr[STYLE_ALERT] = COLOR_PAIR(PAIR_MARK) | A_BOLD;
	s->attr[STYLE_ASK] = COLOR_PAIR(PAIR_ASK) | A_BOLD;
}

enum style_range style_of_locale(void)
{
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
		return STYLE_ASCII;
	return wcwidth(L'●') == 1 ? STYLE_ALL : STYLE_CERTAIN;
}

void style_init(struct style *s, enum style_range range)
{
	const char *no_color = getenv("NO_COLOR");

	memset(s, 0, sizeof(*s));
	s->range = range;
	s->signs = range == STYLE_ALL ? &utf8_signs : &ascii_signs;
	s->attr[STYLE_DIM] = A_DIM;
	s->attr[STYLE_STRONG] = A_BOLD;
	s->attr[STYLE_GRID] = A_DIM;
	s->attr[STYLE_BLACK] = s->attr[STYLE_WHITE] = A_BOLD;
	s->attr[STYLE_MARK] = s->attr[STYLE_CURSOR] = A_BOLD;
	s->attr[STYLE_ALERT] = s->attr[STYLE_ASK] = A_BOLD;
	s->attr[STYLE_HINT] = A_REVERSE | A_BOLD;
	s->attr[STYLE_PICK] = A_REVERSE;
	s->attr[STYLE_LAST] = A_REVERSE | A_BOLD;
	s->attr[STYLE_NUMBER_BLACK] = A_REVERSE;
	s->attr[STYLE_NUMBER_WHITE] = A_BOLD;
	s->attr[STYLE_WIN_BLACK] = s->attr[STYLE_WIN_WHITE] = A_REVERSE | A_BOLD;
	if ((no_color == NULL || no_color[0] == '\0') && has_colors()) {
		start_color();
		use_default_colors();
		if (COLORS >= 256)
			pairs_256(s);
		else
			pairs_8(s);
	}
}

/* What is shown for a character beyond ASCII. */
static uint32_t shown(const struct style *s, uint32_t code)
{
	if (s->range == STYLE_ALL || (s->range == STYLE_CERTAIN && wcwidth((wchar_t)code) != 1))
		return code;
	if (s->range == STYLE_CERTAIN && (code == 0x201C || code == 0x201D))
		return '"';
	return '?';
}

/* One character of text: its bytes, its columns, and what is shown for it. */
static size_t next_char(const struct style *s, const char *text, wchar_t *show, int *columns)
{
	uint32_t code = 0;
	size_t n = text_decode(text, strlen(text), &code);

	if (n == 0) {
		n = 1;
		code = '?';
	}
	if (code >= 0x80)
		code = shown(s, code);
	*columns = code >= 0x80 ? wcwidth((wchar_t)code) : code >= ' ' && code != 0x7F ? 1 : -1;
	if (*columns < 0) {
		code = '?';
		*columns = 1;
	}
	*show = (wchar_t)code;
	return n;
}

int style_put(
    const struct style *s, int y, int x, int width, enum style_role role, const char *text)
{
	int used = 0, columns;

	if (y < 0 || y >= LINES || x < 0 || x >= COLS)
		return 0;
	if (width > COLS - x)
		width = COLS - x;
	move(y, x);
	attrset((int)s->attr[role]);
	while (*text != '\0') {
		wchar_t show[1];
		size_t n = next_char(s, text, show, &columns);

		if (used + columns > width)
			break;
		addnwstr(show, 1);
		used += columns;
		text += n;
	}
	attrset(A_NORMAL);
	return used;
}

int style_printf(
    const struct style *s, int y, int x, int width, enum style_role role, const char *fmt, ...)
{
	char text[WIRE_SERVER_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return style_put(s, y, x, width, role, text);
}

int style_width(const struct style *s, const char *text)
{
	int used = 0, columns;
	wchar_t show;

	while (*text != '\0') {
		text += next_char(s, text, &show, &columns);
		used += columns;
	}
	return used;
}

/* Signs that do not begin a line, and such as do not end one, where words have no spaces between.
 */
static bool closes(wchar_t c)
{
	return c < 0x80 ? strchr(".,:;!?)]", (int)c) != NULL
			: wcschr(L"，。：；！？、）”’》】", c) != NULL;
}

static bool opens(wchar_t c)
{
	return wcschr(L"（“‘《【([", c) != NULL;
}

size_t style_break(const struct style *s, const char *text, int width, const char **next)
{
	const char *p = text, *space = NULL;
	int used = 0, columns, before = 0;
	wchar_t show, last = L' ';

	while (*p != '\0') {
		size_t n = next_char(s, p, &show, &columns);

		/* Beside a wide character there may be a break, as at a space. */
		if ((columns == 2 || (columns == 1 && before == 2)) && show != L' ' &&
		    !closes(show) && !opens(last))
			space = p;
		if (used + columns > width)
			break;
		if (*p == ' ')
			space = p;
		used += columns;
		if (columns > 0)
			before = columns;
		last = show;
		p += n;
	}
	/* Whole text, or no space to break at, or a break that falls just right. */
	if (*p != '\0' && *p != ' ' && space != NULL && space > text)
		p = space;
	if (p == text && *p != '\0') /* not one character fits: it is left out */
		p += next_char(s, p, &show, &columns);
	*next = p + (*p == ' ');
	return (size_t)(p - text);
}
