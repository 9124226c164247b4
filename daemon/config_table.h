/* What settings there are: comparing, keeping and printing configurations all go by this table. */
#ifndef GOMOKUD_CONFIG_TABLE_H
#define GOMOKUD_CONFIG_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum setting_kind {
	SETTING_TEXT,
	SETTING_INT,
	SETTING_INT64,
	SETTING_BOOL,
	SETTING_LISTEN, /* the list of addresses */
	SETTING_ROSTER, /* the engine sections */
	SETTING_SYNC,	/* a bool, written "turn" and "background" */
};

struct setting {
	const char *key;
	enum setting_kind kind;
	size_t at, size; /* its member of struct config */
	bool restart;	 /* it needs one */
};

enum { SETTINGS = 29 };

/* In the order of conf/gomokud.conf. */
extern const struct setting config_settings[SETTINGS];

#endif
