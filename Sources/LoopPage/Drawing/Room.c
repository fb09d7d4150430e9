#include "Room.h"

#include "../../CLinux/include/CLinux.h"
#include "../C/Memory.h"

static uint8_t *request, *answer;
static size_t request_size;

/// Room for a request of so many bytes; null if the memory does not suffice.
__attribute__((export_name("lp_room"))) uint8_t *lp_room(size_t size) {
  free(answer);
  free(request);
  answer = NULL;
  request = malloc(size);
  request_size = request ? size : 0;
  return request;
}

/// The answer to what was put there: 32 bits with the number of its bytes, then these; null if the memory does not
/// suffice.
__attribute__((export_name("lp_draw"))) const uint8_t *lp_draw(void) {
  if (!request) return NULL;
  lp_answer(request, request_size);
  free(request);
  request = NULL;
  return answer;
}

void lp_answered(const uint8_t *bytes, size_t count) {
  answer = malloc(count + 4);
  if (!answer) return;
  *(uint32_t *)answer = (uint32_t)count;
  memcpy(answer + 4, bytes, count);
}

// Nothing here waits for another thread, since a module that draws has one alone.
int cl_futex_wait(const void *word, uint32_t expected, int64_t deadline_ns) {
  (void)word, (void)expected, (void)deadline_ns;
  __builtin_trap();
}
int cl_futex_wake(const void *word, int count) {
  (void)word, (void)count;
  return 0;
}
