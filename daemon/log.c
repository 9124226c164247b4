#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* How the journal of systemd counts (sd-daemon(3)). */
enum priority { PRIORITY_ERROR = 3, PRIORITY_WARNING = 4, PRIORITY_INFO = 6, PRIORITY_DEBUG = 7 };

static bool verbose_on, journal_reads;

void log_verbose(bool verbose)
{
	verbose_on = verbose;
}

/* JOURNAL_STREAM is "DEVICE:INODE" of the stream that the journal made; ours may be another. */
void log_begin(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long device, inode;
	struct stat st;

	journal_reads = stream && sscanf(stream, "%llu:%llu", &device, &inode) == 2 &&
			fstat(STDERR_FILENO, &st) == 0 && st.st_dev == device && st.st_ino == inode;
}

bool log_is_journal(void)
{
	return journal_reads;
}

/* What a line begins with: the journal wants its priority, and has the time itself. */
static void write_head(enum priority priority, const char *level)
{
	struct timespec now;
	struct tm tm;
	char when[32];

	if (journal_reads) {
		fprintf(stderr, "<%d>", priority);
		return;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &tm);
	strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
	fprintf(stderr, "%s.%03ldZ %s ", when, now.tv_nsec / 1000000, level);
}

/* Bytes that a terminal would act on are written as \xNN, whatever part of a line they came in. */
static void write_escaped(const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c < 0x20 || c == 0x7f || c >= 0x80)
			fprintf(stderr, "\\x%02x", c);
		else
			putc(c, stderr);
	}
}

__attribute__((format(printf, 3, 0))) static void write_line(
    enum priority priority, const char *level, const char *fmt, va_list ap)
{
	char text[2048];

	vsnprintf(text, sizeof text, fmt, ap);
	flockfile(stderr);
	write_head(priority, level);
	write_escaped(text);
	putc('\n', stderr);
	funlockfile(stderr);
}

void log_debug(const char *fmt, ...)
{
	va_list ap;

	if (!verbose_on)
		return;
	va_start(ap, fmt);
	write_line(PRIORITY_DEBUG, "debug", fmt, ap);
	va_end(ap);
}

void log_info(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(PRIORITY_INFO, "info", fmt, ap);
	va_end(ap);
}

void log_warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(PRIORITY_WARNING, "warn", fmt, ap);
	va_end(ap);
}

void fatal(int code, const char *fmt, ...)
{
	va_list ap;

	if (journal_reads)
		fprintf(stderr, "<%d>", PRIORITY_ERROR);
	fputs("gomokud: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	putc('\n', stderr);
	exit(code);
}
