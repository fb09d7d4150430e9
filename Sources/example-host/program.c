// The last steps before an example's own first line, and what it calls back.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host.h"

static struct page *page;
static dev_t output_device;
static ino_t output_number;

// An example's program calls these; they stand in the dynamic symbol table.

/// The program has come to its last statement.
__attribute__((visibility("default"))) void loopbook_reached(void) {
  if (page->stage < EH_REACHED) page->stage = EH_REACHED;
}

/// The next block of a session begins: what is printed from here on is its own.
__attribute__((visibility("default"))) void loopbook_block(int32_t number) {
  // A line that no program prints by accident, since it begins with a record separator.
  printf("\x1E" "loopbook block %d\n", number);
  fflush(stdout);
  fflush(stderr);
  dprintf(2, "\x1E" "loopbook block %d\n", number);
}

/// The end of a program that shares its module: what it holds stays, as a script's globals do.
__attribute__((visibility("default"), noreturn)) void loopbook_finish(void) {
  page->stage = EH_RETURNED;
  exit(0);
}

// The C library gives every object a copy of these of its own, at link time; examples find them here.

extern int __cxa_atexit(void (*)(void *), void *, void *);
extern int __cxa_at_quick_exit(void (*)(void *), void *);
extern int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);

__attribute__((visibility("default"))) int atexit(void (*body)(void)) {
  return __cxa_atexit((void (*)(void *))body, NULL, NULL);
}

__attribute__((visibility("default"))) int at_quick_exit(void (*body)(void)) {
  return __cxa_at_quick_exit((void (*)(void *))body, NULL);
}

__attribute__((visibility("default"))) int pthread_atfork(void (*prepare)(void), void (*parent)(void),
                                                          void (*child)(void)) {
  return __register_atfork(prepare, parent, child, NULL);
}

static void look_at_output(void) {
  struct stat now;
  bool same = fstat(1, &now) == 0 && now.st_dev == output_device && now.st_ino == output_number;
  if (!same) page->closed_output = 1;
}

// A line that was not finished when the program crashed is still worth reading.
static void write_partial_line(int signal) {
  FILE *file = stdout;
  if (file->_IO_write_ptr > file->_IO_write_base) {
    ssize_t ignored = write(1, file->_IO_write_base, (size_t)(file->_IO_write_ptr - file->_IO_write_base));
    (void)ignored;
  }
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(signal, &standard, NULL);
  raise(signal);
}

static void limit(int resource, rlim_t value) {
  struct rlimit both = {.rlim_cur = value, .rlim_max = value};
  setrlimit(resource, &both);
}

static void set_limits(const struct eh_request *request) {
  limit(RLIMIT_CORE, 0);
  // One second more: the kernel's own signal at the first, and no escape at the second.
  struct rlimit cpu = {.rlim_cur = request->cpu_seconds, .rlim_max = request->cpu_seconds + 1};
  setrlimit(RLIMIT_CPU, &cpu);
  // Private memory that can be written; the guard counts what is shared.
  limit(RLIMIT_DATA, request->memory);
  limit(RLIMIT_AS, request->memory + ((rlim_t)16 << 30));
  limit(RLIMIT_FSIZE, request->file_size);
  limit(RLIMIT_NOFILE, request->open_files);
  // The kernel counts all that the user has in the host's namespace, so a limit for one program would stop its neighbours.
  // The guard counts, and where the kernel knows a limit for a namespace, that one holds; this is the last resort.
  limit(RLIMIT_NPROC, 1 << 13);
}

static void set_up_process(const struct run *run) {
  int nothing = open("/dev/null", O_RDONLY);
  // With 0, 1 and 2 in place nothing else is to be found open.
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(run->output, 1) < 0 || dup2(run->error, 2) < 0)
    _exit(eh_fail(page, "standard input and output cannot be had", strerror(errno)));
  syscall(SYS_close_range, 3, ~0U, 0);
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
  }
  static char stack[1 << 14];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  struct sigaction crash = {.sa_handler = write_partial_line, .sa_flags = SA_ONSTACK};
  int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) sigaction(crashes[index], &crash, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_DUMPABLE, 1);
}

/// Begins the recording, where the example has one.
static void begin_trace(const struct run *run, const char *folder) {
  if (*run->trace == 0) return;
  const char *(*begin)(const char *, const char *, const char *) =
      (const char *(*)(const char *, const char *, const char *))dlsym(RTLD_DEFAULT, "loopbook_begin");
  if (begin == NULL) _exit(eh_fail(page, "the recording cannot begin", "no loaded library can record"));
  const char *problem = begin(folder, run->clock, *run->schedule == 0 ? NULL : run->schedule);
  if (problem != NULL) _exit(eh_fail(page, "the recording cannot begin", problem));
}

void eh_program(const struct run *run) {
  page = run->page;
  // A session is what the kernel shares processors between: the guard keeps its share however many processes there are.
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool namespaces = run->request.flags & EH_NAMESPACES;
  const char *folder = namespaces ? "/tmp" : run->temporary;
  if (chdir(folder) != 0) _exit(eh_fail(page, "its temporary folder cannot be had", strerror(errno)));
  setenv("TMPDIR", folder, 1);
  setenv("HOME", folder, 1);
  prctl(PR_SET_NAME, "main");
  if (!eh_drop_privileges(page)) _exit(127);
  set_up_process(run);
  setvbuf(stdout, NULL, _IOLBF, 1 << 14);
  struct stat output;
  if (fstat(1, &output) == 0) {
    output_device = output.st_dev;
    output_number = output.st_ino;
  }
  begin_trace(run, namespaces ? TRACE : run->trace);
  // The recording puts a file of its own in the place of standard output.
  if (fstat(1, &output) == 0) {
    output_device = output.st_dev;
    output_number = output.st_ino;
  }
  // Registered first, called last.
  atexit(look_at_output);
  void *object = dlopen(run->object, RTLD_NOW | RTLD_LOCAL);
  if (object == NULL) _exit(eh_fail(page, "the program cannot be loaded", dlerror()));
  void *entry = dlsym(object, run->entry);
  if (entry == NULL) _exit(eh_fail(page, "the program has no entry", dlerror()));
  set_limits(&run->request);
  page->stage = EH_INSIDE;
  char name[] = "main";
  char *arguments[] = {name, NULL};
  int status = ((int (*)(int, char **))entry)(1, arguments);
  page->stage = EH_RETURNED;
  exit(status);
}
