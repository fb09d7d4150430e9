// The last steps before an example's own first line, and what it calls back.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

// Examples find what follows in the dynamic symbol table.
#pragma GCC visibility push(default)

static struct report *report;
static uint64_t run_secret;
static pid_t program;
static dev_t output_device;
static ino_t output_number;
static bool lingers;

/// Calls `write` with the report open, in the process that it is about.
static void tell(void (*write)(int value), int value) {
  static atomic_flag busy = ATOMIC_FLAG_INIT;
  // A child of the program, which goes on with a copy of it, cannot speak for it.
  if (getpid() != program) return;
  while (atomic_flag_test_and_set(&busy)) sched_yield();
  // What cannot be told is missing, and what is missing fails.
  if (mprotect(report, sizeof *report, PROT_READ | PROT_WRITE) == 0) {
    write(value);
    mprotect(report, sizeof *report, PROT_NONE);
  }
  atomic_flag_clear(&busy);
}

static void write_stage(int stage) { report->stages[stage] = run_secret; }

static void write_closed_output(int ignored) {
  (void)ignored;
  report->closed_output = run_secret;
}

static void write_waiting_tasks(int ignored) {
  (void)ignored;
  report->waiting_tasks = run_secret;
}

static void write_real_time(int kind) { report->real_time[kind == EH_READS ? 0 : 1] = run_secret; }

void eh_tell_real_time(enum eh_real_time kind) { tell(write_real_time, kind); }

static _Noreturn void fail(const char *what, const char *detail) {
  snprintf(report->text, sizeof report->text, "%s: %s", what, detail);
  write_stage(EH_STARTING);
  _exit(127);
}

// An example's program calls these. The secret is one of this run of loopbook: an author cannot write it.

/// The program has come to its last statement.
void loopbook_reached(uint64_t secret) {
  if (secret == run_secret) tell(write_stage, EH_REACHED);
}

/// The next block of a session begins: what is printed from here on is its own.
void loopbook_block(int32_t number) {
  // A line that no program prints by accident, since it begins with a record separator.
  printf(
      "\x1E"
      "loopbook block %d\n",
      number);
  fflush(stdout);
  fflush(stderr);
  dprintf(2,
          "\x1E"
          "loopbook block %d\n",
          number);
}

/// The end of a program that shares its module: what it holds stays, as a script's globals do.
_Noreturn void loopbook_finish(uint64_t secret) {
  if (secret == run_secret) tell(write_stage, EH_RETURNED);
  exit(0);
}

// The C library gives every object a copy of these of its own, at link time; examples find them here.

extern int __cxa_atexit(void (*)(void *), void *, void *);
extern int __cxa_at_quick_exit(void (*)(void *), void *);
extern int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);

int atexit(void (*body)(void)) { return __cxa_atexit((void (*)(void *))body, NULL, NULL); }

int at_quick_exit(void (*body)(void)) { return __cxa_at_quick_exit((void (*)(void *))body, NULL); }

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  return __register_atfork(prepare, parent, child, NULL);
}

#pragma GCC visibility pop

static void remember_output(void) {
  struct stat output = {0};
  if (fstat(1, &output) != 0) return;
  output_device = output.st_dev;
  output_number = output.st_ino;
}

static void look_at_output(void) {
  struct stat now;
  bool same = fstat(1, &now) == 0 && now.st_dev == output_device && now.st_ino == output_number;
  if (!same) tell(write_closed_output, 0);
}

/// Whether another thread of the process has work to do, so that it only lacks a processor. The program may end in the
/// midst of anything, so nothing is allocated.
static bool is_another_thread_at_work(int tasks) {
  _Alignas(struct dirent64) char entries[2048];
  for (long length; (length = syscall(SYS_getdents64, tasks, entries, sizeof entries)) > 0;) {
    for (const char *next = entries; next < entries + length;) {
      const struct dirent64 *entry = (const struct dirent64 *)next;
      next += entry->d_reclen;
      long thread = strtol(entry->d_name, NULL, 10);
      if (thread == 0 || thread == syscall(SYS_gettid)) continue;
      char text[512];
      snprintf(text, sizeof text, "%ld/stat", thread);
      int file = openat(tasks, text, O_RDONLY | O_CLOEXEC);
      ssize_t count = file < 0 ? -1 : read(file, text, sizeof text);
      if (file >= 0) close(file);
      // The state stands behind the thread's name, which may have parentheses of its own.
      const char *name_end = count < 0 ? NULL : memrchr(text, ')', (size_t)count);
      if (name_end != NULL && name_end + 2 < text + count && name_end[2] == 'R') return true;
    }
  }
  return false;
}

