/*
 * Bytes as UTF-8: what may be shown on a terminal, and the folding of fullwidth forms.
 */
#ifndef GOMOKU_WIRE_TEXT_H
#define GOMOKU_WIRE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Reads one code point of the len bytes at s (len > 0). Returns how many bytes it took, 0 for
 * invalid UTF-8: stray or missing continuation bytes, overlong forms, surrogates, above U+10FFFF.
 */
size_t text_decode(const char *s, size_t len, uint32_t *code);
/* The ASCII character that a fullwidth form or the ideographic space stands for; 0 for others. */
char text_fold(uint32_t code);

#endif
