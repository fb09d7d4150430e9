// Another machine: more processors and memory, another kernel, a user with a home, and folders that list their files in
// another order. What needs the sandbox's mounts is in namespaces.c. The libraries of Swift find these functions before
// those of the C library, since they are the program's own.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "host.h"

/// How many processors more it has, and how many bytes.
enum { MORE_PROCESSORS = 3 };
#define MORE_MEMORY (5ull << 30)
#define TEMPORARY "/tmp"

/// The number of the process that started the program, and the one that this has for it; 0: its own.
static pid_t parent, other_parent;

static bool is_another;

#pragma GCC visibility push(default)

long sysconf(int name) {
  MACHINES(sysconf);
  long value = machines_sysconf(name);
  if (!is_another || value <= 0) return value;
  switch (name) {
  case _SC_NPROCESSORS_CONF:
  case _SC_NPROCESSORS_ONLN: return value + MORE_PROCESSORS;
  case _SC_PHYS_PAGES:
  case _SC_AVPHYS_PAGES: return value + (long)(MORE_MEMORY / (unsigned long long)machines_sysconf(_SC_PAGESIZE));
  default: return value;
  }
}

int get_nprocs(void) {
  MACHINES(get_nprocs);
  return machines_get_nprocs() + (is_another ? MORE_PROCESSORS : 0);
}

int get_nprocs_conf(void) {
  MACHINES(get_nprocs_conf);
  return machines_get_nprocs_conf() + (is_another ? MORE_PROCESSORS : 0);
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  MACHINES(sched_getaffinity);
  int result = machines_sched_getaffinity(process, size, set);
  if (result != 0 || !is_another) return result;
  int missing = MORE_PROCESSORS;
  for (size_t processor = 0; processor < size * 8 && missing > 0; processor++) {
    if (CPU_ISSET_S(processor, size, set)) continue;
    CPU_SET_S(processor, size, set);
    missing--;
  }
  return result;
}

int uname(struct utsname *names) {
  MACHINES(uname);
  int result = machines_uname(names);
  if (result == 0 && is_another) {
    strcpy(names->release, "7.42.1");
    strcpy(names->version, "#1");
  }
  return result;
}

pid_t getppid(void) {
  MACHINES(getppid);
  pid_t number = machines_getppid();
  // A child of the program has the program's own number from it.
  return other_parent != 0 && number == parent ? other_parent : number;
}

static ssize_t own_path(const char *path, char *target, size_t size) {
  const char *own = EH_OTHER_HOME "/main";
  if (!is_another || strcmp(path, "/proc/self/exe") != 0) return -1;
  size_t length = strlen(own) < size ? strlen(own) : size;
  memcpy(target, own, length);
  return (ssize_t)length;
}

ssize_t readlink(const char *restrict path, char *restrict target, size_t size) {
  MACHINES(readlink);
  ssize_t own = own_path(path, target, size);
  return own >= 0 ? own : machines_readlink(path, target, size);
}

ssize_t readlinkat(int folder, const char *restrict path, char *restrict target, size_t size) {
  MACHINES(readlinkat);
  ssize_t own = own_path(path, target, size);
  return own >= 0 ? own : machines_readlinkat(folder, path, target, size);
}

#pragma GCC visibility pop

void eh_change_parent(uint32_t layout) {
  parent = getppid();
  other_parent = (pid_t)(eh_mixed(layout) % 30000 + 1000);
}

/// What else a reader's terminal sets: nothing that changes what the programs of an example do.
static const char *const variables[][2] = {
    {"USER", EH_OTHER_USER},
    {"LOGNAME", EH_OTHER_USER},
    {"SHELL", "/bin/bash"},
    {"TERM", "xterm-256color"},
    {"COLORTERM", "truecolor"},
    {"TERM_PROGRAM", "terminal"},
    {"TERM_PROGRAM_VERSION", "3.52"},
    {"VTE_VERSION", "7600"},
    {"WINDOWID", "54525958"},
    {"HOSTNAME", "desk"},
    {"SHLVL", "2"},
    {"_", EH_OTHER_HOME "/main"},
    {"OLDPWD", EH_HOMES},
    {"EDITOR", "nano"},
    {"VISUAL", "nano"},
    {"PAGER", "less"},
    {"HISTSIZE", "1000"},
    {"MAIL", "/var/mail/" EH_OTHER_USER},
    {"XDG_CURRENT_DESKTOP", "GNOME"},
    {"XDG_SESSION_CLASS", "user"},
    {"XDG_SESSION_DESKTOP", "gnome"},
    {"XDG_SESSION_ID", "2"},
    {"XDG_SESSION_TYPE", "wayland"},
    {"XDG_SEAT", "seat0"},
    {"XDG_VTNR", "2"},
    {"DESKTOP_SESSION", "gnome"},
    // The locale stays what LC_ALL says, since few machines have this one.
    {"LANG", "de_DE.UTF-8"},
};

/// Another name of the same locale; a C library may know it by one name only.
static bool rename_locale(void) {
  const char *name = "C.utf8";
  locale_t locale = newlocale(LC_ALL_MASK, name, NULL);
  if (locale == NULL) return true;
  freelocale(locale);
  return setenv("LC_ALL", name, 1) == 0;
}

/// Has the user of namespaces.c, with what a shell would set for one.
static bool become_user(void) {
  const char *path = getenv("PATH");
  char longer[4096];
  snprintf(longer, sizeof longer, "%s:/usr/games", path == NULL ? "/usr/bin" : path);
  for (size_t index = 0; index < sizeof variables / sizeof *variables; index++)
    if (setenv(variables[index][0], variables[index][1], 1) != 0) return false;
  return setenv("PATH", longer, 1) == 0 && rename_locale();
}

/// Readers have the program in their folder, and other programs have left temporary files.
static bool put_files(void) {
  const char *paths[] = {EH_OTHER_HOME "/main.swift", EH_OTHER_HOME "/main", TEMPORARY "/reader.log"};
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    int file = open(paths[index], O_WRONLY | O_CREAT | O_CLOEXEC, index == 1 ? 0755 : 0644);
    if (file < 0 || write(file, "// main\n", 8) != 8 || close(file) != 0) return false;
  }
  return true;
}

/// Has files that are made have other permissions, as usual systems have them: of some the group may write to its
/// members' files, of others not.
static void change_mask(void) {
  mode_t usual = 022, shared = 002;
  if (umask(shared) == shared) umask(usual);
}

bool eh_change_machine(bool namespaces) {
  is_another = true;
  change_mask();
  if (!become_user()) return false;
  // Without namespaces nothing keeps what a program leaves in another folder than its own.
  if (!namespaces) return true;
  return put_files() && unsetenv("TMPDIR") == 0 && eh_enter_home(EH_OTHER_HOME);
}
