#include "report.h"

#include <math.h>

static const double RISK = 0.05; /* of a sequential test, on either side */

static void add_side(struct report_side *side, const struct games_entry *e, int first)
{
	for (int i = first; i < e->game.plies; i += 2) {
		if (i < e->game.opening)
			continue;
		side->moves++;
		side->total_ms += e->game.ms[i];
		if (e->game.ms[i] > side->worst_ms)
			side->worst_ms = e->game.ms[i];
	}
}

void report_add(struct report *r, const struct games_entry *e)
{
	int outcome = games_outcome(e), pair = e->number / 2;
	r->tally.games[outcome + 1]++;
	if (r->half[pair] == 0) {
		r->half[pair] = (int8_t)(1 + outcome + 1);
	} else {
		r->tally.pairs[r->half[pair] - 1 + outcome + 1]++;
		r->half[pair] = 0;
	}
	r->plies += e->game.plies;
	for (int i = 0; i < 2; i++) {
		bool black = (i == 0) == e->a_black;
		add_side(&r->side[i], e, black ? 0 : 1);
		if (e->peak_kb[i] > r->side[i].peak_kb)
			r->side[i].peak_kb = e->peak_kb[i];
	}
	if (outcome != 0) {
		int winner = outcome > 0 ? 0 : 1;
		bool black = (winner == 0) == e->a_black;
		r->side[winner].won[black ? 0 : 1]++;
		r->side[1 - winner].lost_by[e->game.why]++;
	}
}

static void print_elo(double elo, FILE *out)
{
	if (isinf(elo))
		fputs(elo > 0 ? "+inf" : "-inf", out);
	else
		fprintf(out, "%+.0f", elo);
}

static void print_side(const struct report_side *side, char name, FILE *out)
{
	fprintf(
	    out, "%c        won %d as black, %d as white; lost", name, side->won[0], side->won[1]);
	int losses = 0;
	for (int i = 0; i < DUEL_WHY_COUNT; i++) {
		if (side->lost_by[i] > 0)
			fprintf(out, " %s %d", duel_why_name((enum duel_why)i), side->lost_by[i]);
		losses += side->lost_by[i];
	}
	fprintf(out, "%s; %.0f ms a move, at most %d; %.0f MB\n", losses == 0 ? " none" : "",
	    side->moves > 0 ? (double)side->total_ms / (double)side->moves : 0.0, side->worst_ms,
	    (double)side->peak_kb / 1024);
}

static void print_test(const struct elo_tally *t, const double sprt[2], FILE *out)
{
	double llr = elo_llr(t, sprt[0], sprt[1]), bound = elo_llr_bound(RISK);
	const char *verdict = "goes on";
	if (llr >= bound)
		verdict = "accepted: A is stronger by the second";
	else if (llr <= -bound)
		verdict = "rejected: A is not stronger than by the first";
	fprintf(out, "test     Elo %g against %g: ratio %.2f of %.2f, %s\n", sprt[0], sprt[1], llr,
	    bound, verdict);
}

void report_print(const struct report *r, const double sprt[2], FILE *out)
{
	const struct elo_tally *t = &r->tally;
	struct elo_range elo = elo_estimate(t);
	int n = elo_games(t);
	fprintf(out, "games    %d: A won %d, drew %d, lost %d, %.1f %%; %.0f plies on average\n", n,
	    t->games[ELO_WON], t->games[ELO_DRAWN], t->games[ELO_LOST], 100 * elo_score(t),
	    n > 0 ? (double)r->plies / n : 0.0);
	fputs("elo      A over B ", out);
	print_elo(elo.value, out);
	fputs(", 95 % between ", out);
	print_elo(elo.low, out);
	fputs(" and ", out);
	print_elo(elo.high, out);
	fprintf(out, "; pairs by half points %d %d %d %d %d\n", t->pairs[0], t->pairs[1],
	    t->pairs[2], t->pairs[3], t->pairs[4]);
	if (sprt != NULL)
		print_test(t, sprt, out);
	print_side(&r->side[0], 'A', out);
	print_side(&r->side[1], 'B', out);
}
