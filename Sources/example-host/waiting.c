// Tasks that the main actor never comes to, since the program ends first: what they would print is printed nowhere, and
// nothing says so. Only those count that the main thread itself begins, so that it is the same in every run.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

/// Dispatch's main queue, on which the main actor's tasks come one after another; NULL while nothing is counted.
static void *main_queue;
static atomic_int waiting;

/// The tasks that the main thread has begun: one that comes again goes on, and what it waits for may never come.
static void *begun[256];
static unsigned count;

static bool is_new(void *task) {
  for (unsigned index = 0; index < count; index++)
    if (begun[index] == task) return false;
  if (count == sizeof begun / sizeof *begun) return false;
  begun[count++] = task;
  return true;
}

/// Whether what is to be called is how Swift's library runs a task.
static bool is_task(void (*work)(void *)) {
  Dl_info library;
  return dladdr((const void *)work, &library) != 0 && library.dli_fname != NULL &&
         strstr(library.dli_fname, "libswift_Concurrency") != NULL;
}

static void came(void *ignored) {
  (void)ignored;
  atomic_fetch_sub(&waiting, 1);
}

#pragma GCC visibility push(default)

void dispatch_async_f(void *queue, void *context, void (*work)(void *));

void dispatch_async_f(void *queue, void *context, void (*work)(void *)) {
  MACHINES(dispatch_async_f);
  if (queue == main_queue && gettid() == getpid() && is_task(work) && is_new(context)) {
    atomic_fetch_add(&waiting, 1);
    // The queue does this right before it comes to the task.
    machines_dispatch_async_f(queue, NULL, came);
  }
  machines_dispatch_async_f(queue, context, work);
}

#pragma GCC visibility pop

void eh_count_waiting(void) { main_queue = dlsym(RTLD_DEFAULT, "_dispatch_main_q"); }

bool eh_is_task_waiting(void) { return atomic_load(&waiting) > 0; }
