// Made by scripts/list-theme. The compiler reads the files themselves, so it has to be made again only when one is
// added or removed.
#include "CTheme.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char assets_mustache[] = {
#embed "../../templates/assets.mustache" suffix(,)
  0};
static const unsigned char assets_book_js[] = {
#embed "../../templates/assets/book.js" suffix(,)
  0};
static const unsigned char assets_choices_js[] = {
#embed "../../templates/assets/choices.js" suffix(,)
  0};
static const unsigned char assets_first_js[] = {
#embed "../../templates/assets/first.js" suffix(,)
  0};
static const unsigned char assets_live_runner_js[] = {
#embed "../../templates/assets/live-runner.js" suffix(,)
  0};
static const unsigned char assets_live_values_js[] = {
#embed "../../templates/assets/live-values.js" suffix(,)
  0};
static const unsigned char assets_live_js[] = {
#embed "../../templates/assets/live.js" suffix(,)
  0};
static const unsigned char assets_pictures_css[] = {
#embed "../../templates/assets/pictures.css" suffix(,)
  0};
static const unsigned char assets_predict_js[] = {
#embed "../../templates/assets/predict.js" suffix(,)
  0};
static const unsigned char assets_results_js[] = {
#embed "../../templates/assets/results.js" suffix(,)
  0};
static const unsigned char assets_search_js[] = {
#embed "../../templates/assets/search.js" suffix(,)
  0};
static const unsigned char assets_state_js[] = {
#embed "../../templates/assets/state.js" suffix(,)
  0};
static const unsigned char assets_stepper_js[] = {
#embed "../../templates/assets/stepper.js" suffix(,)
  0};
static const unsigned char assets_style_css[] = {
#embed "../../templates/assets/style.css" suffix(,)
  0};
static const unsigned char assets_types_js[] = {
#embed "../../templates/assets/types.js" suffix(,)
  0};
static const unsigned char assets_uses_js[] = {
#embed "../../templates/assets/uses.js" suffix(,)
  0};
static const unsigned char assets_verification_js[] = {
#embed "../../templates/assets/verification.js" suffix(,)
  0};
static const unsigned char badges_mustache[] = {
#embed "../../templates/badges.mustache" suffix(,)
  0};
static const unsigned char callout_title_mustache[] = {
#embed "../../templates/callout-title.mustache" suffix(,)
  0};
static const unsigned char chapter_style_mustache[] = {
#embed "../../templates/chapter-style.mustache" suffix(,)
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
static const unsigned char icon_mustache[] = {
#embed "../../templates/icon.mustache" suffix(,)
  0};
static const unsigned char page_mustache[] = {
#embed "../../templates/page.mustache" suffix(,)
  0};
static const unsigned char print_mustache[] = {
#embed "../../templates/print.mustache" suffix(,)
  0};
static const unsigned char redirect_mustache[] = {
#embed "../../templates/redirect.mustache" suffix(,)
  0};
static const unsigned char results_mustache[] = {
#embed "../../templates/results.mustache" suffix(,)
  0};
static const unsigned char section_mustache[] = {
#embed "../../templates/section.mustache" suffix(,)
  0};
static const unsigned char sidebar_item_mustache[] = {
#embed "../../templates/sidebar-item.mustache" suffix(,)
  0};
static const unsigned char sidebar_mustache[] = {
#embed "../../templates/sidebar.mustache" suffix(,)
  0};
static const unsigned char single_file_mustache[] = {
#embed "../../templates/single-file.mustache" suffix(,)
  0};
static const unsigned char title_mustache[] = {
#embed "../../templates/title.mustache" suffix(,)
  0};
static const unsigned char top_mustache[] = {
#embed "../../templates/top.mustache" suffix(,)
  0};
static const unsigned char verification_mustache[] = {
#embed "../../templates/verification.mustache" suffix(,)
  0};

#define FILE_OF(path, name) {path, name, sizeof name - 1}

static const struct ct_file files[] = {
  FILE_OF("assets.mustache", assets_mustache),
  FILE_OF("assets/book.js", assets_book_js),
  FILE_OF("assets/choices.js", assets_choices_js),
  FILE_OF("assets/first.js", assets_first_js),
  FILE_OF("assets/live-runner.js", assets_live_runner_js),
  FILE_OF("assets/live-values.js", assets_live_values_js),
  FILE_OF("assets/live.js", assets_live_js),
  FILE_OF("assets/pictures.css", assets_pictures_css),
  FILE_OF("assets/predict.js", assets_predict_js),
  FILE_OF("assets/results.js", assets_results_js),
  FILE_OF("assets/search.js", assets_search_js),
  FILE_OF("assets/state.js", assets_state_js),
  FILE_OF("assets/stepper.js", assets_stepper_js),
  FILE_OF("assets/style.css", assets_style_css),
  FILE_OF("assets/types.js", assets_types_js),
  FILE_OF("assets/uses.js", assets_uses_js),
  FILE_OF("assets/verification.js", assets_verification_js),
  FILE_OF("badges.mustache", badges_mustache),
  FILE_OF("callout-title.mustache", callout_title_mustache),
  FILE_OF("chapter-style.mustache", chapter_style_mustache),
  FILE_OF("example.mustache", example_mustache),
  FILE_OF("footer.mustache", footer_mustache),
  FILE_OF("head.mustache", head_mustache),
  FILE_OF("icon.mustache", icon_mustache),
  FILE_OF("page.mustache", page_mustache),
  FILE_OF("print.mustache", print_mustache),
  FILE_OF("redirect.mustache", redirect_mustache),
  FILE_OF("results.mustache", results_mustache),
  FILE_OF("section.mustache", section_mustache),
  FILE_OF("sidebar-item.mustache", sidebar_item_mustache),
  FILE_OF("sidebar.mustache", sidebar_mustache),
  FILE_OF("single-file.mustache", single_file_mustache),
  FILE_OF("title.mustache", title_mustache),
  FILE_OF("top.mustache", top_mustache),
  FILE_OF("verification.mustache", verification_mustache),
};

const struct ct_file *ct_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
