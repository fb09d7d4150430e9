// Swift's tasks: the hooks that the runtime has for executors other than its own, and its clocks. All symbols are weak,
// for programs without concurrency.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinux.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SWIFT __attribute__((swiftcall))

// An executor as the runtime passes it: two words.
struct executor {
  void *identity;
  uintptr_t implementation;
};

typedef SWIFT void (*enqueue_original)(void *job);
typedef SWIFT void (*delay_original)(unsigned long long delay, void *job);
typedef SWIFT void (*deadline_original)(long long seconds, long long nanoseconds, long long tolerance_seconds,
                                        long long tolerance_nanoseconds, int clock, void *job);
typedef SWIFT void (*check_original)(struct executor executor);
typedef SWIFT int8_t (*isolating_original)(struct executor executor);

#define WEAK extern __attribute__((weak))
WEAK SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_original original);
WEAK SWIFT void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long delay, void *job, delay_original original);
WEAK SWIFT void (*swift_task_enqueueGlobalWithDeadline_hook)(long long seconds, long long nanoseconds,
                                                             long long tolerance_seconds,
                                                             long long tolerance_nanoseconds, int clock, void *job,
                                                             deadline_original original);
WEAK SWIFT void (*swift_task_enqueueMainExecutor_hook)(void *job, enqueue_original original);
WEAK SWIFT void (*swift_task_checkIsolated_hook)(struct executor executor, check_original original);
WEAK SWIFT int8_t (*swift_task_isIsolatingCurrentContext_hook)(struct executor executor, isolating_original original);
WEAK SWIFT void swift_job_run(void *job, struct executor executor);
WEAK SWIFT struct executor swift_task_getMainExecutor(void);
WEAK SWIFT uint64_t swift_task_getJobTaskId(void *job);
WEAK SWIFT void *swift_task_getCurrent(void);
WEAK SWIFT bool swift_task_isCancelled(void *task);
WEAK void swift_get_time(long long *seconds, long long *nanoseconds, int clock);

static struct cl_task_hooks hooks;

static SWIFT void enqueue(void *job, enqueue_original original) {
  if (!hooks.enqueue(job)) original(job);
}

static SWIFT void enqueue_after(unsigned long long delay, void *job, delay_original original) {
  if (!hooks.enqueue_after(job, delay)) original(delay, job);
}

static SWIFT void enqueue_at(long long seconds, long long nanoseconds, long long tolerance_seconds,
                             long long tolerance_nanoseconds, int clock, void *job, deadline_original original) {
  if (!hooks.enqueue_at(job, seconds, nanoseconds))
    original(seconds, nanoseconds, tolerance_seconds, tolerance_nanoseconds, clock, job);
}

static SWIFT void enqueue_main(void *job, enqueue_original original) {
  if (!hooks.enqueue_main(job)) original(job);
}

static bool is_main(struct executor executor) {
  return executor.identity == swift_task_getMainExecutor().identity && hooks.is_main();
}

static SWIFT void check(struct executor executor, check_original original) {
  if (!is_main(executor)) original(executor);
}

static SWIFT int8_t isolating(struct executor executor, isolating_original original) {
  return is_main(executor) ? 1 : original(executor);
}

bool cl_take_tasks(struct cl_task_hooks taken) {
  if (&swift_task_enqueueGlobal_hook == NULL) return false;
  hooks = taken;
  swift_task_enqueueGlobal_hook = enqueue;
  swift_task_enqueueGlobalWithDelay_hook = enqueue_after;
  swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
  swift_task_enqueueMainExecutor_hook = enqueue_main;
  swift_task_checkIsolated_hook = check;
  swift_task_isIsolatingCurrentContext_hook = isolating;
  return true;
}

void cl_job_run(void *job, bool is_main) {
  struct executor generic = {NULL, 0};
  swift_job_run(job, is_main ? swift_task_getMainExecutor() : generic);
}

