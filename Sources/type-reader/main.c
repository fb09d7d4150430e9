// A process that asks the compiler's own library for editors what the names in programs mean.
//
// The library brings the whole compiler along, and keeps what it has read of every program; so it is loaded by a
// process that answers for a few programs and ends. It is loaded by its place, since only the toolchain in use knows
// where its own one is, and few of its functions are needed: they are declared here.
//
// The first argument is the library, the second a file of questions, a line each: `program PATH`, then `argument TEXT`
// for each argument of the compiler, then `name OFFSET LENGTH` for each name in it. The answers are records of fields,
// with the characters that ASCII has for this between them: `name`, offset, 0 for what the name means and more for what
// else it does, and what the library tells of that. After the last name of a program comes the record `done`, or, at
// once, `error`.
#include <dlfcn.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Every program of a Swift package is linked with an object that tells Swift's library of it. Nothing here is Swift,
// and that library is the toolchain's in use, which the library for editors brings: these two take its place in that
// object alone.
__attribute__((visibility("hidden"))) void swift_addNewDSOImage(const void *image) { (void)image; }
__attribute__((visibility("hidden"))) _Bool _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return 0;
}

typedef struct {
  uint64_t data[3];
} variant;
typedef void *object;
typedef void *response;
typedef struct uid *uid;

static struct {
  void (*initialize)(void);
  uid (*uid_named)(const char *);
  const char *(*uid_text)(uid);
  object (*dictionary)(const uid *, const object *, size_t);
  object (*array)(const object *, size_t);
  void (*set_value)(object, uid, object);
  void (*set_element)(object, size_t, object);
  void (*set_number)(object, uid, int64_t);
  void (*set_text)(object, uid, const char *);
  void (*set_uid)(object, uid, uid);
  object (*text)(const char *);
  void (*release)(object);
  response (*send)(object);
  void (*dispose)(response);
  bool (*is_error)(response);
  const char *(*description)(response);
  variant (*value)(response);
  variant (*member)(variant, uid);
  const char *(*member_text)(variant, uid);
  uid (*member_uid)(variant, uid);
  int (*type)(variant);
  size_t (*count)(variant);
  variant (*element)(variant, size_t);
} kit;

static const struct {
  void *function;
  const char *name;
} functions[] = {
    {&kit.initialize, "initialize"},
    {&kit.uid_named, "uid_get_from_cstr"},
    {&kit.uid_text, "uid_get_string_ptr"},
    {&kit.dictionary, "request_dictionary_create"},
    {&kit.array, "request_array_create"},
    {&kit.set_value, "request_dictionary_set_value"},
    {&kit.set_element, "request_array_set_value"},
    {&kit.set_number, "request_dictionary_set_int64"},
    {&kit.set_text, "request_dictionary_set_string"},
    {&kit.set_uid, "request_dictionary_set_uid"},
    {&kit.text, "request_string_create"},
    {&kit.release, "request_release"},
    {&kit.send, "send_request_sync"},
    {&kit.dispose, "response_dispose"},
    {&kit.is_error, "response_is_error"},
    {&kit.description, "response_error_get_description"},
    {&kit.value, "response_get_value"},
    {&kit.member, "variant_dictionary_get_value"},
    {&kit.member_text, "variant_dictionary_get_string"},
    {&kit.member_uid, "variant_dictionary_get_uid"},
    {&kit.type, "variant_get_type"},
    {&kit.count, "variant_array_get_count"},
    {&kit.element, "variant_array_get_value"},
};

// The types of a variant that are asked for, as the library numbers them.
enum { kind_dictionary = 1, kind_array = 2 };

enum { status_unusable = 2 };

static bool load(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return false;
  }
  for (size_t number = 0; number < sizeof functions / sizeof *functions; number++) {
    char name[80];
    snprintf(name, sizeof name, "sourcekitd_%s", functions[number].name);
    void *found = dlsym(library, name);
    if (found == NULL) {
      fprintf(stderr, "%s has no %s\n", path, name);
      return false;
    }
    memcpy(functions[number].function, &found, sizeof found);
  }
  kit.initialize();
  return true;
}

