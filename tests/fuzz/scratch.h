/* A file in memory that holds an input, for readers that want a path. */
#ifndef GOMOKU_FUZZ_SCRATCH_H
#define GOMOKU_FUZZ_SCRATCH_H

#include <sys/mman.h>
#include <unistd.h>

#include "require.h"

enum { SCRATCH_PATH = 40 };

/* Makes it and its path. The descriptor is to be closed. */
static inline int scratch_file(const uint8_t *data, size_t n, char path[static SCRATCH_PATH])
{
	int fd = memfd_create("input", MFD_CLOEXEC);

	require(fd >= 0 && write(fd, data, n) == (ssize_t)n, "no scratch file");
	snprintf(path, SCRATCH_PATH, "/proc/self/fd/%d", fd);
	return fd;
}

#endif
