// What stands for the programs of a chapter in tests of pages: a WASI program with the arguments that live.js gives,
// and with what it writes. Its literal 0 says how often it prints its literal 1, or what goes wrong.
typedef unsigned int u32;
#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
WASI(args_sizes_get) int args_sizes_get(u32 *count, u32 *size);
WASI(args_get) int args_get(char **texts, char *bytes);
struct piece {
  const void *bytes;
  u32 size;
};
WASI(fd_write) int fd_write(int stream, const struct piece *pieces, u32 count, u32 *written);

enum { ROOM = 1 << 22 };
static char output[ROOM], errors[128], journal[1 << 21], *arguments[16], texts[1 << 13];
static u32 head[4], printed;
static const char *moment;

static void print(const char *text) {
  while (*text && printed < ROOM) output[printed++] = *text++;
}
static int is(const char *text, const char *other) {
  while (*text && *text == *other) text++, other++;
  return *text == *other;
}
static const char *value(char number, const char *written) {
  for (int i = 3; i < 16 && arguments[i]; i++)
    if (arguments[i][0] == number && arguments[i][1] == '=') return arguments[i] + 2;
  return written;
}
static int deeper(volatile int depth) { return depth ? deeper(depth + 1) + depth : 0; }
static void tell(const char *text) {
  while (*text) errors[head[2]++] = *text++;
}

// What is there once the program has trapped, and why it did: what Swift said behind what was printed, or that the stack
// or the memory did not suffice.
static u32 said;
static const char *why;
__attribute__((export_name("left"))) const struct piece *left(void) {
  static struct piece pieces[5];
  pieces[0] = (struct piece){output, printed}, pieces[1] = (struct piece){errors, head[2]};
  pieces[2] = (struct piece){journal, head[3]}, pieces[3] = (struct piece){moment, 0};
  while (moment[pieces[3].size]) pieces[3].size++;
  pieces[4] = (struct piece){output + printed - said, said};
  if (why)
    for (pieces[4] = (struct piece){why, 0}; why[pieces[4].size];) pieces[4].size++;
  return pieces;
}

__attribute__((export_name("_start"))) void start(void) {
  u32 count, size;
  args_sizes_get(&count, &size);
  args_get(arguments, texts);
  moment = "";
  const char *hashing = "";
  for (char *at = arguments[2]; *at; at++) {
    if (*at == '@') moment = at + 1, *at = 0;
    else if (*at == '#') hashing = at + 1, *at = 0;
  }
  const char *how = value('0', "2"), *word = value('1', "tick");
  int times = how[0] - '0';
  if (is(how, "90"))
    for (volatile int i = 0;; i++) {}
  if (is(how, "91")) print("before\n"), __builtin_trap();
  if (is(how, "92")) {
    tell("deadlock: all wait\n");
    head[0] = 86;
    times = 1;
  }
  if (is(how, "93")) times = 100000;
  if (is(how, "94")) head[3] = sizeof journal;
  if (is(how, "95")) deeper(1);
  if (is(how, "96")) print("part"), print(word), said = printed - 4, __builtin_trap();
  if (is(how, "97")) print("Fatal error: mine\n"), __builtin_trap();
  if (is(how, "98")) why = "stack overflow", __builtin_trap();
  if (is(how, "99")) print("part\n"), why = "out of memory", __builtin_trap();
  if (is(how, "81")) print("seed "), print(hashing), print("\n");
  // The type of literal 0 has no such value; that of literal 4 ends at 1000; that of literal 3 has no number so large.
  if (is(how, "300")) head[0] = 256, tell("300 is not one of 0...255\n");
  if (is(how, "99999999999")) head[0] = 256, tell("99999999999 is not one of -2147483648...2147483647\n");
  if (how[0] == '0' && how[1] == 'x') head[0] = 256, tell("0x is not one of -128...127\n");
  if (is(value('4', "1000"), "1001")) head[0] = 260, tell("1001 does not fit this number\n");
  for (int i = 0; i < times; i++) print(word), print("\n");
  // Schedules by threes, so that many end alike.
  if (is(how, "80")) arguments[2][0] = arguments[2][1] ? '0' : "012"[(arguments[2][0] - '0') % 3], arguments[2][1] = 0;
  if (!is(arguments[2], "0")) print("schedule "), print(arguments[2]), print("\n");
  print("end\n");
  head[1] = printed;
  // What is told of a state is the moment that it was asked for; a program that is not the same then prints less.
  size = 0;
  while (moment[size]) size++;
  if (size && is(how, "70")) head[1]--;
  u32 written;
  struct piece pieces[] = {{head, 16}, {output, head[1]}, {errors, head[2]}, {journal, head[3]}, {moment, size}};
  fd_write(1, pieces, 5, &written);
}
