internal import Files
internal import Markdown
internal import Text

/// Puts the chapters that were read into the order of the summary.
struct BookReading {
  private(set) var outline: [OutlineItem]
  private(set) var chapters: [Chapter] = []
  private(set) var drafts: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// What the summary lists; `nil` where there is none.
  private(set) var listing: Listing?

  /// A summary, and what it was read from.
  struct Listing: Sendable {
    let file: SourceFile
    let markdown: [String]
    let others: [String]
    let summary: Summary

    /// Reads it; `before` is what another one lists, which may be the same.
    init(_ file: SourceFile, of files: BookFiles, after before: Listing?) {
      self.file = file
      markdown = files.markdown
      others = files.assets
      if let before, before.file.path == file.path, before.file.isSame(as: file), before.markdown == markdown,
        before.others == others
      {
        summary = before.summary
      } else {
        summary = Summary(MarkdownDocument(file, from: file.lineStarts[0]), files: markdown, others: others)
      }
    }
  }

  /// - Parameters:
  ///   - files: The book's files.
  ///   - read: The chapters that could be read, by path; the summary may be among them.
  ///   - folder: The book's folder.
  ///   - marks: The quotation marks of titles; `nil` for those that were typed.
  ///   - includesDrafts: Whether drafts are part of the book.
  ///   - isForMDBook: Whether the book is mdBook's, too, which passes over files that the summary does not list.
  ///   - before: What the summary listed earlier.
  init(
    files: BookFiles, chapters read: [String: Chapter], folder: String, marks: QuotationMarks?, includesDrafts: Bool,
    isForMDBook: Bool, after before: Listing? = nil
  ) {
    let hasSummary = files.markdown.contains(Summary.fileName)
    if let summaryFile = read[Summary.fileName]?.file {
      let listing = Listing(summaryFile, of: files, after: before)
      self.listing = listing
      outline = listing.summary.items
      diagnostics = listing.summary.diagnostics
    } else {
      outline = Summary.items(of: files.markdown)
    }
    let listed = outline.flatMap { item -> [String] in
      guard case .chapter(let chapter) = item else { return [] }
      return chapter.all.compactMap(\.path)
    }
    for path in listed {
      guard let chapter = read[path] else { continue }
      if chapter.frontMatter.isDraft, !includesDrafts { drafts.append(path) } else { chapters.append(chapter) }
    }
    let known = Set(listed)
    let included = Set(read.values.flatMap(\.includes))
    for path in files.markdown where path != Summary.fileName && !known.contains(path) {
      if included.contains(BookPath.join(folder, path)) { continue }
      guard let chapter = read[path] else { continue }
      if chapter.frontMatter.isDraft {
        drafts.append(path)
      } else if hasSummary, !wasMeant(path) {
        diagnostics.append(
          Diagnostic(
            isForMDBook ? .warning : .error, id: "unlisted-chapter",
            isForMDBook
              ? "this file is not in \(Summary.fileName), and has no page"
              : "this chapter is not in \(Summary.fileName)",
            at: SourcePlace(path: BookPath.join(folder, path)),
            cure: "add '- [\(chapter.title)](\(Self.destination(path)))' to it, or 'draft: true' to the chapter"))
      }
    }
    let gone = Set(drafts)
    outline = outline.map { item in
      switch item {
      case .part(let title): .part(marks?.typeset(title) ?? title)
      case .separator: item
      case .chapter(let chapter): .chapter(Self.finished(chapter, read, marks, without: gone))
      }
    }
  }

  /// Whether the summary lists a file twice or otherwise wrongly, which is told there.
  private func wasMeant(_ path: String) -> Bool {
    diagnostics.contains { $0.id == "duplicate-chapter" && $0.message.hasPrefix("'\(path)' ") }
  }

  /// A chapter of the outline with its title; drafts that are left out keep their name only.
  private static func finished(
    _ chapter: OutlineChapter, _ read: [String: Chapter], _ marks: QuotationMarks?, without gone: Set<String>
  ) -> OutlineChapter {
    var chapter = chapter
    chapter.title = marks?.typeset(chapter.title) ?? chapter.title
    if chapter.title.isEmpty, let path = chapter.path { chapter.title = read[path]?.title ?? path }
    if let path = chapter.path, gone.contains(path) { chapter.path = nil }
    chapter.nested = chapter.nested.map { finished($0, read, marks, without: gone) }
    return chapter
  }

  /// A path as a link's destination.
  private static func destination(_ path: String) -> String {
    let isPlain = !path.unicodeScalars.contains { $0.value <= 0x20 || "<>()\\".unicodeScalars.contains($0) }
    return isPlain ? path : "<\(path)>"
  }
}
