// Blocks of powers of two, each behind a head that says which; free ones are kept by size.
#include "Memory.h"

#include "../../CLinux/include/CLinux.h"

struct head {
  uint32_t size_class;
  uint32_t before;  // from the head to the beginning of the block
};
struct unused {
  struct unused *next;
};
enum { SMALLEST = 5, CLASSES = 32, PAGE = 65536 };

extern uint8_t __heap_base;
static uintptr_t top;
static size_t in_use;
static bool is_full;
static struct unused *unused_blocks[CLASSES];

static void *block(uint32_t size_class) {
  struct unused *found = unused_blocks[size_class];
  if (found) {
    unused_blocks[size_class] = found->next;
    return found;
  }
  if (top == 0) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t at = top, end = at + ((uintptr_t)1 << size_class);
  if (end < at) return NULL;
  size_t needed = (end + PAGE - 1) / PAGE, had = __builtin_wasm_memory_size(0);
  if (needed > had && __builtin_wasm_memory_grow(0, needed - had) == SIZE_MAX) return NULL;
  top = end;
  return (void *)at;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  uint8_t *begin = NULL;
  uint32_t size_class = SMALLEST;
  if (size <= (size_t)1 << 30 && alignment <= (size_t)1 << 20) {
    while ((size_t)1 << size_class < size + alignment + sizeof(struct head)) size_class++;
    begin = block(size_class);
  }
  if (!begin) {
    is_full = true;
    return 12;
  }
  uintptr_t at = ((uintptr_t)begin + sizeof(struct head) + alignment - 1) & ~(uintptr_t)(alignment - 1);
  struct head *head = (struct head *)at - 1;
  *head = (struct head){size_class, (uint32_t)((uint8_t *)head - begin)};
  in_use += (size_t)1 << size_class;
  *memory = (void *)at;
  return 0;
}
bool lp_memory_is_full(void) { return is_full; }
void *malloc(size_t size) {
  void *memory;
  return posix_memalign(&memory, 16, size) == 0 ? memory : NULL;
}
void *calloc(size_t count, size_t size) {
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) return NULL;
  void *memory = malloc(whole);
  return memory ? memset(memory, 0, whole) : NULL;
}
void free(void *memory) {
  if (!memory) return;
  struct head *head = (struct head *)memory - 1;
  uint32_t size_class = head->size_class;
  struct unused *begin = (struct unused *)((uint8_t *)head - head->before);
  begin->next = unused_blocks[size_class];
  unused_blocks[size_class] = begin;
  in_use -= (size_t)1 << size_class;
}

void *cl_grow(void *old, size_t old_size, size_t new_size) {
  void *grown;
  if (posix_memalign(&grown, 64, new_size) != 0) return NULL;
  if (old_size > 0) {
    memcpy(grown, old, old_size < new_size ? old_size : new_size);
    free(old);
  }
  return grown;
}
void cl_release(void *memory, size_t size) {
  (void)size;
  free(memory);
}

// The instructions for bulk memory.
void *memset(void *memory, int byte, size_t count) {
  __asm__ volatile("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.fill 0"
                   :
                   : "r"(memory), "r"(byte), "r"(count)
                   : "memory");
  return memory;
}
void *memmove(void *to, const void *from, size_t count) {
  __asm__ volatile("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0"
                   :
                   : "r"(to), "r"(from), "r"(count)
                   : "memory");
  return to;
}
void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }
int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *one = a, *other = b;
  for (size_t at = 0; at < count; at++) {
    if (one[at] != other[at]) return one[at] - other[at];
  }
  return 0;
}
size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}
