// Compares what pages have for functions of the C library's mathematics with that library.
#define fma page_fma
#define fmaf page_fmaf
#define fmod page_fmod
#define fmodf page_fmodf
#define remainder page_remainder
#define remainderf page_remainderf
#define round page_round
#define roundf page_roundf
#include "../../../Sources/LoopPage/C/Numbers.c"
#undef fma
#undef fmaf
#undef fmod
#undef fmodf
#undef remainder
#undef remainderf
#undef round
#undef roundf

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

// splitmix64
static uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static const double ends[] = {0,
                              -0.0,
                              1,
                              -1,
                              0.5,
                              1.5,
                              2.5,
                              3,
                              1e300,
                              -1e300,
                              4.94e-324,
                              -4.94e-324,
                              2.2250738585072014e-308,
                              1.7976931348623157e308,
                              INFINITY,
                              -INFINITY,
                              NAN};

/// Any bits, numbers of about the same size, small whole ones, and those at the ends of what there is.
static double number(double near) {
  switch (next() % 8) {
  case 0: return ends[next() % (sizeof ends / sizeof *ends)];
  case 1: return (double)(int64_t)(next() % 2001) - 1000;
  case 2: return number_of(bits_of(near) ^ (next() & 0xFFFFF));
  case 3: return -near;
  case 4: return ldexp((double)(next() >> 11), (int)(next() % 80) - 90);
  default: return number_of(next());
  }
}

static int failures;

static void check(const char *name, double ours, double theirs, bool zero_has_sign, double a, double b, double c) {
  bool same = (isnan(ours) && isnan(theirs)) || bits_of(ours) == bits_of(theirs) ||
              (!zero_has_sign && ours == 0 && theirs == 0);
  if (same || failures++ > 20) return;
  printf("%s(%a, %a, %a) is %a, not %a\n", name, a, b, c, ours, theirs);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  state = strtoull(arguments[1], NULL, 0);
  for (long left = strtol(arguments[2], NULL, 0); left > 0; left--) {
    double a = number(1), b = number(a), c = number(a * b);
    if (next() % 4 == 0) c = -a * b;
    float x = (float)a, y = (float)b, z = (float)c;
    if (next() % 4 == 0) {
      // Half way between two numbers, but for what is too little for a double.
      x = (float)(4097 + next() % 4096 * 2), y = (float)(4097 + next() % 4096);
      z = ldexpf(next() % 2 ? 1 : -1, -40);
    }
    check("fma", page_fma(a, b, c), fma(a, b, c), true, a, b, c);
    check("fmaf", page_fmaf(x, y, z), fmaf(x, y, z), true, x, y, z);
    check("fmod", page_fmod(a, b), fmod(a, b), true, a, b, 0);
    check("fmodf", page_fmodf(x, y), fmodf(x, y), true, x, y, 0);
    // The C library has the wrong sign for some zeros with the smallest divisors.
    check("remainder", page_remainder(a, b), remainder(a, b), false, a, b, 0);
    check("remainderf", page_remainderf(x, y), remainderf(x, y), false, x, y, 0);
    check("round", page_round(a), round(a), true, a, 0, 0);
    check("roundf", page_roundf(x), roundf(x), true, x, 0, 0);
  }
  return failures > 0;
}
