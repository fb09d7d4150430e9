// Which system calls an example does not get: those that no example needs and that widen what it could attack, those
// that would have memory where nothing counts it, and those with which it could reach its guard.
//
// docs/verification.md has the table for readers.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host.h"

#if defined(__x86_64__)
enum { architecture = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { architecture = AUDIT_ARCH_AARCH64 };
#else
#error "the filter of system calls is not written for this architecture"
#endif

// Numbers from 424 on are the same everywhere; headers may be older than the kernel.
enum {
  call_io_uring_setup = 425,
  call_io_uring_enter = 426,
  call_io_uring_register = 427,
  call_open_tree = 428,
  call_move_mount = 429,
  call_fsopen = 430,
  call_fsconfig = 431,
  call_fsmount = 432,
  call_fspick = 433,
  call_clone3 = 435,
  call_pidfd_getfd = 438,
  call_process_madvise = 440,
  call_mount_setattr = 442,
  call_quotactl_fd = 443,
  call_memfd_secret = 447,
  call_process_mrelease = 448,
  call_statmount = 457,
  call_listmount = 458,
  call_lsm_set_self_attr = 460,
  call_open_tree_attr = 467,
  // What comes after is newer than this filter.
  call_last_known = 469,
};

struct filter {
  struct sock_filter steps[500];
  unsigned short length;
};
static struct filter filters[2];

static void step(struct filter *filter, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  if (filter->length == sizeof filter->steps / sizeof *filter->steps) abort();
  filter->steps[filter->length++] = (struct sock_filter)BPF_JUMP(code, value, yes, no);
}

/// How far a condition goes, which must not be too far; that is known as soon as a host has started once.
static uint8_t distance(int steps) {
  if (steps < 0 || steps > UINT8_MAX) abort();
  return (uint8_t)steps;
}

static void load(struct filter *filter, size_t offset) {
  step(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

// Numbers, flags and kinds fit in the lower half of an argument; both architectures store that first.
static void load_argument(struct filter *filter, int index) {
  load(filter, offsetof(struct seccomp_data, args) + (size_t)index * 8);
}

static void allow(struct filter *filter) { step(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0); }

static void refuse(struct filter *filter, int error) {
  step(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error, 0, 0);
}

static void allow_if_equal(struct filter *filter, uint32_t value) {
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  allow(filter);
}

static void refuse_if_equal(struct filter *filter, uint32_t value, int error) {
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  refuse(filter, error);
}

static void filter_socket(struct filter *filter, bool network) {
  if (!network) return refuse(filter, EPERM);
  load_argument(filter, 0);
  allow_if_equal(filter, AF_UNIX);
  // The list of the machine's own addresses.
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 3);
  load_argument(filter, 2);
  allow_if_equal(filter, NETLINK_ROUTE);
  load_argument(filter, 0);
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0);
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0);
  refuse(filter, EPERM);
  load_argument(filter, 2);
  uint32_t protocols[] = {0, IPPROTO_TCP, IPPROTO_UDP, IPPROTO_ICMP, IPPROTO_ICMPV6};
  for (size_t index = 0; index < sizeof protocols / sizeof *protocols; index++)
    allow_if_equal(filter, protocols[index]);
  refuse(filter, EPERM);
}

static void filter_pair(struct filter *filter, bool network) {
  load_argument(filter, 0);
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
  refuse(filter, EPERM);
  load_argument(filter, 1);
  // The kind stands beside flags.
  step(filter, BPF_ALU | BPF_AND | BPF_K, 0xF, 0, 0);
  allow_if_equal(filter, SOCK_STREAM);
  allow_if_equal(filter, SOCK_SEQPACKET);
  // Others can be connected anew: to those of another program in the same network.
  if (!network) refuse(filter, EPERM);
}

static void filter_clone(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 0);
  step(filter, BPF_JMP | BPF_JSET | BPF_K,
       CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP, 0, 1);
  refuse(filter, EPERM);
}

static void filter_mmap(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 3);
  // Shared memory without a file stays when it is no longer mapped anywhere. One bit tells what is shared, in either
  // kind.
  step(filter, BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 2);
  step(filter, BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1);
  refuse(filter, EPERM);
}

static void filter_fcntl(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 1);
  refuse_if_equal(filter, F_SETPIPE_SZ, EPERM);
}

