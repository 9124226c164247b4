/* Numbers that nobody can guess, from the kernel. */
#ifndef GOMOKUD_SECRET_H
#define GOMOKUD_SECRET_H

#include <stddef.h>
#include <stdint.h>

uint32_t secret_number(void);
/* Fills buf with cap - 1 random letters and digits (base32 without look-alikes) and a NUL. */
void secret_id(char *buf, size_t cap);

#endif
