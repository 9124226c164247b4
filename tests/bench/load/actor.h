/*
 * Someone who does things at random, as one command follows the other's answer: opens rooms, plays
 * against people and bots, watches, offers, talks, mistypes, and in the end leaves, hangs up or is
 * cut off. Which things is decided by a seed.
 */
#ifndef GOMOKU_LOAD_ACTOR_H
#define GOMOKU_LOAD_ACTOR_H

#include <stdbool.h>
#include <stdint.h>

struct peer;

struct stage; /* what the actors of one server know of each other */

struct actor {
	struct stage *stage;
	struct peer *peer; /* NULL: gone */
	int left;	   /* commands before it goes */
	int rooms_first;   /* rooms that it opens before anything else */
	bool bye;	   /* the server has said goodbye */
	bool going;	   /* and it has itself */
	unsigned name;	   /* its number; 0 before it has asked for one */
	unsigned offer;	   /* the last offer it has heard of */
	unsigned room;	   /* where it is; 0 nowhere */
	bool turn;	   /* it is to move there */
};

struct stage {
	uint16_t port;
	uint32_t random;
	unsigned last_room;
	unsigned last_name;
	uint64_t commands, refusals, games, lives, cut; /* cut: lost without a goodbye */
};

/* A new life for one that is gone, which begins with opening so many rooms. */
void actor_come(struct actor *a, struct stage *s, int rooms_first);
/* Goes at once, in one of the ways to go. */
void actor_go(struct actor *a);
/* 0 .. n - 1. */
unsigned stage_random(struct stage *s, unsigned n);

#endif
