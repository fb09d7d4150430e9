// What making a site needs of C: the built-in theme, as it lies in templates/, inside of the program, so that an installed one
// needs no files for it; and a system call that Swift's Glibc module does not show.
#pragma once
#include <stddef.h>

// A file of the theme: its path below templates/, and what is in it.
struct cs_file {
  const char *_Nonnull path;
  const unsigned char *_Nonnull bytes;
  size_t count;
};

// All files, which live as long as the program.
const struct cs_file *_Nonnull cs_files(size_t *_Nonnull count);

// Lets two paths change places in one step. Returns 0 or an error's number.
int cs_exchange(const char *_Nonnull one, const char *_Nonnull other);
