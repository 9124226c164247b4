/* Secrets that count: see plain_secret.c. */
#ifndef GOMOKU_FUZZ_PLAIN_SECRET_H
#define GOMOKU_FUZZ_PLAIN_SECRET_H

/* The next "random" number is 1 again. */
void plain_secret_reset(void);

#endif
