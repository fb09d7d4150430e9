/// The arithmetic of SHA-256. It is in C so that it is fast in every build: tests, too, hash programs of many megabytes.

#ifndef CHASH_H
#define CHASH_H

#include <stddef.h>
#include <stdint.h>

/// Mixes whole blocks of 64 bytes into the eight words of a hash.
void ch_sha256_blocks(uint32_t state[8], const void *blocks, size_t count);

#endif
