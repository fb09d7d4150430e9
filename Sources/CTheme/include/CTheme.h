// The built-in theme, as it lies in templates/, inside of the program, so that an installed one needs no files for it.
#pragma once
#include <stddef.h>

// A file of the theme: its path below templates/, and what is in it.
struct ct_file {
  const char *_Nonnull path;
  const unsigned char *_Nonnull bytes;
  size_t count;
};

// All files, which live as long as the program.
const struct ct_file *_Nonnull ct_files(size_t *_Nonnull count);
