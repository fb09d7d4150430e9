// How many processes a program has, and what they use: memory that is theirs alone, what their files take, and what the
// kernel keeps for their sockets and pipes. The filter of system calls sees to it that memory is had in no other way.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum {
  few_descriptors = 32,
  // What the kernel may keep for one, at its usual limits.
  socket_bytes = 512 << 10,
  pipe_bytes = 64 << 10,
  deepest_folder = 16,
  most_entries = 16384,
};

/// Bytes after a name in the text of /proc/PID/status, which counts in kB; 0 where it is not.
static uint64_t amount(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found == NULL ? 0 : strtoull(found + strlen(name), NULL, 10) * 1024;
}

static uint64_t descriptor_bytes(int process) {
  int folder = openat(process, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  DIR *entries = fdopendir(folder);
  if (entries == NULL) {
    close(folder);
    return 0;
  }
  uint64_t bytes = 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    if (entry->d_name[0] == '.' || ++count <= few_descriptors) continue;
    char target[16];
    ssize_t length = readlinkat(folder, entry->d_name, target, sizeof target);
    if (length >= 7 && memcmp(target, "socket:", 7) == 0) bytes += socket_bytes;
    if (length >= 5 && memcmp(target, "pipe:", 5) == 0) bytes += pipe_bytes;
  }
  closedir(entries);
  return bytes;
}

/// Adds what a process uses; false for one that has ended and waits to be reaped.
static bool count_process(int processes, const char *name, uint64_t *memory) {
  int process = openat(processes, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (process < 0) return false;
  char text[4096];
  int file = openat(process, "status", O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[length > 0 ? length : 0] = 0;
  bool lives = strstr(text, "\nVmSize:") != NULL;
  if (lives) {
    *memory += amount(text, "\nRssAnon:") + amount(text, "\nVmSwap:") + amount(text, "\nVmPTE:") +
               amount(text, "\nHugetlbPages:");
    *memory += descriptor_bytes(process);
  }
  close(process);
  return lives;
}

static uint64_t bytes_of_files(const char *folder) {
  struct statfs information;
  if (statfs(folder, &information) != 0) return 0;
  return (information.f_blocks - information.f_bfree) * (uint64_t)information.f_bsize;
}

/// Adds what lies in a folder, which it closes; false if that cannot be looked at, or is too much.
static bool count_folder(int folder, int depth, uint64_t *bytes, uint32_t *entries) {
  DIR *stream = folder < 0 ? NULL : fdopendir(folder);
  if (stream == NULL) {
    if (folder >= 0) close(folder);
    return false;
  }
  bool fine = true;
  for (struct dirent *entry; fine && (entry = readdir(stream)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct stat information;
    fine = ++*entries <= most_entries;
    if (!fine || fstatat(folder, entry->d_name, &information, AT_SYMLINK_NOFOLLOW) != 0) continue;
    *bytes += (uint64_t)information.st_blocks * 512;
    if (!S_ISDIR(information.st_mode)) continue;
    int below = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    // One that the program closed to itself is closed to its guard.
    fine = depth < deepest_folder && below >= 0 && count_folder(below, depth + 1, bytes, entries);
  }
  closedir(stream);
  return fine;
}

struct census eh_census(const struct run *run) {
  struct census census = {.memory = bytes_of_files("/tmp")};
  uint32_t most = run->request.processes;
  DIR *folder = opendir("/proc");
  // Without it nothing can be counted, and nothing may go on uncounted.
  if (folder == NULL) return (struct census){.processes = most + 1};
  for (struct dirent *entry; census.processes <= most && (entry = readdir(folder)) != NULL;) {
    char *end;
    long pid = strtol(entry->d_name, &end, 10);
    // The first is the guard.
    if (*end == 0 && pid > 1 && count_process(dirfd(folder), entry->d_name, &census.memory)) census.processes++;
  }
  closedir(folder);
  if (*run->trace != 0) {
    uint64_t bytes = 0;
    uint32_t entries = 0;
    bool fine = count_folder(open(TRACE, O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0, &bytes, &entries);
    census.many_files = !fine || bytes > run->request.file_size;
  }
  return census;
}

uint32_t eh_visit_descendants(pid_t parent, int signal, int depth) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  uint32_t count = 0;
  for (int child; fscanf(file, "%d", &child) == 1;) {
    siginfo_t ended = {0};
    // One that waits to be reaped is no longer running.
    bool lives =
        parent != getpid() || waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0;
    if (lives) count++;
    if (signal != 0) kill(child, signal);
    if (depth < 64) count += eh_visit_descendants(child, signal, depth + 1);
  }
  fclose(file);
  return count;
}
