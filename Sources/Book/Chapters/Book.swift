internal import Files
internal import Markdown
package import Text
internal import Words

/// A book as it lies on disk: its configuration, its chapters in reading order, and the files to copy.
package struct Book: Sendable {
  /// The book's folder, as it can be opened and as messages name it.
  package let folder: String

  package let configuration: Configuration

  /// The table of contents; without a summary, all chapters in the order of their paths.
  package let outline: [OutlineItem]

  /// The chapters in reading order.
  package let chapters: [Chapter]

  /// The paths of drafts that are left out.
  package let drafts: [String]

  /// The paths in the book of all files that are neither chapters nor configuration.
  package let assets: [String]

  /// Those of them that lie elsewhere, by their paths in the book.
  private let distantAssets: [String: String]

  /// What its summary lists; for the next reading of the book in this process.
  private let listing: BookReading.Listing?

  /// The book's title: that of the configuration, else that of its first chapter.
  package var title: String { configuration.title ?? chapters.first?.title ?? "Book" }

  /// The files that its chapters include, or were meant to, as the program opens them.
  package var includes: [String] { Set(chapters.flatMap(\.includes)).sorted() }

  /// The files that its chapters include, as they were read.
  package var includedFiles: [SourceFile] {
    var files: [String: SourceFile] = [:]
    for chapter in chapters where !chapter.includes.isEmpty {
      let paths = Set(chapter.includes)
      for piece in chapter.file.pieces where paths.contains(piece.file.path) { files[piece.file.path] = piece.file }
    }
    return files.values.sorted { $0.path < $1.path }
  }

  /// What the links of Markdown lead to that its chapters include from elsewhere, as the program would open it.
  package var linkedByIncludes: Set<String> { chapters.reduce(into: []) { $0.formUnion($1.linkedByIncludes) } }

  init(
    folder: String, configuration: Configuration, outline: [OutlineItem], chapters: [Chapter], drafts: [String],
    assets: [String], distantAssets: [String: String], listing: BookReading.Listing? = nil
  ) {
    self.listing = listing
    self.folder = folder
    self.configuration = configuration
    self.outline = outline
    self.chapters = chapters
    self.drafts = drafts
    // Of one path, the book's own file is meant.
    let own = distantAssets.isEmpty ? [] : Set(assets)
    self.distantAssets = distantAssets.filter { !own.contains($0.key) }
    self.assets = assets + self.distantAssets.keys.sorted()
  }

  /// Where the file lies that has a path in the book, as the program opens it.
  package func file(ofAsset path: String) -> String { distantAssets[path] ?? BookPath.join(folder, path) }

  /// Reads a book.
  ///
  /// The book is `nil` only when its configuration cannot be read; all other problems leave out what they concern. The
  /// messages are sorted. Links are not looked at; see `LinkCheck`.
  ///
  /// - Parameters:
  ///   - folder: The folder with `loopbook.yml`.
  ///   - includesDrafts: Whether chapters that call themselves drafts are part of it.
  ///   - before: The book as it was read earlier; chapters whose files are the same are not parsed again.
  package static func load(
    _ folder: String, includesDrafts: Bool = false, after before: Book? = nil
  ) -> (Book?, [Diagnostic]) {
    load(
      folder, configured: Configuration.load(BookPath.clean(folder)), includesDrafts: includesDrafts, after: before)
  }

  /// Reads a book whose configuration has been read, or could not be.
  ///
  /// - Parameters:
  ///   - generated: The chapters that are made of the doc comments of its package.
  ///   - memory: What is known of its chapters from earlier runs.
  ///   - each: Is told each chapter that was not read before as soon as it is read, by several threads.
  package static func load(
    _ folder: String, configured: (Configuration?, [Diagnostic]), includesDrafts: Bool, after before: Book?,
    with generated: GeneratedPart? = nil, knowing memory: ChapterMemory? = nil,
    each: @Sendable (Chapter) -> Void = { _ in }
  ) -> (Book?, [Diagnostic]) {
    let folder = BookPath.clean(folder)
    var (configuration, diagnostics) = configured
    guard var configuration else { return (nil, diagnostics) }
    let other = [
      configuration.templates, configuration.output, configuration.cache, configuration.package, configuration.modules,
    ]
    // What pages are made of already is not a chapter, unless the author lists it.
    let isListed =
      configuration.mdBook != nil || Disk.kind(of: BookPath.join(folder, Summary.fileName)) == .file
    let files = BookFiles(
      folder, excluding: other.compactMap(\.self), withCatalogs: configuration.api == nil || isListed)
    diagnostics += files.diagnostics
    let roots = IncludeRoots(book: folder, configuration)
    let marks =
      configuration.quotationMarks == .typographic ? QuotationMarks(language: configuration.language) : nil
    configuration.title = configuration.title.map { marks?.typeset($0) ?? $0 }
    configuration.description = configuration.description.map { marks?.typeset($0) ?? $0 }
    let (chapters, problems) = ChapterReading.read(
      files.markdown, in: folder, including: roots, marks: marks, knowing: before?.chapters ?? [], memory, each: each)
    diagnostics += problems
    let reading = BookReading(
      files: files, chapters: chapters, folder: folder, marks: marks, includesDrafts: includesDrafts,
      isForMDBook: configuration.mdBook != nil, after: before?.listing)
    let part = generated ?? GeneratedPart([])
    diagnostics += part.collisions(with: files.markdown, in: configuration)
    let made = ChapterReading.take(
      part.chapters, marks: marks, knowing: before?.chapters ?? [], memory, each: each)
    let words = InterfaceWords(configuration.language, own: configuration.words)
    let book = Book(
      folder: folder, configuration: configuration,
      outline: reading.outline + part.outline(titled: words[.apiReference]), chapters: reading.chapters + made,
      drafts: reading.drafts, assets: files.assets.filter { ![Configuration.fileName, MDBookFile.name].contains($0) },
      distantAssets: reading.chapters.map(\.assets).reduce(part.assets) { $0.merging($1) { first, _ in first } },
      listing: reading.listing)
    return (book, (diagnostics + reading.diagnostics).sorted())
  }
}
