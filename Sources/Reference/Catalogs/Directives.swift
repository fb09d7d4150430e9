internal import Text

/// Puts in the place of DocC's directives what chapters have for them.
struct Directives {
  /// The text without them; the same where there are none.
  private(set) var file: SourceFile
  /// What `@DisplayName` says.
  private(set) var displayName: String?
  /// Where it stands.
  private(set) var displayNamePlace: SourcePlace?
  /// Where it says that an extension's text stands in place of the comment, not below it; `nil` where it does not.
  private(set) var overridePlace: SourcePlace?
  /// What is left out, or cannot be found.
  private(set) var diagnostics: [Diagnostic] = []

  private let source: SourceFile
  private let snippets: [String: SourceFile]
  private let pictures: CatalogPictures
  private var page = PageText()
  /// Whether words that look like an unknown directive are text: in comments, where attributes are talked about.
  private let isComment: Bool

  init(_ file: SourceFile, snippets: [String: SourceFile], pictures: CatalogPictures, isComment: Bool) {
    source = file
    self.file = file
    self.snippets = snippets
    self.pictures = pictures
    self.isComment = isComment
    guard file.bytes.contains(UInt8(ascii: "@")) else { return }
    copy(1...max(1, file.lineCount), indentation: 0)
    self.file = page.file(path: "")
  }

  /// What each directive becomes whose text is shown as if it were not there.
  private static let containers: Set<String> = ["Row", "Column", "TabNavigator", "Tab", "Small", "Links"]
  /// What says nothing that a page shows.
  private static let silent: Set<String> = ["Comment", "Options"]
  /// What cannot be shown.
  private static let unknown: Set<String> = ["Video", "Redirected", "CallToAction", "PageImage"]
  /// What of `@Metadata` cannot be shown.
  private static let unknownMetadata = unknown.union([
    "AlternateRepresentation", "Available", "PageKind", "TitleHeading",
  ])
  /// What of `@Metadata` is the book's to say, such as colors.
  private static let silentMetadata = silent.union(["PageColor", "SupportedLanguage", "TechnologyRoot"])

  private func isKnown(_ name: String) -> Bool {
    Self.containers.contains(name) || Self.silent.contains(name) || Self.unknown.contains(name)
      || ["Metadata", "DeprecationSummary", "Snippet", "Image"].contains(name)
  }

  /// Copies lines, which a directive around them has indented.
  private mutating func copy(_ lines: ClosedRange<Int>, indentation: Int, quote: String = "") {
    var line = lines.lowerBound
    var fence = OpenFence()
    while line <= lines.upperBound {
      let text = source.lineText(line)
      fence.read(text)
      if !fence.isOpen, text.first(where: { $0 != " " && $0 != "\t" }) == "@",
        let directive = Directive(source, at: line, last: lines.upperBound),
        !isComment || isKnown(directive.name)
      {
        line = replace(directive, at: line, last: lines.upperBound)
      } else {
        copy(line, indentation: indentation, quote: quote)
        line += 1
      }
    }
  }

  private mutating func copy(_ line: Int, indentation: Int, quote: String) {
    let range = source.lineRange(line)
    let blanks = source.bytes[range].prefix(indentation).prefix { $0 == UInt8(ascii: " ") }.count
    page.add(quote)
    let end = line < source.lineStarts.count ? source.lineStarts[line] : source.bytes.count
    page.add(source, range.lowerBound + blanks..<end)
    if end == range.upperBound { page.add("\n") }
  }

  /// Puts something in the place of a directive; the line after it.
  private mutating func replace(_ directive: Directive, at line: Int, last: Int) -> Int {
    let first = directive.line + 1
    var end = directive.line
    if directive.opens {
      if let closed = endOfBlock(from: first, last: last) {
        end = closed
      } else {
        diagnostics.append(
          Diagnostic(
            id: "open-directive", "'@\(directive.name) {' is not closed", at: source.place(source.lineRange(line)),
            cure: "write } on a line of its own where it ends"))
      }
    }
    show(directive, at: line, inside: end > first ? first...end - 1 : nil, last: end)
    if let rest = directive.rest { copy(rest, at: directive.line) }
    return end + 1
  }

