/*
 * The servers that were trusted before: known_hosts, one "ADDRESS PIN" a line. An address may have
 * several lines; lines that begin with # are kept as they are. The file is replaced as a whole or
 * not at all, and is for its owner's eyes only.
 */
#ifndef GOMOKU_KNOWN_HOSTS_H
#define GOMOKU_KNOWN_HOSTS_H

#include <limits.h>
#include <stdbool.h>

enum {
	PIN_TEXT = 7 + 64 + 1,	 /* bytes of a pin, "sha256:" and hex digits, with its NUL */
	ADDRESS_TEXT = 256 + 16, /* of "host:port" or "[v6]:port" */
};

/* Whether text is a pin; writes it in lower case to pin when it is. */
bool pin_parse(const char *text, char pin[static PIN_TEXT]);
/*
 * Where known_hosts lies: $XDG_STATE_HOME/gomoku, else ~/.local/state/gomoku. Both arguments may be
 * NULL or empty. 0, or -1 and "" when neither tells or the path is too long.
 */
int known_hosts_path(char path[static PATH_MAX], const char *state_home, const char *home);
/*
 * The pin of an address, by its last line; "" when it has none, or there is no file. -1 with errno
 * when the file is there and cannot be read, EBADMSG when one of the address's lines has no pin:
 * then nobody may be trusted for it.
 */
int known_hosts_pin(const char *path, const char *address, char pin[static PIN_TEXT]);
/*
 * The address that a pin is known under: this one if it is, else the first other. "" when it is
 * under none, or the file cannot be read.
 */
void known_hosts_address(
    const char *path, const char *pin, const char *address, char known[static ADDRESS_TEXT]);
/*
 * Writes a line for an address, behind the others; with alone in place of those that the address
 * has. Makes the folders that are missing. 0, or -1 with errno, and then all is as it was.
 */
int known_hosts_add(const char *path, const char *address, const char *pin, bool alone);

#endif