static void filter_ioctl(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 1);
  refuse_if_equal(filter, TIOCSTI, EPERM);
  refuse_if_equal(filter, TIOCLINUX, EPERM);
}

static void filter_prctl(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 0);
  // What cannot be looked into could not be counted.
  refuse_if_equal(filter, PR_SET_DUMPABLE, EPERM);
  refuse_if_equal(filter, PR_SET_SECCOMP, EPERM);
  refuse_if_equal(filter, PR_SET_MM, EPERM);
}

static void filter_personality(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 0);
  allow_if_equal(filter, 0);
  allow_if_equal(filter, 0xFFFFFFFF);
  refuse(filter, EPERM);
}

static void filter_setpriority(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 0);
  // Those of a user include the guard.
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, PRIO_PROCESS, 1, 0);
  refuse(filter, EPERM);
  load_argument(filter, 1);
  refuse_if_equal(filter, 1, EPERM);
}

/// A call whose first argument names a process: not the first of the namespace, which is the guard.
static void filter_process(struct filter *filter, bool network) {
  (void)network;
  load_argument(filter, 0);
  refuse_if_equal(filter, 1, EPERM);
}

/// What becomes of a system call: an error, or a closer look, which refuses or goes to its end.
struct rule {
  int number, error;
  void (*look)(struct filter *filter, bool network);
};

static const struct rule rules[] = {
    // Mounts and roots.
    {SYS_mount, EPERM},
    {SYS_umount2, EPERM},
    {SYS_pivot_root, EPERM},
    {SYS_chroot, EPERM},
    {call_open_tree, EPERM},
    {call_open_tree_attr, EPERM},
    {call_move_mount, EPERM},
    {call_fsopen, EPERM},
    {call_fsconfig, EPERM},
    {call_fsmount, EPERM},
    {call_fspick, EPERM},
    {call_mount_setattr, EPERM},
    {call_statmount, EPERM},
    {call_listmount, EPERM},
    {SYS_open_by_handle_at, EPERM},
    {SYS_name_to_handle_at, EPERM},
    {SYS_quotactl, EPERM},
    {call_quotactl_fd, EPERM},
    {SYS_swapon, EPERM},
    {SYS_swapoff, EPERM},
    {SYS_fanotify_init, EPERM},
    {SYS_acct, EPERM},
    // Namespaces; see also clone below.
    {SYS_unshare, EPERM},
    {SYS_setns, EPERM},
    {SYS_sethostname, EPERM},
    {SYS_setdomainname, EPERM},
    // The C library takes the older call, whose flags can be seen.
    {call_clone3, ENOSYS},
    // Other processes.
    {SYS_ptrace, EPERM},
    {SYS_process_vm_readv, EPERM},
    {SYS_process_vm_writev, EPERM},
    {SYS_kcmp, EPERM},
    {call_pidfd_getfd, EPERM},
    {call_process_madvise, EPERM},
    {call_process_mrelease, EPERM},
    {SYS_move_pages, EPERM},
    {SYS_migrate_pages, EPERM},
    {SYS_ioprio_set, EPERM},
    // Large parts of the kernel.
    {SYS_bpf, EPERM},
    {SYS_perf_event_open, EPERM},
    {SYS_userfaultfd, EPERM},
    {SYS_keyctl, EPERM},
    {SYS_add_key, EPERM},
    {SYS_request_key, EPERM},
    {SYS_seccomp, EPERM},
    {call_lsm_set_self_attr, EPERM},
    {call_io_uring_setup, ENOSYS},
    {call_io_uring_enter, ENOSYS},
    {call_io_uring_register, ENOSYS},
    // The machine.
    {SYS_reboot, EPERM},
    {SYS_kexec_load, EPERM},
#ifdef SYS_kexec_file_load
    {SYS_kexec_file_load, EPERM},
#endif
    {SYS_init_module, EPERM},
    {SYS_finit_module, EPERM},
    {SYS_delete_module, EPERM},
    {SYS_settimeofday, EPERM},
    {SYS_clock_settime, EPERM},
    {SYS_clock_adjtime, EPERM},
    {SYS_adjtimex, EPERM},
    {SYS_syslog, EPERM},
    {SYS_vhangup, EPERM},
    {SYS_nfsservctl, EPERM},
    {SYS_lookup_dcookie, EPERM},
#ifdef SYS_iopl
    {SYS_iopl, EPERM},
    {SYS_ioperm, EPERM},
    {SYS_modify_ldt, EPERM},
    {SYS_uselib, EPERM},
    {SYS_ustat, EPERM},
    {SYS_sysfs, EPERM},
    {SYS__sysctl, EPERM},
#endif
    // Memory that belongs to no process and to no folder.
    {SYS_memfd_create, ENOSYS},
    {call_memfd_secret, ENOSYS},
    {SYS_vmsplice, ENOSYS},
    {SYS_shmget, ENOSYS},
    {SYS_shmat, ENOSYS},
    {SYS_shmctl, ENOSYS},
    {SYS_shmdt, ENOSYS},
    {SYS_semget, ENOSYS},
    {SYS_semop, ENOSYS},
    {SYS_semtimedop, ENOSYS},
    {SYS_semctl, ENOSYS},
    {SYS_msgget, ENOSYS},
    {SYS_msgsnd, ENOSYS},
    {SYS_msgrcv, ENOSYS},
    {SYS_msgctl, ENOSYS},
    {SYS_mq_open, ENOSYS},
    {SYS_mq_unlink, ENOSYS},
    {SYS_mq_timedsend, ENOSYS},
    {SYS_mq_timedreceive, ENOSYS},
    {SYS_mq_notify, ENOSYS},
    {SYS_mq_getsetattr, ENOSYS},
    // Looked at more closely.
    {SYS_clone, .look = filter_clone},
    {SYS_mmap, .look = filter_mmap},
    {SYS_fcntl, .look = filter_fcntl},
    {SYS_ioctl, .look = filter_ioctl},
    {SYS_prctl, .look = filter_prctl},
    {SYS_personality, .look = filter_personality},
    {SYS_setpriority, .look = filter_setpriority},
    {SYS_prlimit64, .look = filter_process},
    {SYS_sched_setscheduler, .look = filter_process},
    {SYS_sched_setparam, .look = filter_process},
    {SYS_sched_setattr, .look = filter_process},
    {SYS_sched_setaffinity, .look = filter_process},
    {SYS_socket, .look = filter_socket},
    {SYS_socketpair, .look = filter_pair},
};

