#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
enum { BY_PIDFD = 3 };  // P_PIDFD, which older headers lack

// Not signalfd: that needs the signal blocked in every thread, also in those that were there before and in what they
// execute. The handler may walk the list at any moment, so a listener is never freed; one that is idle serves the next
// source for the same signal. It never serves another signal: a handler that is late would tell of the wrong one.
struct cl_listener {
  struct cl_listener *next;
  int signal;
  int descriptor;
  pid_t process;  // a forked child shares the descriptors: its signals are not its parent's
  atomic_bool listens;
};
static _Atomic(struct cl_listener *) listeners;
static pthread_mutex_t change = PTHREAD_MUTEX_INITIALIZER;  // for all but the handler
static struct sigaction before[NSIG];

static void arrived(int signal) {
  int saved = errno;
  pid_t process = getpid();
  for (struct cl_listener *one = atomic_load(&listeners); one; one = one->next)
    if (one->signal == signal && one->process == process && atomic_load(&one->listens))
      cl_eventfd_write(one->descriptor);
  errno = saved;
}

static int count(int signal) {
  int n = 0;
  for (struct cl_listener *one = atomic_load(&listeners); one; one = one->next)
    n += one->signal == signal && one->process == getpid() && atomic_load(&one->listens);
  return n;
}

static struct cl_listener *idle(int signal) {
  for (struct cl_listener *one = atomic_load(&listeners); one; one = one->next)
    if (one->signal == signal && one->process == getpid() && !atomic_load(&one->listens)) return one;
  struct cl_listener *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->signal = signal;
  made->process = getpid();
  made->descriptor = cl_eventfd();
  if (made->descriptor < 0) {
    errno = -made->descriptor;
    free(made);
    return NULL;
  }
  made->next = atomic_load(&listeners);
  atomic_store(&listeners, made);
  return made;
}

static int listen_locked(int signal, struct cl_listener **listener) {
  struct cl_listener *found = idle(signal);
  if (!found) return -errno;
  struct sigaction current, ours = {.sa_handler = arrived, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigemptyset(&ours.sa_mask);
  if (sigaction(signal, NULL, &current)) return -errno;
  if (current.sa_handler != arrived) {
    if (sigaction(signal, &ours, NULL)) return -errno;
    before[signal] = current;
  }
  cl_eventfd_read(found->descriptor);  // what came before
  atomic_store(&found->listens, true);
  *listener = found;
  return found->descriptor;
}
int cl_listen(int signal, struct cl_listener **listener) {
  // Of its own faults a thread cannot be told later: it would come to them again and again.
  bool is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP;
  if (signal <= 0 || signal >= NSIG || is_fault) return -EINVAL;
  pthread_mutex_lock(&change);
  int result = listen_locked(signal, listener);
  pthread_mutex_unlock(&change);
  return result;
}
void cl_unlisten(struct cl_listener *listener) {
  int signal = listener->signal;
  struct sigaction current;
  pthread_mutex_lock(&change);
  atomic_store(&listener->listens, false);
  // Unless others have taken the signal over meanwhile.
  if (count(signal) == 0 && sigaction(signal, NULL, &current) == 0 && current.sa_handler == arrived)
    sigaction(signal, &before[signal], NULL);
  pthread_mutex_unlock(&change);
}

int cl_process_open(pid_t process) {
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);  // closed on exec
  return descriptor < 0 ? -errno : descriptor;
}
static int look(int descriptor, siginfo_t *info, int options) {
  int result;
  do result = waitid((idtype_t)BY_PIDFD, (id_t)descriptor, info, WEXITED | WNOHANG | options);
  while (result < 0 && errno == EINTR);
  return result;
}
bool cl_process_is_untaken(int descriptor) {
  siginfo_t info;
  return look(descriptor, &info, WNOWAIT) == 0;
}
enum cl_process_end cl_process_take(int descriptor, int32_t *number) {
  siginfo_t info = {.si_pid = 0};
  if (look(descriptor, &info, 0) < 0) return CL_PROCESS_UNKNOWN;
  if (info.si_pid == 0) return CL_PROCESS_RUNS;
  *number = info.si_status;
  return info.si_code == CLD_EXITED ? CL_PROCESS_EXITED : CL_PROCESS_KILLED;
}
