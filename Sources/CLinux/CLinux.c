#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif

_Thread_local struct cl_thread cl_thread_storage;
uint32_t cl_recording_flag;
uint32_t cl_virtual_flag;

static int result(long r) { return r < 0 ? -errno : (int)r; }

// Thread end. CoreFoundation lets go of a thread's loop in the third destructor pass, so that the destructors of
// other data may still use the loop; so do we.
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;
static pthread_key_t exit_key;
static int exit_key_error;
static void (*exit_ended)(void);
static _Thread_local bool exit_running;  // what is done at the end clears up after itself and needs no other pass
static void exit_pass(void *unused) {
  (void)unused;
  if (++cl_thread_storage.exit_passes < 3 && pthread_setspecific(exit_key, &exit_key) == 0) return;
  exit_running = true;
  __atomic_load_n(&exit_ended, __ATOMIC_RELAXED)();
  exit_running = false;
}
static void exit_init(void) { exit_key_error = pthread_key_create(&exit_key, exit_pass); }
int cl_thread_on_exit(void (*ended)(void)) {
  pthread_once(&exit_once, exit_init);
  if (exit_key_error) return -exit_key_error;
  if (exit_running) return 0;
  __atomic_store_n(&exit_ended, ended, __ATOMIC_RELAXED);  // always the same one
  return -pthread_setspecific(exit_key, &exit_key);
}

enum { LARGE = 32768 };  // from here on mapped; pages not written to cost nothing
static void *allocate(size_t size) {
  if (size < LARGE) return aligned_alloc(64, (size + 63) & ~(size_t)63);
  void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mapped == MAP_FAILED ? NULL : mapped;
}
void *cl_grow(void *old, size_t old_size, size_t new_size) {
  if (old_size >= LARGE && new_size >= LARGE) {
    void *moved = mremap(old, old_size, new_size, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? NULL : moved;
  }
  void *grown = allocate(new_size);
  if (!grown || old_size == 0) return grown;
  memcpy(grown, old, old_size < new_size ? old_size : new_size);
  cl_release(old, old_size);
  return grown;
}
void cl_release(void *memory, size_t size) {
  if (size >= LARGE) munmap(memory, size);  // fails for what was never mapped only
  else free(memory);
}

int cl_futex_wait(const void *word, uint32_t expected, int64_t deadline_ns) {
  struct timespec at = {deadline_ns / 1000000000, deadline_ns % 1000000000};
  return result(syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, expected, deadline_ns == INT64_MAX ? NULL : &at,
                        NULL, FUTEX_BITSET_MATCH_ANY));
}
int cl_futex_wake(const void *word, int count) {
  return result(syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0));
}

