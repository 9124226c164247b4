#include "help.h"

#include <stdio.h>
#include <string.h>

#include "daemon/wire/verbs.h"

static const struct {
	const char *keys, *what;
} help[] = {
    {"arrows", "move the cursor; Home and End: to the row's ends"},
    {"Enter, space", "play where the cursor stands"},
    {"h8 Enter", "play a typed point; Backspace and Esc mend it"},
    {"y, n", "answer the offer that is shown"},
    {"1, 2, 3", "choose in an opening: black, white, two stones more"},
    {"r", "after a game: ask for another one"},
    {"Tab", "talk, moves, lobby; Enter there joins or watches"},
    {"<, >", "look back in the game, and forward; PgUp, PgDn: ten"},
    {"#", "numbers on the stones"},
    {":hint", "a good move, marked on the board"},
    {"\"", "talk to everyone in the room"},
    {":", "give a command; Tab completes, Up recalls"},
    {":save FILE", "keep the game, as FILE.sgf or .psq; :save! replaces"},
    {"?", "this page"},
    {"Ctrl-L", "draw the screen anew"},
    {"Ctrl-C, :quit", "leave"},
};

static const char vi_keys[] = "hjklyubn move the cursor; type points as :h8 (keys = vi)";

/* The verbs, in lines of width columns. */
static void draw_verbs(const struct view *v, int y, int x, int width)
{
	char line[512] = "";

	for (int i = 0; i < VERB_COUNT; i++) {
		size_t len = strlen(line), add = strlen(verbs[i].name) + 1;

		if ((int)(len + add) > width && len > 0) {
			style_put(&v->style, y++, x, width, STYLE_TEXT, line);
			line[0] = '\0';
			len = 0;
		}
		if (len + add < sizeof(line))
			snprintf(line + len, sizeof(line) - len, "%s%s", len > 0 ? " " : "",
			    verbs[i].name);
	}
	style_put(&v->style, y, x, width, STYLE_TEXT, line);
}

/* Rows of the page of keys, and the least that the commands below it take. */
enum { KEYS = (int)(sizeof(help) / sizeof(help[0])), KEY_ROWS = KEYS + 4, VERB_ROWS = 8 };

static bool fits_one_page(const struct view *v)
{
	return v->layout.cols >= 76 && v->layout.prompt_y >= KEY_ROWS + VERB_ROWS;
}

int help_next(const struct view *v)
{
	return v->help == 1 && !fits_one_page(v) ? 2 : 0;
}

void help_draw(const struct view *v)
{
	int y = 1, x = v->layout.cols >= 60 ? 4 : 0, width = v->layout.cols - x - 1;

	if (v->help == 1) {
		style_put(&v->style, y++, x, width, STYLE_STRONG, "Keys");
		for (int i = 0; i < KEYS; i++, y++) {
			style_put(&v->style, y, x, width, STYLE_TEXT, help[i].keys);
			style_put(&v->style, y, x + 15, width - 15, STYLE_DIM, help[i].what);
		}
		if (v->vi)
			style_put(&v->style, y++, x, width, STYLE_DIM, vi_keys);
		y++;
	}
	if (v->help == 2 || fits_one_page(v)) {
		style_put(&v->style, y++, x, width, STYLE_STRONG,
		    "Commands: a colon and one of these; :help VERB explains it");
		draw_verbs(v, y, x, width);
	}
	style_put(&v->style, v->layout.prompt_y, x, width, STYLE_DIM,
	    help_next(v) == 2 ? "Any key: the commands." : "Any key goes back.");
}
