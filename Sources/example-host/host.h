// The parts of the host: see main.c for the whole.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <ExampleHostProtocol.h>

// Examples look names up in the host: they find those that program.c shows, and no others.
#pragma GCC visibility push(hidden)

// What the guard tells the host of a run: a page that the two share. The program does not have it.
struct page {
  uint32_t stage;
  uint32_t closed_output;
  uint32_t real_time;
  uint32_t waiting_tasks;
  uint32_t verdict;
  uint32_t left_processes;
  int32_t status;
  bool ended;
  uint64_t user_us, system_us, peak_kib;
  char text[400];
};

// What the program's process tells its guard: another page, which the program cannot touch by accident, since it is
// open to reading and writing only while the host's own lines write. Each word counts only if the run's secret stands
// beside it.
struct report {
  uint64_t stages[4];  // the secret, at each stage that was reached
  uint64_t closed_output;
  uint64_t real_time[2];  // the secret, at each of eh_real_time's that was seen
  uint64_t waiting_tasks;
  char text[400];
};

struct run {
  struct eh_request request;
  const char *object, *entry, *temporary, *trace, *clock, *schedule;
  int output, error;
  int input;  // negative: none is given
  struct report *report;
  int cancellation;  // without namespaces: becomes readable when the run is to end
  struct page *page;
};

/// Where the sandbox puts what an example needs. SandboxRoot.swift knows the same names.
#define MADE "/run/loopbook/made"
#define PROGRAM "/run/loopbook/program"
#define TRACE "/run/loopbook/trace"
#define STAGING "/run/loopbook/staging"

/// Has the namespaces of the host's own sandbox lend no more than they must; false with errno.
bool eh_close_sandbox(void);

/// Gives the calling process its own view of the machine; the calling process is the first of its namespaces. Returns
/// what failed, with errno; NULL: nothing.
const char *eh_enter_namespaces(const struct run *run);

/// Gives up every privilege that the sandbox lent; false with errno.
bool eh_drop_privileges(void);

/// Makes the filters of system calls, once for all programs.
void eh_prepare_filters(void);

/// Has the kernel refuse, from here on, what no example needs; false with errno.
bool eh_filter_calls(bool network);

struct census {
  uint32_t processes;
  uint64_t memory;
  bool many_files;
};

/// Counts the processes of the guard's namespace and what they use; no further than one process more than they may be.
struct census eh_census(const struct run *run);

/// Without a namespace of its own: counts the living descendants of a process, and sends them a signal if it is not 0.
uint32_t eh_visit_descendants(pid_t parent, int signal, int depth);

/// Starts the program and stays with it until it ends: limits, leftovers, figures.
_Noreturn void eh_guard(struct run *run);

/// Makes this run differ from others as the request says; false where that cannot be done.
bool eh_vary(const struct eh_request *request);

/// A number that tells nothing of the one that it is made of.
uint64_t eh_mixed(uint64_t number);

/// Gives this process another date, the one of that number, and another time zone; false where that cannot be done.
bool eh_change_date(uint32_t number);

/// Has folders list their files in another order, the one of that number; 0: in their own.
void eh_change_order(uint32_t number);

/// Has other threads and tasks come first, where the program leaves that open; 0: as it comes; false where that cannot
/// be done.
bool eh_change_precedence(uint32_t number);

/// Counts from here on the tasks that wait for the main actor.
void eh_count_waiting(void);

/// Whether one of them still waits that has not begun.
bool eh_is_task_waiting(void);

/// Makes a thread that begins when its turn has come; `make` is the C library's function.
typedef int (*eh_thread_maker)(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict);
int eh_begin_in_turn(eh_thread_maker make, pthread_t *made, const pthread_attr_t *attributes, void *(*routine)(void *),
                     void *argument, const void *caller);

/// Where users are at home, in the sandbox: the usual one, and one on another machine, where its host lies, too.
/// SandboxRoot.swift knows the same names.
#define EH_HOMES "/home"
#define EH_USUAL_USER "example"
#define EH_OTHER_USER "student"
#define EH_USUAL_HOME EH_HOMES "/" EH_USUAL_USER
#define EH_OTHER_HOME EH_HOMES "/" EH_OTHER_USER

/// Keeps the number of the host's only thread, and has a program's first thread, which is a copy of it, know its own.
void eh_remember_number(void);
void eh_renew_numbers(void);

/// Has a program find another number of the process that started it, the one of that layout.
void eh_change_parent(uint32_t layout);

/// Has this process be at home in a folder, which is its current one; false where that cannot be done.
bool eh_enter_home(const char *folder);

/// Has this process be on another machine; false where that cannot be done.
bool eh_change_machine(bool namespaces);

/// Looks, from here on, at what the program does in real time; its loops are on the virtual clock.
void eh_watch_real_time(void);

/// Tells of a clock of the machine's that it was read.
void eh_clock_was_read(const void *caller);

/// Tells of a wait that it was one for real time.
void eh_slept(const void *caller);

/// In a function that the host has in the place of the C library's: that one, as `machines_NAME`.
#define MACHINES(name)                      \
  static __typeof__(name) *machines_##name; \
  if (machines_##name == NULL) machines_##name = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/// And who called.
#define CALLER __builtin_return_address(0)

/// Whether the host was started with what watches threads for data races.
bool eh_is_watched_for_races(void);

/// Does the rounds of a loop on several threads, where these are watched for data races; the seed decides which does
/// which. False where that is not done, and none of the rounds.
void eh_deal_turns(uint64_t seed);
bool eh_take_turns(size_t rounds, void *context, void (*round)(void *, size_t));

/// Has Swift's libraries tell what watches threads how tasks, actors and lazy globals keep them apart.
void eh_tell_swift_of_watcher(void);

/// Has the report say so; program.c.
void eh_tell_real_time(enum eh_real_time kind);

/// Calls a program's entry, at the depth of the stack that belongs to the layout.
int eh_enter(int (*entry)(int, char **), char **arguments, uint32_t layout);

/// Becomes the program.
_Noreturn void eh_program(const struct run *run);
