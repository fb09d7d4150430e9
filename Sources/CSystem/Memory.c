#include <malloc.h>

#include "CSystem.h"

void cs_grow_in_steps(int bytes) {
  mallopt(M_MMAP_THRESHOLD, bytes);
  mallopt(M_TOP_PAD, bytes);
}
