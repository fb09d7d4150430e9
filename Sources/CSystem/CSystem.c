#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Where sessions share the processors as groups, as on desktops, it is the session that has to step back, too.
static void step_back(void) {
  // What cannot be had costs time only.
  if (nice(10) < 0) errno = 0;
  int group = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
  if (group >= 0) {
    ssize_t written = write(group, "10", 2);
    (void)written;
    close(group);
  }
  errno = 0;
}

// Between vfork and exec the child borrows the parent's memory: it makes system calls only, and reports through
// `error`.
pid_t cs_spawn(const char *path, char *const *arguments, char *const *environment, const char *folder,
               const int32_t *descriptors, int count, uint64_t cpu_seconds, uint64_t memory, bool in_background) {
  volatile int error = 0;
  sigset_t all, before;
  sigfillset(&all);
  // A handler of ours must not run in the child.
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t pid = vfork();
  if (pid == 0) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int signal = 1; signal < NSIG; signal++) {
      struct sigaction standard = {.sa_handler = SIG_DFL};
      sigaction(signal, &standard, NULL);
    }
    if (in_background) step_back();
    sigset_t none;
    sigemptyset(&none);
    // Out of the way of the numbers they are to have, first.
    int moved[16];
    bool fine = getppid() == parent && count <= 16 && (folder == NULL || chdir(folder) == 0);
    for (int index = 0; index < count && fine; index++)
      fine = (moved[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, count)) >= 0;
    for (int index = 0; index < count && fine; index++) fine = dup2(moved[index], index) >= 0;
    if (fine) {
      syscall(SYS_close_range, count, ~0U, 1u << 2 /* CLOSE_RANGE_CLOEXEC */);
      struct rlimit core = {0, 0}, cpu = {cpu_seconds, cpu_seconds + 1}, data = {memory, memory};
      setrlimit(RLIMIT_CORE, &core);
      if (cpu_seconds > 0) setrlimit(RLIMIT_CPU, &cpu);
      if (memory > 0) setrlimit(RLIMIT_DATA, &data);
      sigprocmask(SIG_SETMASK, &none, NULL);
      execve(path, arguments, environment);
    }
    error = errno == 0 ? ESRCH : errno;
    _exit(127);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (pid < 0) return -errno;
  if (error != 0) {
    waitpid(pid, NULL, 0);
    return -error;
  }
  return pid;
}

int cs_pidfd(pid_t pid) {
  long descriptor = syscall(SYS_pidfd_open, pid, 0);
  return descriptor < 0 ? -errno : (int)descriptor;
}

int cs_reap(pid_t pid, struct cs_end *end) {
  int status;
  struct rusage usage;
  pid_t result;
  do result = wait4(pid, &status, 0, &usage);
  while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  *end = (struct cs_end){
      .status = status,
      .user_us = usage.ru_utime.tv_sec * 1000000ll + usage.ru_utime.tv_usec,
      .system_us = usage.ru_stime.tv_sec * 1000000ll + usage.ru_stime.tv_usec,
      .peak_kib = usage.ru_maxrss,
  };
  return 0;
}

int cs_pipe(int32_t descriptors[2]) {
  if (pipe2(descriptors, O_CLOEXEC) != 0) return -errno;
  return fcntl(descriptors[0], F_SETFL, O_NONBLOCK) != 0 ? -errno : 0;
}

int cs_filled_pipe(const void *bytes, size_t length) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -errno;
  ssize_t written = length == 0 ? 0 : write(ends[1], bytes, length);
  int error = written < 0 ? errno : (size_t)written < length ? ENOSPC : 0;
  // Who reads from it waits, as from any other.
  if (error == 0 && fcntl(ends[0], F_SETFL, 0) != 0) error = errno;
  close(ends[1]);
  if (error == 0) return ends[0];
  close(ends[0]);
  return -error;
}

int cs_unread(int pipe) {
  int count = 0;
  return ioctl(pipe, FIONREAD, &count) != 0 ? -errno : count;
}

int cs_socket_pair(int32_t descriptors[2]) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, descriptors) != 0) return -errno;
  return fcntl(descriptors[0], F_SETFL, O_NONBLOCK) != 0 ? -errno : 0;
}

int cs_send(int socket, const void *bytes, size_t length, const int32_t *descriptors, int count) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int32_t) * 4)];
  } ancillary;
  memset(&ancillary, 0, sizeof ancillary);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 4) return -EINVAL;
  if (count > 0) {
    message.msg_control = &ancillary;
    message.msg_controllen = CMSG_SPACE(sizeof(int32_t) * (size_t)count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int32_t) * (size_t)count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int32_t) * (size_t)count);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}

int cs_open_null(void) {
  int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}
