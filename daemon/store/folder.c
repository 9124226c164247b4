#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

int folder_take(const char *folder, char *error, size_t cap)
{
	/* Of the process, unlike flock's: a spawner that lives a moment longer must not keep it. */
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char path[PATH_MAX];
	int fd, why;

	snprintf(path, sizeof path, "%s/lock", folder);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0 && fcntl(fd, F_SETLK, &lock) == 0)
		return 0; /* and the descriptor stays open, for it holds the lock */
	why = errno;
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && (why == EACCES || why == EAGAIN)) {
		snprintf(error, cap,
		    "the state folder %s is in use by another gomokud (stop it, or choose another "
		    "folder with -d)",
		    folder);
		return EX_TEMPFAIL;
	}
	snprintf(error, cap, "can't write to the state folder %s: %s (choose another with -d)",
	    folder, strerror(why));
	return why == EACCES || why == EPERM || why == EROFS ? EX_NOPERM : EX_CANTCREAT;
}
