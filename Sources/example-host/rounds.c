// The rounds of a loop on several threads, while threads are watched for data races. Dispatch gives rounds to threads
// that happen to be free, and where each is short, the thread that asked has done all of them before another one has
// woken: what they do to the same variable would look like the work of one thread. So several threads take turns here,
// each of which begins and ends with all others, and nothing but that keeps them apart.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

enum {
  // Threads of one loop besides the one that asks for it.
  helpers = 3,
  // Threads of all loops at once, as one may be inside of another: an example has only so many.
  most_helpers = 4 * helpers,
  // Loops in a program, so that one with thousands of them takes no longer.
  most_loops = 256,
};

struct loop {
  void (*round)(void *context, size_t number);
  void *context;
  size_t rounds;
  /// How many threads take turns; 0 until they may begin.
  atomic_uint turns;
  /// How many are done.
  atomic_uint done;
};

struct helper {
  struct loop *loop;
  size_t turn;
  pthread_t thread;
};

static atomic_int working, loops;
static uint64_t dealt_by;

/// No lock and no wait that is watched: these would be seen as what keeps threads apart.
static void pause_briefly(void) {
  const struct timespec moment = {.tv_nsec = 50 * 1000};
  syscall(SYS_nanosleep, &moment, NULL);
}

/// Whose a round is: of the first ones, each thread has one. What two rounds of one thread do is not seen as a race, so
/// that others meet in another run.
static size_t turn_of(size_t number, unsigned turns) {
  return number < turns ? number : eh_mixed(dealt_by ^ number) % turns;
}

static void take_turns(struct loop *loop, size_t turn) {
  unsigned turns = atomic_load(&loop->turns);
  for (size_t number = 0; number < loop->rounds; number++)
    if (turn_of(number, turns) == turn) loop->round(loop->context, number);
  atomic_fetch_add(&loop->done, 1);
  // What the system does as a thread ends would seem to keep it apart from those that go on.
  while (atomic_load(&loop->done) < turns) pause_briefly();
}

static void *help(void *argument) {
  struct helper *helper = argument;
  while (atomic_load(&helper->loop->turns) == 0) pause_briefly();
  take_turns(helper->loop, helper->turn);
  return NULL;
}

void eh_deal_turns(uint64_t seed) { dealt_by = eh_mixed(seed); }

bool eh_take_turns(size_t rounds, void *context, void (*round)(void *, size_t)) {
  if (!eh_is_watched_for_races() || rounds < 2 || atomic_fetch_add(&loops, 1) >= most_loops) return false;
  if (atomic_fetch_add(&working, helpers) + helpers > most_helpers) {
    atomic_fetch_sub(&working, helpers);
    return false;
  }
  MACHINES(pthread_create);
  MACHINES(pthread_join);
  struct loop loop = {.round = round, .context = context, .rounds = rounds};
  struct helper made[helpers];
  size_t count = 0;
  while (count < helpers && count + 1 < rounds) {
    made[count] = (struct helper){.loop = &loop, .turn = count + 1};
    if (machines_pthread_create(&made[count].thread, NULL, help, &made[count]) != 0) break;
    count++;
  }
  atomic_store(&loop.turns, (unsigned)count + 1);
  take_turns(&loop, 0);
  for (size_t index = 0; index < count; index++) machines_pthread_join(made[index].thread, NULL);
  atomic_fetch_sub(&working, helpers);
  return true;
}
