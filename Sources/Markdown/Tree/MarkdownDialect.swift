/// Which extensions of CommonMark a text may use.
package enum MarkdownDialect: Sendable {
  /// GitHub Flavored Markdown as its specification has it: tables, strikethrough, autolinks, task lists.
  case github

  /// What chapters are written in: the same, and footnotes.
  case book
}
