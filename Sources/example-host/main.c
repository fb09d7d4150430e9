// A process that has loaded what examples need, and makes one child per example.
//
// Forking from a loaded process takes half a millisecond where starting one takes three. The host itself never runs a line
// of an example: for each it forks a guard, and the guard forks the program. The guard is the first process of its own
// process namespace, so that when it ends, all that the example started ends too, whatever it did to stay.
//
// Descriptor 3 is the control socket. LOOPBOOK_LIBRARIES names the libraries to load, with colons between them. There are no
// arguments, since an example would see them as its own.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { control = 3, most_runs = 256 };

struct slot {
  pid_t guard;  // 0: free
  uint64_t run;
  struct page *page;
  bool killed;
  bool namespaces;
};
static struct slot slots[most_runs];

static void answer(enum eh_answer_kind kind, uint64_t run, const struct slot *slot, int status, const char *text) {
  struct eh_answer answer = {.version = EH_VERSION, .kind = kind, .run = run, .status = status};
  if (slot != NULL) {
    const struct page *page = slot->page;
    answer.stage = page->stage;
    answer.closed_output = page->closed_output;
    answer.left_processes = page->left_processes;
    answer.verdict = slot->killed ? EH_KILLED : page->verdict;
    if (page->ended) answer.status = page->status;
    answer.user_us = page->user_us;
    answer.system_us = page->system_us;
    answer.peak_kib = page->peak_kib;
    memcpy(answer.text, page->text, sizeof answer.text);
  }
  if (text != NULL) snprintf(answer.text, sizeof answer.text, "%s", text);
  answer.text[sizeof answer.text - 1] = 0;
  // With nobody left to tell there is nothing left to do; the kernel ends the guards with their host.
  if (send(control, &answer, sizeof answer, MSG_NOSIGNAL) < 0) _exit(1);
}

static void start(struct run *run) {
  uint64_t number = run->request.run;
  struct slot *slot = NULL;
  for (int index = 0; index < most_runs && slot == NULL; index++)
    if (slots[index].guard == 0) slot = &slots[index];
  if (slot == NULL) return answer(EH_REFUSED, number, NULL, 0, "the host has too many programs under way");
  void *memory = mmap(NULL, sizeof(struct page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return answer(EH_REFUSED, number, NULL, 0, "no memory for another program");
  struct page *page = memory;
  run->page = page;
  long flags = SIGCHLD;
  if (run->request.flags & EH_NAMESPACES) flags |= CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC;
  if (run->request.flags & EH_NETWORK) flags |= CLONE_NEWNET;
  // fork as glibc knows it where that will do; its children of raw clone keep the parent's idea of their thread's number,
  // which only the guard is, and the guard forks the program properly.
  pid_t guard = flags == SIGCHLD ? fork() : (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
  if (guard < 0) {
    char text[200];
    snprintf(text, sizeof text, "a process of its own cannot be had: %s", strerror(errno));
    munmap(page, sizeof *page);
    return answer(EH_REFUSED, number, NULL, 0, text);
  }
  if (guard == 0) eh_guard(run);
  // Later children must not see this page.
  madvise(page, sizeof *page, MADV_DONTFORK);
  *slot = (struct slot){.guard = guard, .run = number, .page = page, .namespaces = run->request.flags & EH_NAMESPACES};
}

static void reap(void) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    for (int index = 0; index < most_runs; index++) {
      struct slot *slot = &slots[index];
      if (slot->guard != pid) continue;
      answer(EH_ENDED, slot->run, slot, status, NULL);
      munmap(slot->page, sizeof *slot->page);
      slot->guard = 0;
    }
  }
}

static void kill_run(uint64_t run) {
  for (int index = 0; index < most_runs; index++) {
    if (slots[index].guard == 0 || slots[index].run != run) continue;
    slots[index].killed = true;
    // With the first process of a namespace the kernel ends all others; without one the guard has to find them.
    kill(slots[index].guard, slots[index].namespaces ? SIGKILL : SIGTERM);
  }
}

/// One request; false once the generator has gone.
static bool receive(void) {
  static char buffer[1 << 16];
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * 2)];
  } ancillary;
  struct iovec part = {.iov_base = buffer, .iov_len = sizeof buffer - 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &ancillary, .msg_controllen = sizeof ancillary};
  ssize_t length = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  if (length < 0 && errno == EINTR) return true;
  if (length <= 0) return false;
  int descriptors[2] = {-1, -1};
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header))
    if (header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof descriptors))
      memcpy(descriptors, CMSG_DATA(header), sizeof descriptors);
  struct run run = {.output = descriptors[0], .error = descriptors[1]};
  if ((size_t)length < sizeof run.request) return false;
  memcpy(&run.request, buffer, sizeof run.request);
  buffer[length] = 0;
  if (run.request.version != EH_VERSION) return false;
  if (run.request.kind == EH_KILL) {
    kill_run(run.request.run);
    return true;
  }
  const char **strings[] = {&run.object, &run.entry, &run.temporary, &run.trace, &run.clock, &run.schedule};
  const char *next = buffer + sizeof run.request;
  for (size_t index = 0; index < sizeof strings / sizeof *strings; index++) {
    *strings[index] = next <= buffer + length ? next : "";
    next += strlen(*strings[index]) + 1;
  }
  start(&run);
  close(run.output);
  close(run.error);
  return true;
}

int main(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Programs of the same user could otherwise look into the host through /proc.
  prctl(PR_SET_DUMPABLE, 0);
  // Without namespaces the host inherits what an example leaves behind.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const char *named = getenv("LOOPBOOK_LIBRARIES");
  char *libraries = strdup(named == NULL ? "" : named), *rest = NULL;
  for (char *library = strtok_r(libraries, ":", &rest); library != NULL; library = strtok_r(NULL, ":", &rest)) {
    if (dlopen(library, RTLD_NOW | RTLD_GLOBAL) != NULL) continue;
    answer(EH_REFUSED, 0, NULL, 0, dlerror());
    return 1;
  }
  free(libraries);
  unsetenv("LOOPBOOK_LIBRARIES");
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  int ended = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (ended < 0) return 1;
  answer(EH_READY, 0, NULL, 0, NULL);
  for (;;) {
    struct pollfd sources[] = {{.fd = control, .events = POLLIN}, {.fd = ended, .events = POLLIN}};
    if (poll(sources, 2, -1) < 0 && errno != EINTR) return 1;
    if (sources[1].revents) {
      struct signalfd_siginfo information;
      while (read(ended, &information, sizeof information) > 0) continue;
      reap();
    }
    if (sources[0].revents && !receive()) return 0;
  }
}
