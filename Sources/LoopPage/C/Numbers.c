// Arithmetic that the compiler calls functions for: of 128 bits, rounding, products that are added, and remainders.
#include <stdbool.h>
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

// A number that is not zero, infinite or none: whole times 2^exponent.
struct parts {
  uint64_t whole;
  int exponent;
  bool is_negative;
};

enum { FRACTION = 52, LEAST = -1074 };

static uint64_t bits_of(double value) {
  union {
    double value;
    uint64_t bits;
  } both = {.value = value};
  return both.bits;
}

static double number_of(uint64_t bits) {
  union {
    uint64_t bits;
    double value;
  } both = {.bits = bits};
  return both.value;
}

static bool is_finite(double value) { return (bits_of(value) >> FRACTION & 0x7FF) != 0x7FF; }

static struct parts parts_of(double value) {
  uint64_t bits = bits_of(value), fraction = bits & ((1ull << FRACTION) - 1);
  int exponent = (int)(bits >> FRACTION & 0x7FF);
  struct parts parts = {fraction | (exponent == 0 ? 0 : 1ull << FRACTION), LEAST, bits >> 63};
  if (exponent > 1) parts.exponent += exponent - 1;
  return parts;
}

static int length_of(u128 value) {
  uint64_t high = high_of(value), low = low_of(value);
  return high != 0 ? 128 - __builtin_clzll(high) : low != 0 ? 64 - __builtin_clzll(low) : 0;
}

/// What is shifted out stays as the last bit, so that rounding knows of it.
static u128 shifted_right(u128 value, int by) {
  if (by <= 0) return value;
  if (by >= 128) return value != 0;
  u128 rest = value << (128 - by);
  return value >> by | (rest != 0);
}

/// The nearest double of whole times 2^exponent; of two, the even one.
static double nearest(u128 whole, int exponent, bool is_negative) {
  uint64_t sign = (uint64_t)is_negative << 63;
  if (whole == 0) return number_of(sign);
  // Two bits more than fit: a half, and whether there is anything below.
  int excess = length_of(whole) - (FRACTION + 3);
  if (exponent + excess < LEAST - 2) excess = LEAST - 2 - exponent;
  whole = excess > 0 ? shifted_right(whole, excess) : whole << -excess;
  exponent += excess + 2;
  uint64_t value = low_of(whole), kept = value >> 2;
  if ((value & 3) == 3 || ((value & 3) == 2 && (kept & 1))) kept++;
  if (kept >> (FRACTION + 1)) {
    kept >>= 1;
    exponent++;
  }
  if (kept >> FRACTION == 0) return number_of(sign | kept);
  int biased = exponent - LEAST + 1;
  if (biased >= 0x7FF) return number_of(sign | 0x7FFull << FRACTION);
  return number_of(sign | (uint64_t)biased << FRACTION | (kept & ((1ull << FRACTION) - 1)));
}

double fma(double a, double b, double c) {
  // Without rounding there is nothing to do otherwise than the machine does.
  if (!is_finite(a) || !is_finite(b) || a == 0 || b == 0) return a * b + c;
  if (!is_finite(c)) return c;
  struct parts one = parts_of(a), two = parts_of(b), three = parts_of(c);
  bool is_negative = one.is_negative != two.is_negative;
  u128 whole = product(one.whole, two.whole), other = three.whole;
  int exponent = one.exponent + two.exponent;
  if (c == 0) return nearest(whole, exponent, is_negative);
  // Room for a carry; then both begin as high as they can, so that what one loses at its end is below the other's half.
  int room = 126 - length_of(whole), others = 126 - length_of(other);
  whole <<= room, exponent -= room;
  other <<= others, three.exponent -= others;
  if (exponent >= three.exponent) {
    other = shifted_right(other, exponent - three.exponent);
  } else {
    whole = shifted_right(whole, three.exponent - exponent);
    exponent = three.exponent;
  }
  if (is_negative == three.is_negative) return nearest(whole + other, exponent, is_negative);
  if (whole == other) return 0;
  return whole > other ? nearest(whole - other, exponent, is_negative)
                       : nearest(other - whole, exponent, three.is_negative);
}

float fmaf(float a, float b, float c) {
  // The product is exact. A sum that is not gets an odd last bit, so that it is not rounded twice.
  double whole = (double)a * b, sum = whole + c;
  if (!is_finite(sum)) return (float)sum;
  double part = sum - whole, lost = (whole - (sum - part)) + (c - part);
  if (lost != 0 && (bits_of(sum) & 1) == 0) {
    bool grows = (lost > 0) == (sum > 0);
    sum = number_of(grows ? bits_of(sum) + 1 : bits_of(sum) - 1);
  }
  return (float)sum;
}

/// The remainder of a division whose quotient is cut off, and whether that is odd; of what is positive and finite.
static double rest_of(double a, double b, bool *is_odd) {
  struct parts one = parts_of(a), two = parts_of(b);
  uint64_t rest = one.whole;
  *is_odd = false;
  if (a < b) return a;
  // Below, the divisor's last bit is worth as much as the remainder's.
  int steps = one.exponent - two.exponent;
  uint64_t divisor = two.whole;
  // The first is not the smaller number, so its last bits leave the divisor room.
  if (steps < 0) {
    divisor <<= -steps;
    steps = 0;
    two.exponent = one.exponent;
  }
  for (;; steps--) {
    *is_odd = rest / divisor % 2 != 0;
    rest %= divisor;
    if (steps == 0) return nearest(rest, two.exponent, false);
    rest <<= 1;
  }
}

double fmod(double a, double b) {
  if (!is_finite(a) || b != b || b == 0) return (a * b) / (a * b);
  if (!is_finite(b) || a == 0) return a;
  bool is_odd;
  return __builtin_copysign(rest_of(__builtin_fabs(a), __builtin_fabs(b), &is_odd), a);
}
float fmodf(float a, float b) { return (float)fmod(a, b); }

double remainder(double a, double b) {
  if (!is_finite(a) || b != b || b == 0) return (a * b) / (a * b);
  if (!is_finite(b) || a == 0) return a;
  bool is_odd;
  double size = __builtin_fabs(b), rest = rest_of(__builtin_fabs(a), size, &is_odd), other = size - rest;
  // The nearer of the two multiples; of two as near, the even one.
  if (rest > other || (rest == other && is_odd)) rest = -other;
  return __builtin_signbit(a) ? -rest : rest;
}
float remainderf(float a, float b) { return (float)remainder(a, b); }
