#include "loop.h"

enum { POLL_EVERY_MS = 5 };

static int64_t now(void *arg)
{
	struct loop *l = arg;
	return l->now_ms(NULL);
}

/* Asked while the engine thinks. */
static bool told_to_stop(void *arg)
{
	struct loop *l = arg;
	int64_t now_ms = l->now_ms(NULL);

	if (!l->input.hurry && now_ms - l->polled_ms < POLL_EVERY_MS)
		return false;
	l->polled_ms = now_ms;
	return input_stop(&l->input);
}

static void tell(void *arg, const struct search_report *report)
{
	struct loop *l = arg;
	responder_report(&l->responder, report);
}

void loop_init(struct loop *l, const struct loop_ends *ends)
{
	input_init(&l->input, ends->in);
	l->now_ms = ends->now_ms;
	l->polled_ms = 0;
	l->host = (struct search_host){l, now, told_to_stop, tell, ends->spread};
	responder_init(&l->responder, ends->out, ends->search);
	responder_lend(&l->responder, &l->host);
}

bool loop_step(struct loop *l)
{
	if (ferror(l->responder.out) || !input_line(&l->input))
		return false;
	input_thinking(&l->input);
	l->polled_ms = 0;
	if (!l->input.reader.too_long)
		return responder_line(&l->responder, l->input.reader.line);
	responder_too_long(&l->responder);
	return true;
}

bool loop_failed(const struct loop *l)
{
	return ferror(l->responder.out) || l->input.failed;
}