  /// Copies a part of a line, which may begin with directives that end in it.
  private mutating func copy(_ part: Range<Int>, at line: Int) {
    guard let directive = Directive(source, in: part, at: line, last: line), !isComment || isKnown(directive.name)
    else {
      page.add(source, part)
      page.add("\n")
      return
    }
    if directive.opens {
      diagnostics.append(
        Diagnostic(
          id: "open-directive", "'@\(directive.name) {' opens on the line of another directive",
          at: source.place(part), cure: "write it on a line of its own"))
    }
    show(directive, at: line, inside: nil, last: line)
    if let rest = directive.rest { copy(rest, at: line) }
  }

  /// Adds what stands for a directive with some lines between its braces.
  private mutating func show(_ directive: Directive, at line: Int, inside: ClosedRange<Int>?, last: Int) {
    let indentation = inside.map(indentation) ?? 0
    switch directive.name {
    case "Metadata":
      if let text = directive.text { readMetadata(text, at: directive.line) }
      for inner in inside.map(Array.init) ?? [] { readMetadata(source.lineRange(inner), at: inner, last: last) }
    case "Snippet": addSnippet(directive, at: line, last: last)
    case "Image" where !pictures.isEmpty || !isComment:
      addPicture(directive, at: line)
      if let text = directive.text {
        copy(text, at: directive.line)
        page.add("\n")
      }
      if let inside { copy(inside, indentation: indentation) }
    case "DeprecationSummary":
      page.add("> [!WARNING]\n> **Deprecated.** ")
      if let text = directive.text { page.add(source, text) }
      page.add("\n")
      if let inside { copy(inside, indentation: indentation, quote: "> ") }
      page.add("\n")
    case let name where Self.containers.contains(name):
      page.beginBlock()
      // The title of a tab is all that tells it from the others.
      if name == "Tab", let title = directive.arguments[""] { page.add("**\(MarkdownEscaping.text(title))**\n\n") }
      if let text = directive.text { copy(text, at: directive.line) }
      if let inside { copy(inside, indentation: indentation) }
      page.beginBlock()
    case let name where Self.silent.contains(name): break
    default: warn(of: directive, at: line, isKnown: isKnown(directive.name))
    }
  }

  private mutating func warn(of directive: Directive, at line: Int, isKnown: Bool) {
    let message =
      isKnown
      ? "'@\(directive.name)' is not shown" : "the directive '@\(directive.name)' is not known, and is not shown"
    diagnostics.append(Diagnostic(.warning, id: "directive", message, at: source.place(source.lineRange(line))))
  }

  /// The line of the brace that closes a directive; `nil` where none does.
  private func endOfBlock(from first: Int, last: Int) -> Int? {
    var depth = 1
    var line = first
    var fence = OpenFence()
    while line <= last {
      let text = source.lineText(line)
      fence.read(text)
      // Braces in a program are the program's.
      if fence.isOpen {
        line += 1
        continue
      }
      if let directive = Directive(source, at: line, last: last) {
        line = directive.line + 1
        if directive.opens { depth += 1 }
        continue
      }
      if text.allSatisfy({ $0 == "}" || $0.isWhitespace }), text.contains("}") {
        depth -= text.count { $0 == "}" }
        if depth <= 0 { return line }
      }
      line += 1
    }
    return nil
  }

  /// How many blanks all of some lines begin with.
  private func indentation(of lines: ClosedRange<Int>) -> Int {
    lines.compactMap { line in
      let bytes = source.bytes[source.lineRange(line)]
      let blanks = bytes.prefix { $0 == UInt8(ascii: " ") }.count
      return blanks == bytes.count ? nil : blanks
    }.min() ?? 0
  }

