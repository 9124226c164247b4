#include "known_hosts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

bool pin_parse(const char *text, char pin[static PIN_TEXT])
{
	static const char prefix[] = "sha256:";
	size_t head = strlen(prefix);

	if (strlen(text) != PIN_TEXT - 1 || strncasecmp(text, prefix, head) != 0)
		return false;
	if (strspn(text + head, "0123456789abcdefABCDEF") != 64)
		return false;
	for (size_t i = 0; i < PIN_TEXT; i++)
		pin[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + ('a' - 'A')) : text[i];
	return true;
}

int known_hosts_path(char path[static PATH_MAX], const char *state_home, const char *home)
{
	int n = -1;

	/* The base directory specification ignores a relative $XDG_STATE_HOME. */
	if (state_home != NULL && state_home[0] == '/')
		n = snprintf(path, PATH_MAX, "%s/gomoku/known_hosts", state_home);
	else if (home != NULL && home[0] == '/')
		n = snprintf(path, PATH_MAX, "%s/.local/state/gomoku/known_hosts", home);
	if (n > 0 && n < PATH_MAX)
		return 0;
	path[0] = '\0';
	return -1;
}

/* A line taken apart: the address that it is about, "" for none, and the pin, "" without one. */
static void read_line(
    const char *line, char address[static ADDRESS_TEXT], char pin[static PIN_TEXT])
{
	char text[PIN_TEXT + 1] = "";

	address[0] = pin[0] = '\0';
	if (line[0] == '#' || sscanf(line, "%271s %72s", address, text) < 1)
		return;
	if (!pin_parse(text, pin))
		pin[0] = '\0';
}

int known_hosts_pin(const char *path, const char *address, char pin[static PIN_TEXT])
{
	char name[ADDRESS_TEXT], found[PIN_TEXT], *line = NULL;
	FILE *f = fopen(path, "re");
	size_t size = 0;
	int error = 0;

	pin[0] = '\0';
	if (f == NULL)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	while (error == 0 && getline(&line, &size, f) > 0) {
		read_line(line, name, found);
		if (strcasecmp(name, address) != 0)
			continue;
		memcpy(pin, found, sizeof(found));
		if (found[0] == '\0')
			error = EBADMSG;
	}
	if (error == 0 && ferror(f))
		error = errno;
	free(line);
	fclose(f);
	errno = error;
	return error == 0 ? 0 : -1;
}

void known_hosts_address(
    const char *path, const char *pin, const char *address, char known[static ADDRESS_TEXT])
{
	char name[ADDRESS_TEXT], found[PIN_TEXT], *line = NULL;
	FILE *f = fopen(path, "re");
	size_t size = 0;

	known[0] = '\0';
	while (f != NULL && getline(&line, &size, f) > 0) {
		read_line(line, name, found);
		if (found[0] == '\0' || strcmp(found, pin) != 0)
			continue;
		if (known[0] == '\0' || strcasecmp(name, address) == 0)
			memcpy(known, name, sizeof(name));
	}
	free(line);
	if (f != NULL)
		fclose(f);
}

/* Makes the folders that lead to a file, each for its owner alone. 0, or -1 with errno. */
static int make_folders(const char *path)
{
	char part[PATH_MAX];

	for (size_t i = 1; path[i] != '\0'; i++) {
		if (path[i] != '/')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0700) < 0 && errno != EEXIST)
			return -1;
	}
	return 0;
}

/* Copies the lines that stay. 0, or -1 with errno. */
static int copy_lines(const char *path, const char *without, FILE *out)
{
	char name[ADDRESS_TEXT], pin[PIN_TEXT], *line = NULL;
	FILE *old = fopen(path, "re");
	size_t size = 0;
	ssize_t len;
	int result;

	if (old == NULL)
		return errno == ENOENT ? 0 : -1;
	while ((len = getline(&line, &size, old)) > 0) {
		read_line(line, name, pin);
		if (without != NULL && strcasecmp(name, without) == 0)
			continue;
		/* Whole, also when there is a NUL in it: what follows is another line. */
		fwrite(line, 1, (size_t)len, out);
		if (line[len - 1] != '\n')
			fputc('\n', out);
	}
	result = ferror(old) ? -1 : 0;
	free(line);
	fclose(old);
	return result;
}

int known_hosts_add(const char *path, const char *address, const char *pin, bool alone)
{
	char temp[PATH_MAX + 8];
	FILE *out;
	int fd, saved;
	bool ok;

	if (path[0] == '\0' || make_folders(path) < 0)
		return -1;
	snprintf(temp, sizeof(temp), "%s.XXXXXX", path);
	fd = mkstemp(temp); /* makes it 0600 */
	if (fd < 0)
		return -1;
	out = fdopen(fd, "w");
	if (out == NULL) {
		saved = errno;
		close(fd);
		unlink(temp);
		errno = saved;
		return -1;
	}
	ok = copy_lines(path, alone ? address : NULL, out) == 0 &&
	     fprintf(out, "%s %s\n", address, pin) > 0 && fflush(out) == 0 && fsync(fd) == 0;
	saved = errno;
	if (fclose(out) != 0 && ok) {
		ok = false;
		saved = errno;
	}
	if (ok && rename(temp, path) == 0)
		return 0;
	if (ok)
		saved = errno;
	unlink(temp);
	errno = saved;
	return -1;
}
