#include "CSystem.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>
#include <stdbool.h>
#endif

// The fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

static uint32_t rotated(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void mix(uint32_t state[8], const uint8_t *block) {
  uint32_t words[64];
  for (int i = 0; i < 16; i++) {
    const uint8_t *bytes = block + i * 4;
    words[i] = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t early = words[i - 15], late = words[i - 2];
    words[i] = words[i - 16] + (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) + words[i - 7] +
               (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t first =
        h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + words[i];
    uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void cs_sha256_blocks_anywhere(uint32_t state[8], const void *blocks, size_t count) {
  for (const uint8_t *block = blocks; count > 0; count--, block += 64) mix(state, block);
}

#if defined(__x86_64__)

// The processor's own rounds keep the eight words in two registers: a, b, e and f, and c, d, g and h, from the highest.
__attribute__((target("sha,sse4.1"))) static void mix_by_processor(uint32_t state[8], const uint8_t *block,
                                                                   size_t count) {
  enum { reversed = 0x1B, upper_half = 0x0E };
  const __m128i byte_order = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  __m128i *halves = (__m128i *)state;
  __m128i dcba = _mm_shuffle_epi32(_mm_loadu_si128(halves), reversed);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(halves + 1), reversed);
  __m128i abef = _mm_unpackhi_epi64(hgfe, dcba);
  __m128i cdgh = _mm_unpacklo_epi64(hgfe, dcba);
  for (; count > 0; count--, block += 64) {
    const __m128i before_abef = abef, before_cdgh = cdgh;
    __m128i words[16];
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)block + i), byte_order);
      } else {
        __m128i early = _mm_sha256msg1_epu32(words[i - 4], words[i - 3]);
        __m128i middle = _mm_alignr_epi8(words[i - 1], words[i - 2], 4);
        words[i] = _mm_sha256msg2_epu32(_mm_add_epi32(early, middle), words[i - 1]);
      }
      __m128i sums = _mm_add_epi32(words[i], _mm_loadu_si128((const __m128i *)constants + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sums, upper_half));
    }
    abef = _mm_add_epi32(abef, before_abef);
    cdgh = _mm_add_epi32(cdgh, before_cdgh);
  }
  _mm_storeu_si128(halves, _mm_shuffle_epi32(_mm_unpackhi_epi64(cdgh, abef), reversed));
  _mm_storeu_si128(halves + 1, _mm_shuffle_epi32(_mm_unpacklo_epi64(cdgh, abef), reversed));
}

static bool has_rounds(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

void cs_sha256_blocks(uint32_t state[8], const void *blocks, size_t count) {
  // Asking costs more than a short hash where a machine is virtual. Threads that ask at the same time learn the same.
  enum { unknown, present, absent };
  static atomic_int known = unknown;
  int rounds = atomic_load_explicit(&known, memory_order_relaxed);
  if (rounds == unknown) {
    rounds = has_rounds() ? present : absent;
    atomic_store_explicit(&known, rounds, memory_order_relaxed);
  }
  if (rounds == present) {
    mix_by_processor(state, blocks, count);
  } else {
    cs_sha256_blocks_anywhere(state, blocks, count);
  }
}

#else

void cs_sha256_blocks(uint32_t state[8], const void *blocks, size_t count) {
  cs_sha256_blocks_anywhere(state, blocks, count);
}

#endif
