#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static bool verbose_on;

void log_verbose(bool verbose)
{
	verbose_on = verbose;
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

__attribute__((format(printf, 2, 0))) static void write_line(
    const char *level, const char *fmt, va_list ap)
{
	char text[2048], when[32];
	struct timespec now;
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &tm);
	strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
	vsnprintf(text, sizeof text, fmt, ap);
	flockfile(stderr);
	fprintf(stderr, "%s.%03ldZ %s ", when, now.tv_nsec / 1000000, level);
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
	write_line("debug", fmt, ap);
	va_end(ap);
}

void log_info(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line("info", fmt, ap);
	va_end(ap);
}

void log_warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line("warn", fmt, ap);
	va_end(ap);
}

void fatal(int code, const char *fmt, ...)
{
	va_list ap;

	fputs("gomokud: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	putc('\n', stderr);
	exit(code);
}
