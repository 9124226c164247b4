#include "typing.h"

#include <stdio.h>

#include "client/i18n.h"

enum { NARROW = 44 };

static void draw_hint(const struct view *v, int x, int width)
{
	const char *dot = v->style.signs->dot;
	char text[200];

	if (v->replay && width < NARROW)
		snprintf(text, sizeof(text), _("< > step %s ? help %s q leave"), dot, dot);
	else if (v->replay)
		snprintf(text, sizeof(text), _("< > step %s :analyse %s ? help %s q leave"), dot,
		    dot, dot);
	else
		snprintf(text, sizeof(text), _(": command %s \" talk %s ? help"), dot, dot);
	style_put(&v->style, v->layout.prompt_y, x, width, STYLE_DIM, text);
	zones_add_text(v->zones, &v->style, v->layout.prompt_y, x, text);
}

void typing_draw(struct view *v)
{
	const struct prompt *p = &v->prompt;
	char all[PROMPT_BYTES], before[PROMPT_BYTES];
	int x = v->layout.wide ? v->layout.board_x : 0, width = v->layout.cols - x - 1;
	const char *show = all;

	if (p->mode == PROMPT_IDLE) {
		draw_hint(v, x, width);
		return;
	}
	prompt_text(p, all, before);
	/* What does not fit goes out on the left, a character at a time. */
	while (style_width(&v->style, before) - style_width(&v->style, all) +
		   style_width(&v->style, show) >
	       width - 1) {
		show++;
		while (((unsigned char)*show & 0xC0) == 0x80)
			show++;
	}
	style_put(&v->style, v->layout.prompt_y, x, 1, STYLE_STRONG,
	    p->mode == PROMPT_COMMAND ? ":" : v->style.signs->turn);
	style_put(&v->style, v->layout.prompt_y, x + 1, width, STYLE_TEXT, show);
	v->caret_y = v->layout.prompt_y;
	v->caret_x = x + 1 + style_width(&v->style, before) - style_width(&v->style, all) +
		     style_width(&v->style, show);
}
