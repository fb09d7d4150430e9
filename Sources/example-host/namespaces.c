// What a program gets to see of the machine, inside the sandbox that the host itself runs in.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host.h"

static bool fail(const struct run *run, const char *what) {
  eh_fail(run->page, what, strerror(errno));
  return false;
}

static bool start_loopback(void) {
  int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  struct ifreq request = {.ifr_flags = IFF_UP | IFF_RUNNING};
  strcpy(request.ifr_name, "lo");
  bool done = ioctl(descriptor, SIOCSIFFLAGS, &request) == 0;
  close(descriptor);
  return done;
}

/// Has the kernel itself refuse to number more processes and threads than a program may have, at least 301. Kernels
/// before 6.14 have no such limit per namespace; there the guard's counting, and RLIMIT_NPROC, are what there is.
static void limit_process_numbers(uint32_t processes) {
  int file = open("/proc/sys/kernel/pid_max", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  dprintf(file, "%u", processes + 512);
  close(file);
}

bool eh_enter_namespaces(const struct run *run) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return fail(run, "the sandbox's files cannot be made private");
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
    return fail(run, "the program's own /proc cannot be had");
  limit_process_numbers(run->request.processes);
  char size[96];
  // A file takes memory of the kernel's even when it is empty.
  snprintf(size, sizeof size, "mode=1777,nr_inodes=16384,size=%llu", (unsigned long long)run->request.file_size);
  if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, size) != 0) return fail(run, "its /tmp cannot be had");
  if (mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, size) != 0 && errno != ENOENT)
    return fail(run, "its shared memory cannot be had");
  // Of the traces it sees its own folder only.
  if (*run->trace != 0 && mount(run->trace, TRACE, NULL, MS_BIND, NULL) != 0)
    return fail(run, "its trace folder cannot be had");
  // Covered, since what a more privileged namespace mounted cannot be taken away in this one: so it is for an ordinary user.
  if (mount("tmpfs", RUNS, "tmpfs", MS_NOSUID | MS_NODEV | MS_RDONLY, "size=4k,mode=0555") != 0)
    return fail(run, "the other traces cannot be hidden");
  // These belong to the host's sandbox, so what an example left there would be found by the next.
  const char *shared[] = {"/run", "/dev"};
  for (size_t index = 0; index < sizeof shared / sizeof *shared; index++)
    if (mount(NULL, shared[index], NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) != 0 &&
        mount(NULL, shared[index], NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID, NULL) != 0)
      return fail(run, "the sandbox's own folders cannot be protected");
  if (run->request.flags & EH_NETWORK && !start_loopback()) return fail(run, "loopback cannot be had");
  return true;
}

bool eh_drop_privileges(struct page *page) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    eh_fail(page, "privileges cannot be given up", strerror(errno));
    return false;
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int capability = 0; capability <= CAP_LAST_CAP; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  if (syscall(SYS_capset, &header, none) != 0) {
    eh_fail(page, "privileges cannot be given up", strerror(errno));
    return false;
  }
  return true;
}
