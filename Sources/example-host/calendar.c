// Another date and time zone. What a program prints may come true today and on no other day, or in this zone alone; so
// where a run is to differ from others, the calendar's clock is ahead. Clocks that only measure stay as they are. The
// libraries of Swift find these functions before those of the C library, since they are the program's own.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

#include "host.h"

/// The first date is a year, five months and some days ahead: another year, month, day of the month and of the week,
/// hour, minute and second. Others are further, at hours before and after noon.
enum { DAY = 86400, DISTANCE = 523 * DAY + 7 * 3600 + 23 * 60 + 41, STEP = 100 * DAY + 5 * 3600 };

/// The dates that are a leap day, and the last day of a year. The twelve between the first date and these are in each
/// of the months, and seven in a row on each day of the week.
enum { LEAP_DAY = 14, LAST_DAY = 15 };

/// Its hours and its minutes are others than those of most readers.
static const char zone[] = "Asia/Kathmandu";
enum { ZONE = 5 * 3600 + 45 * 60 };

static time_t ahead;
/// When the run began, by the machine's clock.
static time_t beginning;

#pragma GCC visibility push(default)

// What tells the date.

int clock_gettime(clockid_t clock, struct timespec *now) {
  MACHINES(clock_gettime);
  int result = machines_clock_gettime(clock, now);
  bool is_time = clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID;
  if (is_time) eh_clock_was_read(CALLER);
  bool is_calendar = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  if (result == 0 && is_calendar) now->tv_sec += ahead;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  MACHINES(gettimeofday);
  int result = machines_gettimeofday(now, zone);
  eh_clock_was_read(CALLER);
  if (result == 0 && now != NULL) now->tv_sec += ahead;
  return result;
}

time_t time(time_t *result) {
  MACHINES(time);
  time_t now = machines_time(NULL) + ahead;
  eh_clock_was_read(CALLER);
  if (result != NULL) *result = now;
  return now;
}

int timespec_get(struct timespec *now, int base) {
  MACHINES(timespec_get);
  int result = machines_timespec_get(now, base);
  eh_clock_was_read(CALLER);
  if (result == TIME_UTC) now->tv_sec += ahead;
  return result;
}

// What was made in this run has its date.

static void redate(struct timespec *date) {
  if (ahead == 0) return;
  time_t now = time(NULL) - ahead;
  // The kernel's dates of files lag behind its clock.
  if (date->tv_sec >= beginning - 1 && date->tv_sec <= now) date->tv_sec += ahead;
}

static int redated(int result, struct stat *file) {
  if (result != 0) return result;
  redate(&file->st_atim);
  redate(&file->st_mtim);
  redate(&file->st_ctim);
  return 0;
}

int stat(const char *restrict path, struct stat *restrict file) {
  MACHINES(stat);
  return redated(machines_stat(path, file), file);
}

int lstat(const char *restrict path, struct stat *restrict file) {
  MACHINES(lstat);
  return redated(machines_lstat(path, file), file);
}

int fstat(int descriptor, struct stat *file) {
  MACHINES(fstat);
  return redated(machines_fstat(descriptor, file), file);
}

int fstatat(int folder, const char *restrict path, struct stat *restrict file, int flags) {
  MACHINES(fstatat);
  return redated(machines_fstatat(folder, path, file, flags), file);
}

// What waits until a date waits for the machine's.

/// A moment as the machine has it; clocks that only measure are far from any date.
static struct timespec machines_moment(const struct timespec *moment) {
  struct timespec other = *moment;
  if (ahead != 0 && other.tv_sec > time(NULL) - ahead / 2) other.tv_sec -= ahead;
  return other;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict end) {
  MACHINES(pthread_cond_timedwait);
  struct timespec moment = machines_moment(end);
  int result = machines_pthread_cond_timedwait(condition, mutex, &moment);
  if (result == ETIMEDOUT) eh_slept(CALLER);
  return result;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict end) {
  MACHINES(pthread_mutex_timedlock);
  struct timespec moment = machines_moment(end);
  int result = machines_pthread_mutex_timedlock(mutex, &moment);
  if (result == ETIMEDOUT) eh_slept(CALLER);
  return result;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict end) {
  MACHINES(pthread_rwlock_timedrdlock);
  struct timespec moment = machines_moment(end);
  int result = machines_pthread_rwlock_timedrdlock(lock, &moment);
  if (result == ETIMEDOUT) eh_slept(CALLER);
  return result;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict end) {
  MACHINES(pthread_rwlock_timedwrlock);
  struct timespec moment = machines_moment(end);
  int result = machines_pthread_rwlock_timedwrlock(lock, &moment);
  if (result == ETIMEDOUT) eh_slept(CALLER);
  return result;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
  MACHINES(sem_timedwait);
  struct timespec moment = machines_moment(end);
  int result = machines_sem_timedwait(semaphore, &moment);
  if (result != 0 && errno == ETIMEDOUT) eh_slept(CALLER);
  return result;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *end, struct timespec *left) {
  MACHINES(clock_nanosleep);
  struct timespec moment = flags & TIMER_ABSTIME ? machines_moment(end) : *end;
  eh_slept(CALLER);
  return machines_clock_nanosleep(clock, flags, &moment, left);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *setting, struct itimerspec *old) {
  MACHINES(timerfd_settime);
  struct itimerspec machines = *setting;
  if (flags & TFD_TIMER_ABSTIME) machines.it_value = machines_moment(&machines.it_value);
  return machines_timerfd_settime(timer, flags, &machines, old);
}

#pragma GCC visibility pop

/// Tells the time zone to CoreFoundation, which keeps what the environment said when it was loaded.
static void change_default_zone(void) {
  const void *(*make_text)(const void *, const char *, uint32_t) =
      (const void *(*)(const void *, const char *, uint32_t))dlsym(RTLD_DEFAULT, "CFStringCreateWithCString");
  const void *(*make_zone)(const void *, const void *, bool) =
      (const void *(*)(const void *, const void *, bool))dlsym(RTLD_DEFAULT, "CFTimeZoneCreateWithName");
  void (*set_default)(const void *) = (void (*)(const void *))dlsym(RTLD_DEFAULT, "CFTimeZoneSetDefault");
  if (make_text == NULL || make_zone == NULL || set_default == NULL) return;
  const uint32_t utf8 = 0x08000100;
  const void *made = make_zone(NULL, make_text(NULL, zone, utf8), true);
  if (made != NULL) set_default(made);
}

/// Whether a day is one for the date of this number.
static bool suits(const struct tm *day, uint32_t number) {
  switch (number) {
  case 1: return true;
  case LEAP_DAY: return day->tm_mon == 1 && day->tm_mday == 29;
  case LAST_DAY: return day->tm_mon == 11 && day->tm_mday == 31;
  // Both have no divisor in common with how many there are.
  default: return day->tm_mon == (int)(number * 7 % 12) && day->tm_wday == (int)(number * 3 % 7);
  }
}

bool eh_change_date(uint32_t number) {
  beginning = time(NULL);
  for (ahead = DISTANCE + (time_t)(number - 1) * STEP;; ahead += DAY) {
    time_t there = beginning + ahead + ZONE;
    struct tm day;
    if (gmtime_r(&there, &day) == NULL) return false;
    if (suits(&day, number)) break;
  }
  if (setenv("TZ", zone, 1) != 0) return false;
  change_default_zone();
  return true;
}
