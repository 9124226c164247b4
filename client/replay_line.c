#include "replay_line.h"

#include "drawing.h"
#include "i18n.h"
#include "tell.h"

int replay_print(struct replay *p, FILE *out)
{
	static char text[TELL_MAX];

	tell_terms(&p->whole, text);
	fprintf(out, _("%s: %s (black, X), %s (white, O).\n"), text, p->whole.seat[0],
	    p->whole.seat[1]);
	for (int i = 0; replay_remark(p, i, text, sizeof(text)); i++)
		fprintf(out, "%s\n", text);
	for (int i = 0; i <= p->record.plies; i++) {
		replay_go(p, i);
		replay_tell_move(p, text, sizeof(text));
		if (i > 0)
			fprintf(out, "%s\n", text);
		if (i > 0 || p->room.board.stones > 0 || p->record.plies == 0) {
			fprintf(out, "\n");
			drawing_print(&p->room, out);
			fprintf(out, "\n");
		}
	}
	replay_tell_result(p, text, sizeof(text));
	fprintf(out, "%s\n", text);
	return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}
