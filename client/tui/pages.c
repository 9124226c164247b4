#include "pages.h"

#include <stdio.h>
#include <string.h>

#include "client/i18n.h"

enum { TOP = 1, MARGIN = 4, ROOMY = 60 };

void pages_begin(struct pages *p, const struct view *v, int page)
{
	int rows = v->layout.prompt_y - 1 - TOP;

	*p = (struct pages){.v = v, .page = page};
	p->x = v->layout.cols >= ROOMY ? MARGIN : 0;
	p->width = v->layout.cols - p->x - 1;
	p->rows = rows > 1 ? rows : 1;
}

/* Where the next row stands on the screen, -1 when that is on another page. */
static int row_y(const struct pages *p)
{
	return p->row / p->rows + 1 == p->page ? TOP + p->row % p->rows : -1;
}

/* Text in rows of its own from that column on. */
static void put(struct pages *p, int column, enum style_role role, const char *text)
{
	int width = p->width > column ? p->width - column : 1;
	const char *next;

	do {
		char part[400];
		size_t len = style_break(&p->v->style, text, width, &next);

		snprintf(part, sizeof(part), "%.*s", (int)len, text);
		style_put(&p->v->style, row_y(p), p->x + column, width, role, part);
		p->row++;
		text = next;
	} while (*text != '\0');
}

void pages_text(struct pages *p, enum style_role role, const char *text)
{
	put(p, 0, role, text);
}

void pages_gap(struct pages *p)
{
	p->row++;
}

static int rows_of(const struct pages *p, int width, const char *text)
{
	int rows = 0;

	do {
		style_break(&p->v->style, text, width, &text);
		rows++;
	} while (*text != '\0');
	return rows;
}

int pages_rows(const struct pages *p, const char *text)
{
	return rows_of(p, p->width, text);
}

void pages_keep(struct pages *p, int rows)
{
	int on = p->row % p->rows;

	if (on > 0 && on + rows > p->rows)
		p->row += p->rows - on;
}

void pages_keys(struct pages *p, const struct pages_key *keys, size_t n)
{
	const struct style *s = &p->v->style;
	int column = 0;

	for (size_t i = 0; i < n; i++) {
		int columns = style_width(s, _(keys[i].keys)) + 2;

		column = columns > column ? columns : column;
	}
	for (size_t i = 0; i < n; i++) {
		pages_keep(
		    p, rows_of(p, p->width > column ? p->width - column : 1, _(keys[i].what)));
		style_put(s, row_y(p), p->x, p->width, STYLE_TEXT, _(keys[i].keys));
		put(p, column, STYLE_DIM, _(keys[i].what));
	}
}

int pages_end(const struct pages *p)
{
	int pages = (p->row + p->rows - 1) / p->rows;

	if (p->page > 0)
		style_put(&p->v->style, p->v->layout.prompt_y, p->x, p->width, STYLE_DIM,
		    p->page < pages ? _("Any key: the next page.") : _("Any key goes back."));
	return pages;
}
