/*
 * Fuzzes the client by a hostile server: whatever lines come, the model stays sound, and nothing
 * that a terminal would obey is in the sentences made of them. The first byte chooses whether a
 * game is there already.
 */
#include <string.h>

#include "client/lobby.h"
#include "client/model.h"
#include "client/tell.h"
#include "require.h"

static const char *const begin[] = {
    "*hello proto=1 server=gomokud/0.1.0 name=home levels=1-10 :Type \"guest NAME\"",
    "+welcome user=~ann rooms=-",
    "+created room=r1",
    "*sync room=r1 seq=1 rev=1 rule=renju size=15 time=300+5 opening=swap2 phase=play "
    "state=playing owner=~ann rated=no undo=on foul=refuse turn=black act=~ann black=~ann "
    "white=~bob ply=2 clock=300000,300000 running=black absent=- offers=3:draw:~bob score=0-0 "
    "watchers=0 moves=h8,i9",
};

/* A room's board has the stones that its moves have put there. */
static void check_room(const struct model_room *r)
{
	int stones = 0;

	require(r->plies >= 0 && r->plies <= MODEL_PLIES && r->offers >= 0 &&
		    r->offers <= MODEL_OFFERS && r->line_len >= 0 && r->line_len <= BOARD_MAX,
	    "more than there can be");
	for (int i = 0; i < r->plies; i++) {
		if (r->point[i] == POINT_PASS)
			continue;
		require(board_has(&r->board, r->point[i]) &&
			    board_at(&r->board, r->point[i]) == (enum stone)r->side[i],
		    "a move without its stone");
		stones++;
	}
	require(stones == r->board.stones, "a stone without its move");
}

static void show(const struct model *m, const struct wire_line *w)
{
	static char text[TELL_MAX];
	static struct model_room then;

	text[0] = '\0';
	tell_line(m, w, text);
	require(wire_text_ok(text, strlen(text)), "a sentence that may not be shown");
	for (int i = 0; i < MODEL_ROOMS; i++) {
		const struct model_room *r = &m->room[i];

		if (r->id[0] == '\0')
			continue;
		check_room(r);
		tell_terms(r, text);
		require(wire_text_ok(text, strlen(text)), "terms that may not be shown");
		tell_due(m, r, text);
		require(wire_text_ok(text, strlen(text)), "a turn that may not be shown");
		tell_result(m, r, true, text);
		require(wire_text_ok(text, strlen(text)), "a result that may not be shown");
		model_clock_at(r, STONE_BLACK, 1000);
		model_my_turn(m, r);
		model_to_place(r);
		model_hint_point(m, r);
		model_offer_to_me(m, r);
		model_room_at(r, r->plies / 2, &then);
	}
}

static bool take(struct model *m, struct lobby *l, const char *line, size_t len, int64_t now_ms)
{
	static struct wire_line w;

	if (wire_parse_server(&w, line, len) != WIRE_FINE)
		return false;
	lobby_feed(l, &w);
	if (model_feed(m, &w, now_ms) < 0) {
		require(m->fault[0] != '\0', "a fault without a reason");
		return false;
	}
	show(m, &w);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct model m;
	static struct lobby l;
	const char *at = (const char *)data, *end = at + n;
	int64_t now = 0;

	if (n == 0)
		return 0;
	model_init(&m);
	memset(&l, 0, sizeof l);
	for (size_t i = 0; *at % 2 == 0 && i < sizeof begin / sizeof begin[0]; i++)
		require(take(&m, &l, begin[i], strlen(begin[i]), 0), "the beginning is refused");
	/* As the client does it, the first bad line is the last. */
	for (at++; at < end; now += 70) {
		const char *lf = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((lf ? lf : end) - at);

		if (!take(&m, &l, at, len, now))
			break;
		at += len + 1;
	}
	return 0;
}
