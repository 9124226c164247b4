#include "self.h"

#include <string.h>
#include <unistd.h>

int self_folder(char path[static PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
	char *slash;

	if (n <= 0)
		return -1;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (slash == NULL)
		return -1;
	*slash = '\0';
	return 0;
}
