#include <malloc.h>

#include "CSystem.h"

void cs_grow_in_steps(int bytes) {
  mallopt(M_MMAP_THRESHOLD, bytes);
  // A thread's heap has twice that at most, and at once: what is missing would be asked for page by page.
  mallopt(M_TOP_PAD, 2 * bytes);
}
