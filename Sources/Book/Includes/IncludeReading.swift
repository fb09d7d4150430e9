internal import Files
internal import Markdown
internal import Text

/// Puts the files into a chapter that it includes, as mdBook does.
///
/// What came from another file keeps its place there. Only files of the book, of the folder of its `book.toml` and of
/// its package are read, and none that is hidden.
struct IncludeReading {
  /// The chapter with what it includes; the same file where it includes nothing.
  private(set) var file: SourceFile
  /// What `{{#title …}}` says.
  private(set) var title: String?
  /// The files that were asked for, whether they could be read or not.
  private(set) var paths: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Where in the chapter something is missing that could not be included.
  private(set) var unread: [Int] = []
  /// By their paths in the book, the files that pages made of other Markdown show.
  private(set) var assets: [String: String] = [:]
  /// What the links of such Markdown lead to, there or not, as the program would open it.
  private(set) var linked: Set<String> = []

  private let roots: IncludeRoots
  private var pieces: [SourcePiece] = []
  private var size = 0
  /// What begins each further line of what is included within a quotation, or it would fall out of that.
  private var quote: (file: SourceFile, range: Range<Int>)?
  /// Whether the next byte of it begins a line.
  private var beginsLine = false
  /// What is written otherwise of files that are included, by their paths.
  private var links: [String: IncludedLinks] = [:]

  /// How deep files may include each other.
  private static let maximumDepth = 10
  /// How large a chapter may become.
  private static let maximumSize = 8 << 20

  /// A chapter that includes nothing, whatever it says.
  init(alone file: SourceFile) {
    self.file = file
    roots = .none
  }

  /// A chapter that was put together elsewhere, of other files.
  init(generated chapter: GeneratedChapter) {
    file = chapter.file
    paths = chapter.sources
    roots = .none
  }

  /// Reads what a chapter includes.
  init(_ file: SourceFile, roots: IncludeRoots) {
    self.file = file
    self.roots = roots
    guard IncludeDirective(in: file, 0..<file.bytes.count) != nil else { return }
    expand(file, 0..<file.bytes.count, above: [file.path])
    self.file = SourceFile(path: file.path, joining: pieces)
  }

