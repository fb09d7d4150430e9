// Threads as fibers, and what they wait for.
#include "../../CLinux/include/CLinux.h"
#include "LoopPage.h"
#include "Memory.h"

#define ASYNCIFY(name) __attribute__((import_module("asyncify"), import_name(#name))) void asyncify_##name
ASYNCIFY(start_unwind)(void *data);
ASYNCIFY(stop_unwind)(void);
ASYNCIFY(start_rewind)(void *data);
ASYNCIFY(stop_rewind)(void);

__asm__(".globaltype __stack_pointer, i32\n");
static inline uint8_t *stack_pointer(void) {
  uint8_t *at;
  __asm__ volatile("global.get __stack_pointer\nlocal.set %0" : "=r"(at));
  return at;
}
static inline void set_stack_pointer(uint8_t *at) {
  __asm__ volatile("local.get %0\nglobal.set __stack_pointer" : : "r"(at));
}

enum {
  STACK = 1 << 18,
  UNWOUND = 1 << 17,
  DRIVER = 1 << 16,
  // What a function may write below the stack pointer, and more.
  MARGIN = 1 << 10,
  CANARY = 0x5AFE57AC,
  MAIN = 1,
  DEADLOCK = 86
};  // the last as TracedProgram has it

typedef void *(*thread_body)(void *);

struct fiber {
  struct cl_thread storage;
  thread_body body;
  void *argument;
  void (*on_exit)(void);
  // What it waits for: the word to change, a wake-up, the deadline.
  const uint32_t *word;
  uint32_t expected;
  int64_t deadline;
  bool is_waiting, is_woken, has_started;
  uint32_t has_ended;  // waited for
  uint32_t number;
  uint8_t *stack;
  uint8_t *stack_at;
  // As Asyncify wants it: where the next value goes, and the end.
  struct {
    uint8_t *at, *end;
  } unwound;
  uint8_t *unwound_memory;
  struct fiber *next;
};

static struct fiber main_fiber = {.number = MAIN};
static struct fiber *first = &main_fiber, *current = &main_fiber;
static uint32_t last_number = MAIN;
static int64_t now;
static bool is_over, is_unwinding, is_rewinding;
static int status;

struct cl_thread *cl_current_thread = &main_fiber.storage;
uint32_t cl_recording_flag;
uint32_t cl_virtual_flag;

int64_t cl_now_ns(void) { return now; }
int64_t cl_now_coarse_ns(void) { return now; }
pid_t cl_gettid(void) { return (pid_t)current->number; }
bool cl_is_main_thread(void) { return current == &main_fiber; }

/// The main fiber has the module's own stack, below what its driver needs. That begins at address 0, so the host traps
/// where it does not suffice. Below other stacks lie other blocks of memory.
static void give_stack(struct fiber *fiber) {
  fiber->unwound_memory = malloc(UNWOUND);
  if (!fiber->unwound_memory) __builtin_trap();
  if (fiber == &main_fiber) {
    fiber->stack_at = stack_pointer() - DRIVER;
    return;
  }
  fiber->stack = malloc(STACK);
  if (!fiber->stack) __builtin_trap();
  *(uint32_t *)fiber->stack = CANARY;
  fiber->stack_at = fiber->stack + STACK;
}
/// Whether the running fiber used more than its stack, or all of it.
static bool is_too_deep(void) {
  if (!current->stack) return (intptr_t)stack_pointer() < MARGIN;
  return stack_pointer() < current->stack + MARGIN || *(uint32_t *)current->stack != CANARY;
}

/// How many objects the running fiber is letting go.
static uint32_t releases;
void __real_swift_release(void *object);
void __real_swift_release_n(void *object, uint32_t count);
/// These stand in the place of the runtime's functions. Nearly every function releases objects, so nearly every one
/// would have to be able to unwind if a `deinit` could wait. Since none can, modules are a seventh smaller.
void __wrap_swift_release(void *object) {
  releases++;
  __real_swift_release(object);
  releases--;
}
void __wrap_swift_release_n(void *object, uint32_t count) {
  releases++;
  __real_swift_release_n(object, count);
  releases--;
}

// The host. WASI's types are plain numbers here.
#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name))) int wasi_##name
struct piece {
  const void *bytes;
  size_t count;
};
WASI(fd_write)(int stream, const struct piece *pieces, size_t count, size_t *written);

/// Ends a program that does what no page can. The host is told why at once: what is printed is lost with the program.
static void refuse(void) {
  // PageCompiler.swift looks for these words.
  static const char report[] = "a deinit waits or ends the process, which it cannot do in a page\n";
  struct piece piece = {report, sizeof report - 1};
  size_t written;
  wasi_fd_write(2, &piece, 1, &written);
  __builtin_trap();
}

