/*
 * Fuzzes the .psq reader: what is read is sound, and what is written of it is read and written to
 * the same bytes again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/psq.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void require(int holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct record first, second;
	static char one[RECORD_WRITE_MAX], two[RECORD_WRITE_MAX];
	struct record_report report;
	if (psq_read(&first, (const char *)data, n, RULE_FREESTYLE, &report) == -1) {
		require(report.line > 0 && report.column > 0 && report.error[0] != '\0');
		return 0;
	}
	struct board b;
	record_board(&first, first.plies, &b);
	int len = psq_write(&first, one, sizeof(one));
	require(len > 0 && (size_t)len == strlen(one));
	require(psq_read(&second, one, (size_t)len, RULE_FREESTYLE, &report) == 0);
	require(psq_write(&second, two, sizeof(two)) == len && memcmp(one, two, (size_t)len) == 0);
	return 0;
}
