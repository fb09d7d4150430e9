// What differs between two runs of the same program on a reader's machine, and is the same here unless it is asked for:
// the seed of Swift's hashes, where things lie in memory, the date, and the machine. All programs of a host are its
// forks, so these are the host's.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <alloca.h>
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host.h"

/// What libswiftCore hashes with: `_SwiftHashingParameters` in the runtime's GlobalObjects.h. It is set when the
/// library is loaded, and read whenever a hasher is made; no line of Swift has run in this process before.
struct hashing {
  uint64_t seed0, seed1;
  bool deterministic;
};

uint64_t eh_mixed(uint64_t number) {
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
  number = (number ^ number >> 27) * 0x94D049BB133111EB;
  return number ^ number >> 31;
}

static bool seed_hashes(uint32_t seed) {
  struct hashing *hashing = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (hashing == NULL) return false;
  // This base makes the first seed one that changes the order of the smallest and most usual sets and dictionaries.
  const uint64_t base = 1494000;
  hashing->seed0 = eh_mixed(base + seed * 2ull - 1);
  hashing->seed1 = eh_mixed(base + seed * 2ull);
  // With even seeds, two sets with the same members have different orders, too: those depend on addresses then, and so
  // on chance. With odd ones the same run comes out the same again.
  hashing->deterministic = seed % 2 != 0;
  return true;
}

/// Moves whatever will be mapped or allocated from here on.
static void move_addresses(uint32_t layout) {
  size_t pages = eh_mixed(layout) % 4096 + 16;
  mmap(NULL, pages << 12, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // What the allocator has left would be handed out at the old places: it is used up, from large to small.
  if (sbrk((intptr_t)(pages << 12)) == (void *)-1) return;
  const char *end = sbrk(0);
  for (size_t size = 1 << 16; size >= 16; size = size > 4096 ? size / 2 : size - 16)
    for (int count = 0; count < 1 << 14; count++) {
      char *block = malloc(size);
      if (block != NULL && block < end) continue;
      // One from behind the end goes back, or hundreds of pages would be touched that no program needs.
      free(block);
      break;
    }
}

static int compare_addresses(const void *left, const void *right) {
  uintptr_t first = *(const uintptr_t *)left, second = *(const uintptr_t *)right;
  return (first > second) - (first < second);
}

/// Puts blocks into the order in which a layout hands them out: the first layout, in which every program runs, from the
/// highest address to the lowest, the second from the lowest to the highest, and the others at random.
static void order_blocks(void *blocks[], size_t count, uint32_t layout) {
  enum { descending = 1, ascending = 2 };
  qsort(blocks, count, sizeof *blocks, compare_addresses);
  for (size_t left = count; layout != ascending && left > 1; left--) {
    size_t other = layout == descending ? 0 : eh_mixed((uint64_t)layout << 32 | count << 16 | left) % left;
    void *block = blocks[other];
    memmove(blocks + other, blocks + other + 1, (left - 1 - other) * sizeof *blocks);
    blocks[left - 1] = block;
  }
}

/// Has small blocks come in another order than that of their addresses, as they do in a process that has run a while.
///
/// The C library hands out a few blocks first that were given back at last, the last one first. Of the small ones
/// behind them it takes one, and then as many again, the other way round.
static void arrange_blocks(uint32_t layout) {
  enum { smallest = 32, largest = 512, largest_fast = 128, few = 7, rounds = 3, most = few + rounds * (few + 1) };
  for (size_t size = smallest; size <= largest; size += 16) {
    size_t further = size <= largest_fast ? rounds : 0, count = few + further * (few + 1);
    void *all[2 * most], *blocks[most];
    // The C library adds a word to each.
    for (size_t index = 0; index < 2 * count; index++) all[index] = malloc(size - sizeof(size_t));
    // Every second one stays, or neighbors would become one block.
    for (size_t index = 0; index < count; index++) blocks[index] = all[2 * index];
    order_blocks(blocks, count, layout);
    for (size_t index = few; index > 0; index--) free(blocks[index - 1]);
    for (size_t round = further; round > 0; round--) {
      void **taken = blocks + few + (round - 1) * (few + 1);
      for (size_t index = 1; index <= few; index++) free(taken[index]);
      free(taken[0]);
    }
  }
}

bool eh_vary(const struct eh_request *request) {
  if (request->date != 0 && !eh_change_date(request->date)) return false;
  eh_change_order(request->folder_order);
  if (request->flags & EH_ANOTHER_MACHINE && !eh_change_machine(request->flags & EH_NAMESPACES)) return false;
  if (request->flags & EH_RENUMBERS) eh_change_parent(request->layout);
  // At last, or the variables of another machine would lie where they usually do.
  if (request->layout != 0) move_addresses(request->layout);
  return request->hash_seed == 0 || seed_hashes(request->hash_seed);
}

int eh_enter(int (*entry)(int, char **), char **arguments, uint32_t layout) {
  // Only now, or loading the program would use up what is arranged.
  if (layout != 0) arrange_blocks(layout);
  // Variables of functions lie on the stack.
  volatile char *room = alloca(layout == 0 ? 16 : eh_mixed(layout) % 256 * 16 + 16);
  room[0] = 0;
  int code = entry(1, arguments);
  // Without this the compiler may give the room back first, and jump.
  room[0] = 1;
  return code;
}
