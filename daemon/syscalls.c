#include "syscalls.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <linux/sockios.h>
#include <seccomp.h>

enum { SOCKET_KIND = 15 }; /* of a socket's type: the rest are flags */

/* By what needs them. One that a machine does not have is passed over. */
static const char *const allowed[] = {
    /* memory, threads, the end; mmap, mprotect and clone below */
    "brk",
    "munmap",
    "mremap",
    "madvise",
    "futex",
    "rseq",
    "set_robust_list",
    "sched_yield",
    "sched_getaffinity",
    "restart_syscall",
    "exit",
    "exit_group",
    /* signals, ids, limits, time, chance */
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sigaltstack",
    "tgkill",
    "getpid",
    "gettid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getppid",
    "getrusage",
    "getrlimit",
    "prlimit64",
    "sysinfo",
    "uname",
    "clock_gettime",
    "clock_getres",
    "clock_nanosleep",
    "nanosleep",
    "gettimeofday",
    "time",
    "times",
    "getrandom",
    /* the loop and the connections */
    "epoll_create1",
    "epoll_ctl",
    "epoll_wait",
    "epoll_pwait",
    "epoll_pwait2",
    "poll",
    "ppoll",
    "eventfd2",
    "timerfd_create",
    "timerfd_settime",
    "pipe2",
    "accept",
    "accept4",
    "getsockname",
    "getpeername",
    "setsockopt",
    "getsockopt",
    "shutdown",
    "recvfrom",
    "recvmsg",
    "sendto",
    "sendmsg",
    "bind",
    "listen",
    "read",
    "readv",
    "write",
    "writev",
    "close",
    "dup",
    "dup2",
    "dup3",
    /* the spawner's end */
    "wait4",
    "waitid",
    /* files: journal, database, certificate, configuration */
    "open",
    "openat",
    "creat",
    "fcntl",
    "flock",
    "stat",
    "lstat",
    "fstat",
    "newfstatat",
    "fstatat64",
    "statx",
    "statfs",
    "fstatfs",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "getcwd",
    "lseek",
    "_llseek",
    "pread64",
    "pwrite64",
    "preadv",
    "pwritev",
    "ftruncate",
    "fallocate",
    "fadvise64",
    "fsync",
    "fdatasync",
    "sync_file_range",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "chmod",
    "fchmod",
    "fchmodat",
    "fchown",
    "fchownat",
    "umask",
    "utimensat",
    "getdents",
    "getdents64",
    "copy_file_range",
    "sendfile",
};

/* A fault that the code can meet: it is told no. */
static const char *const refused[] = {"fork", "vfork", "kill", "tkill", "rt_sigqueueinfo",
    "connect", "socketpair", "setuid", "setgid", "setresuid", "setresgid", "setgroups", "capset",
    "chroot", "mount", "umount2", "pivot_root", "unshare", "setns", "bpf", "perf_event_open",
    "io_uring_setup", "userfaultfd", "keyctl", "add_key", "request_key", "init_module",
    "finit_module", "kexec_load", "reboot", "swapon", "swapoff", "symlink", "symlinkat", "mknod",
    "mknodat", "chown", "lchown"};

/* What nothing here ever does, but whoever has broken in would. */
static const char *const fatal_calls[] = {
    "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "personality"};

static int add(scmp_filter_ctx f, uint32_t action, const char *const names[], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int number = seccomp_syscall_resolve_name(names[i]);

		if (number != __NR_SCMP_ERROR && seccomp_rule_add(f, action, number, 0) < 0)
			return -1;
	}
	return 0;
}

/* Calls that depend on what they are given. */
static int add_parted(scmp_filter_ctx f)
{
	const uint32_t no = SCMP_ACT_ERRNO(EPERM), yes = SCMP_ACT_ALLOW;
	const unsigned requests[] = {TCGETS, FIONREAD, FIONBIO, SIOCOUTQ};

	/* Threads are made, processes are not. */
	if (seccomp_rule_add(f, yes, SCMP_SYS(clone), 1,
		SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)) < 0 ||
	    seccomp_rule_add(
		f, no, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) < 0 ||
	    /* No memory can be run that can be written, or was. */
	    seccomp_rule_add(f, yes, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) <
		0 ||
	    seccomp_rule_add(
		f, no, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)) < 0 ||
	    seccomp_rule_add(
		f, yes, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) < 0 ||
	    seccomp_rule_add(f, no, SCMP_SYS(mprotect), 1,
		SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)) < 0 ||
	    /* Sockets to listen on, which another configuration may want, and local ones. */
	    seccomp_rule_add(f, yes, SCMP_SYS(socket), 2, SCMP_A0(SCMP_CMP_EQ, AF_INET, 0),
		SCMP_A1(SCMP_CMP_MASKED_EQ, SOCKET_KIND, SOCK_STREAM)) < 0 ||
	    seccomp_rule_add(f, yes, SCMP_SYS(socket), 2, SCMP_A0(SCMP_CMP_EQ, AF_INET6, 0),
		SCMP_A1(SCMP_CMP_MASKED_EQ, SOCKET_KIND, SOCK_STREAM)) < 0 ||
	    seccomp_rule_add(f, yes, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX, 0)) < 0)
		return -1;
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		if (seccomp_rule_add(
			f, yes, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_EQ, requests[i], 0)) < 0)
			return -1;
	return 0;
}

#define COUNT(a) (sizeof(a) / sizeof *(a))

int syscalls_confine(void)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
	int result = -1;

	if (!f) {
		errno = ENOMEM;
		return -1;
	}
	if (seccomp_attr_set(f, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
	    add(f, SCMP_ACT_ALLOW, allowed, COUNT(allowed)) == 0 &&
	    add(f, SCMP_ACT_ERRNO(EPERM), refused, COUNT(refused)) == 0 &&
	    add(f, SCMP_ACT_KILL_PROCESS, fatal_calls, COUNT(fatal_calls)) == 0 &&
	    add_parted(f) == 0) {
		result = seccomp_load(f);
		errno = -result;
	} else {
		errno = EINVAL;
	}
	seccomp_release(f);
	return result < 0 ? -1 : 0;
}

int syscalls_confine_helper(void)
{
	const uint32_t no = SCMP_ACT_ERRNO(EPERM);
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
	int result = -1;

	if (!f)
		return -1;
	if (add(f, SCMP_ACT_KILL_PROCESS, fatal_calls, COUNT(fatal_calls)) == 0)
		result =
		    seccomp_rule_add(f, no, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_GE, AF_MAX, 0));
	/* One comparison of an argument is all that a rule can have. */
	for (unsigned family = 0; family < AF_MAX && result == 0; family++)
		if (family != AF_UNIX && family != AF_NETLINK)
			result = seccomp_rule_add(
			    f, no, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, family, 0));
	if (result == 0)
		result = seccomp_load(f);
	seccomp_release(f);
	return result < 0 ? -1 : 0;
}

int syscalls_confine_stranger(void)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
	int result = -1;

	if (!f)
		return -1;
	if (seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1,
		SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0)) == 0)
		result = seccomp_load(f);
	seccomp_release(f);
	return result < 0 ? -1 : 0;
}
