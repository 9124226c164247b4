#include "pairing_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/wire/wire.h"

struct pairing *pairing_new(struct loop *l, struct lobby *lobby)
{
	struct pairing *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->loop = l;
	p->lobby = lobby;
	TAILQ_INIT(&p->seeks);
	TAILQ_INIT(&p->unwritten);
	TAILQ_INIT(&p->kept);
	return p;
}

int pairing_rating(const struct user *u, enum rule rule)
{
	/* A guest's is a beginner's. */
	return (int)lround(u->rating[rule].value);
}

static void terms_key(const struct seek_terms *t, char key[static SEEK_KEY])
{
	char tc[CLOCK_TEXT];

	snprintf(key, SEEK_KEY, "%d/%d/%s/%d/%d", (int)t->rule, t->size,
	    time_control_format(&t->tc, tc), (int)t->opening, t->rated);
}

/* FNV-1a, 32 bits. */
static struct group_list *bucket(struct pairing *p, const char *key)
{
	uint32_t h = 2166136261u;

	for (; *key; key++)
		h = (h ^ (unsigned char)*key) * 16777619u;
	return &p->groups[h % GROUP_BUCKETS];
}

static struct seek_group *find_group(struct pairing *p, const char *key)
{
	struct seek_group *g;

	LIST_FOREACH(g, bucket(p, key), link)
	if (strcmp(g->key, key) == 0)
		return g;
	return NULL;
}

static int class_of(bool bot, bool takes_bots)
{
	return 2 * bot + takes_bots;
}

static struct seek_node **tree_of(const struct seek *s)
{
	return &s->group->tree[class_of(s->of_bot, s->bots)];
}

/* Whether the one who waits may meet the one who comes (arg). */
static bool may_meet(const struct seek_node *n, void *arg)
{
	const struct seek *waits = (const struct seek *)n, *comes = arg;

	/* Who was here before a restart and is not back yet is not met. */
	return waits->user->deliver && waits->user != comes->user && pair_has_room(waits->user) &&
	       !user_mutes(waits->user, comes->user->name) &&
	       !user_mutes(comes->user, waits->user->name);
}

/* How far the node's rating is from the seek's. */
static int distance(const struct seek_node *n, const struct seek *s)
{
	return abs(n->rating - s->node.rating);
}

struct seek *pairing_find(struct pairing *p, const struct seek *wanted)
{
	struct seek like = *wanted;
	struct seek_node *best = NULL;
	struct seek_group *g;
	char key[SEEK_KEY];

	terms_key(&wanted->terms, key);
	if (!(g = find_group(p, key)))
		return NULL;
	for (int bot = 0; bot < 2; bot++)
		for (int takes = 0; takes < 2; takes++) {
			struct seek_node *n;

			if ((bot && !wanted->bots) || (wanted->user->bot && !takes))
				continue;
			n = seek_tree_nearest(
			    g->tree[class_of(bot, takes)], &like.node, may_meet, &like);
			if (n && (!best || distance(n, wanted) < distance(best, wanted)))
				best = n;
		}
	return (struct seek *)best;
}

static struct seek_group *group_for(struct pairing *p, const struct seek_terms *t)
{
	struct seek_group *g;
	char key[SEEK_KEY];

	terms_key(t, key);
	if ((g = find_group(p, key)) || !(g = calloc(1, sizeof *g)))
		return g;
	memcpy(g->key, key, sizeof key);
	LIST_INSERT_HEAD(bucket(p, key), g, link);
	return g;
}

static void seek_free(struct seek *s)
{
	struct seek_group *g = s->group;

	seek_tree_remove(tree_of(s), &s->node);
	if (--g->seeks == 0) {
		LIST_REMOVE(g, link);
		free(g);
	}
	TAILQ_REMOVE(&s->pairing->seeks, s, link);
	s->pairing->count--;
	s->user->seek = NULL;
	lobby_user_changed(s->pairing->lobby, s->user);
	timer_free(s->timer);
	free(s);
}

