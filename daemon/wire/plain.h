/*
 * vsnprintf, several times faster for the formats that lines and records are nearly all made of:
 * %s, %d, %u, %lld, %llu and letters. Any other conversion is left to vsnprintf.
 */
#ifndef GOMOKU_WIRE_PLAIN_H
#define GOMOKU_WIRE_PLAIN_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf: returns the length that the whole text has, writes what fits and a NUL. */
int plain_format(char *buf, size_t cap, const char *fmt, va_list ap)
    __attribute__((format(printf, 3, 0)));

#endif
