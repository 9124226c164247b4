/* What the tests and the world that they make up (faults.c) say to each other, in a file that both
 * map. */
#ifndef GOMOKU_FAULTS_H
#define GOMOKU_FAULTS_H

enum {
	FAULT_RESERVE = 1,	/* no room is promised for more of the journal */
	FAULT_JOURNAL = 2,	/* it can't be written */
	FAULT_JOURNAL_PART = 4, /* with the former: half of what is to be written is */
	FAULT_DATABASE = 8,	/* nor the database */
	FAULT_OPEN = 16,	/* nothing of the state folder can be opened to be written */
	FAULT_SYNC = 32,	/* the journal can be written, and does not get to the disk */
	FAULT_ACCEPT = 64,	/* no connection can be taken */
	FAULT_FORK = 128,	/* no process can be made */
};

struct faults {
	unsigned what;
	int error;	 /* errno */
	unsigned rtt_us; /* what the kernel says of how far away all peers are; 0: the truth */
	int ahead_s;	 /* how far the monotonic clock is ahead */
	int wall_s;	 /* and the clock on the wall, which may be put back */
};

#endif
