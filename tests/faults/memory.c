/*
 * A machine without memory, for the tests: a library that is loaded before the others (LD_PRELOAD)
 * and makes the n-th allocation of gomokud fail, and after it none, until another round is begun.
 * What is wanted stands in the file that MEMORY_FAULTS names, three numbers of 32 bits: the round,
 * the n, 0 for none, and, written here, how many allocations the round has had.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct wanted {
	uint32_t round, nth, count;
};

static struct wanted *wanted;
static uint32_t round_now;

/* The C library's own names of what it allocates by: dlsym itself allocates. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("MEMORY_FAULTS");
	int fd = path && strcmp(program_invocation_short_name, "gomokud") == 0
		     ? open(path, O_RDWR | O_CLOEXEC)
		     : -1;
	void *at;

	if (fd < 0)
		return;
	at = mmap(NULL, sizeof *wanted, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (at != MAP_FAILED)
		wanted = at;
}

/* libseccomp 2.5 does not bear it: it loops, or frees twice. It builds its filters at the start. */
static bool is_spared(void *caller)
{
	Dl_info info;

	return dladdr(caller, &info) && strstr(info.dli_fname, "libseccomp");
}

/* Whether this allocation is the one. Threads may take a number twice: nothing depends on it. */
static bool fails(void *caller)
{
	uint32_t nth;

	if (!wanted)
		return false;
	if (__atomic_exchange_n(&round_now, wanted->round, __ATOMIC_RELAXED) != wanted->round)
		wanted->count = 0;
	nth = __atomic_add_fetch(&wanted->count, 1, __ATOMIC_RELAXED);
	if (nth != wanted->nth || is_spared(caller))
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
