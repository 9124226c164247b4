/* Finding users and rooms among thousands, by name, number and token. */
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "daemon/wire/wire.h"
#include "lobby_private.h"

/* FNV-1a, 32 bits. */
static unsigned place_of(const char *text)
{
	uint32_t h = 2166136261u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return h % LOBBY_BUCKETS;
}

void lobby_name_user(struct lobby *lobby, struct user *u)
{
	LIST_INSERT_HEAD(&lobby->names[place_of(u->name)], u, name_link);
	u->named = true;
}

void lobby_unname_user(struct user *u)
{
	if (u->named)
		LIST_REMOVE(u, name_link);
	u->named = false;
}

struct user *lobby_find_user(struct lobby *lobby, const char *name)
{
	struct user *u;

	LIST_FOREACH(u, &lobby->names[place_of(name)], name_link)
	if (strcmp(u->name, name) == 0)
		return u;
	return NULL;
}

void lobby_number_user(struct lobby *lobby, struct user *u, unsigned id)
{
	if (u->id)
		LIST_REMOVE(u, id_link);
	if ((u->id = id))
		LIST_INSERT_HEAD(&lobby->ids[id % LOBBY_BUCKETS], u, id_link);
}

struct user *lobby_user_by_id(void *arg, unsigned id)
{
	struct lobby *lobby = arg;
	struct user *u;

	LIST_FOREACH(u, &lobby->ids[id % LOBBY_BUCKETS], id_link)
	if (u->id == id)
		return u;
	return NULL;
}

void lobby_keep_token(struct lobby *lobby, struct user *u, struct user_token *t, const char *digest)
{
	/* The digest may be the one that is to be replaced. */
	char copy[SECRET_DIGEST];

	memcpy(copy, digest, strlen(digest) + 1);
	if (t->digest[0])
		LIST_REMOVE(t, link);
	memcpy(t->digest, copy, sizeof copy);
	t->user = u;
	if (t->digest[0])
		LIST_INSERT_HEAD(&lobby->tokens[place_of(t->digest)], t, link);
}

struct user *lobby_user_of_token(struct lobby *lobby, const char *token)
{
	char digest[SECRET_DIGEST];
	struct user_token *t;

	secret_digest(token, digest);
	LIST_FOREACH(t, &lobby->tokens[place_of(digest)], link)
	{
		struct user *u = t->user;

		if (strcmp(t->digest, digest) != 0)
			continue;
		/* Who comes with the token before the last has never got the last one. */
		if (t == &u->old_token)
			lobby_keep_token(lobby, u, &u->token, digest);
		return u;
	}
	return NULL;
}

void lobby_list_room(struct lobby *lobby, struct room *r)
{
	TAILQ_INSERT_TAIL(&lobby->rooms, r, link);
	LIST_INSERT_HEAD(&lobby->numbers[r->number % LOBBY_BUCKETS], r, number_link);
	lobby->room_count++;
}

void lobby_unlist_room(struct lobby *lobby, struct room *r)
{
	TAILQ_REMOVE(&lobby->rooms, r, link);
	LIST_REMOVE(r, number_link);
	lobby->room_count--;
}

struct room *lobby_room_by_number(struct lobby *lobby, unsigned number)
{
	struct room *r;

	LIST_FOREACH(r, &lobby->numbers[number % LOBBY_BUCKETS], number_link)
	if (r->number == number)
		return r;
	return NULL;
}

struct room *lobby_room(struct lobby *lobby, const char *id)
{
	int64_t number;
	struct room *r;

	if ((*id != 'r' && *id != 'R') || wire_int(id + 1, 1, UINT32_MAX, &number) < 0)
		return NULL;
	/* "r007" is nobody's name. */
	r = lobby_room_by_number(lobby, (unsigned)number);
	return r && strcasecmp(r->id, id) == 0 ? r : NULL;
}
