/* The file of habits, and the help. */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Cuts white space from both ends, in place. */
static char *trim(char *s)
{
	size_t len;

	s += strspn(s, " \t");
	len = strlen(s);
	while (len > 0 && isspace((unsigned char)s[len - 1]))
		len--;
	s[len] = '\0';
	return s;
}

static int take_setting(struct options *o, const char *key, const char *value)
{
	if (strcmp(key, "keys") == 0)
		return options_take_keys(o, value);
	if (strcmp(key, "board") == 0)
		return options_take_board(o, value);
	if (strcmp(key, "name") == 0)
		return options_take_name(o, value);
	if (strcmp(key, "login") == 0 && options_name_ok(value)) {
		snprintf(o->login, sizeof(o->login), "%s", value);
		return 0;
	}
	if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
		return -1;
	if (strcmp(key, "ascii") == 0)
		o->ascii = strcmp(value, "yes") == 0;
	else if (strcmp(key, "mouse") == 0)
		o->mouse = strcmp(value, "yes") == 0;
	else if (strcmp(key, "line") == 0)
		o->line = strcmp(value, "yes") == 0;
	else
		return -1;
	return 0;
}

int options_read_file(struct options *o, const char *path, char error[static OPTIONS_ERROR])
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	if (f == NULL && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	if (f == NULL) {
		snprintf(error, OPTIONS_ERROR, "%s: %s", path, strerror(errno));
		return -1;
	}
	for (int number = 1; rc == 0 && getline(&line, &size, f) > 0; number++) {
		char *key = trim(line), *equals = strchr(key, '=');

		if (*key == '\0' || *key == '#')
			continue;
		if (equals != NULL)
			*equals = '\0';
		if (equals != NULL && take_setting(o, trim(key), trim(equals + 1)) == 0)
			continue;
		snprintf(error, OPTIONS_ERROR, "%s, line %d: not a setting of mine", path, number);
		rc = -1;
	}
	free(line);
	fclose(f);
	return rc;
}

void options_usage(FILE *out)
{
	fputs(
	    "Usage: gomoku [options] HOST[:PORT][/ROOM][#PIN]\n"
	    "       gomoku --bot LEVEL\n"
	    "       gomoku --replay FILE\n"
	    "\n"
	    "Plays gomoku on a gomokud server. PORT is 15515 unless given. --bot and --demo\n"
	    "without a server start one of their own, which ends with them.\n"
	    "\n"
	    "  --bot LEVEL         play the bot of that level at once (1 is the easiest)\n"
	    "  --create            open a room and wait for someone to sit down\n"
	    "  --demo LEVEL        watch two bots play a game\n"
	    "  --rule RULE         with these: freestyle, standard, renju, caro\n"
	    "  --size N            5 to 25 lines\n"
	    "  --time TIME         none, 300+5, 600+3x30 or 30/move, in seconds\n"
	    "  --side SIDE         black, white; with --bot random too\n"
	    "  --opening OPENING   with --create: free, pro, swap, swap2\n"
	    "  --foul refuse|lose  what becomes of a forbidden move in renju\n"
	    "  --start MOVES       stones that lie there already: h8,i9\n"
	    "  --join ROOM         take a seat in a room\n"
	    "  --watch ROOM        watch a room\n"
	    "  --replay FILE       step through a saved game, .sgf or .psq; --rule is for files\n"
	    "                      that do not tell theirs\n"
	    "  --name NAME         your name there (else your login name)\n"
	    "  --login NAME        come in with an account; its password is asked for\n"
	    "  --password-file F   or is the first line of a file\n"
	    "  --pin sha256:HEX    the server's key; no other is accepted\n"
	    "  --line              read commands from standard input, print plain text\n"
	    "  --board on|list     line mode: draw the board, or tell it in words\n"
	    "  --exit-result       exit with 10 won, 11 lost, 12 drawn, 13 void: the last game\n"
	    "  --engine COMMAND    let a Gomocup engine play: it answers challenges\n"
	    "  --seek TERMS        and seeks games, 'rated rule=renju time=300+5'\n"
	    "  --games N           and leaves after so many\n"
	    "  --mouse             a click on the board plays there\n"
	    "  --kiosk             no files, engines and stored tokens: for a public terminal\n"
	    "  --raw               the protocol itself on standard input and output\n"
	    "  --admin [SOCKET] [COMMAND]  administer the server of this machine (comes first)\n"
	    "  --ascii             draw with ASCII alone\n"
	    "  --keys arrows|vi    vi: h j k l y u b n move the cursor\n"
	    "  -h, --help          this text\n"
	    "  -V, --version       the version\n"
	    "\n"
	    "Habits are read from $XDG_CONFIG_HOME/gomoku/gomoku.conf (~/.config), lines such as\n"
	    "keys = vi, ascii = yes, mouse = yes, line = yes, board = list, name = NAME,\n"
	    "login = NAME.\n"
	    "\n"
	    "Exit: 0 well, 1 error, 2 usage, 3 cannot connect, 4 certificate, 5 login,\n"
	    "6 protocol, 7 connection lost.\n",
	    out);
}
