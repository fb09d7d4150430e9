// What a program on the virtual clock does in real time. Its loops wait for no time to pass, so that what it reads from
// the machine's clocks, and how long it sleeps by them, is as no reader will see it: the report says so.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

static bool is_watched;
/// How many readings of a clock were not told yet that have no wait that uses them.
static atomic_int readings;
static atomic_flag told_reading = ATOMIC_FLAG_INIT, told_sleep = ATOMIC_FLAG_INIT;

/// The library that an address is in: where it begins, and its file.
static Dl_info library(const void *address) {
  Dl_info found;
  return dladdr(address, &found) != 0 ? found : (Dl_info){0};
}

enum { most_own = 16 };
/// Libraries that keep time for others, or on their own account: the C library, Dispatch, the recording.
static const void *own[most_own];
static size_t own_count;

static void add_own(const void *address) {
  const void *start = address == NULL ? NULL : library(address).dli_fbase;
  if (start != NULL && own_count < most_own) own[own_count++] = start;
}

/// Adds a library that is loaded already, by a function of it.
static void add_own_with(const char *name) { add_own(dlsym(RTLD_DEFAULT, name)); }

void eh_watch_real_time(void) {
  add_own((const void *)eh_watch_real_time);
  const char *functions[] = {"exit", "loopbook_begin", "dispatch_get_context", "swift_task_alloc"};
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) add_own_with(functions[index]);
  is_watched = true;
}

static bool is_own(const void *caller) {
  Dl_info found = library(caller);
  for (size_t index = 0; index < own_count; index++)
    if (own[index] == found.dli_fbase) return true;
  // Its calendars begin at the present time, whatever date they are asked about. It renames its functions.
  return found.dli_fname != NULL && strstr(found.dli_fname, "/lib_FoundationICU.") != NULL;
}

void eh_clock_was_read(const void *caller) {
  if (!is_watched || is_own(caller)) return;
  // With one reading nothing is measured: a log's line, say, or a seed.
  if (atomic_fetch_add(&readings, 1) >= 1 && !atomic_flag_test_and_set(&told_reading)) eh_tell_real_time(EH_READS);
}

void eh_slept(const void *caller) {
  if (is_watched && !is_own(caller) && !atomic_flag_test_and_set(&told_sleep)) eh_tell_real_time(EH_SLEEPS);
}

/// The function of a library that is loaded already; what watches threads stands in its place.
static void *function_in(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY);
  void *function = eh_is_watched_for_races() ? dlsym(RTLD_NEXT, name) : handle == NULL ? NULL : dlsym(handle, name);
  // Only code that was linked with the library calls its functions.
  if (function == NULL) abort();
  return function;
}

#define DISPATCH(name)                      \
  static __typeof__(name) *machines_##name; \
  if (machines_##name == NULL) machines_##name = (__typeof__(name) *)function_in("libdispatch.so", #name)

#pragma GCC visibility push(default)

int nanosleep(const struct timespec *duration, struct timespec *left) {
  MACHINES(nanosleep);
  eh_slept(CALLER);
  return machines_nanosleep(duration, left);
}

int usleep(useconds_t duration) {
  MACHINES(usleep);
  eh_slept(CALLER);
  return machines_usleep(duration);
}

unsigned sleep(unsigned duration) {
  MACHINES(sleep);
  eh_slept(CALLER);
  return machines_sleep(duration);
}

int thrd_sleep(const struct timespec *duration, struct timespec *left) {
  MACHINES(thrd_sleep);
  eh_slept(CALLER);
  return machines_thrd_sleep(duration, left);
}

// Waits for something else are one for a time only if it runs out.

int poll(struct pollfd *files, nfds_t count, int timeout) {
  MACHINES(poll);
  int result = machines_poll(files, count, timeout);
  if (result == 0 && timeout > 0) eh_slept(CALLER);
  return result;
}

static bool is_positive(const struct timespec *timeout) {
  return timeout != NULL && (timeout->tv_sec != 0 || timeout->tv_nsec != 0);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals) {
  MACHINES(ppoll);
  int result = machines_ppoll(files, count, timeout, signals);
  if (result == 0 && is_positive(timeout)) eh_slept(CALLER);
  return result;
}

int select(int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
           struct timeval *restrict timeout) {
  MACHINES(select);
  bool waits = timeout != NULL && (timeout->tv_sec != 0 || timeout->tv_usec != 0);
  int result = machines_select(count, readable, writable, exceptional, timeout);
  if (result == 0 && waits) eh_slept(CALLER);
  return result;
}

int pselect(int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
            const struct timespec *restrict timeout, const sigset_t *restrict signals) {
  MACHINES(pselect);
  int result = machines_pselect(count, readable, writable, exceptional, timeout, signals);
  if (result == 0 && is_positive(timeout)) eh_slept(CALLER);
  return result;
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
  MACHINES(epoll_wait);
  int result = machines_epoll_wait(epoll, events, most, timeout);
  if (result == 0 && timeout > 0) eh_slept(CALLER);
  return result;
}

int epoll_pwait(int epoll, struct epoll_event *events, int most, int timeout, const sigset_t *signals) {
  MACHINES(epoll_pwait);
  int result = machines_epoll_pwait(epoll, events, most, timeout, signals);
  if (result == 0 && timeout > 0) eh_slept(CALLER);
  return result;
}

// Dispatch's times, and what it does at them.

static const uint64_t forever = UINT64_MAX;

uint64_t dispatch_time(uint64_t when, int64_t delta) {
  DISPATCH(dispatch_time);
  if (when == 0) eh_clock_was_read(CALLER);
  return machines_dispatch_time(when, delta);
}

uint64_t dispatch_walltime(const struct timespec *when, int64_t delta) {
  DISPATCH(dispatch_walltime);
  if (when == NULL) eh_clock_was_read(CALLER);
  return machines_dispatch_walltime(when, delta);
}

void dispatch_after(uint64_t when, void *queue, void *block) {
  DISPATCH(dispatch_after);
  eh_slept(CALLER);
  machines_dispatch_after(when, queue, block);
}

void dispatch_after_f(uint64_t when, void *queue, void *context, void (*work)(void *)) {
  DISPATCH(dispatch_after_f);
  eh_slept(CALLER);
  machines_dispatch_after_f(when, queue, context, work);
}

void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  DISPATCH(dispatch_source_set_timer);
  if (start != forever) eh_slept(CALLER);
  machines_dispatch_source_set_timer(source, start, interval, leeway);
}

/// Looks at a wait of Dispatch's whose time was read from its clock to be a limit, which need not come.
static intptr_t limited(intptr_t result, uint64_t limit, const void *caller) {
  if (limit == 0 || limit == forever) return result;
  if (is_watched && !is_own(caller)) atomic_fetch_sub(&readings, 1);
  if (result != 0) eh_slept(caller);
  return result;
}

intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t limit) {
  DISPATCH(dispatch_semaphore_wait);
  return limited(machines_dispatch_semaphore_wait(semaphore, limit), limit, CALLER);
}

intptr_t dispatch_group_wait(void *group, uint64_t limit) {
  DISPATCH(dispatch_group_wait);
  return limited(machines_dispatch_group_wait(group, limit), limit, CALLER);
}

intptr_t dispatch_block_wait(void *block, uint64_t limit) {
  DISPATCH(dispatch_block_wait);
  return limited(machines_dispatch_block_wait(block, limit), limit, CALLER);
}

#pragma GCC visibility pop
