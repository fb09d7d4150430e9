// What a run of tests tells, record by record, and what of it is printed: what `swift test` prints of it, but for the
// durations, which are others in every run. The records are Swift Testing's JSON, one object each.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

// JSON, of which Swift Testing writes a small part: no blanks, and only objects that are whole.

/// Where a text in quotation marks ends; `start` is behind the first.
static const char *end_of_text(const char *start) {
  for (const char *at = start; *at != 0; at++) {
    if (*at == '"') return at;
    if (*at == '\\' && at[1] != 0) at++;
  }
  return NULL;
}

/// Where a value ends; NULL where it does not.
static const char *end_of_value(const char *at) {
  int depth = 0;
  for (; *at != 0; at++) {
    if (depth == 0 && (*at == ',' || *at == ']' || *at == '}')) return at;
    if (*at == '"') {
      at = end_of_text(at + 1);
      if (at == NULL) return NULL;
    } else if (*at == '{' || *at == '[') {
      depth++;
    } else if (*at == '}' || *at == ']') {
      depth--;
    }
  }
  return depth == 0 ? at : NULL;
}

/// The value that an object has for a key; NULL where `object` is none, or has none.
static const char *member(const char *object, const char *key) {
  if (object == NULL || *object != '{') return NULL;
  const char *at = object + 1;
  size_t length = strlen(key);
  while (*at == '"') {
    const char *end = end_of_text(at + 1);
    if (end == NULL || end[1] != ':') return NULL;
    if ((size_t)(end - at - 1) == length && memcmp(at + 1, key, length) == 0) return end + 2;
    at = end_of_value(end + 2);
    if (at == NULL || *at != ',') return NULL;
    at++;
  }
  return NULL;
}

static bool is_text(const char *value, const char *text) {
  size_t length = strlen(text);
  return value != NULL && *value == '"' && strncmp(value + 1, text, length) == 0 && value[1 + length] == '"';
}

static bool is_true(const char *value) { return value != NULL && strncmp(value, "true", 4) == 0; }

