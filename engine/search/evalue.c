#include "evalue.h"

const int16_t evalue_shape_score[16] = {
    [SHAPE_NONE] = 0,
    [SHAPE_ONE_SHUT] = 2,
    [SHAPE_ONE] = 6,
    [SHAPE_TWO_SHUT] = 8,
    [SHAPE_TWO] = 22,
    [SHAPE_TWO_BROAD] = 30,
    [SHAPE_THREE_SHUT] = 26,
    [SHAPE_THREE] = 80,
    [SHAPE_FOUR] = 90,
    [SHAPE_FOUR_TWICE] = 100,
    [SHAPE_FOUR_OPEN] = 400,
    [SHAPE_FIVE] = 1000,
};

const int16_t evalue_class_score[CLASS_COUNT] = {
    [CLASS_TWO_TWO] = 20,
    [CLASS_THREE_PLUS] = 20,
    [CLASS_THREE_THREE] = 120,
    [CLASS_FOUR_PLUS] = 20,
    [CLASS_FOUR_THREE] = 250,
    [CLASS_FOUR_OPEN] = 400,
    [CLASS_FIVE] = 2000,
};

const int16_t evalue_tempo = 20;

const int16_t evalue_own[CLASS_COUNT][EVALUE_COUNTED] = {
    [CLASS_TWO_TWO] = {8, 16, 24},
    [CLASS_THREE] = {15, 25, 35},
    [CLASS_THREE_PLUS] = {40, 60, 80},
    [CLASS_THREE_THREE] = {120, 150, 170},
    [CLASS_FOUR] = {20, 30, 40},
    [CLASS_FOUR_PLUS] = {60, 90, 110},
    [CLASS_FOUR_THREE] = {300, 350, 400},
};

const int16_t evalue_other[CLASS_COUNT][EVALUE_COUNTED] = {
    [CLASS_TWO_TWO] = {4, 8, 12},
    [CLASS_THREE] = {5, 10, 15},
    [CLASS_THREE_PLUS] = {12, 20, 30},
    [CLASS_THREE_THREE] = {40, 70, 100},
    [CLASS_FOUR] = {8, 14, 20},
    [CLASS_FOUR_PLUS] = {20, 35, 50},
    [CLASS_FOUR_THREE] = {80, 140, 180},
    [CLASS_FOUR_OPEN] = {150, 200, 250},
};

/* A row of five points that only one colour has stones on, by their number. */
static const int16_t five_value[5] = {0, 1, 4, 12, 24};

void evalue_lines(int16_t value[static PATTERN_VALUES])
{
	for (uint32_t key = 0; key < PATTERN_VALUES; key++) {
		int sum = 0;
		for (int first = -PATTERN_VALUE_REACH; first <= 0; first++) {
			int count[4] = {0};
			for (int i = first; i < first + 5; i++)
				if (i != 0)
					count[key >> pattern_shift(PATTERN_VALUE_REACH, i) & 3]++;
			if (count[3] == 0 && count[2] == 0)
				sum += five_value[count[1]];
			else if (count[3] == 0 && count[1] == 0)
				sum -= five_value[count[2]];
		}
		value[key] = (int16_t)sum;
	}
}
