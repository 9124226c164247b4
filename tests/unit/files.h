/* Whole files for tests. */
#ifndef GOMOKU_TEST_FILES_H
#define GOMOKU_TEST_FILES_H

#include <stdio.h>
#include <stdlib.h>

/* Reads a file into memory that the caller frees; fails the test if it can't be read. */
static inline char *file_read(const char *path, size_t *n)
{
	enum { LARGEST = 1 << 21 };
	FILE *f = fopen(path, "rb");
	if (f == NULL)
		fail_msg("%s can't be opened", path);
	char *text = malloc(LARGEST);
	assert_non_null(text);
	*n = fread(text, 1, LARGEST, f);
	assert_int_equal(ferror(f), 0);
	fclose(f);
	return text;
}

#endif