uint64_t cl_job_number(void *job) {
  // Behind the object's two words and the two that executors have are the job's flags, the lowest byte of which is its
  // kind. Only tasks have numbers; those of an actor's own jobs, say, are whatever the memory held.
  enum { task_kind = 0 };
  const uint32_t flags = *(const uint32_t *)((const char *)job + 4 * sizeof(void *));
  return (flags & 0xFF) == task_kind ? swift_task_getJobTaskId(job) : 0;
}
void *cl_current_task(void) { return swift_task_getCurrent(); }
bool cl_task_is_cancelled(void *task) { return swift_task_isCancelled(task); }

typedef struct dispatch_object_s *object;
typedef void (*call)(void *);
extern struct dispatch_object_s _dispatch_main_q;
extern void dispatch_async_f(object queue, void *argument, call body);
void cl_main_queue_post(void (*body)(void *), void *argument) { dispatch_async_f(&_dispatch_main_q, argument, body); }

// The clocks, the waits for times and the main actor's own executor, which have no hooks. `swift_get_time`
// asks clock_gettime; sleeping is a call that Dispatch is asked for, or, with a tolerance, a timer source of
// Dispatch's; the main actor's jobs are calls on the main queue. The entries for these functions in the library's own
// table are found by the relocations that fill them.

static int led_clock(clockid_t clock, struct timespec *time) {
  int64_t now;
  if ((clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC) && hooks.now(&now)) {
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
  }
  return clock_gettime(clock, time);
}

extern void dispatch_after_f(uint64_t when, object queue, void *argument, call body);
extern void dispatch_source_set_timer(object source, uint64_t start, uint64_t interval, uint64_t leeway);
extern void dispatch_set_context(object object, void *context);
extern void dispatch_source_set_event_handler_f(object source, call handler);
extern void dispatch_activate(object object);

static const uint64_t forever = UINT64_MAX;
static const uint64_t continuous = 1ull << 63, wall = 1ull << 62;

/// The nanoseconds that Dispatch's time stands for, INT64_MAX for ever; false for times of day.
static bool decode(uint64_t when, int64_t *nanoseconds) {
  if (when == forever) {
    *nanoseconds = INT64_MAX;
    return true;
  }
  if (when & wall) return false;
  *nanoseconds = (int64_t)(when & ~continuous);
  return true;
}

static void led_after(uint64_t when, object queue, void *argument, call body) {
  int64_t time;
  if (!decode(when, &time) || !hooks.call_at(body, argument, time)) dispatch_after_f(when, queue, argument, body);
}

static void led_async(object queue, void *argument, call body) {
  // The runtime notes in the job, in the second word that executors have, on which queue of the program's it is to run;
  // there is none for jobs of its own global queues.
  const void *own = ((void **)argument)[3];
  bool taken = queue == &_dispatch_main_q ? hooks.call_main(body, argument)
               : own == queue             ? false
                                          : hooks.call(body, argument);
  if (!taken) dispatch_async_f(queue, argument, body);
}

// The runtime makes one timer at a time on a thread, from its time to its activation.
static _Thread_local struct {
  object source;
  int64_t time;
  void *context;
  call handler;
} timer;

static void led_set_timer(object source, uint64_t start, uint64_t interval, uint64_t leeway) {
  int64_t time, now;
  if (decode(start, &time) && hooks.now(&now)) {
    timer.source = source;
    timer.time = time;
    // It lives as the runtime expects, and never fires by itself.
    start = forever;
  }
  dispatch_source_set_timer(source, start, interval, leeway);
}

static void led_set_context(object object, void *context) {
  if (object == timer.source) timer.context = context;
  dispatch_set_context(object, context);
}

static void led_set_handler(object source, call handler) {
  if (source == timer.source) timer.handler = handler;
  dispatch_source_set_event_handler_f(source, handler);
}

static void led_activate(object object) {
  dispatch_activate(object);
  if (object != timer.source) return;
  timer.source = NULL;
  // On a thread whose clock is led it does not decline.
  (void)hooks.call_at(timer.handler, timer.context, timer.time);
}

