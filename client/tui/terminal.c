#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ncurses.h>

#include <term.h>

bool terminal_is_console(void)
{
	const char *term = getenv("TERM");

	return term != NULL && strcmp(term, "linux") == 0;
}

bool terminal_can_show(void)
{
	static char move_cursor[] = "cup";
	const char *sequence;
	bool can;
	int error;

	if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
		return false;
	sequence = tigetstr(move_cursor);
	can = sequence != NULL && sequence != (const char *)-1;
	del_curterm(cur_term);
	return can;
}
