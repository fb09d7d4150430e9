// The guard of one program: the first process of its namespaces. It starts the program, sees to it that it keeps its
// limits, and tells the host how it went. When the guard ends, the kernel ends all that is left.
//
// What decides about a program is the guard's own knowledge: its end is the kernel's word, its limits are what the
// guard counts. What only the program's process can know it reports with the run's secret.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

static _Noreturn void fail(const struct run *run, const char *what) {
  snprintf(run->page->text, sizeof run->page->text, "%s: %s", what, strerror(errno));
  _exit(127);
}

/// Ends all that descends from the guard; what multiplies faster than this can end it is stopped first.
static void end_descendants(void) {
  for (int round = 0; round < 1000; round++) {
    eh_visit_descendants(getpid(), SIGSTOP, 0);
    eh_visit_descendants(getpid(), SIGKILL, 0);
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) continue;
    if (pid < 0 && errno == ECHILD) return;
    poll(NULL, 0, 1);
  }
}

/// Notes the program's end, if it is among those that have ended.
static void reap(struct page *page, pid_t program) {
  int status;
  struct rusage usage;
  pid_t pid;
  while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
    if (pid != program) continue;
    page->status = status;
    page->user_us = (uint64_t)usage.ru_utime.tv_sec * 1000000 + (uint64_t)usage.ru_utime.tv_usec;
    page->system_us = (uint64_t)usage.ru_stime.tv_sec * 1000000 + (uint64_t)usage.ru_stime.tv_usec;
    page->peak_kib = (uint64_t)usage.ru_maxrss;
    page->ended = true;
  }
}

/// Takes what the program's process reported; what does not have the secret is not from the host's own lines.
static void take_report(const struct run *run) {
  struct page *page = run->page;
  const struct report *report = run->report;
  uint64_t secret = run->request.secret;
  for (uint32_t stage = EH_INSIDE; stage <= EH_RETURNED; stage++)
    if (report->stages[stage] == secret) page->stage = stage;
  page->closed_output = report->closed_output == secret;
  page->waiting_tasks = report->waiting_tasks == secret;
  page->real_time = (report->real_time[0] == secret ? EH_READS : 0) | (report->real_time[1] == secret ? EH_SLEEPS : 0);
  if (page->stage == EH_STARTING && report->stages[EH_STARTING] == secret)
    memcpy(page->text, report->text, sizeof page->text);
}

/// What goes beyond the limits.
static enum eh_verdict judge(const struct run *run) {
  if (!(run->request.flags & EH_NAMESPACES)) {
    uint32_t processes = eh_visit_descendants(getpid(), 0, 0);
    run->page->left_processes = processes;
    return processes > run->request.processes ? EH_PROCESSES : EH_NONE;
  }
  struct census census = eh_census(run);
  run->page->left_processes = census.processes;
  if (census.processes > run->request.processes) return EH_PROCESSES;
  if (census.memory > run->request.memory) return EH_MEMORY;
  return census.many_files ? EH_FILES : EH_NONE;
}

static void look_after(const struct run *run, pid_t program) {
  struct page *page = run->page;
  bool namespaces = run->request.flags & EH_NAMESPACES;
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  struct pollfd sources[] = {
      {.fd = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK), .events = POLLIN},
      {.fd = run->cancellation, .events = POLLIN},
  };
  // Most programs end before the second census; what multiplies is found at the first ones.
  for (int interval = 2; !page->ended; interval = interval < 10 ? interval + 1 : 10) {
    poll(sources, 2, interval);
    struct signalfd_siginfo information;
    while (read(sources[0].fd, &information, sizeof information) > 0) continue;
    if (sources[1].revents) return end_descendants();
    reap(page, program);
    if (page->ended) break;
    page->verdict = judge(run);
    if (page->verdict != EH_NONE) break;
  }
  take_report(run);
  // What the program started and left running, and what it had at the end.
  if (page->verdict == EH_NONE) page->verdict = judge(run);
  // The kernel ends what is in a namespace when the guard ends.
  if (!namespaces) end_descendants();
}

/// Uses up the next numbers of processes: the kernel gives them out in order, and in a namespace from the same one on.
static bool skip_numbers(uint32_t count) {
  while (count-- > 0) {
    // A fork would copy the tables of all the memory that the host has loaded, for nothing.
    pid_t pid = vfork();
    if (pid < 0) return false;
    if (pid == 0) _exit(0);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  return true;
}

void eh_guard(struct run *run) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(3);
  // No signal that a program sends means anything to its guard: they stay blocked here. The program unblocks them.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  const char *failure = run->request.flags & EH_NAMESPACES ? eh_enter_namespaces(run) : NULL;
  if (failure != NULL) fail(run, failure);
  // Without namespaces the guard inherits what the program leaves behind.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  void *report = mmap(NULL, sizeof *run->report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (report == MAP_FAILED) fail(run, "a page for its report cannot be mapped");
  run->report = report;
  // The program must not have the page.
  if (madvise(run->page, sizeof *run->page, MADV_DONTFORK) != 0) fail(run, "the guard's page cannot be kept");
  if (run->request.flags & EH_RENUMBERS && !skip_numbers(1 + run->request.layout % 5))
    fail(run, "its process cannot have another number");
  pid_t program = fork();
  if (program < 0) fail(run, "the program's process cannot be started");
  if (program == 0) eh_program(run);
  close(run->output);
  close(run->error);
  if (run->input >= 0) close(run->input);
  look_after(run, program);
  _exit(0);
}
