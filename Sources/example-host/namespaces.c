// What a program gets to see of the machine, inside the sandbox that the host itself runs in.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host.h"

// The C library may be older than these calls; their numbers are the same everywhere.
enum { call_fsopen = 430, call_fsconfig = 431, call_fsmount = 432, create_command = 6 };

/// A whole /proc that stands in no folder, so that only the caller has it, and for as long as it is open.
static int open_settings(void) {
  int context = (int)syscall(call_fsopen, "proc", 1 /* FSOPEN_CLOEXEC */);
  if (context < 0) return -1;
  int folder = -1;
  if (syscall(call_fsconfig, context, create_command, NULL, NULL, 0) == 0)
    folder = (int)syscall(call_fsmount, context, 1 /* FSMOUNT_CLOEXEC */, 0);
  close(context);
  return folder;
}

static bool set(int settings, const char *name, const char *value) {
  int file = openat(settings, name, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool done = write(file, value, strlen(value)) > 0;
  close(file);
  return done;
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

static bool give_up(int capability) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2];
  if (syscall(SYS_capget, &header, sets) != 0) return false;
  struct __user_cap_data_struct *half = &sets[capability / 32];
  uint32_t bit = 1u << capability % 32;
  half->effective &= ~bit;
  half->permitted &= ~bit;
  half->inheritable &= ~bit;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_LOWER, capability, 0, 0);
  return syscall(SYS_capset, &header, sets) == 0;
}

/// The devices are the machine's own: root's programs could change their modes, were they not mounted to be read only,
/// which for a device means all but its contents. What else is said of the mount has to stay.
static bool protect_devices(void) {
  const char *devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};
  for (size_t index = 0; index < sizeof devices / sizeof *devices; index++) {
    struct statvfs now;
    if (statvfs(devices[index], &now) != 0) return false;
    unsigned long flags = MS_REMOUNT | MS_BIND | MS_RDONLY;
    if (now.f_flag & ST_NOSUID) flags |= MS_NOSUID;
    if (now.f_flag & ST_NODEV) flags |= MS_NODEV;
    if (now.f_flag & ST_NOEXEC) flags |= MS_NOEXEC;
    if (now.f_flag & ST_NOATIME) flags |= MS_NOATIME;
    if (now.f_flag & ST_NODIRATIME) flags |= MS_NODIRATIME;
    if (now.f_flag & ST_RELATIME) flags |= MS_RELATIME;
    if (mount(NULL, devices[index], NULL, flags, NULL) != 0) return false;
  }
  return true;
}

bool eh_close_sandbox(void) {
  // Where bubblewrap's own belongs to a namespace above, as it does for an ordinary user, nothing could be changed in
  // it. And what a program's guard mounts has to stay with it.
  if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 || !protect_devices())
    return false;
  // The filter of system calls says the same; two walls are better than one. For an ordinary user bubblewrap leaves
  // these settings writable, for root it does not, who can have them again.
  const char *setting = "sys/user/max_user_namespaces";
  int settings = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  bool done = set(settings, setting, "0");
  close(settings);
  if (!done && (settings = open_settings()) >= 0) {
    done = set(settings, setting, "0");
    close(settings);
  }
  // Needed for these lines, and never again.
  return done && give_up(CAP_SYS_RESOURCE);
}

/// Has the kernel itself refuse to number more processes and threads than a program may have, at least 301, and to keep
/// more for a connection than for other sockets. Kernels before 6.14 have no number per namespace; there the guard's
/// counting is what there is.
static bool set_kernel_limits(const struct run *run) {
  int settings = open_settings();
  if (settings < 0) return false;
  char number[16];
  snprintf(number, sizeof number, "%u", run->request.processes + 512);
  set(settings, "sys/kernel/pid_max", number);
  bool done = true;
  if (run->request.flags & EH_NETWORK)
    done = set(settings, "sys/net/ipv4/tcp_rmem", "4096 65536 212992") &&
           set(settings, "sys/net/ipv4/tcp_wmem", "4096 65536 212992");
  close(settings);
  return done;
}

