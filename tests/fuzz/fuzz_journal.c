/*
 * Fuzzes the journal. The first byte chooses: the bytes are a file, whose records are looked for;
 * or they are records, a line each, from which a server is started. Records that make no sense are
 * refused; those that make sense make a server that plays on, and that keeps itself as it is.
 */
#include <string.h>

#include "daemon/store/journal_file.h"
#include "require.h"
#include "tests/fuzz/session/plain_secret.h"
#include "tests/fuzz/session/still.h"
#include "tests/fuzz/session/world.h"

static void read_file(const uint8_t *bytes, size_t n)
{
	const char *text;
	size_t at = 0, len;

	for (;;) {
		size_t before = at;

		switch (journal_next(bytes, n, &at, &text, &len)) {
		case JOURNAL_RECORD:
			require(at > before && at <= n, "does not go on");
			require((const uint8_t *)text >= bytes + before &&
				    (const uint8_t *)text + len <= bytes + n &&
				    len <= JOURNAL_RECORD_MAX,
			    "a record outside of its file");
			break;
		case JOURNAL_END:
			require(at == n, "an end before the end");
			return;
		case JOURNAL_TORN:
		case JOURNAL_DAMAGE:
			return;
		}
	}
}

/* Moves what waits, for as long as bots play on. */
static void play_on(struct world *w)
{
	for (int i = 0; i < 100; i++) {
		int64_t next = still_next_ms();

		while (world_turn(w))
			;
		world_check(w);
		if (next == INT64_MAX)
			break;
		still_go(next);
	}
	while (world_turn(w))
		;
}

static void start(const char *lines, size_t n)
{
	static struct world w;

	still_reset();
	plain_secret_reset();
	memory_db_reset();
	memory_disk_reset();
	memory_pool_reset();
	memory_disk_put(lines, n);
	if (!world_would_start(&w))
		return;
	world_start(&w, 0);
	play_on(&w);
	world_kill(&w);
	memory_disk_reset();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (n == 0)
		return 0;
	if (data[0] % 4 == 0)
		read_file(data + 1, n - 1);
	else
		start((const char *)data + 1, n - 1);
	return 0;
}