/// The running fiber lets others run; returns when it goes on. It keeps Asyncify from instrumenting it that it calls
/// these two.
__attribute__((noinline)) static void leave(void) {
  if (releases > 0) refuse();
  if (is_rewinding) {
    asyncify_stop_rewind();
    is_rewinding = false;
    return;
  }
  current->stack_at = stack_pointer();
  current->unwound.at = current->unwound_memory;
  current->unwound.end = current->unwound_memory + UNWOUND;
  is_unwinding = true;
  asyncify_start_unwind(&current->unwound);
}

static bool can_run(struct fiber *fiber) {
  if (fiber->has_ended) return false;
  return !fiber->is_waiting || fiber->is_woken || *fiber->word != fiber->expected || fiber->deadline <= now;
}

/// The next that can run, from the one behind the current; if none can, time jumps. Null: none ever will.
static struct fiber *choose(void) {
  for (;;) {
    int64_t earliest = INT64_MAX;
    struct fiber *fiber = current;
    do {
      fiber = fiber->next ? fiber->next : first;
      if (can_run(fiber)) return fiber;
      if (!fiber->has_ended && fiber->deadline < earliest) earliest = fiber->deadline;
    } while (fiber != current);
    if (earliest == INT64_MAX) return NULL;
    now = earliest;
  }
}

__attribute__((noinline)) static void live(void) {
  if (current == &main_fiber) {
    lp_main();
    lp_end(0);
  }
  current->body(current->argument);
  if (current->on_exit) current->on_exit();
  current->has_ended = 1;
  cl_futex_wake(&current->has_ended, INT32_MAX);
}

/// Runs the process to its end and returns its status. That it calls these two keeps Asyncify from instrumenting it.
__attribute__((noinline)) static int drive(void) {
  uint8_t *mine = stack_pointer();
  while (!is_over) {
    struct fiber *fiber = choose();
    if (!fiber) {
      // The virtual clock tells of its own deadlocks: here threads wait for locks that it does not know.
      static const char report[] = "deadlock: every thread waits for a lock that is never given back\n";
      lp_print(2, report, sizeof report - 1);
      status = DEADLOCK;
      break;
    }
    current = fiber;
    cl_current_thread = &fiber->storage;
    fiber->is_waiting = fiber->is_woken = false;
    if (!fiber->unwound_memory) give_stack(fiber);
    set_stack_pointer(fiber->stack_at);
    if (fiber->has_started) {
      is_rewinding = true;
      asyncify_start_rewind(&fiber->unwound);
    }
    fiber->has_started = true;
    live();
    set_stack_pointer(mine);
    if (is_unwinding) {
      asyncify_stop_unwind();
      is_unwinding = false;
    }
    if (fiber->stack && *(uint32_t *)fiber->stack != CANARY) __builtin_trap();
    if (fiber->has_ended) {
      free(fiber->stack);
      free(fiber->unwound_memory);
      fiber->stack = fiber->unwound_memory = NULL;
    }
  }
  return status;
}

void lp_end(int with) {
  status = with;
  is_over = true;
  for (;;) leave();
}

int cl_futex_wait(const void *word, uint32_t expected, int64_t deadline_ns) {
  if (*(const uint32_t *)word != expected) return -11;
  current->word = word;
  current->expected = expected;
  current->deadline = deadline_ns;
  current->is_waiting = true;
  current->is_woken = false;
  leave();
  return 0;
}

int cl_futex_wake(const void *word, int count) {
  int woken = 0;
  for (struct fiber *fiber = first; fiber && woken < count; fiber = fiber->next) {
    if (!fiber->is_waiting || fiber->is_woken || fiber->word != word) continue;
    fiber->is_woken = true;
    woken++;
  }
  return woken;
}

int cl_thread_start(uintptr_t *thread, size_t stack_size, const char *name, thread_body body, void *argument) {
  (void)stack_size, (void)name;
  struct fiber *made = calloc(1, sizeof *made);
  if (!made) return -11;
  made->body = body;
  made->argument = argument;
  made->number = ++last_number;
  struct fiber *last = first;
  while (last->next) last = last->next;
  last->next = made;
  *thread = (uintptr_t)made;
  return 0;
}
int cl_thread_join(uintptr_t thread) {
  struct fiber *fiber = (struct fiber *)thread;
  while (!fiber->has_ended) cl_futex_wait(&fiber->has_ended, 0, INT64_MAX);
  return 0;
}
int cl_thread_detach(uintptr_t thread) {
  (void)thread;  // what little is left of an ended one stays until the process ends
  return 0;
}
int cl_thread_on_exit(void (*ended)(void)) {
  current->on_exit = ended;
  return 0;
}

WASI(args_sizes_get)(size_t *count, size_t *bytes);
WASI(args_get)(uint8_t **arguments, uint8_t *bytes);

