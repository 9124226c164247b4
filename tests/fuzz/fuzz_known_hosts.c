/*
 * Fuzzes the client's list of trusted servers: a file of any bytes is read, a server is added and
 * found, and the lines that were there are there still.
 */
#include <string.h>
#include <sys/stat.h>

#include "client/known_hosts.h"
#include "scratch.h"

static const char host[] = "example.org:15515";
static const char pin[] = "sha256:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* A folder of its own for this process: the file is replaced by a rename. */
static const char *list_path(void)
{
	static char path[64];
	char folder[] = "/dev/shm/gomoku-fuzz.XXXXXX";

	if (!*path) {
		require(mkdtemp(folder) != NULL, "no folder");
		snprintf(path, sizeof path, "%s/known_hosts", folder);
	}
	return path;
}

static void put(const char *path, const uint8_t *data, size_t n)
{
	FILE *f = fopen(path, "wb");

	require(f != NULL && fwrite(data, 1, n, f) == n && fclose(f) == 0, "no file");
}

/* The file begins with these bytes, the last line ended. */
static void check_kept(const char *path, const uint8_t *data, size_t n)
{
	FILE *f = fopen(path, "rb");
	int c = 0;

	require(f != NULL, "the file is gone");
	for (size_t i = 0; i < n; i++)
		require(getc(f) == data[i], "other lines have changed");
	if (n > 0 && data[n - 1] != '\n')
		require((c = getc(f)) == '\n', "two lines in one");
	fclose(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const char *path = list_path();
	char found[PIN_TEXT], address[ADDRESS_TEXT];
	bool text = memchr(data, '\0', n) == NULL;
	struct stat st;
	int known;

	put(path, data, n);
	known = known_hosts_pin(path, host, found);
	require(known == 0 || !*found || pin_parse(found, found), "half a pin");
	known_hosts_address(path, pin, host, address);
	require(memchr(address, '\0', sizeof address) != NULL, "an address without end");
	if (known_hosts_add(path, host, pin, false) == 0) {
		require(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600, "for all to read");
		if (text)
			check_kept(path, data, n);
		known_hosts_address(path, pin, host, address);
		require(strcasecmp(address, host) == 0, "an address that was added is not there");
	}
	require(known_hosts_add(path, host, pin, true) == 0, "can't be added");
	require(known_hosts_pin(path, host, found) == 0 && strcmp(found, pin) == 0,
	    "the pin that was added is another");
	unlink(path);
	return 0;
}
