#include "help.h"

#include <stdio.h>
#include <string.h>

#include "client/i18n.h"
#include "daemon/wire/verbs.h"
#include "pages.h"

static const struct pages_key help[] = {
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

enum { VERBS_TEXT = 1024 };

static const char *const vi_keys = N_("hjklyubn move the cursor; type points as :h8 (keys = vi)");

/* All verbs in one line. */
static const char *verb_names(char line[static VERBS_TEXT])
{
	size_t len = 0;

	line[0] = '\0';
	for (int i = 0; i < VERB_COUNT && len < VERBS_TEXT; i++)
		len += (size_t)snprintf(
		    line + len, VERBS_TEXT - len, "%s%s", i > 0 ? " " : "", verbs[i].name);
	return line;
}

/* Draws a page, or none for 0. Returns how many there are. */
static int lay_out(const struct view *v, int page)
{
	struct pages p;
	char names[VERBS_TEXT];
	const char *title = _("Commands: a colon and one of these; :help VERB explains it");

	verb_names(names);
	pages_begin(&p, v, page);
	pages_text(&p, STYLE_STRONG, _("Keys"));
	pages_keys(&p, help, sizeof(help) / sizeof(help[0]));
	if (v->vi)
		pages_text(&p, STYLE_DIM, _(vi_keys));
	pages_gap(&p);
	pages_keep(&p, pages_rows(&p, title) + pages_rows(&p, names));
	pages_text(&p, STYLE_STRONG, title);
	pages_text(&p, STYLE_TEXT, names);
	return pages_end(&p);
}

int help_next(const struct view *v)
{
	return v->help < lay_out(v, 0) ? v->help + 1 : 0;
}

void help_draw(const struct view *v)
{
	lay_out(v, v->help);
}
