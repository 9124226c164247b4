/* The help. */
#include "i18n.h"
#include "options.h"

#include <string.h>

enum { COLUMN = 20 }; /* of "  --bot LEVEL         " behind its indent */

static const struct {
	const char *option, *what;
} usage[] = {
    {"--bot LEVEL", N_("play the bot of that level at once (1 is the easiest)")},
    {"--create", N_("open a room and wait for someone to sit down")},
    {"--demo LEVEL", N_("watch two bots play a game")},
    {"--rule RULE", N_("with these: freestyle, standard, renju, caro")},
    {"--size N", N_("5 to 25 lines")},
    {"--time TIME", N_("none, 300+5, 600+3x30 or 30/move, in seconds")},
    {"--side SIDE", N_("black, white; with --bot random too")},
    {"--opening OPENING", N_("with --create: free, pro, swap, swap2")},
    {"--foul refuse|lose", N_("what becomes of a forbidden move in renju")},
    {"--start MOVES", N_("stones that lie there already: h8,i9")},
    {"--lan", N_("choose from the servers on the local network")},
    {"--join ROOM", N_("take a seat in a room")},
    {"--watch ROOM", N_("watch a room")},
    {"--replay FILE", N_("step through a saved game, .sgf or .psq; --rule is for files\nthat do "
			 "not tell theirs")},
    {"--name NAME", N_("your name there (else your login name)")},
    {"--login NAME", N_("come in with an account; its password is asked for")},
    {"--password-file F", N_("or is the first line of a file")},
    {"--pin sha256:HEX", N_("the server's key; no other is accepted")},
    {"--ca FILE", N_("authorities who may vouch for it, in place of the system's")},
    {"--line", N_("read commands from standard input, print plain text")},
    {"--board on|list", N_("line mode: draw the board, or tell it in words")},
    {"--exit-result", N_("exit with 10 won, 11 lost, 12 drawn, 13 void: the last game")},
    {"--engine COMMAND", N_("let a Gomocup engine play: it answers challenges")},
    {"--seek TERMS", N_("and seeks games, 'rated rule=renju time=300+5'")},
    {"--games N", N_("and leaves after so many")},
    {"--mouse", N_("a click on the board plays there")},
    {"--kiosk", N_("no files, engines and stored tokens: for a public terminal")},
    {"--raw", N_("the protocol itself on standard input and output")},
    {"--admin [SOCKET] [COMMAND]", N_("administer the server of this machine (comes first)")},
    {"--ascii", N_("draw with ASCII alone")},
    {"--keys arrows|vi", N_("vi: h j k l y u b n move the cursor")},
    {"-h, --help", N_("this text")},
    {"-V, --version", N_("the version")},
};

/* An option and what it does, the second line and those after it below the first. */
static void print_option(FILE *out, const char *option, const char *what)
{
	int indent = (int)strlen(option) < COLUMN ? COLUMN - (int)strlen(option) : 2;

	fprintf(out, "  %s%*s", option, indent, "");
	while (*what != '\0') {
		size_t len = strcspn(what, "\n");

		fprintf(out, "%.*s\n", (int)len, what);
		what += len;
		if (*what == '\n')
			fprintf(out, "%*s", COLUMN + 2, "");
		what += *what == '\n';
	}
}

void options_usage(FILE *out)
{
	fputs(_("Usage: gomoku [options] HOST[:PORT][/ROOM][#PIN]\n"
		"       gomoku --bot LEVEL\n"
		"       gomoku --lan\n"
		"       gomoku --replay FILE\n"),
	    out);
	fputs("\n", out);
	fputs(_("Plays gomoku on a gomokud server. PORT is 15515 unless given. --bot and --demo\n"
		"without a server start one of their own, which ends with them.\n"),
	    out);
	fputs("\n", out);
	for (size_t i = 0; i < sizeof(usage) / sizeof(usage[0]); i++)
		print_option(out, usage[i].option, _(usage[i].what));
	fputs("\n", out);
	fputs(_("Habits are read from $XDG_CONFIG_HOME/gomoku/gomoku.conf (~/.config), lines such "
		"as\n"
		"keys = vi, ascii = yes, mouse = yes, line = yes, board = list, name = NAME,\n"
		"login = NAME.\n"),
	    out);
	fputs("\n", out);
	fputs(_("Exit: 0 well, 1 error, 2 usage, 3 cannot connect, 4 certificate, 5 login,\n"
		"6 protocol, 7 connection lost.\n"),
	    out);
}