static const struct {
  const char *name;
  uintptr_t function;
} led[] = {
    {"clock_gettime", (uintptr_t)led_clock},
    {"dispatch_after_f", (uintptr_t)led_after},
    {"dispatch_async_f", (uintptr_t)led_async},
    {"dispatch_source_set_timer", (uintptr_t)led_set_timer},
    {"dispatch_set_context", (uintptr_t)led_set_context},
    {"dispatch_source_set_event_handler_f", (uintptr_t)led_set_handler},
    {"dispatch_activate", (uintptr_t)led_activate},
};
enum { led_count = sizeof led / sizeof *led };

static bool covers(const struct dl_phdr_info *object, uintptr_t address) {
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    uintptr_t begin = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_LOAD && address >= begin && address < begin + segment->p_memsz) return true;
  }
  return false;
}

/// Replaces the entry, which may have been made read-only after loading.
static bool replace(const struct dl_phdr_info *object, uintptr_t entry, uintptr_t function) {
  uintptr_t page = entry & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  size_t length = entry + sizeof entry - page;
  bool is_protected = false;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    uintptr_t begin = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_RELRO && entry >= begin && entry < begin + segment->p_memsz) is_protected = true;
  }
  if (is_protected && mprotect((void *)page, length, PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n((uintptr_t *)entry, function, __ATOMIC_RELEASE);
  // Left writable it works as well.
  if (is_protected) (void)mprotect((void *)page, length, PROT_READ);
  return true;
}

struct search {
  unsigned found;
  bool is_linked_in;
};

static int lead(struct dl_phdr_info *object, size_t size, void *argument) {
  (void)size;
  struct search *search = argument;
  if (!covers(object, (uintptr_t)swift_get_time)) return 0;
  // The table is that of this code, too, whose own clock must stay.
  search->is_linked_in = covers(object, (uintptr_t)lead);
  if (search->is_linked_in) return 1;
  const ElfW(Dyn) *entry = NULL;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    if (object->dlpi_phdr[index].p_type == PT_DYNAMIC)
      entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[index].p_vaddr);
  }
  const ElfW(Rela) *tables[2] = {NULL, NULL};
  size_t sizes[2] = {0, 0};
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
    case DT_JMPREL: tables[0] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
    case DT_PLTRELSZ: sizes[0] = entry->d_un.d_val; break;
    case DT_RELA: tables[1] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
    case DT_RELASZ: sizes[1] = entry->d_un.d_val; break;
    case DT_SYMTAB: symbols = (const ElfW(Sym) *)entry->d_un.d_ptr; break;
    case DT_STRTAB: names = (const char *)entry->d_un.d_ptr; break;
    default: break;
    }
  }
  if (symbols == NULL || names == NULL) return 1;
  for (int table = 0; table < 2; table++) {
    for (size_t index = 0; tables[table] != NULL && index < sizes[table] / sizeof(ElfW(Rela)); index++) {
      const ElfW(Rela) *relocation = &tables[table][index];
      size_t symbol = ELF64_R_SYM(relocation->r_info);
      for (int index = 0; symbol != 0 && index < led_count; index++) {
        if (strcmp(names + symbols[symbol].st_name, led[index].name) != 0) continue;
        if (replace(object, object->dlpi_addr + relocation->r_offset, led[index].function))
          search->found |= 1u << index;
      }
    }
  }
  return 1;
}

enum cl_clock_lead cl_take_task_clocks(void) {
  if (&swift_get_time == NULL) return CL_CLOCKS_ABSENT;
  struct search search = {0};
  dl_iterate_phdr(lead, &search);
  if (search.is_linked_in) return CL_CLOCKS_LINKED_IN;
  return search.found == (1u << led_count) - 1 ? CL_CLOCKS_LED : CL_CLOCKS_UNKNOWN;
}