/* Nobody came in time: the bot plays. */
static void on_fill(void *arg)
{
	struct seek *s = arg;
	struct user *u = s->user;
	struct lobby *lobby = s->pairing->lobby;
	struct room_settings settings;
	int bot = s->fill_bot;
	struct wire_out o;

	terms_settings(&s->terms, &settings);
	seek_free(s);
	if (pair_has_room(u) && lobby_has_space(lobby) && pool_has_room(lobby_pool(lobby)) &&
	    pair_with_bot(lobby, u, bot, &settings, loop_now_ms()))
		return;
	wire_begin(&o, WIRE_EVENT, NULL, "notice");
	wire_key(&o, "what", "no-bot");
	wire_text(&o, "Nobody has come, and no bot is free now; \"seek\" asks again");
	user_send(u, o.buf, wire_end(&o));
}

/* A bot comes to someone who is here. */
static void plan_fill(struct seek *s, int64_t now_ms)
{
	if (!s->fill_bot || !s->user->deliver || s->timer)
		return;
	s->timer = timer_new(s->pairing->loop, on_fill, s);
	timer_set(s->timer, now_ms + s->fill_ms);
}

struct seek *pairing_wait(struct pairing *p, const struct seek *wanted, int64_t now_ms)
{
	struct seek *s;

	if (p->count >= LIMIT_SEEKS || !(s = calloc(1, sizeof *s)))
		return NULL;
	*s = *wanted;
	if (!(s->group = group_for(p, &s->terms))) {
		free(s);
		return NULL;
	}
	s->pairing = p;
	s->of_bot = s->user->bot;
	s->node.id = ++p->last_id;
	s->group->seeks++;
	seek_tree_add(tree_of(s), &s->node);
	TAILQ_INSERT_TAIL(&p->seeks, s, link);
	p->count++;
	s->user->seek = s;
	lobby_user_changed(p->lobby, s->user);
	plan_fill(s, now_ms);
	return s;
}

void pairing_user_changed(struct user *u)
{
	struct seek *s = u->seek;

	if (!s || s->of_bot == u->bot)
		return;
	seek_tree_remove(tree_of(s), &s->node);
	s->of_bot = u->bot;
	seek_tree_add(tree_of(s), &s->node);
}

bool pairing_unseek(struct user *u)
{
	if (!u->seek)
		return false;
	seek_free(u->seek);
	return true;
}

int pairing_seeks(const struct pairing *p)
{
	return p->count;
}

void pairing_each_seek(
    const struct pairing *p, bool (*each)(const struct seek *s, void *arg), void *arg)
{
	const struct seek *s;

	TAILQ_FOREACH(s, &p->seeks, link)
	if (!each(s, arg))
		return;
}

void pairing_free(struct pairing *p)
{
	struct seek *s;

	while ((s = TAILQ_FIRST(&p->seeks)))
		seek_free(s);
	pairing_forget_kept(p);
	free(p);
}

void pairing_user_gone(struct user *u)
{
	struct challenge *ch;

	pairing_unseek(u);
	while ((ch = TAILQ_FIRST(&u->made)))
		challenge_gone(ch, "gone");
	while ((ch = TAILQ_FIRST(&u->received)))
		challenge_gone(ch, "gone");
}

void pairing_user_back(struct user *u, int64_t now_ms)
{
	struct challenge *ch;
	struct seek *waits, wanted;
	struct room_settings settings;

	TAILQ_FOREACH(ch, &u->received, to_link)
	challenge_tell(ch);
	if (!u->seek)
		return;
	wanted = *u->seek;
	waits = pairing_find(wanted.pairing, &wanted);
	if (!waits || !pair_has_room(u) ||
	    lobby_rooms(wanted.pairing->lobby) >= lobby_max_rooms(wanted.pairing->lobby)) {
		plan_fill(u->seek, now_ms);
		return;
	}
	terms_settings(&wanted.terms, &settings);
	pairing_unseek(u);
	if (pair_people(wanted.pairing->lobby, waits->user, u, &settings, now_ms))
		pairing_unseek(waits->user);
}