enum { most_rules = sizeof rules / sizeof *rules, few_rules = 3 };

static int compare(const void *left, const void *right) {
  return ((const struct rule *)left)->number - ((const struct rule *)right)->number;
}

/// Rules in the order of their numbers, halved until few are left: the kernel goes through the filter for each number
/// once when it is installed, which is at the start of each program.
static void write_rules(struct filter *filter, const struct rule *sorted, size_t count, bool network) {
  if (count > few_rules) {
    size_t half = count / 2;
    unsigned short fork = filter->length;
    step(filter, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)sorted[half].number, 0, 0);
    write_rules(filter, sorted, half, network);
    filter->steps[fork].jt = distance(filter->length - fork - 1);
    write_rules(filter, sorted + half, count - half, network);
    return;
  }
  for (size_t index = 0; index < count; index++) {
    unsigned short begin = filter->length;
    step(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)sorted[index].number, 0, 0);
    if (sorted[index].look == NULL) {
      refuse(filter, sorted[index].error);
    } else {
      sorted[index].look(filter, network);
      allow(filter);
    }
    filter->steps[begin].jf = distance(filter->length - begin - 1);
  }
  allow(filter);
}

static void prepare(struct filter *filter, bool network) {
  struct rule sorted[most_rules];
  memcpy(sorted, rules, sizeof rules);
  qsort(sorted, most_rules, sizeof *sorted, compare);
  load(filter, offsetof(struct seccomp_data, arch));
  step(filter, BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
  refuse(filter, ENOSYS);
  load(filter, offsetof(struct seccomp_data, nr));
  // Also the other table of x86, whose numbers have bit 30.
  step(filter, BPF_JMP | BPF_JGT | BPF_K, call_last_known, 0, 1);
  refuse(filter, ENOSYS);
  write_rules(filter, sorted, most_rules, network);
}

void eh_prepare_filters(void) {
  prepare(&filters[0], false);
  prepare(&filters[1], true);
}

bool eh_filter_calls(bool network) {
  struct sock_fprog program = {.len = filters[network].length, .filter = filters[network].steps};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
