// Memory, and the few functions of the C library that Swift's needs.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);
int posix_memalign(void **memory, size_t alignment, size_t size);
/// Whether more memory was asked for than there is.
bool lp_memory_is_full(void);
void *memset(void *memory, int byte, size_t count);
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
int memcmp(const void *a, const void *b, size_t count);
size_t strlen(const char *text);