static bool put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return false;
  bool done = write(file, text, strlen(text)) == (ssize_t)strlen(text) && fchmod(file, 0644) == 0;
  return close(file) == 0 && done;
}

/// Has a file of the system say something else in this run.
static bool cover(const char *path, const char *text) {
  return put(STAGING "/covering", text) && mount(STAGING "/covering", path, NULL, MS_BIND, NULL) == 0 &&
         unlink(STAGING "/covering") == 0;
}

/// Another machine has another name, another system and another user.
static bool mount_another_machine(void) {
  static const char name[] = "desk";
  char user[128], group[64];
  snprintf(user, sizeof user, EH_OTHER_USER ":x:%u:%u:A Student:" EH_OTHER_HOME ":/bin/bash\n", getuid(), getgid());
  snprintf(group, sizeof group, EH_OTHER_USER "s:x:%u:\n", getgid());
  return sethostname(name, sizeof name - 1) == 0 && cover("/etc/passwd", user) && cover("/etc/group", group) &&
         cover("/etc/hosts", "127.0.0.1 localhost desk\n::1 localhost\n") &&
         // Where there is none, there is nothing that a program could read.
         (cover("/etc/os-release", "ID=other\nNAME=Other\nPRETTY_NAME=\"Other Linux 42\"\nVERSION_ID=\"42\"\n") ||
          errno == ENOENT);
}

/// One file system of the permitted size is all of the folders that a program can write to.
static bool mount_folders(const struct run *run) {
  char options[96];
  // A file takes memory of the kernel's even when it is empty.
  snprintf(options, sizeof options, "mode=0755,nr_inodes=16384,size=%llu", (unsigned long long)run->request.file_size);
  if (mount("tmpfs", STAGING, "tmpfs", MS_NOSUID | MS_NODEV, options) != 0) return false;
  struct {
    const char *made, *seen;
    mode_t mode;
  } folders[] = {
      {STAGING "/tmp", "/tmp", 01777},
      {STAGING "/shm", "/dev/shm", 01777},
      {STAGING "/home", run->request.flags & EH_ANOTHER_MACHINE ? EH_OTHER_HOME : EH_USUAL_HOME, 0755},
  };
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++)
    // The mode of mkdir goes through the mask.
    if (mkdir(folders[index].made, 0700) != 0 || chmod(folders[index].made, folders[index].mode) != 0 ||
        mount(folders[index].made, folders[index].seen, NULL, MS_BIND, NULL) != 0)
      return false;
  if (run->request.flags & EH_ANOTHER_MACHINE && !mount_another_machine()) return false;
  return umount2(STAGING, MNT_DETACH) == 0;
}

const char *eh_enter_namespaces(const struct run *run) {
  if (!set_kernel_limits(run)) return "the limits of the program's namespaces cannot be set";
  // Of /proc only the processes, and nothing that can be written: for root's programs, the kernel's settings could be.
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, "subset=pid") != 0)
    return "the program's own /proc cannot be mounted";
  if (!mount_folders(run)) return "its temporary folders cannot be mounted";
  // Of objects and traces it sees its own only; the others are covered.
  if (mount(run->object, PROGRAM, NULL, MS_BIND, NULL) != 0) return "the program's file cannot be mounted";
  if (*run->trace != 0 && mount(run->trace, TRACE, NULL, MS_BIND, NULL) != 0) return "its traces cannot be mounted";
  if (mount("tmpfs", MADE, "tmpfs", MS_NOSUID | MS_NODEV | MS_RDONLY, "size=4k,mode=0555") != 0)
    return "the other programs' files cannot be hidden";
  if (run->request.flags & EH_NETWORK && !start_loopback()) return "its loopback network cannot be started";
  return NULL;
}

bool eh_drop_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int capability = 0; capability <= CAP_LAST_CAP; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  return syscall(SYS_capset, &header, none) == 0;
}
