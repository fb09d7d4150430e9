// Which thread comes first, where nothing decides that: usually the one that began first, or the one that was running.
// Here what begins comes later, or before what its beginner does next, by turns. Nothing is asked of the threads that
// the system may not do to them, too. The libraries of Swift find these functions before those of the C library and of
// Dispatch, since they are the program's own.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

enum {
  // Microseconds. What comes later does so after what two beginners have waited for.
  later = 2000,
  // How long one that began something, or woke another, lets that go first: longer than a thread takes to start.
  lets_go = 600,
  // How often in a program, so that one with thousands of tasks takes no longer.
  most_waits = 64,
};

/// 0: as it comes. Odd ones have the first of two come later, even ones the second.
static uint32_t order;
static atomic_int waits;

/// What begins: threads, what queues take, rounds of a loop on several threads, and parts of tasks. Each kind counts on
/// its own.
enum kind { THREADS, ITEMS, ROUNDS, JOBS, KINDS };
static atomic_uint begun[KINDS];

static void wait_for(long microseconds) {
  if (atomic_fetch_add(&waits, 1) >= most_waits) return;
  const struct timespec moment = {.tv_nsec = microseconds * 1000};
  syscall(SYS_nanosleep, &moment, NULL);
}

/// Whether the next of a kind is one that comes later.
static bool is_late(enum kind kind) { return (atomic_fetch_add(&begun[kind], 1) + order) % 2 != 0; }

// Swift's tasks.

typedef void (*enqueue)(void *job) __attribute__((swiftcall));
static void (*enqueue_later)(uint64_t nanoseconds, void *job) __attribute__((swiftcall));

static __attribute__((swiftcall)) void enqueue_in_turn(void *job, enqueue usual) {
  bool is_last = atomic_load(&waits) >= most_waits;
  if (!is_last && is_late(JOBS)) {
    atomic_fetch_add(&waits, 1);
    return enqueue_later(later * 1000, job);
  }
  usual(job);
  wait_for(lets_go);
}

// What Dispatch runs.

struct block {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *, ...);
  const void *descriptor;
};

enum { is_global = 1 << 28 };
static void *global_class;
static void *(*copy_block)(const void *);
static void (*release_block)(const void *);
/// What blocks do first that are made with flags: these can be barriers, so they pass to Dispatch as they are, and what
/// they do waits when it begins.
static void (*flagged)(void *, ...);

/// A block that does what another does, later. It is never released, as a program's own global blocks are not.
struct later_block {
  struct block block;
  void *other;
};

static const unsigned long later_descriptor[] = {0, sizeof(struct later_block)};

static void do_nothing(void *block, ...) { (void)block; }

static bool prepare_blocks(void) {
  copy_block = (void *(*)(const void *))dlsym(RTLD_DEFAULT, "_Block_copy");
  release_block = (void (*)(const void *))dlsym(RTLD_DEFAULT, "_Block_release");
  void *(*make)(unsigned long, const void *) =
      (void *(*)(unsigned long, const void *))dlsym(RTLD_DEFAULT, "dispatch_block_create");
  global_class = dlsym(RTLD_DEFAULT, "_NSConcreteGlobalBlock");
  if (copy_block == NULL || release_block == NULL || make == NULL || global_class == NULL) return false;
  static const unsigned long descriptor[] = {0, sizeof(struct block)};
  struct block empty = {.isa = global_class, .flags = is_global, .invoke = do_nothing, .descriptor = descriptor};
  struct block *made = make(0, &empty);
  if (made == NULL) return false;
  flagged = made->invoke;
  release_block(made);
  return true;
}

static void run_block_later(void *context) {
  wait_for(later);
  ((struct block *)context)->invoke(context);
  release_block(context);
}

static void run_other_later(void *context, ...) {
  wait_for(later);
  struct block *other = ((struct later_block *)context)->other;
  other->invoke(other);
}

/// What a block that is made with flags is to do.
static void *in_turn(void *block) {
  struct later_block *made = order != 0 && is_late(ITEMS) ? malloc(sizeof *made) : NULL;
  if (made == NULL) return block;
  made->block = (struct block){global_class, is_global, 0, run_other_later, later_descriptor};
  made->other = copy_block(block);
  return made;
}

static void run_round(void *context, size_t number) {
  if (order != 0 && is_late(ROUNDS)) wait_for(later);
  struct block *block = context;
  block->invoke(block, number);
}

