/*
 * Seeks of one kind by rating, to find the nearest one that takes you and that you take: a treap
 * (a search tree by rating, then number; a heap by random-looking priorities), each node with the
 * least and greatest rating that anyone below it takes. Adding and removing is logarithmic in the
 * nodes; so is finding, as far as the ranges let whole branches be left out.
 */
#ifndef GOMOKUD_PLAY_SEEK_TREE_H
#define GOMOKUD_PLAY_SEEK_TREE_H

#include <stdbool.h>
#include <stdint.h>

/* Part of a seek. The caller sets the first four and owns the memory. */
struct seek_node {
	uint64_t id; /* of its own */
	int rating;
	int lo, hi; /* ratings that it takes */
	/* the tree's */
	struct seek_node *left, *right;
	uint32_t heap;
	int min_lo, max_hi;
};

void seek_tree_add(struct seek_node **root, struct seek_node *n);
/* n is in the tree. */
void seek_tree_remove(struct seek_node **root, struct seek_node *n);
/*
 * The node nearest in rating to `like`, which is in no tree, such that each takes the other and
 * fits(node, arg) is true; NULL when there is none.
 */
struct seek_node *seek_tree_nearest(struct seek_node *root, const struct seek_node *like,
    bool (*fits)(const struct seek_node *n, void *arg), void *arg);

#endif