/// Puts a character of Unicode behind a text; returns where the text ends then.
static char *put(char *end, unsigned long character) {
  if (character < 0x80) {
    *end++ = (char)character;
  } else if (character < 0x800) {
    *end++ = (char)(0xC0 | character >> 6);
    *end++ = (char)(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    *end++ = (char)(0xE0 | character >> 12);
    *end++ = (char)(0x80 | (character >> 6 & 0x3F));
    *end++ = (char)(0x80 | (character & 0x3F));
  } else {
    *end++ = (char)(0xF0 | character >> 18);
    *end++ = (char)(0x80 | (character >> 12 & 0x3F));
    *end++ = (char)(0x80 | (character >> 6 & 0x3F));
    *end++ = (char)(0x80 | (character & 0x3F));
  }
  return end;
}

static unsigned long four_digits(const char *at) {
  char digits[5] = {0};
  strncpy(digits, at, 4);
  return strtoul(digits, NULL, 16);
}

/// The text that a value is, to be freed; NULL where it is none.
static char *text_of(const char *value) {
  const char *end = value != NULL && *value == '"' ? end_of_text(value + 1) : NULL;
  if (end == NULL) return NULL;
  // No escape is shorter than what it stands for.
  char *text = malloc((size_t)(end - value));
  if (text == NULL) return NULL;
  char *last = text;
  for (const char *at = value + 1; at < end; at++) {
    if (*at != '\\') {
      *last++ = *at;
      continue;
    }
    at++;
    const char *short_ones = "b\bf\fn\nr\rt\t";
    const char *found = *at == 'u' ? NULL : strchr(short_ones, *at);
    if (*at != 'u') {
      *last++ = found == NULL ? *at : found[1];
    } else if (end - at > 4) {
      unsigned long character = four_digits(at + 1);
      at += 4;
      if (character >= 0xD800 && character < 0xDC00 && end - at > 6 && at[1] == '\\' && at[2] == 'u') {
        character = 0x10000 + ((character - 0xD800) << 10) + (four_digits(at + 3) - 0xDC00);
        at += 6;
      }
      last = put(last, character);
    }
  }
  *last = 0;
  return text;
}

// The tests.

struct test {
  char *id, *name;
  bool is_suite, has_failed;
  struct test *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct test *tests;
/// What the case that is under way was given, such as `1 argument n → 2`.
static char *given;
static long passed, failed, skipped;
/// Whether something went wrong that belongs to no test.
static bool has_failed;

static struct test *test_of(const char *event) {
  char *id = text_of(member(event, "testID"));
  struct test *test = id == NULL ? NULL : tests;
  while (test != NULL && strcmp(test->id, id) != 0) test = test->next;
  free(id);
  return test;
}

static void take_test(const char *test) {
  struct test *new = calloc(1, sizeof *new);
  if (new == NULL) abort();
  char *title = text_of(member(test, "displayName"));
  new->id = text_of(member(test, "id"));
  new->name = text_of(member(test, "name"));
  if (new->id == NULL || new->name == NULL) abort();
  if (title != NULL) {
    free(new->name);
    if (asprintf(&new->name, "\"%s\"", title) < 0) abort();
    free(title);
  }
  new->is_suite = is_text(member(test, "kind"), "suite");
  new->next = tests;
  tests = new;
}

/// The first message of an event, or NULL.
static const char *first_message(const char *event) {
  const char *messages = member(event, "messages");
  return messages != NULL && messages[0] == '[' && messages[1] == '{' ? messages + 1 : NULL;
}

/// Remembers what a case was given: `Test case passing 1 argument n → 2 to odd(_:) started.`
static void take_case(const char *event) {
  free(given);
  given = NULL;
  char *text = text_of(member(first_message(event), "text"));
  const char *passing = text == NULL ? NULL : strstr(text, "passing ");
  struct test *test = test_of(event);
  if (passing != NULL && test != NULL) {
    char *ending = NULL;
    if (asprintf(&ending, " to %s started.", test->name) < 0) abort();
    const char *end = strstr(passing, ending);
    free(ending);
    if (end != NULL) given = strndup(passing + strlen("passing "), (size_t)(end - passing) - strlen("passing "));
  }
  free(text);
}

static void take_issue(const char *event) {
  const char *issue = member(event, "issue");
  // Earlier versions tell neither of the two.
  bool is_warning = is_text(member(issue, "severity"), "warning");
  if (is_true(member(issue, "isKnown")) || is_warning) return;
  struct test *test = test_of(event);
  if (test == NULL) has_failed = true;
  if (test != NULL) test->has_failed = true;
  fprintf(stderr, "✘ %s %s recorded an issue", test != NULL && test->is_suite ? "Suite" : "Test",
          test == NULL ? "«unknown»" : test->name);
  if (given != NULL) fprintf(stderr, " with %s", given);
  const char *place = member(issue, "sourceLocation");
  if (place != NULL)
    fprintf(stderr, " at main.swift:%ld:%ld", strtol(member(place, "line") ?: "0", NULL, 10),
            strtol(member(place, "column") ?: "0", NULL, 10));
  const char *separator = ": ";
  for (const char *message = first_message(event); message != NULL;) {
    char *text = text_of(member(message, "text"));
    fprintf(stderr, "%s%s\n", separator, text == NULL ? "" : text);
    free(text);
    separator = "↳ ";
    const char *end = end_of_value(message);
    message = end != NULL && end[0] == ',' && end[1] == '{' ? end + 1 : NULL;
  }
  if (*separator == ':') fputc('\n', stderr);
}

/// Takes the duration out of a text such as `Test adds() passed after 0.001 seconds.`
static void remove_duration(char *text) {
  static const char before[] = " after ", behind[] = " seconds";
  char *start = NULL;
  for (char *at = strstr(text, before); at != NULL; at = strstr(at + 1, before)) start = at;
  if (start == NULL) return;
  char *end = start + strlen(before);
  end += strspn(end, "0123456789.");
  if (strncmp(end, behind, strlen(behind)) != 0) return;
  end += strlen(behind);
  memmove(start, end, strlen(end) + 1);
}

static void take_end(const char *event) {
  struct test *test = test_of(event);
  const char *message = first_message(event), *symbol = member(message, "symbol");
  bool is_bad = (test != NULL && test->has_failed) || is_text(symbol, "fail");
  if (test == NULL || test->is_suite) {
    has_failed = has_failed || is_bad;
    return;
  }
  *(is_bad ? &failed : &passed) += 1;
  char *text = text_of(member(message, "text"));
  if (text != NULL) remove_duration(text);
  bool has_known_issue = is_text(symbol, "passWithKnownIssue");
  printf("%s %s\n", is_bad ? "✘" : has_known_issue ? "━" : "✔", text == NULL ? test->name : text);
  free(text);
}

static void take_skip(const char *event) {
  struct test *test = test_of(event);
  char *text = text_of(member(first_message(event), "text"));
  if (test != NULL && !test->is_suite) skipped++;
  printf("➜ %s\n", text == NULL ? "A test was skipped." : text);
  free(text);
}

static void take(const char *record) {
  const char *payload = member(record, "payload");
  if (is_text(member(record, "kind"), "test")) {
    take_test(payload);
    return;
  }
  const char *kind = member(payload, "kind");
  if (is_text(kind, "testCaseStarted")) {
    take_case(payload);
  } else if (is_text(kind, "testCaseEnded")) {
    free(given);
    given = NULL;
  } else if (is_text(kind, "issueRecorded")) {
    take_issue(payload);
  } else if (is_text(kind, "testEnded")) {
    take_end(payload);
  } else if (is_text(kind, "testSkipped")) {
    take_skip(payload);
  }
}

// Examples find what follows in the dynamic symbol table.
#pragma GCC visibility push(default)

/// Takes a record of a run of tests.
void loopbook_tested(const char *bytes, long length) {
  char *record = strndup(bytes, (size_t)length);
  if (record == NULL) abort();
  pthread_mutex_lock(&lock);
  take(record);
  pthread_mutex_unlock(&lock);
  free(record);
}

/// The run of tests is over; it does not return where something failed, or nothing was tested.
void loopbook_tests_end(bool have_passed) {
  pthread_mutex_lock(&lock);
  bool is_good = have_passed && !has_failed && failed == 0 && passed > 0;
  long run = passed + failed;
  // The last line of what failed; TrapMessage.swift knows it by this.
  if (run == 0) {
    fprintf(stderr, "✘ Test run without a test: %ld skipped.\n", skipped);
  } else if (!is_good) {
    fprintf(stderr, "✘ Test run with %ld test%s failed.\n", run, run == 1 ? "" : "s");
  }
  pthread_mutex_unlock(&lock);
  fflush(stdout);
  fflush(stderr);
  if (!is_good) abort();
}