static bool is_ordered(const void *block) { return order == 0 || ((const struct block *)block)->invoke == flagged; }

// Threads.

struct beginning {
  void *(*routine)(void *);
  void *argument;
};

static void *begin_later(void *argument) {
  struct beginning beginning = *(struct beginning *)argument;
  free(argument);
  wait_for(later);
  return beginning.routine(beginning.argument);
}

/// Those that take what queues have are not in an order of their own.
static bool is_dispatch(const void *caller) {
  Dl_info library;
  return dladdr(caller, &library) != 0 && library.dli_fname != NULL && strstr(library.dli_fname, "libdispatch") != NULL;
}

int eh_begin_in_turn(eh_thread_maker make, pthread_t *made, const pthread_attr_t *attributes, void *(*routine)(void *),
                     void *argument, const void *caller) {
  if (order == 0 || is_dispatch(caller)) return make(made, attributes, routine, argument);
  struct beginning *beginning = is_late(THREADS) ? malloc(sizeof *beginning) : NULL;
  if (beginning == NULL) {
    int result = make(made, attributes, routine, argument);
    wait_for(lets_go);
    return result;
  }
  *beginning = (struct beginning){routine, argument};
  int result = make(made, attributes, begin_later, beginning);
  if (result != 0) free(beginning);
  return result;
}

#pragma GCC visibility push(default)

void dispatch_async_f(void *queue, void *context, void (*work)(void *));
void dispatch_group_async_f(void *group, void *queue, void *context, void (*work)(void *));
void dispatch_apply_f(size_t rounds, void *queue, void *context, void (*work)(void *, size_t));
void dispatch_async(void *queue, void *block);
void dispatch_group_async(void *group, void *queue, void *block);
void dispatch_apply(size_t rounds, void *queue, void *block);
long dispatch_semaphore_signal(void *semaphore);
void *dispatch_block_create(unsigned long flags, void *block);
void *dispatch_block_create_with_qos_class(unsigned long flags, int quality, int priority, void *block);

void dispatch_async(void *queue, void *block) {
  MACHINES(dispatch_async);
  if (is_ordered(block)) return machines_dispatch_async(queue, block);
  MACHINES(dispatch_async_f);
  if (is_late(ITEMS)) return machines_dispatch_async_f(queue, copy_block(block), run_block_later);
  machines_dispatch_async(queue, block);
  wait_for(lets_go);
}

void dispatch_group_async(void *group, void *queue, void *block) {
  MACHINES(dispatch_group_async);
  if (is_ordered(block)) return machines_dispatch_group_async(group, queue, block);
  MACHINES(dispatch_group_async_f);
  if (is_late(ITEMS)) return machines_dispatch_group_async_f(group, queue, copy_block(block), run_block_later);
  machines_dispatch_group_async(group, queue, block);
  wait_for(lets_go);
}

void dispatch_apply(size_t rounds, void *queue, void *block) {
  MACHINES(dispatch_apply);
  // Without a queue they may be on any threads.
  if (queue == NULL && eh_take_turns(rounds, block, run_round)) return;
  if (is_ordered(block)) return machines_dispatch_apply(rounds, queue, block);
  MACHINES(dispatch_apply_f);
  machines_dispatch_apply_f(rounds, queue, block, run_round);
}

long dispatch_semaphore_signal(void *semaphore) {
  MACHINES(dispatch_semaphore_signal);
  long woken = machines_dispatch_semaphore_signal(semaphore);
  if (order != 0 && woken != 0) wait_for(lets_go);
  return woken;
}

void *dispatch_block_create(unsigned long flags, void *block) {
  MACHINES(dispatch_block_create);
  return machines_dispatch_block_create(flags, in_turn(block));
}

void *dispatch_block_create_with_qos_class(unsigned long flags, int quality, int priority, void *block) {
  MACHINES(dispatch_block_create_with_qos_class);
  return machines_dispatch_block_create_with_qos_class(flags, quality, priority, in_turn(block));
}

#pragma GCC visibility pop

bool eh_change_precedence(uint32_t number) {
  // Memory is taken for this in all runs, or things would lie elsewhere in this one.
  bool is_ready = prepare_blocks();
  if (number == 0) return true;
  enqueue_later = (__typeof__(enqueue_later))dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDelay");
  void **hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (enqueue_later == NULL || hook == NULL || !is_ready) return false;
  *hook = (void *)enqueue_in_turn;
  order = number;
  return true;
}
