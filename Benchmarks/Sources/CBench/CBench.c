#define _GNU_SOURCE  // sched_setaffinity
#include "CBench.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static void require(int holds, const char *what) {
  if (holds) return;
  perror(what);
  bench_exit(1);
}

void bench_open_pairs(int *descriptors) {
  for (int pair = 0; pair < BENCH_PAIRS; pair++) {
    int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, descriptors + 2 * pair);
    require(made == 0, "socketpair");
  }
}

void bench_kick(const int *descriptors, int active) {
  int stride = BENCH_PAIRS / active;
  for (int pair = 0; pair < active; pair++) require(write(descriptors[2 * pair * stride], "x", 1) == 1, "write");
}

void bench_pin(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  require(sched_setaffinity(0, sizeof set, &set) == 0, "sched_setaffinity");
}

struct start {
  int processor;
  void (*body)(void);
};

static void *run_thread(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  if (start.processor >= 0) bench_pin(start.processor);
  start.body();
  return NULL;
}

void bench_spawn(int processor, void (*body)(void)) {
  struct start *start = malloc(sizeof *start);
  require(start != NULL, "malloc");
  *start = (struct start){.processor = processor, .body = body};
  pthread_t thread;
  require(pthread_create(&thread, NULL, run_thread, start) == 0, "pthread_create");
  pthread_detach(thread);
}

static int64_t nanoseconds(struct timeval time) { return time.tv_sec * 1000000000ll + time.tv_usec * 1000ll; }

int64_t bench_processor_time(void) {
  struct rusage usage;
  require(getrusage(RUSAGE_SELF, &usage) == 0, "getrusage");
  return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
}

int64_t bench_resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  require(file != NULL, "/proc/self/statm");
  long size, resident;
  require(fscanf(file, "%ld %ld", &size, &resident) == 2, "/proc/self/statm");
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

int64_t bench_open_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  require(folder != NULL, "/proc/self/fd");
  int64_t count = 0;
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

void bench_report(const char *workload, int64_t n, int64_t total, int64_t operations) {
  double each = operations ? (double)total / (double)operations : 0;
  printf("loop %s %lld %lld %.1f\n", workload, (long long)n, (long long)total, each);
}

void bench_skip(const char *workload, int64_t n, const char *reason) {
  printf("loop %s %lld skip %s\n", workload, (long long)n, reason);
}

void bench_exit(int status) {
  fflush(stdout);
  _exit(status);
}

void bench_fail(int status, const char *message) {
  fprintf(stderr, "%s\n", message);
  bench_exit(status);
}