/// What other threads still do when the program ends comes to pass or not, by chance. Where that is to be found out,
/// they get the time for it, and more while they are at work: on a machine that has much to do, a moment is over before
/// they have a processor.
static void look_at_threads(void) {
  enum { most_moments = 10 };
  struct stat threads;
  // The kernel counts each thread as a link of the folder, which itself counts twice.
  if (getpid() != program || stat("/proc/self/task", &threads) != 0 || threads.st_nlink <= 3 || !lingers) return;
  for (int moments = 0; moments < most_moments; moments++) {
    struct timespec moment = {.tv_nsec = 50 * 1000 * 1000};
    while (nanosleep(&moment, &moment) != 0 && errno == EINTR) continue;
    int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_over = tasks < 0 || !is_another_thread_at_work(tasks);
    if (tasks >= 0) close(tasks);
    if (is_over) return;
  }
}

static void look_back(void) {
  look_at_threads();
  look_at_output();
  if (eh_is_task_waiting()) tell(write_waiting_tasks, 0);
}

static bool limit(int resource, rlim_t value) {
  struct rlimit now, both = {.rlim_cur = value, .rlim_max = value};
  // What is less already stays.
  if (getrlimit(resource, &now) == 0 && now.rlim_max < value) both = (struct rlimit){now.rlim_max, now.rlim_max};
  return setrlimit(resource, &both) == 0;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// The sanitizer looks for leaks by tracing the process that ends, and ends one that asks for more memory than there is.
const char *__asan_default_options(void) __attribute__((visibility("default")));
const char *__asan_default_options(void) { return "detect_leaks=0:allocator_may_return_null=1"; }
#define IS_SANITIZED true
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED false
#endif

/// What the process has mapped already and its limits are not about: with the sanitizer terabytes, which it reserves
/// for its records.
static rlim_t reserved(bool data) {
  unsigned long long all = 0, writable = 0;
  FILE *file = IS_SANITIZED || eh_is_watched_for_races() ? fopen("/proc/self/statm", "re") : NULL;
  if (file == NULL) return 0;
  if (fscanf(file, "%llu %*u %*u %*u %*u %llu", &all, &writable) != 2) all = writable = 0;
  fclose(file);
  return (data ? writable : all) * (rlim_t)sysconf(_SC_PAGESIZE);
}

static bool set_limits(const struct eh_request *request) {
  // One second more: the kernel's own signal at the first, and no escape at the second.
  struct rlimit cpu = {.rlim_cur = request->cpu_seconds, .rlim_max = request->cpu_seconds + 1};
  if (setrlimit(RLIMIT_CPU, &cpu) != 0 && !limit(RLIMIT_CPU, request->cpu_seconds)) return false;
  // Private memory that can be written; the guard counts what of it is used, in all processes. Threads' stacks are
  // hardly touched, and a thread that cannot be had is one that Foundation never starts, without a word.
  const rlim_t stacks = 128ull << 23;
  if (!limit(RLIMIT_DATA, reserved(true) + request->memory + stacks)) return false;
  if (!limit(RLIMIT_AS, reserved(false) + request->memory + ((rlim_t)16 << 30))) return false;
  // The kernel counts all processes that the user has in the host's namespace, so a limit for one program would stop
  // its neighbors. The guard counts, and where the kernel knows a limit for a namespace, that one holds; this is the
  // last resort.
  return limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, request->file_size) &&
         limit(RLIMIT_NOFILE, request->open_files) && limit(RLIMIT_NPROC, 1 << 13) && limit(RLIMIT_MEMLOCK, 1 << 20);
}

/// What standard input is: what the program is given, nothing, or lines as a reader may type them.
static int input_of(const struct run *run) {
  if (run->input >= 0) return run->input;
  if (!(run->request.flags & EH_HAS_INPUT)) return open("/dev/null", O_RDONLY);
  static const char lines[] = "7\n7\n7\n7\n";
  int ends[2];
  if (pipe(ends) != 0) return -1;
  ssize_t written = write(ends[1], lines, sizeof lines - 1);
  close(ends[1]);
  return written < 0 ? -1 : ends[0];
}

