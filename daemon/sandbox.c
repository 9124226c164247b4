#include "sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "landlock.h"
#include "log.h"
#include "syscalls.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

#define LOW_PORTS (UINT64_C(1) << CAP_NET_BIND_SERVICE)

static char layers[128] = "none";

static void add_layer(const char *name)
{
	size_t len = strcmp(layers, "none") == 0 ? 0 : strlen(layers);

	snprintf(layers + len, sizeof layers - len, "%s%s", len ? "," : "", name);
}

static void lacking(const char *name)
{
	log_warn("event=sandbox-lacks layer=%s reason=\"%s\"", name, strerror(errno));
}

const char *sandbox_layers(void)
{
	return layers;
}

/* Leaves the process just those capabilities, a bit each. */
static int set_capabilities(uint64_t kept)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {
	    {.effective = (uint32_t)kept, .permitted = (uint32_t)kept},
	    {.effective = (uint32_t)(kept >> 32), .permitted = (uint32_t)(kept >> 32)},
	};

	return (int)syscall(SYS_capset, &header, data);
}

/* Gives a folder and the files right in it to a user. Links are not followed. */
static int give(const char *folder, uid_t uid, gid_t gid)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	int result = 0;

	if (!d)
		return -1;
	while ((e = readdir(d)) && result == 0)
		if (strcmp(e->d_name, "..") != 0)
			result = fchownat(dirfd(d), e->d_name, uid, gid, AT_SYMLINK_NOFOLLOW);
	closedir(d);
	return result;
}

int sandbox_user(const char *user, const char *state, char *error, size_t cap)
{
	const struct passwd *p;

	if (!*user)
		return 0;
	errno = 0;
	if (!(p = getpwnam(user))) {
		snprintf(error, cap, "user = \"%s\": there is no such user", user);
		return -1;
	}
	if (p->pw_uid == geteuid())
		return 0;
	if (geteuid() != 0) {
		snprintf(error, cap,
		    "user = \"%s\": only root can become another user; start gomokud as root or as "
		    "%s",
		    user, user);
		return -1;
	}
	if (give(state, p->pw_uid, p->pw_gid) < 0) {
		snprintf(error, cap, "can't give the state folder %s to %s: %s", state, user,
		    strerror(errno));
		return -1;
	}
	if (initgroups(user, p->pw_gid) < 0 || setresgid(p->pw_gid, p->pw_gid, p->pw_gid) < 0 ||
	    prctl(PR_SET_KEEPCAPS, 1) < 0 || setresuid(p->pw_uid, p->pw_uid, p->pw_uid) < 0 ||
	    set_capabilities(LOW_PORTS) < 0) {
		snprintf(error, cap, "can't become %s: %s", user, strerror(errno));
		return -1;
	}
	add_layer("user");
	return 0;
}

void sandbox_files(const struct sandbox_path paths[], int n, bool low_ports, bool wanted)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		add_layer("no-new-privs");
	else
		lacking("no-new-privs");
	/* Who has not that of low ports can't keep it, and has none. */
	if ((low_ports && set_capabilities(LOW_PORTS) == 0) || set_capabilities(0) == 0)
		add_layer("capabilities");
	else
		lacking("capabilities");
	if (SANITIZED || !wanted) {
		log_warn("event=sandbox-off layers=landlock,seccomp reason=\"%s\"",
		    wanted ? "a build with sanitizers" : "sandbox = no");
		return;
	}
	if (landlock_confine(paths, n) == 0)
		add_layer("landlock");
	else
		lacking("landlock");
}

void sandbox_calls(bool wanted)
{
	if (SANITIZED || !wanted)
		return;
	if (syscalls_confine() == 0)
		add_layer("seccomp");
	else
		lacking("seccomp");
}

void sandbox_helper(const struct sandbox_path paths[], int n, bool wanted)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	set_capabilities(0);
	if (SANITIZED || !wanted)
		return;
	landlock_confine(paths, n);
	syscalls_confine_helper();
}

int sandbox_stranger(void)
{
	if (SANITIZED)
		return 0;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? syscalls_confine_stranger() : -1;
}
