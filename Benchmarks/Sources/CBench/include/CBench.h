// What the benchmark needs and Swift's Glibc module does not give: inline, so that it costs the
// measured code as much as it costs the peers that are written in C.
//
// The constants, the random sequence and the lines printed are those that all event-loop peers agree on.
#pragma once

#include <stdint.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BENCH_PENDING 10000              // timers that are pending while others are added or moved
#define BENCH_PAIRS 1000                 // socket pairs of the descriptor workload
#define BENCH_SPAN 200000000ll           // ns over which the deadlines of `timers` are spread
#define BENCH_FAR_MINIMUM 30000000000ll  // ns to the nearest far deadline
#define BENCH_FAR_SPAN 60000000000ll     // ns from the nearest to the farthest far deadline
#define BENCH_SEED 42

// ---- Clock and random deadlines

static inline int64_t bench_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000ll + now.tv_nsec;
}

// splitmix64
typedef struct {
  uint64_t state;
} bench_random;

static inline int64_t bench_random_below(bench_random *random, int64_t limit) {
  uint64_t mixed = random->state += UINT64_C(0x9E3779B97F4A7C15);
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
  mixed ^= mixed >> 31;
  return (int64_t)(mixed % (uint64_t)limit);
}

static inline int64_t bench_far(bench_random *random) {
  return BENCH_FAR_MINIMUM + bench_random_below(random, BENCH_FAR_SPAN);
}

// ---- The shared queue of `postq`: lock-free, many producers, one consumer that takes all

typedef struct bench_job {
  struct bench_job *next;
  void (*run)(void *argument);
  void *argument;
} bench_job;

typedef struct {
  bench_job *newest;
} bench_queue;

// Returns whether the queue was empty, that is, whether the consumer must be woken.
static inline _Bool bench_queue_push(bench_queue *queue, bench_job *job) {
  bench_job *newest = __atomic_load_n(&queue->newest, __ATOMIC_RELAXED);
  for (;;) {
    job->next = newest;
    if (__atomic_compare_exchange_n(&queue->newest, &newest, job, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return newest == NULL;
  }
}

// Everything queued, oldest first.
static inline bench_job *bench_queue_take_all(bench_queue *queue) {
  bench_job *rest = __atomic_exchange_n(&queue->newest, NULL, __ATOMIC_ACQ_REL);
  bench_job *oldest = NULL;
  while (rest) {
    bench_job *job = rest;
    rest = job->next;
    job->next = oldest;
    oldest = job;
  }
  return oldest;
}

// ---- Socket pairs

// Reads one byte and sends it back; whether it did.
static inline _Bool bench_echo(int descriptor) {
  char byte;
  return read(descriptor, &byte, 1) == 1 && write(descriptor, &byte, 1) == 1;
}

// Fills `descriptors` with 2 * BENCH_PAIRS ends, the two of a pair side by side.
void bench_open_pairs(int *descriptors);

// Puts one byte in flight on `active` pairs, evenly spread.
void bench_kick(const int *descriptors, int active);

// ---- Threads and the process

// Binds the calling thread to one processor.
void bench_pin(int processor);

// Starts a detached thread. A negative processor means any.
void bench_spawn(int processor, void (*body)(void));

// User and system time of all threads, in ns.
int64_t bench_processor_time(void);

int64_t bench_resident_bytes(void);

int64_t bench_open_descriptors(void);

// ---- Results: "loop <workload> <n> <total> <total per operation>"

void bench_report(const char *workload, int64_t n, int64_t total, int64_t operations);

void bench_skip(const char *workload, int64_t n, const char *reason);

// Prints what is buffered and ends the process without any teardown.
void bench_exit(int status) __attribute__((noreturn));

// Prints one line on standard error and ends the process.
void bench_fail(int status, const char *message) __attribute__((noreturn));
