#include "verbs.h"

#include <stdio.h>
#include <string.h>

enum {
	ALL = ROLE_ANYONE | ROLE_USER,
	IN_ROOM = ROLE_WATCHER | ROLE_SEATED,
	BETWEEN = IN_OPEN | IN_READY | IN_ENDED,
	IN_GAME = IN_OPENING | IN_PLAYING,
	ALWAYS = BETWEEN | IN_GAME,
};

/* clang-format off */
const struct verb verbs[VERB_COUNT] = {
	[VERB_HELLO] = {"hello", VERB_HELLO, ALL, 0, 1, 1, "client caps", -1,
	    "1 [client=NAME/VER] [caps=a,b]", VERB_SAYS("says which protocol version and extras a program speaks")},
	[VERB_STATUS] = {"status", VERB_STATUS, ALL, 0, 0, 0, NULL, -1,
	    "", VERB_SAYS("how busy the server is")},
	[VERB_GUEST] = {"guest", VERB_GUEST, ROLE_ANYONE, 0, 0, 1, NULL, -1,
	    "[NAME]", VERB_SAYS("comes in under a name of your choice, without a password")},
	[VERB_REGISTER] = {"register", VERB_REGISTER, ALL, 0, 1, 1, "code", 1,
	    "NAME [code=CODE] :PASSWORD", VERB_SAYS("makes an account; a guest keeps seats and games")},
	[VERB_LOGIN] = {"login", VERB_LOGIN, ROLE_ANYONE, 0, 1, 1, NULL, 1,
	    "NAME :PASSWORD", VERB_SAYS("comes in to your account")},
	[VERB_PASSWD] = {"passwd", VERB_PASSWD, ROLE_USER, 0, 0, 0, NULL, 1,
	    ":PASSWORD", VERB_SAYS("changes the password of your account")},
	[VERB_RESUME] = {"resume", VERB_RESUME, ROLE_ANYONE, 0, 1, 1, "seq", -1,
	    "TOKEN [seq=r17:41,r18:9]", VERB_SAYS("comes back as who you were, to your rooms and seats")},
	[VERB_PING] = {"ping", VERB_PING, ALL, 0, 0, 1, NULL, -1,
	    "[WORD]", VERB_SAYS("asks whether the server is there")},
	[VERB_HELP] = {"help", VERB_HELP, ALL, 0, 0, 1, NULL, -1,
	    "[VERB]", VERB_SAYS("lists the verbs, or explains one")},
	[VERB_LEVELS] = {"levels", VERB_LEVELS, ALL, 0, 0, 0, NULL, -1,
	    "", VERB_SAYS("what each level of the bots is like")},
	[VERB_WHO] = {"who", VERB_WHO, ROLE_USER, 0, 0, 0, "limit", -1,
	    "[limit=N]", VERB_SAYS("who is here")},
	[VERB_SET] = {"set", VERB_SET, ALL, 0, 0, 0, "board bot", -1,
	    "[board=on|off|list] [bot=on|off]", VERB_SAYS("draws the board after each move, as a picture or as a list; says that you are a bot")},
	[VERB_QUIT] = {"quit", VERB_QUIT, ALL, 0, 0, 0, NULL, -1,
	    "", VERB_SAYS("says goodbye")},
	[VERB_ROOMS] = {"rooms", VERB_ROOMS, ROLE_USER, 0, 0, 1, "rule limit", -1,
	    "[rule=RULE] [limit=N] [open]", VERB_SAYS("lists the rooms; open: those with a free seat")},
	[VERB_ROOM] = {"room", VERB_ROOM, ROLE_USER, 0, 0, 1, NULL, -1,
	    "[ROOM]", VERB_SAYS("describes a room")},
	[VERB_CREATE] = {"create", VERB_CREATE, ROLE_USER, 0, 0, 2,
	    "rule size time opening foul start black white undo hints fill absence", 0,
	    "[rated] [private] [rule=] [size=] [time=] [opening=] [foul=refuse|lose] [start=MOVES] [black=SEAT] [white=SEAT] [undo=on|off] [hints=on|off] [fill=BOT@SECONDS] [absence=SECONDS] [:title]",
	    VERB_SAYS("opens a room; SEAT is me, open, a name or a bot such as ai:2")},
	[VERB_PLAY] = {"play", VERB_PLAY, ROLE_USER, 0, 0, 2,
	    "rule size time opening foul start undo", -1,
	    "[BOT] [black|white|random] [rule=] [size=] [time=] [opening=] [foul=refuse|lose] [start=MOVES] [undo=on|off]",
	    VERB_SAYS("a game against a bot, at once")},
	[VERB_JOIN] = {"join", VERB_JOIN, ROLE_USER, 0, 1, 2, NULL, -1,
	    "ROOM|CODE [black|white]", VERB_SAYS("takes the free seat of a room, else watches")},
	[VERB_WATCH] = {"watch", VERB_WATCH, ROLE_USER, 0, 1, 1, NULL, -1,
	    "ROOM|CODE", VERB_SAYS("watches a room")},
	[VERB_LEAVE] = {"leave", VERB_LEAVE, IN_ROOM, ALWAYS, 0, 1, NULL, -1,
	    "[ROOM]", VERB_SAYS("leaves a room; in a game your seat waits a while")},
	[VERB_SEAT] = {"seat", VERB_SEAT, ROLE_OWNER, BETWEEN, 2, 2, "room", -1,
	    "black|white open|me|NAME|BOT [room=]", VERB_SAYS("says who sits where in your room")},
	[VERB_STAND] = {"stand", VERB_STAND, ROLE_SEATED, BETWEEN, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("gives up your seat and watches")},
	[VERB_READY] = {"ready", VERB_READY, ROLE_SEATED, BETWEEN, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("ready for the game to start")},
	[VERB_MOVE] = {"move", VERB_MOVE, ROLE_SEATED, IN_GAME | IN_ENDED, 1, 1, "ply rev room", -1,
	    "POINT [ply=N] [rev=R] [room=]", VERB_SAYS("plays a stone; the point alone will do: h8")},
	[VERB_CHOOSE] = {"choose", VERB_CHOOSE, ROLE_SEATED, IN_GAME, 1, 1, "room", -1,
	    "black|white|more [room=]", VERB_SAYS("chooses in an opening: a colour, or two more stones first")},
	[VERB_PASS] = {"pass", VERB_PASS, ROLE_SEATED, IN_GAME | IN_ENDED, 0, 0, "ply rev room", -1,
	    "[ply=N rev=R] [room=]", VERB_SAYS("lets the turn go by (renju only); two in a row draw")},
	[VERB_UNDO] = {"undo", VERB_UNDO, ROLE_SEATED, IN_GAME, 0, 0, "to room", -1,
	    "[to=PLY] [room=]", VERB_SAYS("asks to take back to your own last move")},
	[VERB_DRAW] = {"draw", VERB_DRAW, ROLE_SEATED, IN_GAME, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("offers a draw")},
	[VERB_ABORT] = {"abort", VERB_ABORT, ROLE_SEATED, IN_GAME, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("asks to end the game without a result")},
	[VERB_RESIGN] = {"resign", VERB_RESIGN, ROLE_SEATED, IN_GAME, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("gives the game up")},
	[VERB_CLAIM] = {"claim", VERB_CLAIM, ROLE_SEATED, IN_GAME, 1, 1, "room", -1,
	    "win|draw [room=]", VERB_SAYS("ends a game that the other has let wait too long")},
	[VERB_REMATCH] = {"rematch", VERB_REMATCH, ROLE_SEATED, IN_ENDED, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("asks for another game with colours changed")},
	[VERB_ACCEPT] = {"accept", VERB_ACCEPT, ROLE_USER, 0, 1, 1, "room", -1,
	    "ID", VERB_SAYS("accepts the offer or challenge with that number")},
	[VERB_DECLINE] = {"decline", VERB_DECLINE, ROLE_USER, 0, 1, 1, "room", -1,
	    "ID", VERB_SAYS("declines the offer or challenge with that number")},
	[VERB_WITHDRAW] = {"withdraw", VERB_WITHDRAW, ROLE_USER, 0, 1, 1, "room", -1,
	    "ID", VERB_SAYS("takes your own offer or challenge back")},
	[VERB_SAY] = {"say", VERB_SAY, IN_ROOM, ALWAYS, 0, 0, "room", 1,
	    "[room=] :TEXT", VERB_SAYS("talks to everyone in the room")},
	[VERB_OPTIONS] = {"options", VERB_OPTIONS, ROLE_OWNER, BETWEEN, 0, 4,
	    "rule size time opening foul start undo hints absence room", 0,
	    "[rated|unrated] [private|public] [rule=] [size=] [time=] [opening=] [foul=refuse|lose] [start=MOVES] [undo=on|off] [hints=on|off] [absence=SECONDS] [room=] [:title]",
	    VERB_SAYS("changes what is played in your room; everyone has to be ready again")},
	[VERB_INVITE] = {"invite", VERB_INVITE, IN_ROOM, ALWAYS, 0, 1, NULL, -1,
	    "[ROOM]", VERB_SAYS("tells what to send to a friend to bring them here")},
	[VERB_EJECT] = {"eject", VERB_EJECT, ROLE_OWNER, ALWAYS, 1, 1, "room", -1,
	    "NAME [room=]", VERB_SAYS("sends somebody out of your room")},
	[VERB_SEEK] = {"seek", VERB_SEEK, ROLE_USER, 0, 0, 1,
	    "rule size time opening range bots fill", -1,
	    "[rated] [rule=] [size=] [time=] [opening=] [range=LO-HI] [bots=no|yes] [fill=BOT@SECONDS]",
	    VERB_SAYS("looks for an opponent who wants the same")},
	[VERB_UNSEEK] = {"unseek", VERB_UNSEEK, ROLE_USER, 0, 0, 0, NULL, -1,
	    "", VERB_SAYS("looks no longer")},
	[VERB_SEEKS] = {"seeks", VERB_SEEKS, ROLE_USER, 0, 0, 0, "rule limit", -1,
	    "[rule=RULE] [limit=N]", VERB_SAYS("lists who looks for an opponent")},
	[VERB_CHALLENGE] = {"challenge", VERB_CHALLENGE, ROLE_USER, 0, 1, 3,
	    "rule size time opening foul start undo hints absence", 0,
	    "NAME [rated] [private] [rule=] [size=] [time=] [opening=] [foul=refuse|lose] [start=MOVES] [undo=on|off] [hints=on|off] [absence=SECONDS] [:title]",
	    VERB_SAYS("asks somebody for a game")},
	[VERB_TELL] = {"tell", VERB_TELL, ROLE_USER, 0, 1, 1, NULL, 1,
	    "NAME :TEXT", VERB_SAYS("says something to one person")},
	[VERB_LOBBY] = {"lobby", VERB_LOBBY, ROLE_USER, 0, 0, 0, NULL, 1,
	    ":TEXT", VERB_SAYS("says something to everyone here")},
	[VERB_MUTE] = {"mute", VERB_MUTE, ROLE_USER, 0, 0, 1, NULL, -1,
	    "[NAME]", VERB_SAYS("hears no more of somebody; alone lists whom")},
	[VERB_UNMUTE] = {"unmute", VERB_UNMUTE, ROLE_USER, 0, 1, 1, NULL, -1,
	    "NAME", VERB_SAYS("hears of somebody again")},
	[VERB_WHOIS] = {"whois", VERB_WHOIS, ROLE_USER, 0, 1, 1, NULL, -1,
	    "NAME", VERB_SAYS("tells about somebody who is here")},
	[VERB_HINT] = {"hint", VERB_HINT, ROLE_SEATED, IN_GAME, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("asks the engine for a good move, against a bot or with hints=on")},
	[VERB_BOARD] = {"board", VERB_BOARD, IN_ROOM, ALWAYS, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("draws the board")},
	[VERB_SYNC] = {"sync", VERB_SYNC, IN_ROOM, ALWAYS, 0, 0, "room", -1,
	    "[room=]", VERB_SAYS("the whole room in one line, for programs")},
	[VERB_GAMES] = {"games", VERB_GAMES, ROLE_USER, 0, 0, 1, "limit", -1,
	    "[NAME] [limit=N]", VERB_SAYS("the last games of a player, or your own")},
	[VERB_GAME] = {"game", VERB_GAME, ROLE_USER, 0, 1, 1, NULL, -1,
	    "ID", VERB_SAYS("one finished game with its moves")},
	[VERB_EXPORT] = {"export", VERB_EXPORT, ROLE_USER, 0, 2, 2, NULL, -1,
	    "ID sgf|psq|moves", VERB_SAYS("a finished game as a file of that kind")},
	[VERB_TOP] = {"top", VERB_TOP, ROLE_USER, 0, 0, 0, "rule limit", -1,
	    "[rule=RULE] [limit=N]", VERB_SAYS("the best players by a rule")},
	[VERB_RATING] = {"rating", VERB_RATING, ROLE_USER, 0, 1, 1, NULL, -1,
	    "NAME", VERB_SAYS("a player's ratings")},
};
/* clang-format on */