size_t lp_argument(int number, uint8_t *buffer, size_t capacity) {
  size_t count = 0, bytes = 0;
  if (wasi_args_sizes_get(&count, &bytes) != 0 || number < 0 || (size_t)number >= count) return 0;
  uint8_t **arguments = malloc(count * sizeof *arguments + bytes);
  if (!arguments || wasi_args_get(arguments, (uint8_t *)(arguments + count)) != 0) __builtin_trap();
  size_t length = 0;
  for (; arguments[number][length] && length < capacity; length++) buffer[length] = arguments[number][length];
  free(arguments);
  return length;
}

static void hand_over(const void *bytes, size_t count) {
  while (count > 0) {
    struct piece piece = {bytes, count};
    size_t written = 0;
    if (wasi_fd_write(1, &piece, 1, &written) != 0 || written == 0) __builtin_trap();
    bytes = (const uint8_t *)bytes + written;
    count -= written;
  }
}

static struct text {
  uint8_t *bytes;
  size_t count, capacity;
} printed[2];
static struct piece recorded[2];
static struct {
  int stream;
  size_t count;
} watched;

void lp_watch(int stream, size_t count) {
  watched.stream = stream;
  watched.count = count;
}
/// Asyncify leaves what calls this as it is: never is anything unwound here.
__attribute__((noinline)) static void reach(void) {
  if (is_unwinding) asyncify_stop_unwind();
  watched.stream = 0;
  lp_reached();
}

void lp_print(int stream, const void *bytes, size_t count) {
  struct text *text = &printed[stream - 1];
  if (text->count + count > text->capacity) {
    size_t capacity = 2 * (text->count + count) + 256;
    uint8_t *grown = malloc(capacity);
    if (!grown) __builtin_trap();
    memcpy(grown, text->bytes, text->count);
    free(text->bytes);
    text->bytes = grown;
    text->capacity = capacity;
  }
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
  if (stream == watched.stream && text->count >= watched.count) reach();
}
int64_t lp_printed(int stream) { return (int64_t)printed[stream - 1].count; }
/// Where the last row of bytes lies that came one by one: programs print whole texts (`Print.swift`), so only Swift
/// writes so, and why it traps.
static struct { size_t begin, end; } told;
int putchar(int c) {
  uint8_t byte = (uint8_t)c;
  if (printed[0].count != told.end) told.begin = printed[0].count;
  lp_print(1, &byte, 1);
  told.end = printed[0].count;
  return c;
}
void lp_recorded(int number, const void *bytes, size_t count) { recorded[number] = (struct piece){bytes, count}; }
/// A journal says itself how much of it is written, in its third word.
static struct piece written(int number) {
  struct piece all = recorded[number];
  uint64_t committed = all.bytes ? ((const uint64_t *)all.bytes)[2] : 0;
  return (struct piece){all.bytes, committed < all.count ? (size_t)committed : all.count};
}

/// What a program has done that traps: what it printed to standard output and to standard error, the recording, the
/// state that was asked for, and why it trapped: what stands at the end of standard output, if Swift wrote it there.
__attribute__((export_name("left"))) const struct piece *left(void) {
  static struct piece pieces[5];
  // live-runner.js looks for these words.
  if (is_too_deep()) {
    pieces[4] = (struct piece){"stack overflow", 14};
    // Where other memory may have been written over, nothing else is told.
    if (current->stack) return pieces;
  } else if (lp_memory_is_full()) {
    pieces[4] = (struct piece){"out of memory", 13};
    // What Swift finds then is nil in the place of memory, which is not a mistake of the program.
    if (told.end == printed[0].count) printed[0].count = told.begin;
  } else if (told.end == printed[0].count) {
    pieces[4] = (struct piece){printed[0].bytes + told.begin, told.end - told.begin};
  }
  for (int stream = 0; stream < 2; stream++)
    pieces[stream] = (struct piece){printed[stream].bytes, printed[stream].count};
  for (int number = 0; number < 2; number++) pieces[2 + number] = written(number);
  return pieces;
}

/// The whole process. What it leaves goes to standard output: the status and three lengths as 32-bit numbers, then what
/// was printed to standard output, to standard error, and the recording; behind that, the state that was asked for.
__attribute__((export_name("_start"))) void run(void) {
  int ended = drive();
  struct piece recording = written(0), state = written(1);
  uint32_t head[4] = {(uint32_t)ended, (uint32_t)printed[0].count, (uint32_t)printed[1].count,
                      (uint32_t)recording.count};
  hand_over(head, sizeof head);
  hand_over(printed[0].bytes, printed[0].count);
  hand_over(printed[1].bytes, printed[1].count);
  hand_over(recording.bytes, recording.count);
  hand_over(state.bytes, state.count);
}
