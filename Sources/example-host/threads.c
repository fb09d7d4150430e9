// How threads end while they are watched for data races. The system's libraries take locks when one thread ends and
// when another begins, so that a race between the two would look guarded. So a thread stays for a while after its own
// work is done, unless another waits for its end.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

enum {
  most_threads = 1024,
  // Milliseconds that a thread stays at most, and all threads together: some programs wait for an end by looking again
  // and again.
  longest_stay = 500,
  longest_stays = 3000,
};

struct thread {
  void *(*routine)(void *);
  void *argument;
  _Atomic pthread_t itself;
  /// Whether another waits for its end.
  atomic_bool is_awaited;
  /// Whether it has not ended.
  atomic_bool lives;
};

static struct thread threads[most_threads];
static atomic_int thread_count, stayed;

/// The place of a thread that was made last, since the system gives numbers out again; NULL where it has none.
static struct thread *place_of(pthread_t thread) {
  int count = atomic_load(&thread_count);
  for (int index = (count < most_threads ? count : most_threads) - 1; index >= 0; index--)
    if (atomic_load(&threads[index].lives) && atomic_load(&threads[index].itself) == thread) return &threads[index];
  return NULL;
}

/// No lock and no wait that is watched: these would be seen as what keeps threads apart.
static void stay(struct thread *thread) {
  const struct timespec moment = {.tv_nsec = 1000 * 1000};
  for (int waited = 0; waited < longest_stay && !atomic_load(&thread->is_awaited); waited++) {
    if (atomic_fetch_add(&stayed, 1) >= longest_stays) return;
    syscall(SYS_nanosleep, &moment, NULL);
  }
}

static void *run(void *argument) {
  struct thread *thread = argument;
  void *result = thread->routine(thread->argument);
  stay(thread);
  atomic_store(&thread->lives, false);
  return result;
}

#pragma GCC visibility push(default)

int pthread_create(pthread_t *restrict made, const pthread_attr_t *restrict attributes, void *(*routine)(void *),
                   void *restrict argument) {
  MACHINES(pthread_create);
  if (!eh_is_watched_for_races())
    return eh_begin_in_turn(machines_pthread_create, made, attributes, routine, argument, CALLER);
  int index = atomic_fetch_add(&thread_count, 1);
  // Those of a program that makes so many do not stay.
  if (index >= most_threads) return machines_pthread_create(made, attributes, routine, argument);
  struct thread *thread = &threads[index];
  thread->routine = routine;
  thread->argument = argument;
  atomic_store(&thread->lives, true);
  int result = machines_pthread_create(made, attributes, run, thread);
  if (result == 0) atomic_store(&thread->itself, *made);
  return result;
}

int pthread_join(pthread_t thread, void **result) {
  MACHINES(pthread_join);
  struct thread *place = eh_is_watched_for_races() ? place_of(thread) : NULL;
  if (place != NULL) atomic_store(&place->is_awaited, true);
  return machines_pthread_join(thread, result);
}

#pragma GCC visibility pop