  private mutating func add(_ file: SourceFile, _ range: Range<Int>) {
    guard let quote else { return addPiece(file, range) }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = file.bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n"))
      if beginsLine { addPiece(quote.file, quote.range) }
      addPiece(file, start..<(end.map { $0 + 1 } ?? range.upperBound))
      beginsLine = end != nil
      start = end.map { $0 + 1 } ?? range.upperBound
    }
  }

  private mutating func addPiece(_ file: SourceFile, _ range: Range<Int>) {
    var start = range.lowerBound
    for edit in links[file.path]?.edits ?? []
    where start <= edit.range.lowerBound && edit.range.upperBound <= range.upperBound {
      addPlain(file, start..<edit.range.lowerBound)
      addPlain(SourceFile(path: file.path, text: edit.text), 0..<edit.text.utf8.count, insteadOf: (file, edit.range))
      start = edit.range.upperBound
    }
    addPlain(file, start..<range.upperBound)
  }

  private mutating func addPlain(
    _ file: SourceFile, _ range: Range<Int>, insteadOf original: (file: SourceFile, range: Range<Int>)? = nil
  ) {
    guard !range.isEmpty || pieces.isEmpty else { return }
    var piece = SourcePiece(file: file, range: range, start: size)
    piece.original = original
    pieces.append(piece)
    size += range.count
  }

  /// Adds a part of a file, with what it includes.
  private mutating func expand(_ file: SourceFile, _ range: Range<Int>, above: [String]) {
    var start = range.lowerBound
    while let directive = IncludeDirective(in: file, start..<range.upperBound) {
      let found = directive.range
      add(file, start..<found.lowerBound)
      start = found.upperBound
      switch directive.kind {
      case .escaped: add(file, found.lowerBound + 1..<found.upperBound)
      case .misspelt(let name):
        add(file, found)
        report(
          "this directive does not exist, so the text is left as it is", at: file.place(found),
          "did you mean `{{#\(name) …}}`? With a backslash before the braces it is text")
      case .title: title = title ?? directive.argument
      case .text, .program: include(directive, from: file, above: above)
      }
    }
    add(file, start..<range.upperBound)
  }

  private mutating func include(_ directive: IncludeDirective, from file: SourceFile, above: [String]) {
    let (path, part) = directive.target
    let place = file.place(directive.range)
    let full = BookPath.join(BookPath.folder(of: file.path), path)
    paths.append(full)
    guard size < Self.maximumSize else { return refuse("what this chapter includes is larger than 8 MB", at: place) }
    guard above.count <= Self.maximumDepth, !above.contains(full) else {
      return refuse("'\(path)' includes itself", at: place)
    }
    if let problem = roots.problem(with: full, named: path) { return refuse(problem.message, at: place, problem.cure) }
    do throws(FileError) {
      let included = SourceFile(path: full, bytes: try Disk.read(full))
      if let problem = TextEncoding.problem(included) {
        diagnostics.append(problem)
        unread.append(size)
        return
      }
      let ranges: [Range<Int>]
      do throws(IncludePart.Problem) {
        ranges = try part.ranges(in: included)
      } catch {
        let (message, cure) = Self.words(for: error)
        return refuse("'\(path)' \(message)", at: place, cure)
      }
      if case .lines(let lines) = part, lines.lowerBound > included.lineCount {
        // Else the chapter would show nothing there, and an example of nothing holds.
        return refuse(
          "'\(path)' has no line \(lines.lowerBound): its last one is \(included.lineCount)", at: place,
          "name an anchor, which stays with its lines when the file changes")
      }
      if links[full] == nil, roots.isApart(full), BookPath.isMarkdown(full), !Self.isInFence(directive, file) {
        let links = IncludedLinks(of: included, for: self.file.path, roots)
        self.links[full] = links
        assets.merge(links.assets) { first, _ in first }
        linked.formUnion(links.askedFor)
      }
      let outer = quote
      if let mark = Self.quote(before: directive.range.lowerBound, in: file), outer == nil {
        quote = (file, mark)
        beginsLine = false
      }
      defer { quote = outer }
      let isProgram = directive.kind == .program
      if isProgram { add(Self.openingFence, 0..<Self.openingFence.bytes.count) }
      for range in ranges { expand(included, range, above: above + [full]) }
      if isProgram { add(Self.closingFence, 0..<Self.closingFence.bytes.count) }
    } catch {
      refuse("'\(path)' cannot be read: \(error.description)", at: place)
    }
  }

  /// Whether a directive stands in a fence, where Markdown is a listing.
  private static func isInFence(_ directive: IncludeDirective, _ file: SourceFile) -> Bool {
    MarkdownDocument(file).fences.contains { $0.fullLines.contains(directive.range.lowerBound) }
  }

  /// What is said of a file that does not have a part, and what to do.
  private static func words(for problem: IncludePart.Problem) -> (message: String, cure: String) {
    switch problem {
    case .missing:
      (
        "has no anchor of this name",
        "write 'ANCHOR: name' and 'ANCHOR_END: name' in comments on lines of their own, or "
          + "'// snippet.name' and '// snippet.end'"
      )
    case .repeated(let first, let second):
      ("has two anchors of this name, in lines \(first) and \(second)", "give one of them another name")
    case .endless(let line):
      (
        "begins this anchor in line \(line), but never ends it",
        "write 'ANCHOR_END:' and its name in a comment after its last line, on a line of its own"
      )
    }
  }

  /// The marks of quotations that a line begins with, where nothing else stands before a place in it.
  private static func quote(before place: Int, in file: SourceFile) -> Range<Int>? {
    let line = file.lineRange(file.line(at: place)).lowerBound..<place
    let marks = file.bytes[line]
    let isQuote = marks.contains(UInt8(ascii: ">")) && marks.allSatisfy { " \t>".utf8.contains($0) }
    return isQuote ? line : nil
  }

  private static let openingFence = SourceFile(path: "playground", text: "```rust\n")
  private static let closingFence = SourceFile(path: "playground", text: "\n```")

  /// Tells why nothing stands in the place of a directive.
  private mutating func refuse(_ message: String, at place: SourcePlace, _ cure: String? = nil) {
    unread.append(size)
    report(message, at: place, cure)
  }

  private mutating func report(_ message: String, at place: SourcePlace, _ cure: String? = nil) {
    // Enough for an author.
    guard diagnostics.count < 100 else { return }
    diagnostics.append(Diagnostic(id: "include", message, at: place, cure: cure))
  }
}