/// Leaves nothing open but 0, 1 and 2.
static bool set_up_descriptors(const struct run *run) {
  int input = input_of(run);
  return input >= 0 && dup2(input, 0) >= 0 && dup2(run->output, 1) >= 0 && dup2(run->error, 2) >= 0 &&
         syscall(SYS_close_range, 3, ~0U, 0) == 0;
}

static void set_up_signals(void) {
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
  }
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
  if (begin == NULL) fail("the recording cannot begin", "no loaded library can record");
  const char *problem = begin(folder, run->clock, *run->schedule == 0 ? NULL : run->schedule);
  if (problem != NULL) fail("the recording cannot begin", problem);
}

/// The function to call; NULL if there is none. A program hides its `main`, as one that `swiftc` makes does.
static int (*entry_of(void *object, const char *name))(int, char **) {
  if (strcmp(name, "main") != 0) return (int (*)(int, char **))dlsym(object, name);
  struct link_map *map;
  if (dlinfo(object, RTLD_DI_LINKMAP, &map) != 0) return NULL;
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)map->l_addr;
  return header->e_entry == 0 ? NULL : (int (*)(int, char **))(map->l_addr + header->e_entry);
}

bool eh_enter_home(const char *folder) {
  return chdir(folder) == 0 && setenv("HOME", folder, 1) == 0 && setenv("PWD", folder, 1) == 0;
}

void eh_program(const struct run *run) {
  report = run->report;
  run_secret = run->request.secret;
  program = getpid();
  eh_renew_numbers();
  // A session is what the kernel shares processors between: the guard keeps its share however many processes there are.
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool namespaces = run->request.flags & EH_NAMESPACES;
  const char *folder = namespaces ? "/tmp" : run->temporary;
  setenv("TMPDIR", folder, 1);
  if (!eh_enter_home(namespaces ? EH_USUAL_HOME : folder)) fail("its folder cannot be entered", strerror(errno));
  // What the host was started with is not for what the program starts.
  unsetenv("LD_PRELOAD");
  unsetenv("TSAN_OPTIONS");
  prctl(PR_SET_NAME, "main");
  if (!set_up_descriptors(run)) fail("standard input and output cannot be set up", strerror(errno));
  if (!eh_drop_privileges()) fail("privileges cannot be given up", strerror(errno));
  set_up_signals();
  if (namespaces && !eh_filter_calls(run->request.flags & EH_NETWORK))
    fail("the filter of system calls cannot be installed", strerror(errno));
  setvbuf(stdout, NULL, _IOLBF, 1 << 14);
  remember_output();
  if (!eh_vary(&run->request)) fail("it cannot be varied", "Swift's library does not show the seed of its hashes");
  eh_deal_turns(run->request.run);
  // What is recorded has orders of its own.
  if (*run->trace == 0 && !eh_change_precedence(run->request.precedence))
    fail("it cannot be varied", "Swift's library does not let others enqueue its tasks");
  // What is recorded says itself which of its tasks were not done.
  if (*run->trace == 0) eh_count_waiting();
  begin_trace(run, namespaces ? TRACE : run->trace);
  // The recording puts a file of its own in the place of standard output.
  remember_output();
  // What is recorded ends when it says so.
  lingers = run->request.flags & EH_LINGERS && *run->trace == 0;
  // Registered first, called last.
  atexit(look_back);
  if (*run->trace != 0 && strcmp(run->clock, "virtual") == 0) eh_watch_real_time();
  void *object = dlopen(namespaces ? PROGRAM : run->object, RTLD_NOW | RTLD_LOCAL);
  if (object == NULL) fail("the program cannot be loaded", dlerror());
  int (*entry)(int, char **) = entry_of(object, run->entry);
  if (entry == NULL) fail("the program has no entry", run->entry);
  if (!set_limits(&run->request)) fail("its limits cannot be set", strerror(errno));
  tell(write_stage, EH_INSIDE);
  char name[] = "main";
  char *arguments[] = {name, NULL};
  int status = eh_enter(entry, arguments, run->request.layout);
  tell(write_stage, EH_RETURNED);
  exit(status);
}
