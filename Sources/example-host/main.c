// A process that has loaded what examples need, and makes one child per example.
//
// Forking from a loaded process takes half a millisecond where starting one takes three. The host itself never runs a
// line of an example: for each it forks a guard, and the guard forks the program. The guard is the first process of its
// own process namespace, so that when it ends, all that the example started ends too, whatever it did to stay.
//
// Descriptor 3 is the control socket. The first request names the libraries to load: neither arguments nor the
// environment do, since an example would find them there.
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
#include <sys/eventfd.h>
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
  int cancellation;
  bool killed;
  bool namespaces;
};
static struct slot slots[most_runs];

static void answer(enum eh_answer_kind kind, uint64_t run, const struct slot *slot, const char *text) {
  struct eh_answer answer = {.version = EH_VERSION, .kind = kind, .run = run};
  if (slot != NULL) {
    const struct page *page = slot->page;
    answer.stage = page->stage;
    answer.closed_output = page->closed_output;
    answer.real_time = page->real_time;
    answer.waiting_tasks = page->waiting_tasks;
    answer.left_processes = page->left_processes;
    answer.verdict = slot->killed ? EH_KILLED : page->verdict;
    answer.status = page->status;
    answer.user_us = page->user_us;
    answer.system_us = page->system_us;
    answer.peak_kib = page->peak_kib;
    memcpy(answer.text, page->text, sizeof answer.text);
  }
  if (text != NULL) snprintf(answer.text, sizeof answer.text, "%s", text);
  answer.text[sizeof answer.text - 1] = 0;
  // Without a supervisor to tell there is nothing left to do; the kernel ends the guards with their host.
  if (send(control, &answer, sizeof answer, MSG_NOSIGNAL) < 0) _exit(1);
}

static void start(struct run *run) {
  uint64_t number = run->request.run;
  struct slot *slot = NULL;
  for (int index = 0; index < most_runs && slot == NULL; index++)
    if (slots[index].guard == 0) slot = &slots[index];
  if (slot == NULL) return answer(EH_REFUSED, number, NULL, "the host has too many programs under way");
  void *memory = mmap(NULL, sizeof(struct page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return answer(EH_REFUSED, number, NULL, "no memory for another program");
  struct page *page = memory;
  run->page = page;
  // One that cannot be had is -1, which poll passes over; then the run can still be killed by its limits.
  run->cancellation = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  long flags = SIGCHLD;
  if (run->request.flags & EH_NAMESPACES) flags |= CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC;
  if (run->request.flags & EH_NETWORK) flags |= CLONE_NEWNET;
  // The name of the machine.
  if (flags != SIGCHLD && run->request.flags & EH_ANOTHER_MACHINE) flags |= CLONE_NEWUTS;
  // fork as glibc knows it where that will do; its children of raw clone keep the parent's idea of their thread's
  // number, which only the guard is, and the guard forks the program properly.
  pid_t guard = flags == SIGCHLD ? fork() : (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
  if (guard < 0) {
    char text[200];
    snprintf(text, sizeof text, "a process of its own cannot be started: %s", strerror(errno));
    munmap(page, sizeof *page);
    close(run->cancellation);
    return answer(EH_REFUSED, number, NULL, text);
  }
  if (guard == 0) eh_guard(run);
  // Later children must not see this page.
  madvise(page, sizeof *page, MADV_DONTFORK);
  *slot = (struct slot){
      .guard = guard,
      .run = number,
      .page = page,
      .cancellation = run->cancellation,
      .namespaces = run->request.flags & EH_NAMESPACES,
  };
}

static void reap(void) {
  pid_t pid;
  while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
    for (int index = 0; index < most_runs; index++) {
      struct slot *slot = &slots[index];
      if (slot->guard != pid) continue;
      const struct page *page = slot->page;
      // A guard that ends without a word was ended by something else: the run is not known to have gone well.
      bool told = page->ended || page->verdict != EH_NONE || page->text[0] != 0 || slot->killed;
      answer(told ? EH_ENDED : EH_LOST, slot->run, slot, NULL);
      munmap(slot->page, sizeof *slot->page);
      close(slot->cancellation);
      slot->guard = 0;
    }
  }
}

static void kill_run(uint64_t run) {
  for (int index = 0; index < most_runs; index++) {
    struct slot *slot = &slots[index];
    if (slot->guard == 0 || slot->run != run) continue;
    slot->killed = true;
    // With the first process of a namespace the kernel ends all others; without one the guard has to find them. No
    // signal tells it to, since an example could send that, too; but one that was stopped has to go on.
    if (slot->namespaces) {
      kill(slot->guard, SIGKILL);
    } else {
      eventfd_write(slot->cancellation, 1);
      kill(slot->guard, SIGCONT);
    }
  }
}

/// Loads libraries, `count` names with a zero byte after each, inside the sandbox if there is one; then programs can
/// come.
static bool load(const char *names, const char *end, uint32_t count, bool sandbox) {
  if (sandbox && !eh_close_sandbox()) {
    char text[200];
    snprintf(text, sizeof text, "the sandbox cannot be closed: %s", strerror(errno));
    answer(EH_REFUSED, 0, NULL, text);
    return false;
  }
  for (uint32_t index = 0; index < count && names < end; index++) {
    if (dlopen(names, RTLD_NOW | RTLD_GLOBAL) == NULL) {
      answer(EH_REFUSED, 0, NULL, dlerror());
      return false;
    }
    names += strlen(names) + 1;
  }
  eh_tell_swift_of_watcher();
  answer(EH_READY, 0, NULL, NULL);
  return true;
}

/// One request; false once the generator has gone.
static bool receive(void) {
  static char buffer[1 << 16];
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * 3)];
  } ancillary;
  struct iovec part = {.iov_base = buffer, .iov_len = sizeof buffer - 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &ancillary, .msg_controllen = sizeof ancillary};
  ssize_t length = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  if (length < 0 && errno == EINTR) return true;
  if (length <= 0) return false;
  int descriptors[3] = {-1, -1, -1};
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header))
    if (header->cmsg_type == SCM_RIGHTS && header->cmsg_len <= CMSG_LEN(sizeof descriptors))
      memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  struct run run = {.output = descriptors[0], .error = descriptors[1], .input = descriptors[2]};
  if ((size_t)length < sizeof run.request) return false;
  memcpy(&run.request, buffer, sizeof run.request);
  buffer[length] = 0;
  if (run.request.version != EH_VERSION) return false;
  if (run.request.kind == EH_KILL) {
    kill_run(run.request.run);
    return true;
  }
  if (run.request.kind == EH_LOAD)
    return load(buffer + sizeof run.request, buffer + length, run.request.strings, run.request.flags & EH_NAMESPACES);
  const char **strings[] = {&run.object, &run.entry, &run.temporary, &run.trace, &run.clock, &run.schedule};
  const char *next = buffer + sizeof run.request;
  for (size_t index = 0; index < sizeof strings / sizeof *strings; index++) {
    *strings[index] = next <= buffer + length ? next : "";
    next += strlen(*strings[index]) + 1;
  }
  start(&run);
  close(run.output);
  close(run.error);
  if (run.input >= 0) close(run.input);
  return true;
}

int main(void) {
  eh_remember_number();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Programs of the same user could otherwise look into the host through /proc.
  prctl(PR_SET_DUMPABLE, 0);
  // Without namespaces the host inherits what an example leaves behind.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  eh_prepare_filters();
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  int ended = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (ended < 0) return 1;
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
