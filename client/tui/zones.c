#include "zones.h"

#include <stdio.h>
#include <string.h>

/* Room for another one, or NULL. */
static struct zone *add(struct zones *zones, int y, int x, int width)
{
	struct zone *z;

	if (zones == NULL || zones->count == ZONES_MAX || width <= 0)
		return NULL;
	z = &zones->zone[zones->count++];
	*z = (struct zone){.y = y, .x = x, .width = width};
	return z;
}

void zones_add(struct zones *zones, int y, int x, int width, enum zone_kind kind, int number)
{
	struct zone *z = add(zones, y, x, width);

	if (z == NULL)
		return;
	z->kind = kind;
	z->number = number;
}

static void add_press(struct zones *zones, int y, int x, int width, struct press press)
{
	struct zone *z = add(zones, y, x, width);

	if (z != NULL)
		z->press = press;
}

void zones_add_char(struct zones *zones, int y, int x, int width, uint32_t c)
{
	add_press(zones, y, x, width, (struct press){.kind = PRESS_CHAR, .code = c});
}

/* Whether text begins with this word, and something is said behind it. */
static bool begins(const char *text, const char *word)
{
	size_t len = strlen(word);

	return strncmp(text, word, len) == 0 && text[len] == ' ' && text[len + 1] != '\0';
}

/* The key that text begins with; false: with none. */
static bool read_key(const char *text, struct press *press)
{
	static const struct {
		const char *word;
		enum press_kind kind;
	} keys[] = {{"Enter", PRESS_ENTER}, {"Tab", PRESS_TAB}, {"Esc", PRESS_ESCAPE}};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (begins(text, keys[i].word)) {
			*press = (struct press){.kind = keys[i].kind};
			return true;
		}
	if (text[0] <= ' ' || text[0] >= 0x7F || text[1] != ' ' || text[2] == '\0')
		return false;
	*press = (struct press){.kind = PRESS_CHAR, .code = (unsigned char)text[0]};
	return true;
}

/* A part of a text that says one thing. */
static void add_part(struct zones *zones, int y, int x, int width, const char *part)
{
	struct press press;
	size_t word;
	struct zone *z;

	if (part[0] == ':' && (word = strcspn(part + 1, " ")) > 0) {
		/* With an argument, ":play 2", it ends where what it does is told. */
		if (part[1 + word] == ' ' && part[2 + word] >= '0' && part[2 + word] <= '9')
			word += 1 + strspn(part + 2 + word, "0123456789");
		z = add(zones, y, x, width);
		if (z == NULL)
			return;
		z->kind = ZONE_COMMAND;
		snprintf(z->command, sizeof(z->command), "%.*s", (int)word, part + 1);
	} else if (read_key(part, &press)) {
		/* Two keys may do one thing, "< > step". */
		if (part[2] != '\0' && part[3] == ' ' && press.kind == PRESS_CHAR) {
			add_press(zones, y, x, 2, press);
			add_part(zones, y, x + 2, width - 2, part + 2);
		} else
			add_press(zones, y, x, width, press);
	}
}

/* The end of the part that begins at text, and where the next one begins. */
static const char *part_end(const struct style *style, const char *text, const char **next)
{
	const char *dot = style->signs->dot;
	size_t len = strlen(dot);

	for (const char *p = text; *p != '\0'; p++) {
		if (*p == ' ' && strncmp(p + 1, dot, len) == 0 && p[1 + len] == ' ') {
			*next = p + len + 2;
			return p;
		}
		if (strncmp(p, "   ", 3) == 0) {
			*next = p + strspn(p, " ");
			return p;
		}
		if (p > text && p[0] == ':' && p[1] == ' ') {
			*next = p + 2;
			return p;
		}
	}
	*next = text + strlen(text);
	return *next;
}

void zones_add_text(struct zones *zones, const struct style *style, int y, int x, const char *text)
{
	const char *p = text, *next;

	while (zones != NULL && *p != '\0') {
		const char *end = part_end(style, p, &next);
		char before[600], part[600];

		snprintf(before, sizeof(before), "%.*s", (int)(p - text), text);
		snprintf(part, sizeof(part), "%.*s", (int)(end - p), p);
		add_part(zones, y, x + style_width(style, before), style_width(style, part), part);
		p = next;
	}
}

const struct zone *zones_at(const struct zones *zones, int y, int x)
{
	for (int i = zones == NULL ? 0 : zones->count; i > 0; i--) {
		const struct zone *z = &zones->zone[i - 1];

		if (z->y == y && x >= z->x && x < z->x + z->width)
			return z;
	}
	return NULL;
}