// Ends a field. What is read between fields has no such characters.
static void put(const char *text) {
  putchar('\x1f');
  for (; text != NULL && *text != '\0'; text++) putchar((unsigned char)*text < ' ' && *text != '\n' ? ' ' : *text);
}

static void tell(uint64_t offset, int number, variant symbol) {
  printf("name\x1f%" PRIu64 "\x1f%d", offset, number);
  uid kind = kit.member_uid(symbol, kit.uid_named("key.kind"));
  put(kind == NULL ? "" : kit.uid_text(kind));
  static const char *const keys[] = {"key.name",           "key.usr",        "key.modulename", "key.typename",
                                     "key.annotated_decl", "key.doc_comment"};
  for (size_t key = 0; key < sizeof keys / sizeof *keys; key++) put(kit.member_text(symbol, kit.uid_named(keys[key])));
  putchar('\x1e');
}

// Asks for one name; whether the program can be asked about at all.
static bool ask(const char *path, object arguments, uint64_t offset, uint64_t length) {
  object request = kit.dictionary(NULL, NULL, 0);
  kit.set_uid(request, kit.uid_named("key.request"), kit.uid_named("source.request.cursorinfo"));
  kit.set_text(request, kit.uid_named("key.sourcefile"), path);
  kit.set_value(request, kit.uid_named("key.compilerargs"), arguments);
  kit.set_number(request, kit.uid_named("key.offset"), (int64_t)offset);
  // With a length the library asks the program as it was checked, once, and not a copy of it for each name.
  kit.set_number(request, kit.uid_named("key.length"), (int64_t)length);
  kit.set_number(request, kit.uid_named("key.cancel_on_subsequent_request"), 0);
  response answer = kit.send(request);
  kit.release(request);
  bool is_fine = !kit.is_error(answer);
  if (is_fine) {
    variant symbol = kit.value(answer);
    if (kit.type(symbol) == kind_dictionary && kit.member_text(symbol, kit.uid_named("key.usr")) != NULL) {
      tell(offset, 0, symbol);
      variant others = kit.member(symbol, kit.uid_named("key.secondary_symbols"));
      size_t count = kit.type(others) == kind_array ? kit.count(others) : 0;
      for (size_t number = 0; number < count; number++) tell(offset, (int)number + 1, kit.element(others, number));
    }
  } else {
    printf("error");
    put(kit.description(answer));
    putchar('\x1e');
  }
  kit.dispose(answer);
  return is_fine;
}

int main(int count, char **arguments) {
  FILE *questions = count == 3 ? fopen(arguments[2], "re") : NULL;
  if (questions == NULL || !load(arguments[1])) return status_unusable;
  char *line = NULL, *path = NULL;
  size_t size = 0;
  object given = NULL;
  bool is_open = false;
  for (ssize_t length; (length = getline(&line, &size, questions)) > 0;) {
    if (line[length - 1] == '\n') line[length - 1] = '\0';
    uint64_t offset, width;
    if (strncmp(line, "program ", 8) == 0) {
      if (is_open) printf("done\x1e");
      free(path);
      path = strdup(line + 8);
      if (given != NULL) kit.release(given);
      given = kit.array(NULL, 0);
      is_open = path != NULL;
    } else if (strncmp(line, "argument ", 9) == 0) {
      object text = kit.text(line + 9);
      kit.set_element(given, SIZE_MAX, text);  // The library takes this for the place behind the last.
      kit.release(text);
    } else if (is_open && sscanf(line, "name %" SCNu64 " %" SCNu64, &offset, &width) == 2) {
      is_open = ask(path, given, offset, width);
    }
  }
  if (is_open) printf("done\x1e");
  // The library's own threads do not wait for anything that is torn down.
  fflush(stdout);
  _exit(0);
}
