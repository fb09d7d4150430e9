#include "CReference.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int result_of(int result) { return result < 0 ? -errno : result; }

int reference_eventfd(void) { return result_of(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

void reference_eventfd_post(int counter) {
  const uint64_t one = 1;
  while (write(counter, &one, sizeof one) < 0 && errno == EINTR) {}
}

int reference_epoll_create(void) { return result_of(epoll_create1(EPOLL_CLOEXEC)); }

static int control(int set, int operation, int descriptor, unsigned events) {
  struct epoll_event event = {.events = events | EPOLLONESHOT};
  return result_of(epoll_ctl(set, operation, descriptor, &event));
}

int reference_epoll_add(int set, int descriptor, unsigned events) {
  return control(set, EPOLL_CTL_ADD, descriptor, events);
}

int reference_epoll_arm(int set, int descriptor, unsigned events) {
  return control(set, EPOLL_CTL_MOD, descriptor, events);
}

int reference_epoll_remove(int set, int descriptor) { return control(set, EPOLL_CTL_DEL, descriptor, 0); }

unsigned reference_epoll_take(int set) {
  struct epoll_event event = {.events = 0};
  int count;
  do { count = epoll_wait(set, &event, 1, 0); } while (count < 0 && errno == EINTR);
  return count == 1 ? event.events : 0;
}

static long long nanoseconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int pace = 1;

void reference_set_pace(int seconds) { pace = seconds; }

int reference_pace(void) { return pace; }

long long reference_loop_clock(void) { return nanoseconds_of(CLOCK_MONOTONIC) / pace; }

long long reference_wall_clock(void) { return nanoseconds_of(CLOCK_REALTIME); }

void reference_sleep_until(long long nanoseconds) {
  nanoseconds = nanoseconds > LLONG_MAX / pace ? LLONG_MAX : nanoseconds * pace;
  const struct timespec until = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}

struct reference_lock {
  pthread_mutex_t mutex;
};

reference_lock *reference_lock_make(void) {
  reference_lock *lock = malloc(sizeof *lock);
  if (lock == NULL || pthread_mutex_init(&lock->mutex, NULL) != 0) abort();
  return lock;
}

void reference_lock_destroy(reference_lock *lock) {
  pthread_mutex_destroy(&lock->mutex);
  free(lock);
}

void reference_lock_acquire(reference_lock *lock) { pthread_mutex_lock(&lock->mutex); }

void reference_lock_release(reference_lock *lock) { pthread_mutex_unlock(&lock->mutex); }

int reference_thread_start(unsigned long *thread, unsigned long stack_size, void *(*body)(void *), void *argument) {
  pthread_attr_t attributes;
  int result = pthread_attr_init(&attributes);
  if (result != 0) return -result;
  if (stack_size != 0) result = pthread_attr_setstacksize(&attributes, stack_size);
  if (result == 0) result = pthread_create(thread, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  return -result;
}

int reference_is_main_thread(void) { return syscall(SYS_gettid) == (long)getpid(); }

void reference_set_thread_name(const char *name) { prctl(PR_SET_NAME, name); }
