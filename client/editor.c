#include "editor.h"

#include <histedit.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "complete.h"
#include "daemon/wire/text.h"
#include "rescue.h"

enum { HISTORY = 200, COLUMNS = 80 };

struct editor {
	EditLine *el;
	History *history;
	bool reading; /* a line is being typed: the prompt is there */
};

static char *prompt(EditLine *el)
{
	static char text[] = "> ";

	(void)el;
	return text;
}

/* Tab: what all completions have in common is typed; where that is nothing they are listed. */
static unsigned char on_tab(EditLine *el, wint_t key)
{
	const LineInfo *line = el_line(el);
	struct completion c;
	char text[1100];

	(void)key;
	if (line->cursor - line->buffer >= (long)sizeof(text))
		return CC_ERROR;
	snprintf(text, sizeof(text), "%.*s", (int)(line->cursor - line->buffer), line->buffer);
	complete(&c, text);
	if (c.add[0] != '\0')
		return el_insertstr(el, c.add) == 0 ? CC_REFRESH : CC_ERROR;
	if (c.count == 0)
		return CC_ERROR;
	printf("\n%s\n", c.list);
	fflush(stdout);
	return CC_REDISPLAY;
}

struct editor *editor_new(void)
{
	struct editor *e = calloc(1, sizeof(*e));
	HistEvent event;

	if (e == NULL)
		return NULL;
	rescue_prepare();
	rescue_add("\n"); /* below the line that is being typed */
	e->el = el_init("gomoku", stdin, stdout, stderr);
	e->history = history_init();
	if (e->el == NULL || e->history == NULL) {
		editor_free(e);
		return NULL;
	}
	history(e->history, &event, H_SETSIZE, HISTORY);
	history(e->history, &event, H_SETUNIQUE, 1);
	el_set(e->el, EL_EDITOR, "emacs");
	el_set(e->el, EL_SIGNAL, 0);
	el_set(e->el, EL_PROMPT, prompt);
	el_set(e->el, EL_HIST, history, e->history);
	/* By its wide name: of a narrow one libedit makes a copy that it never frees. */
	el_wset(e->el, EL_ADDFN, L"complete", L"completes a command", on_tab);
	el_set(e->el, EL_BIND, "^I", "complete", NULL);
	rescue_begin();
	editor_begin(e);
	return e;
}

void editor_begin(struct editor *e)
{
	if (e->reading)
		return;
	e->reading = true;
	el_set(e->el, EL_UNBUFFERED, 1); /* which shows the prompt */
}

/* The line is done with: the terminal echoes again until the next one begins. */
static void finish(struct editor *e)
{
	e->reading = false;
	el_set(e->el, EL_UNBUFFERED, 0);
}

enum editor_result editor_read(struct editor *e, char *line, size_t size)
{
	int count = 0, waiting = 0;
	const char *text;
	HistEvent event;

	/* Ready to be read with nothing to read: nothing more will come. libedit does not tell that
	 * from a line that has become empty. */
	if (ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0 || waiting == 0) {
		finish(e);
		return EDITOR_END;
	}
	text = el_gets(e->el, &count);
	if (text == NULL || count <= 0)
		return EDITOR_MORE;
	if (count == 1 && text[0] == ('d' & 0x1F)) {
		printf("\n");
		finish(e);
		return EDITOR_END;
	}
	if (text[count - 1] != '\n' && text[count - 1] != '\r')
		return EDITOR_MORE;
	snprintf(line, size, "%.*s", count - 1, text);
	if (line[0] != '\0' && !complete_says_password(line))
		history(e->history, &event, H_ENTER, line);
	finish(e);
	return EDITOR_LINE;
}

/* What text takes on the screen: some characters are two columns wide. */
static int columns_of(const char *text, const char *end)
{
	int columns = 0;

	while (text < end) {
		uint32_t code = '?';
		size_t n = text_decode(text, (size_t)(end - text), &code);
		int width = n == 0 ? 1 : wcwidth((wchar_t)code);

		columns += width < 0 ? 2 : width; /* a control character is shown as two */
		text += n == 0 ? 1 : n;
	}
	return columns;
}

void editor_hide(struct editor *e)
{
	const LineInfo *line = el_line(e->el);
	struct winsize size;
	int columns = COLUMNS;
	int width = (int)strlen(prompt(e->el)) + columns_of(line->buffer, line->lastchar);

	if (!e->reading)
		return;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		columns = size.ws_col;
	/* A line of several rows is left above, and shown anew below. */
	if (width >= columns)
		printf("\n");
	else
		printf("\r%*s\r", width, "");
}

void editor_show(struct editor *e)
{
	fflush(stdout);
	if (e->reading)
		el_set(e->el, EL_REFRESH);
}

void editor_suspend(struct editor *e)
{
	el_set(e->el, EL_PREP_TERM, 0);
}

void editor_resume(struct editor *e)
{
	if (!e->reading)
		return;
	el_set(e->el, EL_PREP_TERM, 1);
	el_set(e->el, EL_REFRESH);
}

void editor_free(struct editor *e)
{
	if (e == NULL)
		return;
	if (e->el != NULL) {
		if (e->reading)
			printf("\n");
		fflush(stdout);
		el_end(e->el);
		rescue_end();
	}
	if (e->history != NULL)
		history_end(e->history);
	free(e);
}