const struct verb *verb_find_in(const struct verb *table, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

const struct verb *verb_find(const char *name)
{
	return verb_find_in(verbs, VERB_COUNT, name);
}

enum { NEAR_MAX = 12 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Letters to change, drop or add to make b of a (Levenshtein); names over NEAR_MAX are far. */
static size_t distance(const char *a, const char *b)
{
	size_t row[NEAR_MAX + 1], la = strlen(a), lb = strlen(b);

	if (la > NEAR_MAX || lb > NEAR_MAX)
		return NEAR_MAX;
	for (size_t j = 0; j <= lb; j++)
		row[j] = j;
	for (size_t i = 1; i <= la; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= lb; j++) {
			size_t change = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = least(change, least(row[j], row[j - 1]) + 1);
		}
	}
	return row[lb];
}

const struct verb *verb_nearest_in(const struct verb *table, size_t n, const char *name)
{
	const struct verb *best = NULL;
	size_t best_distance = 3;

	for (size_t i = 0; i < n; i++) {
		size_t d = distance(name, table[i].name);

		if (d < best_distance && 2 * d <= strlen(name)) {
			best_distance = d;
			best = &table[i];
		}
	}
	return best;
}

const struct verb *verb_nearest(const char *name)
{
	return verb_nearest_in(verbs, VERB_COUNT, name);
}

/* Whether the table allows that key for the verb. */
static bool key_allowed(const struct verb *v, const char *key)
{
	size_t len = strlen(key);

	for (const char *k = v->keys; k && *k;) {
		size_t n = strcspn(k, " ");

		if (n == len && strncmp(k, key, n) == 0)
			return true;
		k += n + strspn(k + n, " ");
	}
	return false;
}

bool verb_fits(const struct verb *v, const struct wire_line *w, char what[static VERB_MISFIT])
{
	if (w->words < v->min || w->words > v->max) {
		snprintf(what, VERB_MISFIT, "%s",
		    w->words < v->min ? "Something is missing" : "That is a word too many");
		return false;
	}
	for (int i = 0; i < w->pairs; i++)
		if (!key_allowed(v, w->pair[i].key)) {
			snprintf(what, VERB_MISFIT, "There is no %.20s= here", w->pair[i].key);
			return false;
		}
	if ((w->text && v->text < 0) || (!w->text && v->text > 0)) {
		snprintf(what, VERB_MISFIT, "%s",
		    w->text ? "No :text goes with it" : "The :text is missing");
		return false;
	}
	return true;
}