  private mutating func readMetadata(_ part: Range<Int>, at line: Int, last: Int? = nil) {
    guard let directive = Directive(source, in: part, at: line, last: last ?? line) else { return }
    switch directive.name {
    case "DisplayName":
      displayName = directive.arguments[""]
      displayNamePlace = source.place(source.lineRange(line))
    case "DocumentationExtension":
      let overrides = directive.arguments["mergeBehavior"] == "override"
      overridePlace = overrides ? source.place(source.lineRange(line)) : nil
    // An article is an article in any case.
    case "PageKind" where directive.arguments[""] == "article": break
    case let name where Self.silentMetadata.contains(name): break
    case let name: warn(of: directive, at: line, isKnown: Self.unknownMetadata.contains(name))
    }
    if let rest = directive.rest { readMetadata(rest, at: directive.line) }
  }

  // MARK: Pictures

  private mutating func addPicture(_ directive: Directive, at line: Int) {
    let name = directive.arguments["source"] ?? ""
    guard pictures[name] != nil else {
      let near = NearestName.suggestion(for: name, among: pictures.names)
      diagnostics.append(
        Diagnostic(
          id: "unknown-picture", "the catalog does not have a picture '\(name)'",
          at: source.place(source.lineRange(line)), cure: near.map { "did you mean '\($0)'?" }))
      return
    }
    page.add("\n![\(MarkdownEscaping.text(directive.arguments["alt"] ?? ""))](<\(name)>)\n\n")
  }

  // MARK: Snippets

  private mutating func addSnippet(_ directive: Directive, at line: Int, last: Int) {
    let path = directive.arguments["path"] ?? ""
    let name = path.split(separator: "/").drop { $0 != "Snippets" }.dropFirst().joined(separator: "/")
    let place = source.place(source.lineRange(line))
    guard let file = snippets[name.isEmpty ? path : name] else {
      let near = NearestName.suggestion(for: name.isEmpty ? path : name, among: snippets.keys)
      diagnostics.append(
        Diagnostic(
          id: "unknown-snippet", "the package does not have a snippet '\(path)'", at: place,
          cure: near.map { "did you mean '\($0)'?" })
      )
      addMissingExample()
      return
    }
    let snippet = Snippet(file)
    guard let lines = snippet.lines(of: directive.arguments["slice"]) else {
      let slice = directive.arguments["slice"] ?? ""
      let near = NearestName.suggestion(for: slice, among: snippet.slices)
      diagnostics.append(
        Diagnostic(
          id: "unknown-snippet", "the snippet '\(path)' has no slice '\(slice)'", at: place,
          cure: near.map { "did you mean '\($0)'?" }))
      addMissingExample()
      return
    }
    let start = source.lineRange(line)
    let blanks = source.bytes[start].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let range = start.lowerBound + blanks..<source.lineRange(last).upperBound
    snippet.add(lines, to: &page, insteadOf: range, of: source)
  }
  /// What is recorded below a snippet that is not there is not told, too.
  private mutating func addMissingExample() { page.add("``` swift-missing\n```\n") }
}

/// Whether the lines that were read so far end inside of a fence.
private struct OpenFence {
  private var fence: (mark: Character, length: Int)?

  var isOpen: Bool { fence != nil }

  /// Reads the next line.
  mutating func read(_ line: String) {
    let start = line.drop { $0 == " " || $0 == "\t" }
    guard let mark = start.first, mark == "`" || mark == "~" else { return }
    let length = start.prefix { $0 == mark }.count
    if let open = fence {
      if open.mark == mark, length >= open.length, start.dropFirst(length).allSatisfy(\.isWhitespace) { fence = nil }
    } else if length >= 3, mark == "~" || !start.dropFirst(length).contains("`") {
      fence = (mark, length)
    }
  }
}
