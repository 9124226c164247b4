#include "help.h"

#include <stdio.h>
#include <string.h>

#include "client/i18n.h"
#include "daemon/wire/verbs.h"

static const struct {
	const char *keys, *what;
} help[] = {
    {N_("arrows"), N_("move the cursor; Home and End: to the row's ends")},
    {N_("Enter, space"), N_("play where the cursor stands")},
    {N_("h8 Enter"), N_("play a typed point; Backspace and Esc mend it")},
    {"y, n", N_("answer the offer that is shown")},
    {"1, 2, 3", N_("choose in an opening: black, white, two stones more")},
    {"r", N_("after a game: ask for another one")},
    {"Tab", N_("talk, moves, lobby; Enter there joins or watches")},
    {"<, >", N_("look back in the game, and forward; PgUp, PgDn: ten")},
    {"#", N_("numbers on the stones")},
    {":hint", N_("a good move, marked on the board")},
    {"\"", N_("talk to everyone in the room")},
    {":", N_("give a command; Tab completes, Up recalls")},
    {N_(":save FILE"), N_("keep the game, as FILE.sgf or .psq; :save! replaces")},
    {"?", N_("this page")},
    {"Ctrl-L", N_("draw the screen anew")},
    {"Ctrl-C, :quit", N_("leave")},
};

static const char *const vi_keys = N_("hjklyubn move the cursor; type points as :h8 (keys = vi)");

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

/* Where what the keys do begins, behind the longest of them. */
static int key_columns(const struct view *v)
{
	int most = 0;

	for (size_t i = 0; i < sizeof(help) / sizeof(help[0]); i++) {
		int columns = style_width(&v->style, _(help[i].keys));

		most = columns > most ? columns : most;
	}
	return most + 2;
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
	int column = key_columns(v);

	if (v->help == 1) {
		style_put(&v->style, y++, x, width, STYLE_STRONG, _("Keys"));
		for (int i = 0; i < KEYS; i++, y++) {
			style_put(&v->style, y, x, width, STYLE_TEXT, _(help[i].keys));
			style_put(
			    &v->style, y, x + column, width - column, STYLE_DIM, _(help[i].what));
		}
		if (v->vi)
			style_put(&v->style, y++, x, width, STYLE_DIM, _(vi_keys));
		y++;
	}
	if (v->help == 2 || fits_one_page(v)) {
		style_put(&v->style, y++, x, width, STYLE_STRONG,
		    _("Commands: a colon and one of these; :help VERB explains it"));
		draw_verbs(v, y, x, width);
	}
	style_put(&v->style, v->layout.prompt_y, x, width, STYLE_DIM,
	    help_next(v) == 2 ? _("Any key: the commands.") : _("Any key goes back."));
}
