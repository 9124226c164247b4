#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path of a server's file: beside known_hosts, the address made fit for a name. */
static int make_path(struct session *s, const char *known_hosts, const char *address)
{
	const char *slash = strrchr(known_hosts, '/');
	int folder = slash == NULL ? 0 : (int)(slash - known_hosts), n;

	s->path[0] = '\0';
	if (folder == 0)
		return -1;
	n = snprintf(s->path, sizeof(s->path), "%.*s/seat-%s", folder, known_hosts, address);
	if (n < 0 || (size_t)n >= sizeof(s->path) - 16) {
		s->path[0] = '\0';
		return -1;
	}
	for (char *c = s->path + folder + 1; *c != '\0'; c++)
		if (*c == '/')
			*c = '_';
	return 0;
}

static void read_token(struct session *s)
{
	FILE *f = fopen(s->path, "re");
	char user[MODEL_NAME], token[SESSION_TOKEN];

	if (f == NULL)
		return;
	if (fscanf(f, "%47s %95s", user, token) == 2) {
		model_copy(s->user, sizeof(s->user), user);
		model_copy(s->token, sizeof(s->token), token);
	}
	fclose(f);
}

void session_open(struct session *s, const char *known_hosts, const char *address)
{
	char lock[PATH_MAX + 8], folder[PATH_MAX];

	memset(s, 0, sizeof(*s));
	s->lock = -1;
	if (make_path(s, known_hosts, address) < 0)
		return;
	snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(s->path, '/') - s->path), s->path);
	mkdir(folder, 0700); /* the folders above are there, or a first pin makes them later */
	snprintf(lock, sizeof(lock), "%s.lock", s->path);
	s->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (s->lock < 0 || flock(s->lock, LOCK_EX | LOCK_NB) < 0) {
		session_close(s);
		return;
	}
	read_token(s);
}

bool session_is_of(const struct session *s, const char *name)
{
	const char *user = s->user;

	if (s->token[0] == '\0')
		return false;
	if (name[0] == '\0')
		return *user == '~'; /* any guest will do */
	return strcmp(*user == '~' ? user + 1 : user, name) == 0;
}

void session_keep(struct session *s, const char *user, const char *token)
{
	char temp[PATH_MAX + 8];
	FILE *f;
	int fd;

	if (s->path[0] == '\0')
		return;
	snprintf(temp, sizeof(temp), "%s.new", s->path);
	fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (f == NULL) {
		if (fd >= 0)
			close(fd);
		return;
	}
	fprintf(f, "%s %s\n", user, token);
	if (fclose(f) != 0 || rename(temp, s->path) < 0)
		unlink(temp);
}

void session_forget(struct session *s)
{
	if (s->path[0] != '\0')
		unlink(s->path);
	s->user[0] = s->token[0] = '\0';
}

void session_close(struct session *s)
{
	if (s->lock >= 0)
		close(s->lock);
	s->lock = -1;
	s->path[0] = '\0';
}
