// Made by scripts/list-theme. The compiler reads the files themselves, so it has to be made again only when one is
// added or removed.
#include "CSite.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char assets_style_css[] = {
#embed "../../templates/assets/style.css" suffix(,)
  0};
static const unsigned char badges_mustache[] = {
#embed "../../templates/badges.mustache" suffix(,)
  0};
static const unsigned char callout_title_mustache[] = {
#embed "../../templates/callout-title.mustache" suffix(,)
  0};
static const unsigned char chapter_mustache[] = {
#embed "../../templates/chapter.mustache" suffix(,)
  0};
static const unsigned char contents_mustache[] = {
#embed "../../templates/contents.mustache" suffix(,)
  0};
static const unsigned char example_mustache[] = {
#embed "../../templates/example.mustache" suffix(,)
  0};
static const unsigned char footer_mustache[] = {
#embed "../../templates/footer.mustache" suffix(,)
  0};
static const unsigned char head_mustache[] = {
#embed "../../templates/head.mustache" suffix(,)
  0};
static const unsigned char header_mustache[] = {
#embed "../../templates/header.mustache" suffix(,)
  0};
static const unsigned char item_mustache[] = {
#embed "../../templates/item.mustache" suffix(,)
  0};
static const unsigned char not_found_mustache[] = {
#embed "../../templates/not-found.mustache" suffix(,)
  0};
static const unsigned char page_mustache[] = {
#embed "../../templates/page.mustache" suffix(,)
  0};
static const unsigned char part_mustache[] = {
#embed "../../templates/part.mustache" suffix(,)
  0};
static const unsigned char pictures_css[] = {
#embed "../../templates/pictures.css" suffix(,)
  0};
static const unsigned char print_mustache[] = {
#embed "../../templates/print.mustache" suffix(,)
  0};
static const unsigned char recording_title_mustache[] = {
#embed "../../templates/recording-title.mustache" suffix(,)
  0};
static const unsigned char section_mustache[] = {
#embed "../../templates/section.mustache" suffix(,)
  0};
static const unsigned char sidebar_mustache[] = {
#embed "../../templates/sidebar.mustache" suffix(,)
  0};
static const unsigned char single_file_mustache[] = {
#embed "../../templates/single-file.mustache" suffix(,)
  0};
static const unsigned char stepper_js[] = {
#embed "../../templates/stepper.js" suffix(,)
  0};
static const unsigned char title_mustache[] = {
#embed "../../templates/title.mustache" suffix(,)
  0};
static const unsigned char verification_mustache[] = {
#embed "../../templates/verification.mustache" suffix(,)
  0};
static const unsigned char whole_book_item_mustache[] = {
#embed "../../templates/whole-book-item.mustache" suffix(,)
  0};
static const unsigned char whole_book_mustache[] = {
#embed "../../templates/whole-book.mustache" suffix(,)
  0};

#define FILE_OF(path, name) {path, name, sizeof name - 1}

static const struct cs_file files[] = {
  FILE_OF("assets/style.css", assets_style_css),
  FILE_OF("badges.mustache", badges_mustache),
  FILE_OF("callout-title.mustache", callout_title_mustache),
  FILE_OF("chapter.mustache", chapter_mustache),
  FILE_OF("contents.mustache", contents_mustache),
  FILE_OF("example.mustache", example_mustache),
  FILE_OF("footer.mustache", footer_mustache),
  FILE_OF("head.mustache", head_mustache),
  FILE_OF("header.mustache", header_mustache),
  FILE_OF("item.mustache", item_mustache),
  FILE_OF("not-found.mustache", not_found_mustache),
  FILE_OF("page.mustache", page_mustache),
  FILE_OF("part.mustache", part_mustache),
  FILE_OF("pictures.css", pictures_css),
  FILE_OF("print.mustache", print_mustache),
  FILE_OF("recording-title.mustache", recording_title_mustache),
  FILE_OF("section.mustache", section_mustache),
  FILE_OF("sidebar.mustache", sidebar_mustache),
  FILE_OF("single-file.mustache", single_file_mustache),
  FILE_OF("stepper.js", stepper_js),
  FILE_OF("title.mustache", title_mustache),
  FILE_OF("verification.mustache", verification_mustache),
  FILE_OF("whole-book-item.mustache", whole_book_item_mustache),
  FILE_OF("whole-book.mustache", whole_book_mustache),
};

const struct cs_file *cs_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
