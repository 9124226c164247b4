/*
 * The engine has its input and output and needs nothing else: once it has begun to play it can
 * neither open a file nor make a socket or a process, whatever a fault in it might be used for
 * (seccomp(2), by libseccomp).
 */
#ifndef GOMOKU_CONFINE_H
#define GOMOKU_CONFINE_H

/* Takes it from all threads. 0; -1 with errno when the kernel cannot; builds with sanitizers, which
 * read files of the system themselves, leave it out and return 0. */
int confine(void);

#endif
