/*
 * What the daemon may do, taken away from it in layers, each as far as the kernel has it:
 *
 *   user          another user than root, when the configuration names one
 *   no-new-privs  no program that is run has more rights
 *   capabilities  none is left, but that of low ports where one is listened on
 *   landlock      no file outside the folders named; no TCP connection to anywhere (landlock(7))
 *   seccomp       no process, no program, no connection to anywhere, no memory that is written and
 *                 then run (seccomp(2))
 *
 * They are put on in this order, while the daemon begins: sandbox_user before it makes files,
 * sandbox_files when it has no threads yet, for a thread hands all that on to those it makes, and
 * sandbox_calls when everything is set up (for all threads). A layer that the kernel lacks is left
 * out with a warning. Builds with sanitizers, and an operator who says so, leave out the last two.
 */
#ifndef GOMOKUD_SANDBOX_H
#define GOMOKUD_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/* A folder, or one file, and whether things in it may be made, written and removed. */
struct sandbox_path {
	const char *path; /* one that does not exist is passed over */
	bool write;
};

/*
 * Becomes that user, who is given the state folder and what lies in it; nothing when the name is
 * empty or already the process's own. Keeps the right to listen below port 1024 until
 * sandbox_files. 0, or -1 with a sentence in error.
 */
int sandbox_user(const char *user, const char *state, char *error, size_t cap);
/* Drops capabilities and, if wanted, shuts off all files but these. */
void sandbox_files(const struct sandbox_path paths[], int n, bool low_ports, bool wanted);
/* If wanted, shuts off the calls that the daemon never makes. */
void sandbox_calls(bool wanted);
/* The layers in force: "no-new-privs,capabilities,...", "none" when there is none. */
const char *sandbox_layers(void);
/*
 * For a helper of the daemon's that speaks with services of this machine: the same layers, but with
 * local sockets and those of the kernel's own, and without a word about what is lacking, which the
 * daemon tells.
 */
void sandbox_helper(const struct sandbox_path paths[], int n, bool wanted);
/*
 * For the process that is about to become somebody else's engine: no new rights and no network.
 * Processes and processor time are limited by the caller. 0, or -1 when the kernel has not both.
 */
int sandbox_stranger(void);

#endif
