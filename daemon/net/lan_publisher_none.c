/* In place of lan_publisher.c where Avahi's library is missing. */
#include "lan_publisher.h"

bool lan_publisher_is_built(void)
{
	return false;
}

void lan_publisher_run(int fd)
{
	(void)fd;
}
