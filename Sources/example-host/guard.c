// The guard of one program: the first process of its namespaces. It starts the program, sees to it that it keeps its
// limits, and tells the host how it went. When the guard ends, the kernel ends all that is left.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

int eh_fail(struct page *page, const char *what, const char *detail) {
  snprintf(page->text, sizeof page->text, "%s: %s", what, detail);
  return 127;
}

struct census {
  uint32_t processes;
  uint64_t private_bytes;
  uint64_t most_shared_bytes;
};

/// Counts the processes of the guard's namespace, the guard itself and those that have ended left out; no further than
/// one more than `most`, since what multiplies must be found quickly.
static struct census take_census(uint32_t most) {
  struct census census = {0};
  DIR *folder = opendir("/proc");
  if (folder == NULL) return census;
  uint64_t page_size = (uint64_t)sysconf(_SC_PAGESIZE);
  for (struct dirent *entry; census.processes <= most && (entry = readdir(folder)) != NULL;) {
    char *end;
    long pid = strtol(entry->d_name, &end, 10);
    if (*end != 0 || pid <= 1) continue;
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/statm", pid);
    FILE *file = fopen(path, "re");
    if (file == NULL) continue;
    unsigned long long size, resident, shared;
    // A process that has ended and waits to be reaped has no memory.
    if (fscanf(file, "%llu %llu %llu", &size, &resident, &shared) == 3 && size > 0) {
      census.processes++;
      census.private_bytes += (resident - shared) * page_size;
      if (shared * page_size > census.most_shared_bytes) census.most_shared_bytes = shared * page_size;
    }
    fclose(file);
  }
  closedir(folder);
  return census;
}

static void look_after(const struct run *run, pid_t program) {
  struct page *page = run->page;
  bool namespaces = run->request.flags & EH_NAMESPACES;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  int ended = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  struct pollfd source = {.fd = ended, .events = POLLIN};
  // Most programs end before the second census; what multiplies is found at the first ones.
  int interval = 2;
  for (bool running = true; running; interval = interval < 10 ? interval + 1 : 10) {
    int ready = poll(&source, 1, interval);
    if (ready > 0) {
      struct signalfd_siginfo information;
      while (read(ended, &information, sizeof information) > 0) continue;
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
        running = false;
      }
      if (!running) break;
    }
    if (!namespaces) continue;
    struct census census = take_census(run->request.processes);
    if (census.processes > run->request.processes) page->verdict = EH_PROCESSES;
    if (census.private_bytes + census.most_shared_bytes > run->request.memory) page->verdict = EH_MEMORY;
    if (page->verdict != EH_NONE) {
      page->left_processes = census.processes;
      return;
    }
  }
  // What the program started and left running; without namespaces its group is all that can be asked.
  if (namespaces) {
    page->left_processes = take_census(run->request.processes).processes;
  } else {
    page->left_processes = kill(-program, 0) == 0 ? 1 : 0;
    kill(-program, SIGKILL);
  }
}

void eh_guard(const struct run *run) {
  struct page *page = run->page;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(3);
  if (run->request.flags & EH_NAMESPACES && !eh_enter_namespaces(run)) _exit(127);
  // Stays blocked here, for signalfd; the program unblocks it.
  pid_t program = fork();
  if (program < 0) _exit(eh_fail(page, "the program's process cannot be had", strerror(errno)));
  if (program == 0) eh_program(run);
  close(run->output);
  close(run->error);
  look_after(run, program);
  _exit(0);
}
