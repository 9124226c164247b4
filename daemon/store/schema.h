/*
 * The tables of the database and how they came to be, version by version.
 */
#ifndef GOMOKUD_STORE_SCHEMA_H
#define GOMOKUD_STORE_SCHEMA_H

#include <sqlite3.h>

#include "store.h"

/* The steps from an empty database to the newest: step n leads from version n to n + 1. */
extern const char *const schema_steps[];
extern const int schema_version;

/*
 * Brings a database up to version `newest` by those steps. Before the first step a copy of a
 * database that is not new is written to PATH.vN, N being its version. Each step is done whole or
 * not at all. A newer version, and a file that another program made, are refused. 0, or -1 with
 * why.
 */
int schema_upgrade(sqlite3 *sql, const char *path, const char *const steps[], int newest,
    struct store_error *error);

#endif
