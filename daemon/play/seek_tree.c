#include "seek_tree.h"

#include <stddef.h>
#include <stdlib.h>

/* A priority that looks random and is a function of the number: nobody chooses numbers. */
static uint32_t mix(uint64_t id)
{
	id ^= id >> 33;
	id *= UINT64_C(0xff51afd7ed558ccd);
	id ^= id >> 33;
	id *= UINT64_C(0xc4ceb9fe1a85ec53);
	return (uint32_t)(id >> 32);
}

static bool before(const struct seek_node *a, const struct seek_node *b)
{
	return a->rating != b->rating ? a->rating < b->rating : a->id < b->id;
}

static void take_in(struct seek_node *n, const struct seek_node *child)
{
	if (!child)
		return;
	if (child->min_lo < n->min_lo)
		n->min_lo = child->min_lo;
	if (child->max_hi > n->max_hi)
		n->max_hi = child->max_hi;
}

/* What the branch below n takes, after its children have changed. */
static void update(struct seek_node *n)
{
	n->min_lo = n->lo;
	n->max_hi = n->hi;
	take_in(n, n->left);
	take_in(n, n->right);
}

/* Cuts a tree into what comes before `at` and the rest. */
static void split(struct seek_node *n, const struct seek_node *at, struct seek_node **low,
    struct seek_node **high)
{
	if (!n) {
		*low = *high = NULL;
	} else if (before(n, at)) {
		split(n->right, at, &n->right, high);
		update(n);
		*low = n;
	} else {
		split(n->left, at, low, &n->left);
		update(n);
		*high = n;
	}
}

/* Joins two trees, all of `low` before all of `high`. */
static struct seek_node *merge(struct seek_node *low, struct seek_node *high)
{
	if (!low || !high)
		return low ? low : high;
	if (low->heap > high->heap) {
		low->right = merge(low->right, high);
		update(low);
		return low;
	}
	high->left = merge(low, high->left);
	update(high);
	return high;
}

void seek_tree_add(struct seek_node **root, struct seek_node *n)
{
	struct seek_node *low, *high;

	n->left = n->right = NULL;
	n->heap = mix(n->id);
	update(n);
	split(*root, n, &low, &high);
	*root = merge(merge(low, n), high);
}

void seek_tree_remove(struct seek_node **root, struct seek_node *n)
{
	if (*root == n) {
		*root = merge(n->left, n->right);
		return;
	}
	seek_tree_remove(before(n, *root) ? &(*root)->left : &(*root)->right, n);
	update(*root);
}

struct search {
	const struct seek_node *like;
	bool (*fits)(const struct seek_node *n, void *arg);
	void *arg;
	struct seek_node *best;
};

static int distance(const struct search *s, const struct seek_node *n)
{
	return abs(n->rating - s->like->rating);
}

static void look(struct search *s, struct seek_node *n);

/* Looks at a branch whose ratings all lie on the far side of `edge`. */
static void look_beyond(struct search *s, struct seek_node *branch, const struct seek_node *edge)
{
	if (!s->best || distance(s, edge) < distance(s, s->best))
		look(s, branch);
}

static void look(struct search *s, struct seek_node *n)
{
	const struct seek_node *like = s->like;
	bool below;

	if (!n || n->min_lo > like->rating || n->max_hi < like->rating)
		return;
	below = like->rating <= n->rating;
	/* The side that `like` is on holds the nearer ones. */
	look(s, below ? n->left : n->right);
	if (n->rating >= like->lo && n->rating <= like->hi && n->lo <= like->rating &&
	    n->hi >= like->rating && (!s->best || distance(s, n) < distance(s, s->best)) &&
	    s->fits(n, s->arg))
		s->best = n;
	if (below && n->rating <= like->hi)
		look_beyond(s, n->right, n);
	else if (!below && n->rating >= like->lo)
		look_beyond(s, n->left, n);
}

struct seek_node *seek_tree_nearest(struct seek_node *root, const struct seek_node *like,
    bool (*fits)(const struct seek_node *n, void *arg), void *arg)
{
	struct search s = {.like = like, .fits = fits, .arg = arg};

	look(&s, root);
	return s.best;
}
