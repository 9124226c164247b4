#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "engine/game/psq.h"
#include "engine/game/record_text.h"
#include "engine/game/sgf.h"
#include "i18n.h"
#include "tell.h"

/* A seat as a name in a file: a bot by its level. */
static void set_name(char name[static RECORD_NAME], const char *seat)
{
	char text[TELL_NAME];

	if (strncmp(seat, "ai:", 3) == 0)
		snprintf(text, sizeof(text), "gomokud bot %.*s", MODEL_NAME, seat + 3);
	else
		snprintf(text, sizeof(text), "%s", strcmp(seat, "open") == 0 ? "" : seat);
	record_text_set(name, RECORD_NAME, text);
}

static enum game_result result_of(enum model_result result)
{
	switch (result) {
	case MODEL_NONE:
		return GAME_NONE;
	case MODEL_BLACK:
		return GAME_BLACK;
	case MODEL_WHITE:
		return GAME_WHITE;
	case MODEL_DRAW:
		return GAME_DRAW;
	case MODEL_VOID:
		return GAME_VOID;
	}
	return GAME_NONE;
}

static enum game_why why_of(const char *name)
{
	for (int i = WHY_NONE + 1; i < WHY_COUNT; i++)
		if (strcmp(name, game_why_name((enum game_why)i)) == 0)
			return (enum game_why)i;
	return WHY_NONE;
}

/* The level of a bot for .psq, 0 for a person. */
static int level_of(const char *seat)
{
	int64_t level;

	return strncmp(seat, "ai:", 3) == 0 && wire_int(seat + 3, 1, 1000, &level) == 0 ? (int)level
											: 0;
}

void save_record(
    struct record *rec, const struct model_room *r, const char *place, const char *date)
{
	enum opening opening = opening_parse(r->opening);

	record_init(rec, r->rules == RULE_COUNT ? RULE_FREESTYLE : r->rules, r->board.size);
	if (opening != OPENING_COUNT)
		rec->opening = opening;
	time_control_parse(&rec->tc, r->time);
	set_name(rec->black, r->seat[0]);
	set_name(rec->white, r->seat[1]);
	record_text_set(rec->title, sizeof(rec->title), r->title);
	record_text_set(rec->place, sizeof(rec->place), place);
	record_text_set(rec->date, sizeof(rec->date), date);
	rec->result = result_of(r->result);
	rec->why = why_of(r->why);
	rec->psq.level[0] = level_of(r->seat[0]);
	rec->psq.level[1] = level_of(r->seat[1]);
	for (int i = 0; i < r->plies && i < BOARD_POINTS; i++, rec->plies++)
		rec->ply[i] = (struct record_ply){(int16_t)r->point[i], -1};
}

static int fail(char why[static SAVE_WHY], const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static int fail(char why[static SAVE_WHY], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, SAVE_WHY, fmt, ap);
	va_end(ap);
	return -1;
}

static bool ends_with(const char *path, const char *ending)
{
	size_t len = strlen(path), end = strlen(ending);

	return len > end && strcasecmp(path + len - end, ending) == 0;
}

/* The record in the format that the file's name asks for; its length, or -1 with a reason. */
static int format(const struct record *rec, const char *path, char *text, char why[static SAVE_WHY])
{
	int n;

	if (ends_with(path, ".sgf"))
		n = sgf_write(rec, text, RECORD_WRITE_MAX);
	else if (ends_with(path, ".psq"))
		n = psq_write(rec, text, RECORD_WRITE_MAX);
	else
		return fail(why, _("A game is saved as NAME.sgf or NAME.psq."));
	if (n < 0)
		return fail(why, _("This game has what .psq files cannot hold, a pass perhaps: "
				   "save it as .sgf."));
	return n;
}

static int write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		text += n;
		len -= (size_t)n;
	}
	return fsync(fd);
}

/* Gives the new file its name. Where the system cannot refuse to replace, a link does. */
static int give_name(const char *temp, const char *path, bool replace)
{
	if (replace)
		return rename(temp, path);
	if (renameat2(AT_FDCWD, temp, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (link(temp, path) < 0)
		return -1;
	unlink(temp);
	return 0;
}

/* Writes text to a file of that name. 0, or -1 with errno. */
static int store(const char *path, bool replace, const char *text, size_t len)
{
	char temp[PATH_MAX + 32];
	int fd, saved;

	snprintf(temp, sizeof(temp), "%s.new-%ld", path, (long)getpid());
	fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return -1;
	if (write_all(fd, text, len) == 0) {
		if (close(fd) == 0 && give_name(temp, path, replace) == 0)
			return 0;
		saved = errno;
	} else {
		saved = errno;
		close(fd);
	}
	unlink(temp);
	errno = saved;
	return -1;
}

int save_file(const struct record *rec, const char *path, bool replace, char why[static SAVE_WHY])
{
	static char text[RECORD_WRITE_MAX]; /* large: not on the stack */
	const char *home = getenv("HOME");
	char full[PATH_MAX];
	int len = format(rec, path, text, why), n;

	if (len < 0)
		return -1;
	if (strncmp(path, "~/", 2) == 0 && home != NULL && home[0] == '/')
		n = snprintf(full, sizeof(full), "%s%s", home, path + 1);
	else
		n = snprintf(full, sizeof(full), "%s", path);
	if (n >= (int)sizeof(full))
		return fail(why, _("That name is too long."));
	if (store(full, replace, text, (size_t)len) == 0)
		return 0;
	if (errno == EEXIST && !replace)
		return fail(why, _("%.300s is there already: save! replaces it."), full);
	return fail(why, _("Cannot save %.300s: %s."), full, strerror(errno));
}

const char *save_command(const char *text, bool *replace)
{
	text += strspn(text, " ");
	if (strncasecmp(text, "save", 4) != 0)
		return NULL;
	text += 4;
	*replace = *text == '!';
	text += *replace;
	return *text == ' ' || *text == '\0' ? text + strspn(text, " ") : NULL;
}
