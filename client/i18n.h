/*
 * The language in which people are spoken to. The texts in the sources are English; a catalogue of
 * client/po has them in another language, and is chosen by the locale (LC_ALL, LC_MESSAGES, LANG,
 * LANGUAGE). What is typed (verbs, keys, options) and what programs read (--raw, files) is the same
 * in all languages.
 *
 * A text is a whole sentence wherever it can be: what is put together of parts can't be told in
 * every language. Parts of it that change place are numbered in a translation, %2$s.
 */
#ifndef GOMOKU_I18N_H
#define GOMOKU_I18N_H

#include <libintl.h>
#include <stdbool.h>

/* A text in the language of whoever looks; UTF-8. ngettext is for those with a number in them. */
#define _(text) gettext(text)
/* The same where a call can't stand, in a table: marked there, and given to _() where it is shown.
 */
#define N_(text) (text)

/*
 * Takes the language from the environment; before anything else is said. Where the system lacks the
 * locale that is asked for, which is in UTF-8, the texts are in its language all the same. In a
 * locale that is not one of UTF-8, and on the console of Linux, they are in English, which every
 * terminal can show.
 */
void i18n_init(void);
/* English from here on: what follows is for programs. */
void i18n_stop(void);
/* Whether the texts are in another language than that of the sources. */
bool i18n_foreign(void);

#endif
