#include "confine.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <seccomp.h>

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

/* Input and output, memory, threads, time, and the ways to end. */
static const char *const allowed[] = {"read", "write", "writev", "poll", "ppoll", "close", "fstat",
    "newfstatat", "fstatat64", "statx", "lseek", "_llseek", "brk", "munmap", "mremap", "madvise",
    "futex", "rseq", "set_robust_list", "sched_yield", "sched_getaffinity", "restart_syscall",
    "exit", "exit_group", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "tgkill",
    "getpid", "gettid", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep",
    "gettimeofday", "time", "getrandom", "prlimit64", "getrlimit", "sysinfo"};

/* Memory that is not run, threads but no processes, and what stdio asks of a terminal. */
static int add_parted(scmp_filter_ctx f)
{
	return seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
		   SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)) < 0 ||
	       seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
		   SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) < 0 ||
	       seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
		   SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) < 0 ||
	       seccomp_rule_add(
		   f, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_EQ, TCGETS, 0)) < 0 ||
	       /* ENOSYS, after which the C library makes a thread by clone. */
	       seccomp_rule_add(f, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) < 0;
}

int confine(void)
{
	scmp_filter_ctx f;
	int result = -1;

	if (SANITIZED)
		return 0;
	if (!(f = seccomp_init(SCMP_ACT_ERRNO(EPERM))))
		return -1;
	if (seccomp_attr_set(f, SCMP_FLTATR_CTL_TSYNC, 1) == 0 && add_parted(f) == 0) {
		result = 0;
		for (size_t i = 0; i < sizeof allowed / sizeof *allowed && result == 0; i++) {
			int number = seccomp_syscall_resolve_name(allowed[i]);

			if (number != __NR_SCMP_ERROR)
				result = seccomp_rule_add(f, SCMP_ACT_ALLOW, number, 0);
		}
	}
	if (result == 0)
		result = seccomp_load(f);
	seccomp_release(f);
	return result < 0 ? -1 : 0;
}
