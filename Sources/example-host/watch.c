// What a library does to keep threads apart, told to what watches threads for data races: it sees what is compiled for
// it, and the C library's locks. Of Swift's Mutex it does not see what is done when two threads meet there.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

/// The function of that name of what watches threads; NULL where they are not watched.
static void *watcher(const char *name) { return dlsym(RTLD_DEFAULT, name); }

bool eh_is_watched_for_races(void) {
  static int answer = -1;
  if (answer < 0) answer = watcher("__tsan_init") != NULL;
  return answer;
}

void eh_tell_swift_of_watcher(void) {
  // What watches calls this by itself only if Swift's library was there when it began.
  void (*begin)(void) = eh_is_watched_for_races() ? (void (*)(void))watcher("__tsan_on_initialize") : NULL;
  if (begin != NULL) begin();
}

/// Calls what marks a place in memory as one where threads meet; nothing where they are not watched.
static void mark(const char *function, void *place) {
  void (*tell)(void *) = (void (*)(void *))watcher(function);
  if (tell != NULL) tell(place);
}

static void acquire(void *place) { mark("__tsan_acquire", place); }
static void release(void *place) { mark("__tsan_release", place); }

static void *synchronization(const char *name) {
  void *handle = dlopen("libswiftSynchronization.so", RTLD_NOLOAD | RTLD_LAZY);
  void *function = handle == NULL ? NULL : dlsym(handle, name);
  // Only code that was linked with the library calls its functions.
  if (function == NULL) abort();
  return function;
}

/// Tells of an access to several bytes, as one by the line that called the calling function.
static void access(const char *function, const void *place, size_t size, const void *caller) {
  static void (*enter)(const void *), (*leave)(void);
  if (enter == NULL) enter = (void (*)(const void *))watcher("__tsan_func_entry");
  if (leave == NULL) leave = (void (*)(void))watcher("__tsan_func_exit");
  void (*tell)(const void *, size_t) = (void (*)(const void *, size_t))watcher(function);
  if (enter == NULL || leave == NULL || tell == NULL) return;
  enter(caller);
  tell(place, size);
  leave();
}

#define READS(place, size) access("__tsan_read_range", place, size, CALLER)
#define WRITES(place, size) access("__tsan_write_range", place, size, CALLER)

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))
#define HANDLE "$s15Synchronization12_MutexHandleV"
#define LOCK HANDLE "9_lockSlowyys6UInt32VF"
#define TRY_LOCK HANDLE "12_tryLockSlowSbyF"
#define UNLOCK HANDLE "11_unlockSlowyyF"

typedef SWIFT void lock_function(uint32_t owner, CONTEXT void *handle);
typedef SWIFT bool try_function(CONTEXT void *handle);
typedef SWIFT void unlock_function(CONTEXT void *handle);

#pragma GCC visibility push(default)

void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memset(void *place, int byte, size_t size);
SWIFT void eh_lock(uint32_t owner, CONTEXT void *handle) __asm__(LOCK);
SWIFT bool eh_try_lock(CONTEXT void *handle) __asm__(TRY_LOCK);
SWIFT void eh_unlock(CONTEXT void *handle) __asm__(UNLOCK);

SWIFT void eh_lock(uint32_t owner, CONTEXT void *handle) {
  static lock_function *machines;
  if (machines == NULL) machines = (lock_function *)synchronization(LOCK);
  machines(owner, handle);
  acquire(handle);
}

SWIFT bool eh_try_lock(CONTEXT void *handle) {
  static try_function *machines;
  if (machines == NULL) machines = (try_function *)synchronization(TRY_LOCK);
  bool has_lock = machines(handle);
  if (has_lock) acquire(handle);
  return has_lock;
}

SWIFT void eh_unlock(CONTEXT void *handle) {
  static unlock_function *machines;
  if (machines == NULL) machines = (unlock_function *)synchronization(UNLOCK);
  release(handle);
  machines(handle);
}

// The compiler has values of more than a few bytes copied by these, and the library takes them for functions of the C
// library, whose accesses it leaves out: those that free memory are not the program's.

void *__tsan_memcpy(void *to, const void *from, size_t size) {
  READS(from, size);
  WRITES(to, size);
  return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
  READS(from, size);
  WRITES(to, size);
  return memmove(to, from, size);
}

void *__tsan_memset(void *place, int byte, size_t size) {
  WRITES(place, size);
  return memset(place, byte, size);
}

#pragma GCC visibility pop
