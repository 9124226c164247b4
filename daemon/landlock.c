#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The kernel's own numbers (include/uapi/linux/landlock.h), here because the headers of a build
 * machine are often older than the kernel that runs; each version of the ABI added some.
 */
enum {
	VERSION_FLAG = 1,
	RULE_PATH_BENEATH = 1,

	EXECUTE = 1 << 0,
	WRITE_FILE = 1 << 1,
	READ_FILE = 1 << 2,
	READ_DIR = 1 << 3,
	REMOVE_DIR = 1 << 4,
	REMOVE_FILE = 1 << 5,
	MAKE_CHAR = 1 << 6,
	MAKE_DIR = 1 << 7,
	MAKE_REG = 1 << 8,
	MAKE_SOCK = 1 << 9,
	FIRST_ALL = (1 << 13) - 1, /* ABI 1 */
	REFER = 1 << 13,	   /* ABI 2 */
	TRUNCATE = 1 << 14,	   /* ABI 3 */
	IOCTL_DEV = 1 << 15,	   /* ABI 5 */

	NET_CONNECT = 2, /* ABI 4: of TCP; listeners come and go with the configuration */
	SCOPE_ALL = 3,	 /* ABI 6: abstract sockets and signals of others */

	OF_FILES = WRITE_FILE | READ_FILE | TRUNCATE, /* what can be said of a single file */
	READING = READ_FILE | READ_DIR,
	WRITING =
	    WRITE_FILE | TRUNCATE | REMOVE_FILE | REMOVE_DIR | MAKE_DIR | MAKE_REG | MAKE_SOCK,
};

struct ruleset {
	uint64_t files, net, scope;
};

struct path_beneath {
	uint64_t allowed;
	int32_t folder;
} __attribute__((packed));

/* What this kernel can shut off. Returns how much of the struct it knows, -1 when it has no
 * landlock. */
static int known(struct ruleset *r)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, VERSION_FLAG);

	if (abi < 1)
		return -1;
	r->files = FIRST_ALL | (abi >= 2 ? REFER : 0) | (abi >= 3 ? TRUNCATE : 0) |
		   (abi >= 5 ? IOCTL_DEV : 0);
	r->net = abi >= 4 ? NET_CONNECT : 0;
	r->scope = abi >= 6 ? SCOPE_ALL : 0;
	return (int)(abi >= 6 ? sizeof *r : (abi >= 4 ? 2 : 1) * sizeof(uint64_t));
}

static int allow(int ruleset, const struct sandbox_path *p, uint64_t can)
{
	struct path_beneath rule = {.allowed = READING | (p->write ? WRITING : 0)};
	struct stat st;
	int result = -1;

	rule.folder = open(p->path, O_PATH | O_CLOEXEC);
	if (rule.folder < 0)
		return errno == ENOENT ? 0 : -1;
	if (fstat(rule.folder, &st) == 0) {
		if (!S_ISDIR(st.st_mode))
			rule.allowed &= OF_FILES;
		rule.allowed &= can;
		result = (int)syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
	}
	close(rule.folder);
	return result;
}

int landlock_confine(const struct sandbox_path paths[], int n)
{
	struct ruleset all = {0};
	int size = known(&all), ruleset, result = 0;

	if (size < 0)
		return -1;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, (size_t)size, 0);
	if (ruleset < 0)
		return -1;
	for (int i = 0; i < n && result == 0; i++)
		result = allow(ruleset, &paths[i], all.files);
	if (result == 0)
		result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
	close(ruleset);
	return result;
}
