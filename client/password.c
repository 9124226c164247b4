#include "password.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "i18n.h"

/* A line without its end. 0, or -1 when it is empty, too long, or cannot be read. */
static int read_line(int fd, char *buf, size_t size, const char **why)
{
	size_t len = 0;
	ssize_t n;
	char c;

	while ((n = read(fd, &c, 1)) == 1 && c != '\n') {
		if (len + 1 == size) {
			*why = _("too long");
			return -1;
		}
		buf[len++] = c;
	}
	if (len > 0 && buf[len - 1] == '\r')
		len--;
	buf[len] = '\0';
	if (n < 0)
		*why = strerror(errno);
	else if (len == 0)
		*why = _("it is empty");
	return n < 0 || len == 0 ? -1 : 0;
}

int password_ask(const char *prompt, char *buf, size_t size, const char **why)
{
	int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC), rc;
	struct termios before, silent;
	sigset_t signals, old;

	if (fd < 0 || tcgetattr(fd, &before) < 0) {
		*why = _("there is no terminal to ask on");
		if (fd >= 0)
			close(fd);
		return -1;
	}
	/* What interrupts waits until the terminal shows again what is typed. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, &old);
	silent = before;
	silent.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
	silent.c_lflag |= ICANON;
	tcsetattr(fd, TCSAFLUSH, &silent);
	dprintf(fd, "%s", prompt);
	rc = read_line(fd, buf, size, why);
	dprintf(fd, "\n");
	tcsetattr(fd, TCSAFLUSH, &before);
	sigprocmask(SIG_SETMASK, &old, NULL);
	close(fd);
	return rc;
}

int password_read_file(const char *path, char *buf, size_t size, const char **why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc;

	if (fd < 0) {
		*why = strerror(errno);
		return -1;
	}
	rc = read_line(fd, buf, size, why);
	close(fd);
	return rc;
}
