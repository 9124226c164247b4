/* What commands about challenges share. */
#ifndef GOMOKUD_PLAY_CMD_PAIR_H
#define GOMOKUD_PLAY_CMD_PAIR_H

#include "command.h"

struct challenge;

/* Whether the user may challenge that one. Refuses otherwise. */
bool may_challenge(struct command *c, const struct user *to);
/* Whether the user can be in one more room. Refuses otherwise. */
bool may_enter_one_more(struct command *c);

/* accept, decline and withdraw, for a challenge of that user's. */
void challenge_accept(struct command *c, struct challenge *ch);
void challenge_decline(struct command *c, struct challenge *ch);
void challenge_withdraw(struct command *c, struct challenge *ch);

#endif
