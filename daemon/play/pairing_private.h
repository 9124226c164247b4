/* What the files of pairing share: pairing.c (seeks), challenge.c, pairing_journal.c. */
#ifndef GOMOKUD_PLAY_PAIRING_PRIVATE_H
#define GOMOKUD_PLAY_PAIRING_PRIVATE_H

#include "pairing.h"

enum {
	SEEK_KEY = 64,
	GROUP_BUCKETS = 4096, /* a few groups each when everyone's terms differ */
	SEEK_CLASSES = 4,     /* a bot or not, takes bots or not */
};

/* Seeks with the same terms. */
struct seek_group {
	char key[SEEK_KEY];
	int seeks;
	struct seek_node *tree[SEEK_CLASSES];
	LIST_ENTRY(seek_group) link;
};

LIST_HEAD(group_list, seek_group);

/* A challenge as the journal has it, until all that it is about has been read. */
struct kept_challenge {
	unsigned id, from, to, room; /* numbers; room 0: none */
	int seat;
	struct room_settings *settings; /* owned */
	TAILQ_ENTRY(kept_challenge) link;
};

struct pairing {
	struct loop *loop;
	struct lobby *lobby;
	int count;
	uint64_t last_id;
	TAILQ_HEAD(, seek) seeks;
	struct group_list groups[GROUP_BUCKETS];
	TAILQ_HEAD(, challenge) unwritten; /* to be journaled at the end of the turn */
	TAILQ_HEAD(, kept_challenge) kept;
};

/* The challenge goes: so it does from the journal. */
void challenge_forget(struct challenge *ch);
/* Frees challenges out of the journal that have not come to be. */
void pairing_forget_kept(struct pairing *p);

#endif
