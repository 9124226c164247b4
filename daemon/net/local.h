/*
 * A listening socket in the file system, for the operator of this machine. Only root and the user
 * whom the daemon runs as are let in: the socket is theirs alone to open, and the kernel's word for
 * who has opened it is asked besides.
 */
#ifndef GOMOKUD_NET_LOCAL_H
#define GOMOKUD_NET_LOCAL_H

#include <stddef.h>

#include "conn.h"

struct local;

/*
 * Makes the socket `name` in the folder, in place of one that a daemon has left there: the folder
 * must be ours alone. NULL with the reason in error.
 */
struct local *local_new(struct loop *l, const char *folder, const char *name, struct conn_hub *hub,
    char *error, size_t cap);
/* Closes it and removes its name. */
void local_free(struct local *l);

#endif