int cl_epoll_create(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }
static int control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
  struct epoll_event e = {.events = events, .data.u64 = data};
  return result(epoll_ctl(epoll, operation, fd, &e));
}
int cl_epoll_add(int epoll, int fd, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_ADD, fd, events, data);
}
int cl_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_MOD, fd, events, data);
}
int cl_epoll_remove(int epoll, int fd) { return control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

static bool has_pwait2 = true;  // until the kernel says otherwise; a race only asks it twice
int cl_epoll_wait(int epoll, uint64_t *data, uint32_t *events, int capacity, int64_t timeout_ns) {
  struct epoll_event batch[64];
  if (capacity > 64) capacity = 64;
  int n = -1;
  if (timeout_ns <= 0 || !__atomic_load_n(&has_pwait2, __ATOMIC_RELAXED)) {
    int64_t ms = timeout_ns < 0 ? -1 : timeout_ns / 1000000 + (timeout_ns % 1000000 != 0);
    n = epoll_wait(epoll, batch, capacity, ms > INT_MAX ? INT_MAX : (int)ms);
  } else {
    struct timespec in = {timeout_ns / 1000000000, timeout_ns % 1000000000};
    n = (int)syscall(SYS_epoll_pwait2, epoll, batch, capacity, &in, NULL, 0);
    if (n < 0 && errno == ENOSYS) {
      __atomic_store_n(&has_pwait2, false, __ATOMIC_RELAXED);
      return cl_epoll_wait(epoll, data, events, capacity, timeout_ns);
    }
  }
  if (n < 0) return -errno;
  for (int i = 0; i < n; i++) {
    data[i] = batch[i].data.u64;
    events[i] = batch[i].events;
  }
  return n;
}

// poll's bits are epoll's.
_Static_assert(POLLIN == CL_EPOLLIN && POLLOUT == CL_EPOLLOUT && POLLERR == CL_EPOLLERR && POLLHUP == CL_EPOLLHUP,
               "poll and epoll number their events alike");
uint32_t cl_ready_now(int fd, uint32_t events) {
  struct pollfd one = {.fd = fd, .events = (short)events};
  int n;
  do n = poll(&one, 1, 0);
  while (n < 0 && errno == EINTR);
  return n == 1 && !(one.revents & POLLNVAL) ? (uint32_t)one.revents : 0;
}

int cl_eventfd(void) { return result(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }
int cl_eventfd_write(int fd) {
  uint64_t one = 1;
  ssize_t n;
  do n = write(fd, &one, sizeof one);
  while (n < 0 && errno == EINTR);
  // EAGAIN: the counter stands at its maximum, which is as awake as can be.
  return n < 0 && errno != EAGAIN ? -errno : 0;
}
int64_t cl_eventfd_read(int fd) {
  uint64_t value;
  ssize_t n;
  do n = read(fd, &value, sizeof value);
  while (n < 0 && errno == EINTR);
  return n == sizeof value ? (int64_t)(value & INT64_MAX) : errno == EAGAIN ? 0 : -errno;
}
int cl_file_identity(int fd, uint64_t *device, uint64_t *file) {
  struct stat status;
  if (fstat(fd, &status) != 0) return -errno;
  *device = status.st_dev;
  *file = status.st_ino;
  return 0;
}
const char *cl_error_text(int error) { return strerror(error); }
int cl_close(int fd) { return result(close(fd)); }

int cl_poll_readable(const int32_t *descriptors, bool *ready, int count, int timeout_ms) {
  struct pollfd set[1024];
  if (count > 1024) return -EINVAL;
  for (int i = 0; i < count; i++) set[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
  int n = poll(set, (nfds_t)count, timeout_ms);
  for (int i = 0; n > 0 && i < count; i++) ready[i] = set[i].revents != 0;
  return result(n);
}

pid_t cl_gettid(void) { return (pid_t)syscall(SYS_gettid); }
bool cl_is_main_thread(void) { return getpid() == cl_gettid(); }

static bool read_text(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = read(file, text, size - 1);
  close(file);
  if (length < 0) return false;
  text[length] = 0;
  return true;
}

bool cl_thread_waits(pid_t thread, uint64_t *number) {
  // "S" and the number of switches that it asked for: the same at two times, and it did not run between them.
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
  if (!read_text(path, text, sizeof text)) return false;
  const char *state = strstr(text, "\nState:\t"), *switches = strstr(text, "\nvoluntary_ctxt_switches:\t");
  if (!state || state[8] != 'S' || !switches) return false;
  *number = strtoull(switches + 26, NULL, 10);
  // Where this cannot be read, a sleep counts as such a wait.
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", thread);
  if (!read_text(path, text, sizeof text)) return true;
  long call = strtol(text, NULL, 10);
  return call != SYS_nanosleep && call != SYS_clock_nanosleep;
}

int cl_thread_start(uintptr_t *thread, size_t stack_size, const char *name, void *(*body)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_t started;
  int error = pthread_attr_init(&attributes);
  if (error) return -error;
  if (stack_size) error = pthread_attr_setstacksize(&attributes, stack_size);
  if (!error) error = pthread_create(&started, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  if (error) return -error;
  if (name) {
    char cut[16] = {0};
    strncpy(cut, name, sizeof cut - 1);
    pthread_setname_np(started, cut);  // a name is a comfort: the thread runs without it, too
  }
  *thread = (uintptr_t)started;
  return 0;
}
int cl_thread_join(uintptr_t thread) { return -pthread_join((pthread_t)thread, NULL); }
int cl_thread_detach(uintptr_t thread) { return -pthread_detach((pthread_t)thread); }

int cl_at_fork(void (*in_child)(void)) { return -pthread_atfork(NULL, NULL, in_child); }

// Exported by Dispatch for CoreFoundation's use; a loop that serves the main queue needs just these.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
int cl_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
void cl_main_queue_drain(void) { _dispatch_main_queue_callback_4CF(NULL); }

int cl_unbuffer_output(void) {
  if (fflush(stdout) || fflush(stderr)) return -errno;
  return setvbuf(stdout, NULL, _IONBF, 0) || setvbuf(stderr, NULL, _IONBF, 0) ? -EINVAL : 0;
}

// The hook is the Swift runtime's own, of its calling convention; it is weak for programs without concurrency.
typedef void (*async_main_serve)(void) __attribute__((swiftcall));
typedef void (*async_main_hook)(async_main_serve original, async_main_serve other) __attribute__((swiftcall));
extern async_main_hook swift_task_asyncMainDrainQueue_hook __attribute__((weak));
static void (*async_main_called)(void);
__attribute__((swiftcall)) static void async_main(async_main_serve original, async_main_serve other) {
  (void)other;
  async_main_called();
  original();
}
bool cl_on_async_main(void (*called)(void)) {
  if (&swift_task_asyncMainDrainQueue_hook == NULL) return false;
  async_main_called = called;
  swift_task_asyncMainDrainQueue_hook = async_main;
  return true;
}
