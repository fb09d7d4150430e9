// Arithmetic that the compiler calls functions for: of 128 bits, and rounding.
#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 i128;
// The halves, so that nothing here is compiled to a call of itself.
union halves {
  u128 whole;
  struct {
    uint64_t low, high;
  };
};

static u128 of(uint64_t low, uint64_t high) {
  union halves value = {.low = low, .high = high};
  return value.whole;
}
static uint64_t low_of(u128 value) { return ((union halves){.whole = value}).low; }
static uint64_t high_of(u128 value) { return ((union halves){.whole = value}).high; }

u128 __lshrti3(u128 value, int by) {
  uint64_t low = low_of(value), high = high_of(value);
  if (by == 0) return value;
  return by < 64 ? of(low >> by | high << (64 - by), high >> by) : of(high >> (by - 64), 0);
}
i128 __ashrti3(i128 value, int by) {
  uint64_t low = low_of((u128)value);
  int64_t high = (int64_t)high_of((u128)value);
  if (by == 0) return value;
  return (i128)(by < 64 ? of(low >> by | (uint64_t)high << (64 - by), (uint64_t)(high >> by))
                        : of((uint64_t)(high >> (by - 64)), (uint64_t)(high >> 63)));
}
u128 __ashlti3(u128 value, int by) {
  uint64_t low = low_of(value), high = high_of(value);
  if (by == 0) return value;
  return by < 64 ? of(low << by, high << by | low >> (64 - by)) : of(0, low << (by - 64));
}

static u128 product(uint64_t a, uint64_t b) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  return of(other << 32 | (uint32_t)low, a1 * b1 + (middle >> 32) + (other >> 32));
}
i128 __multi3(i128 a, i128 b) {
  uint64_t a0 = low_of((u128)a), b0 = low_of((u128)b);
  u128 low = product(a0, b0);
  return (i128)of(low_of(low), high_of(low) + high_of((u128)a) * b0 + a0 * high_of((u128)b));
}

/// Bit by bit.
static u128 divide(u128 a, u128 b, u128 *rest) {
  uint64_t b0 = low_of(b), b1 = high_of(b);
  if (b0 == 0 && b1 == 0) __builtin_trap();
  uint64_t a0 = low_of(a), a1 = high_of(a), r0 = 0, r1 = 0, q0 = 0, q1 = 0;
  for (int bit = 127; bit >= 0; bit--) {
    uint64_t next = bit >= 64 ? a1 >> (bit - 64) & 1 : a0 >> bit & 1, carry = r1 >> 63;
    r1 = r1 << 1 | r0 >> 63;
    r0 = r0 << 1 | next;
    if (!carry && (r1 < b1 || (r1 == b1 && r0 < b0))) continue;
    r1 -= b1 + (r0 < b0);
    r0 -= b0;
    if (bit >= 64) q1 |= 1ull << (bit - 64);
    else q0 |= 1ull << bit;
  }
  *rest = of(r0, r1);
  return of(q0, q1);
}
static u128 magnitude(i128 value) {
  uint64_t low = low_of((u128)value), high = high_of((u128)value);
  return high >> 63 ? of(~low + 1, ~high + (low == 0)) : (u128)value;
}
static i128 with_sign(u128 value, int is_negative) {
  uint64_t low = low_of(value), high = high_of(value);
  return (i128)(is_negative ? of(~low + 1, ~high + (low == 0)) : value);
}
static int is_negative(i128 value) { return high_of((u128)value) >> 63 != 0; }

u128 __udivti3(u128 a, u128 b) {
  u128 rest;
  return divide(a, b, &rest);
}
u128 __umodti3(u128 a, u128 b) {
  u128 rest;
  divide(a, b, &rest);
  return rest;
}
i128 __divti3(i128 a, i128 b) {
  u128 rest;
  return with_sign(divide(magnitude(a), magnitude(b), &rest), is_negative(a) != is_negative(b));
}
i128 __modti3(i128 a, i128 b) {
  u128 rest;
  divide(magnitude(a), magnitude(b), &rest);
  return with_sign(rest, is_negative(a));
}

/// To the nearest whole number, halves away from zero.
double round(double value) {
  double whole = __builtin_trunc(value);
  return __builtin_fabs(value - whole) >= 0.5 ? whole + __builtin_copysign(1, value) : whole;
}
float roundf(float value) { return (float)round(value); }
