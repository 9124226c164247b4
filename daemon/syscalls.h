/* The layer of sandbox.h that knows system calls: seccomp(2), by libseccomp. */
#ifndef GOMOKUD_SYSCALLS_H
#define GOMOKUD_SYSCALLS_H

/*
 * Leaves all threads the calls that the running daemon makes. Any other fails: ENOSYS, after which
 * the C library tries an older one, or EPERM; to run a program or to look into another process ends
 * the daemon at once, for only a stranger inside it would. 0, or -1 with errno set.
 */
int syscalls_confine(void);
/*
 * Takes from this process all sockets but local and netlink ones, and what the daemon's filter
 * takes for a break-in. 0, or -1.
 */
int syscalls_confine_helper(void);
/* Takes from this process, and whatever it becomes, all sockets but local ones. 0, or -1. */
int syscalls_confine_stranger(void);

#endif
