#include "keys.h"

#include <ncurses.h>
#include <wchar.h>

/* The marks round what is pasted (xterm's bracketed paste), as keys of our own, far from those that
 * ncurses makes up. */
enum { KEY_PASTE = 1500, KEY_PASTE_END };

enum { PRESSES_MAX = 8 };

void keys_prepare(void)
{
	define_key("\033[200~", KEY_PASTE);
	define_key("\033[201~", KEY_PASTE_END);
}

static enum press_kind function_key(wint_t key)
{
	static const struct {
		wint_t key;
		enum press_kind kind;
	} keys[] = {
	    {KEY_ENTER, PRESS_ENTER},
	    {KEY_BACKSPACE, PRESS_BACKSPACE},
	    {KEY_DC, PRESS_DELETE},
	    {KEY_LEFT, PRESS_LEFT},
	    {KEY_RIGHT, PRESS_RIGHT},
	    {KEY_UP, PRESS_UP},
	    {KEY_DOWN, PRESS_DOWN},
	    {KEY_HOME, PRESS_HOME},
	    {KEY_END, PRESS_END},
	    {KEY_PPAGE, PRESS_PAGE_UP},
	    {KEY_NPAGE, PRESS_PAGE_DOWN},
	    {KEY_F(1), PRESS_HELP},
	    {KEY_RESIZE, PRESS_RESIZE},
	    {KEY_PASTE, PRESS_PASTE},
	    {KEY_PASTE_END, PRESS_PASTE_END},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].key == key)
			return keys[i].kind;
	return PRESS_OTHER;
}

static enum press_kind control_key(wint_t key)
{
	switch (key) {
	case '\n':
	case '\r':
		return PRESS_ENTER;
	case '\t':
		return PRESS_TAB;
	case '\b':
	case 0x7F:
		return PRESS_BACKSPACE;
	case 0x1B:
		return PRESS_ESCAPE;
	case 'A' - '@':
		return PRESS_HOME;
	case 'E' - '@':
		return PRESS_END;
	case 'L' - '@':
		return PRESS_REDRAW;
	case 'U' - '@':
		return PRESS_KILL;
	}
	return PRESS_OTHER;
}

/* ncurses tells once of all that the mouse did in a moment, and gives the last of it out first: the
 * presses that are still to be taken, in that order. */
static struct press presses[PRESSES_MAX];
static int presses_left;

/* Takes what the mouse did. The button's release and other buttons are no keys. */
static void take_mouse(void)
{
	MEVENT event;

	while (getmouse(&event) == OK)
		if ((event.bstate & BUTTON1_PRESSED) && presses_left < PRESSES_MAX)
			presses[presses_left++] =
			    (struct press){.kind = PRESS_MOUSE, .y = event.y, .x = event.x};
}

bool keys_read(struct press *k, bool utf8)
{
	wint_t key;
	int rc = ERR;

	while (presses_left == 0 && (rc = get_wch(&key)) == KEY_CODE_YES && key == KEY_MOUSE)
		take_mouse();
	if (presses_left > 0) {
		*k = presses[--presses_left];
		return true;
	}
	if (rc == ERR)
		return false;
	*k = (struct press){.kind = PRESS_CHAR, .code = (uint32_t)key};
	if (rc == KEY_CODE_YES) {
		*k = (struct press){.kind = function_key(key)};
	} else if (key < ' ' || key == 0x7F)
		*k = (struct press){.kind = control_key(key)};
	else if (key > 0x7F && (!utf8 || key < 0xA0))
		/* a byte of we do not know what, or a control character */
		*k = (struct press){.kind = PRESS_OTHER};
	/* An input method left on: fullwidth forms of ASCII, and the ideographic space. */
	else if (key >= 0xFF01 && key <= 0xFF5E)
		k->code = (uint32_t)key - 0xFF01 + '!';
	else if (key == 0x3000)
		k->code = ' ';
	return true;
}
