#include "eval.h"

#include "evalue.h"
#include "table.h"

/* What the points of one class are worth by their number. */
static int counted(const int16_t value[static EVALUE_COUNTED], int count)
{
	if (count == 0)
		return 0;
	return value[count < EVALUE_COUNTED ? count - 1 : EVALUE_COUNTED - 1];
}

int eval_position(const struct position *p)
{
	int side = p->side, value = side == 0 ? p->lines : -p->lines;

	value += p->points[side] + evalue_tempo;
	for (int class = CLASS_TWO; class < CLASS_FIVE; class ++) {
		value += counted(evalue_own[class], p->count[side][class]);
		value -= counted(evalue_other[class], p->count[side ^ 1][class]);
	}
	return value > VALUE_MOST ? VALUE_MOST : value < -VALUE_MOST ? -VALUE_MOST : value;
}
