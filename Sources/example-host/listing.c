// Another order of what folders list. File systems list files in an order of their own, and here it would be that of
// one of them alone. The libraries of Swift find these functions before those of the C library, since they are the
// program's own.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fts.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

/// 0: the file system's. Odd ones turn that around, even ones shuffle it.
static uint32_t order;

/// What a folder lists, in the order that a program gets it in.
struct listing {
  DIR *folder;
  struct dirent **entries;
  size_t count, next;
  /// What ended the listing before its end; 0: nothing.
  int failure;
  struct listing *rest;
};

static struct listing *listings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t rank(const char *name) {
  uint64_t hash = 0xCBF29CE484222325 ^ order;
  for (; *name != 0; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001B3;
  return hash ^ hash >> 29;
}

static int by_rank(const void *one, const void *other) {
  uint64_t first = rank((*(struct dirent *const *)one)->d_name),
           second = rank((*(struct dirent *const *)other)->d_name);
  return first < second ? -1 : first > second;
}

static void arrange(struct listing *listing) {
  if (order % 2 == 0) return qsort(listing->entries, listing->count, sizeof *listing->entries, by_rank);
  for (size_t index = 0; index < listing->count / 2; index++) {
    struct dirent *entry = listing->entries[index];
    listing->entries[index] = listing->entries[listing->count - 1 - index];
    listing->entries[listing->count - 1 - index] = entry;
  }
}

static void forget_entries(struct listing *listing) {
  for (size_t index = 0; index < listing->count; index++) free(listing->entries[index]);
  free(listing->entries);
}

/// Reads all remaining entries of a folder; false if memory runs out.
static bool read_all(struct listing *listing) {
  MACHINES(readdir);
  size_t room = 0;
  for (;;) {
    errno = 0;
    const struct dirent *entry = machines_readdir(listing->folder);
    if (entry == NULL) break;
    if (listing->count == room) {
      room = room * 2 + 16;
      struct dirent **more = realloc(listing->entries, room * sizeof *more);
      if (more == NULL) return false;
      listing->entries = more;
    }
    struct dirent *copy = malloc(entry->d_reclen);
    if (copy == NULL) return false;
    memcpy(copy, entry, entry->d_reclen);
    listing->entries[listing->count++] = copy;
  }
  listing->failure = errno;
  return true;
}

/// The listing of a folder, read when it is first asked for; NULL where that is not possible. The lock is held.
static struct listing *listing_of(DIR *folder, bool reads) {
  for (struct listing *listing = listings; listing != NULL; listing = listing->rest)
    if (listing->folder == folder) return listing;
  if (!reads) return NULL;
  struct listing *listing = calloc(1, sizeof *listing);
  if (listing == NULL) return NULL;
  listing->folder = folder;
  if (!read_all(listing)) {
    forget_entries(listing);
    free(listing);
    return NULL;
  }
  arrange(listing);
  listing->rest = listings;
  listings = listing;
  return listing;
}

static void forget(DIR *folder) {
  pthread_mutex_lock(&lock);
  for (struct listing **place = &listings; *place != NULL; place = &(*place)->rest) {
    struct listing *listing = *place;
    if (listing->folder != folder) continue;
    *place = listing->rest;
    forget_entries(listing);
    free(listing);
    break;
  }
  pthread_mutex_unlock(&lock);
}

/// Where a folder lists a name; a name that is gone comes last.
static size_t position(const struct listing *listing, const char *name) {
  size_t index = 0;
  while (index < listing->count && strcmp(listing->entries[index]->d_name, name) != 0) index++;
  return index;
}

/// Up to this many names, each comparison searches the list; a longer list is shuffled.
enum { most_searched = 500 };

/// The folder whose entries a walk through a tree compared last.
static _Thread_local struct {
  char *path;
  struct listing listing;
} walked;

static const struct listing *listing_at(const char *path, size_t length) {
  if (walked.path != NULL && strlen(walked.path) == length && memcmp(walked.path, path, length) == 0)
    return &walked.listing;
  forget_entries(&walked.listing);
  free(walked.path);
  walked.listing = (struct listing){0};
  walked.path = strndup(path, length);
  DIR *folder = walked.path == NULL ? NULL : opendir(walked.path);
  if (folder == NULL) return &walked.listing;
  walked.listing.folder = folder;
  if (read_all(&walked.listing)) arrange(&walked.listing);
  closedir(folder);
  return &walked.listing;
}

/// A walk reads folders inside the C library, but sorts them if it is asked to.
static int in_other_order(const FTSENT **one, const FTSENT **other) {
  if ((*one)->fts_level <= FTS_ROOTLEVEL || (*one)->fts_parent != (*other)->fts_parent) return 0;
  const FTSENT *parent = (*one)->fts_parent;
  const struct listing *listing = listing_at((*one)->fts_path, parent->fts_pathlen);
  if (listing->count > most_searched) {
    uint64_t first = rank((*one)->fts_name), second = rank((*other)->fts_name);
    return first < second ? -1 : first > second;
  }
  size_t first = position(listing, (*one)->fts_name), second = position(listing, (*other)->fts_name);
  return first < second ? -1 : first > second;
}

static int entries_in_other_order(const struct dirent **one, const struct dirent **other) {
  return by_rank(one, other);
}

#pragma GCC visibility push(default)

struct dirent *readdir(DIR *folder) {
  MACHINES(readdir);
  if (order == 0) return machines_readdir(folder);
  int before = errno;
  pthread_mutex_lock(&lock);
  struct listing *listing = listing_of(folder, true);
  struct dirent *entry = listing == NULL || listing->next == listing->count ? NULL : listing->entries[listing->next++];
  int failure = listing == NULL ? ENOMEM : listing->failure;
  pthread_mutex_unlock(&lock);
  // At the end of a listing, errno stays as it was.
  errno = entry == NULL && failure != 0 ? failure : before;
  return entry;
}

// The same structure under another name, on machines of 64 bits.
struct dirent64 *readdir64(DIR *folder) {
  return (struct dirent64 *)readdir(folder);
}

void rewinddir(DIR *folder) {
  MACHINES(rewinddir);
  if (order != 0) forget(folder);
  machines_rewinddir(folder);
}

int closedir(DIR *folder) {
  MACHINES(closedir);
  if (order != 0) forget(folder);
  return machines_closedir(folder);
}

long telldir(DIR *folder) {
  MACHINES(telldir);
  pthread_mutex_lock(&lock);
  const struct listing *listing = order == 0 ? NULL : listing_of(folder, true);
  long place = listing == NULL ? -1 : (long)listing->next;
  pthread_mutex_unlock(&lock);
  return place < 0 ? machines_telldir(folder) : place;
}

void seekdir(DIR *folder, long place) {
  MACHINES(seekdir);
  pthread_mutex_lock(&lock);
  struct listing *listing = order == 0 ? NULL : listing_of(folder, true);
  if (listing != NULL && place >= 0 && (size_t)place <= listing->count) listing->next = (size_t)place;
  pthread_mutex_unlock(&lock);
  if (listing == NULL) machines_seekdir(folder, place);
}

int scandir(const char *restrict path, struct dirent ***restrict list, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
  MACHINES(scandir);
  return machines_scandir(path, list, filter, compare == NULL && order != 0 ? entries_in_other_order : compare);
}

FTS *fts_open(char *const *paths, int options, int (*compare)(const FTSENT **, const FTSENT **)) {
  MACHINES(fts_open);
  return machines_fts_open(paths, options, compare == NULL && order != 0 ? in_other_order : compare);
}

#pragma GCC visibility pop

void eh_change_order(uint32_t number) { order = number; }
