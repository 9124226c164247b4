/*
 * Fuzzes the SGF reader: whatever is read must be sound, and what is written of it must be read to
 * the same again. The first byte chooses the rule.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/sgf.h"

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
	if (n == 0)
		return 0;
	enum rule rule = data[0] % 2 == 0 ? RULE_FREESTYLE : RULE_RENJU;
	if (sgf_read(&first, (const char *)data, n, rule, &report) == -1) {
		require(report.line > 0 && report.column > 0 && report.error[0] != '\0');
		return 0;
	}
	struct board b;
	record_board(&first, first.plies, &b);
	int len = sgf_write(&first, one, sizeof(one));
	require(len > 0 && (size_t)len == strlen(one));
	require(sgf_read(&second, one, (size_t)len, RULE_FREESTYLE, &report) == 0);
	require(sgf_write(&second, two, sizeof(two)) == len && memcmp(one, two, (size_t)len) == 0);
	return 0;
}
