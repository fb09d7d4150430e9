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

/// Without a namespace of its own: what the program started is what descends from the guard, which inherits every orphan.
/// Counts those that live, and sends them a signal if it is not 0.
static uint32_t visit_descendants(pid_t parent, int signal, int depth) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  uint32_t count = 0;
  for (int child; fscanf(file, "%d", &child) == 1;) {
    siginfo_t ended = {0};
    // One that waits to be reaped is no longer running.
    bool lives = parent != getpid() || waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0;
    if (lives) count++;
    if (signal != 0) kill(child, signal);
    if (depth < 64) count += visit_descendants(child, signal, depth + 1);
  }
  fclose(file);
  return count;
}

/// Ends all that descends from the guard; what multiplies faster than this can end it is stopped first.
static void end_descendants(void) {
  for (int round = 0; round < 1000; round++) {
    visit_descendants(getpid(), SIGSTOP, 0);
    visit_descendants(getpid(), SIGKILL, 0);
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) continue;
    if (pid < 0 && errno == ECHILD) return;
    poll(NULL, 0, 1);
  }
}

static void look_after(const struct run *run, pid_t program) {
  struct page *page = run->page;
  bool namespaces = run->request.flags & EH_NAMESPACES;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  int ended = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  struct pollfd source = {.fd = ended, .events = POLLIN};
  // Most programs end before the second census; what multiplies is found at the first ones.
  int interval = 2;
  for (bool running = true; running; interval = interval < 10 ? interval + 1 : 10) {
    int ready = poll(&source, 1, interval);
    if (ready > 0) {
      struct signalfd_siginfo information;
      bool cancelled = false;
      while (read(ended, &information, sizeof information) > 0) cancelled |= information.ssi_signo == SIGTERM;
      if (cancelled) {
        end_descendants();
        return;
      }
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
    if (!namespaces) {
      uint32_t processes = visit_descendants(getpid(), 0, 0);
      if (processes <= run->request.processes) continue;
      page->verdict = EH_PROCESSES;
      page->left_processes = processes;
      end_descendants();
      return;
    }
    struct census census = take_census(run->request.processes);
    if (census.processes > run->request.processes) page->verdict = EH_PROCESSES;
    if (census.private_bytes + census.most_shared_bytes > run->request.memory) page->verdict = EH_MEMORY;
    if (page->verdict != EH_NONE) {
      page->left_processes = census.processes;
      return;
    }
  }
  // What the program started and left running. The kernel ends what is in a namespace when the guard ends.
  if (namespaces) {
    page->left_processes = take_census(run->request.processes).processes;
  } else {
    page->left_processes = visit_descendants(getpid(), 0, 0);
    end_descendants();
  }
}

void eh_guard(const struct run *run) {
  struct page *page = run->page;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(3);
  if (run->request.flags & EH_NAMESPACES && !eh_enter_namespaces(run)) _exit(127);
  sigset_t cancelling;
  sigemptyset(&cancelling);
  sigaddset(&cancelling, SIGTERM);
  sigprocmask(SIG_BLOCK, &cancelling, NULL);
  // Without namespaces the guard inherits what the program leaves behind.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Signals stay blocked here, for signalfd; the program unblocks them.
  pid_t program = fork();
  if (program < 0) _exit(eh_fail(page, "the program's process cannot be had", strerror(errno)));
  if (program == 0) eh_program(run);
  close(run->output);
  close(run->error);
  look_after(run, program);
  _exit(0);
}
