internal import Book
internal import Examples
internal import Highlighting
internal import Reference
internal import Text
package import Verification

/// What the names in listings mean, for readers who point at them; any thread may ask it.
///
/// Each chapter with names has a script that `types.js` loads when a reader first points at a listing. A declaration is
/// in it once, however many names mean it:
///
///     loopbookTypes([["<k:let> x: Int","A number.","api/x.html","x"],[0,3]],
///       {"ticks":[[2,4,1,0]]})
///
/// The first list has declarations, each with the sentence about it, where more is told, and its own and its other
/// name, and lists of places in it, for names that mean several. Colored parts of a declaration stand as `<k:let>`, for
/// `<span class="k">let</span>`: the same letters would be half of the script. The second part has, for each example,
/// its lines with names: the number of the line, then for each name where it stands and how long it is, in UTF-16, and
/// its place in the first list.
package struct ListingTypes: Sendable {
  let scripts: ScriptsOnDemand

  /// Of each script, the examples with names that have other ones.
  private let renamed: [String: [String]]

  /// The libraries of which the book wants the names, and no name in its listings has one.
  let diagnostics: [Diagnostic]

  /// A book whose listings tell nothing of their names.
  package static let none = ListingTypes([:])

  private init(
    _ chapters: [String: [UInt8]], renamed: [String: [String]] = [:], diagnostics: [Diagnostic] = []
  ) {
    self.diagnostics = diagnostics
    scripts = ScriptsOnDemand(Dictionary(uniqueKeysWithValues: chapters.map { (Self.path(of: $0), $1) }))
    self.renamed = renamed
  }

  /// The address of what tells of a chapter's names; `nil` where there is nothing to tell.
  func address(of chapter: ChapterExamples) -> String? { scripts.address(of: Self.path(of: chapter.chapter)) }

  /// The chapter's examples with names that have other ones.
  func renamed(in chapter: ChapterExamples) -> [String] { renamed[chapter.chapter] ?? [] }

  static func path(of chapter: String) -> String { "types/\(chapter).js" }

  /// The names of a book whose types were asked for.
  package init(_ verified: VerifiedBook) {
    let symbols = verified.reference.symbols
    self.init(verified) { symbol in
      symbols?[symbol.usr].map { target in
        WebPath.encoded(SiteMap.page(of: target.page)) + (target.anchor.map { "#" + WebPath.encoded($0) } ?? "")
      }
    } sentence: { symbol in
      // A package's modules lie without their doc comments where examples are compiled; its pages have them.
      symbols?[symbol.usr]?.writtenSummary.map(NamedSymbol.firstSentence) ?? ""
    }
  }

  /// The same, where `link` knows the page of a symbol, as seen from the site's folder, and `sentence` what a comment
  /// says of one that the compiler has no comment of.
  init(
    _ verified: VerifiedBook, link: @escaping (NamedSymbol) -> String?,
    sentence: @escaping (NamedSymbol) -> String = { _ in "" }
  ) {
    guard verified.book.configuration.examples.showsTypes, !verified.types.isEmpty else {
      self = .none
      return
    }
    var chapters: [String: [UInt8]] = [:]
    var renamed: [String: [String]] = [:]
    let callers = verified.book.configuration.examples.otherNames.map(\.name)
    for examples in verified.chapters where examples.quotes == nil {
      var table = DeclarationTable(callers: callers, link: link, sentence: sentence)
      let members = examples.examples.compactMap { example -> (String, JSONValue)? in
        guard let types = verified.types[example.name], !types.names.isEmpty else { return nil }
        if types.names.contains(where: { $0.symbols.contains { table.otherName(of: $0) != nil } }) {
          renamed[examples.chapter, default: []].append(example.id)
        }
        return (example.id, Self.lines(of: types, in: example, &table))
      }
      if members.isEmpty { continue }
      chapters[examples.chapter] = ScriptsOnDemand.call("loopbookTypes", table.value, .object(members))
    }
    self.init(chapters, renamed: renamed, diagnostics: Self.unknownLibraries(in: verified))
  }

  /// Tells of libraries that no doc comment of what the listings name speaks of.
  private static func unknownLibraries(in verified: VerifiedBook) -> [Diagnostic] {
    let libraries = verified.book.configuration.examples.otherNames
    // What is not known yet may have them.
    guard !libraries.isEmpty, verified.isWhole, verified.needs.parts.isEmpty, verified.needs.lacks.isEmpty else {
      return []
    }
    var known: Set<String> = []
    for types in verified.types.values {
      for name in types.names { for symbol in name.symbols { known.formUnion(symbol.otherNames.map(\.caller)) } }
    }
    return libraries.filter { !known.contains($0.name) }.map { library in
      let meant = NearestName.suggestion(for: library.name, among: known.sorted())
      let sentence = "write \"\(library.name) calls it `name`\" into the doc comments of what the examples use"
      return Diagnostic(
        .warning, id: "unknown-library", "'\(library.name)' has no name of its own for any name in the listings",
        at: library.place, cure: meant.map { "did you mean '\($0)'?" } ?? sentence)
    }
  }

  private static func lines(
    of types: ExampleTypes, in example: Example, _ table: inout DeclarationTable
  ) -> JSONValue {
    var lines: [[JSONValue]] = []
    var last = -1
    for name in types.names {
      if name.line != last { lines.append([.integer(name.line + 1)]) }
      last = name.line
      let text = Array(example.lines[name.line].text.utf8)
      func units(_ range: Range<Int>) -> JSONValue {
        .integer(String(decoding: text[range], as: UTF8.self).utf16.count)
      }
      lines[lines.count - 1] += [
        units(0..<name.range.lowerBound), units(name.range), .integer(table.place(of: name.symbols)),
      ]
    }
    return .array(lines.map(JSONValue.array))
  }
}

/// The declarations that the names of a chapter share.
private struct DeclarationTable {
  /// What is told of a name.
  private enum Row: Hashable {
    case one([String])
    /// By the places of the others.
    case several([Int])

    var value: JSONValue {
      switch self {
      case .one(let parts): .array(parts.map(JSONValue.string))
      case .several(let places): .array(places.map(JSONValue.integer))
      }
    }
  }

  private var rows: [Row] = []
  private var places: [[NamedSymbol]: Int] = [:]
  /// Variables of several examples are often declared in the same words.
  private var placesOfRows: [Row: Int] = [:]
  private let callers: [String]
  private let link: (NamedSymbol) -> String?
  private let sentence: (NamedSymbol) -> String

  init(
    callers: [String], link: @escaping (NamedSymbol) -> String?, sentence: @escaping (NamedSymbol) -> String
  ) {
    self.sentence = sentence
    self.callers = callers
    self.link = link
  }

  /// What the first of the callers calls it that has a name for it.
  func otherName(of symbol: NamedSymbol) -> String? {
    for caller in callers {
      if let other = symbol.otherNames.first(where: { $0.caller == caller }) { return other.name }
    }
    return nil
  }

  var value: JSONValue { .array(rows.map(\.value)) }

  /// The place of what a name means.
  mutating func place(of symbols: [NamedSymbol]) -> Int {
    if let place = places[symbols] { return place }
    let row: Row = symbols.count > 1 ? .several(symbols.map { place(of: [$0]) }) : .one(parts(of: symbols[0]))
    let number = placesOfRows[row] ?? rows.count
    if number == rows.count { rows.append(row) }
    placesOfRows[row] = number
    places[symbols] = number
    return number
  }

  /// A declaration with marks for its colors: all else is escaped, so they can be told from it.
  private static func colored(_ declaration: String) -> String {
    let text = Array(declaration.utf8)
    var html: [UInt8] = []
    func append(_ range: Range<Int>) {
      html.appendEscapedForHTML(String(decoding: text[range], as: UTF8.self), quotes: .none)
    }
    var end = 0
    for token in Highlighter.tokens(text, language: .swift) {
      append(end..<token.range.lowerBound)
      html += "<\(token.kind.className):".utf8
      append(token.range)
      html.append(UInt8(ascii: ">"))
      end = token.range.upperBound
    }
    append(end..<text.count)
    return String(decoding: html, as: UTF8.self)
  }

  private func parts(of symbol: NamedSymbol) -> [String] {
    let told = symbol.sentence.isEmpty ? sentence(symbol) : symbol.sentence
    var parts = [Self.colored(symbol.declaration), SentenceText(told).html]
    if let address = link(symbol) {
      parts += [address, symbol.name]
    } else if let page = ApplePage(of: symbol) {
      // It is called like the site that it is on.
      parts += [page.address, ""]
    } else {
      parts += ["", ""]
    }
    // With its own, since the label of an argument means the function, too.
    parts.append(otherName(of: symbol).map { "\(symbol.baseName) \($0)" } ?? "")
    while parts.last == "" { parts.removeLast() }
    return parts
  }
}

/// A sentence of a doc comment as HTML: code as such, links as what they say.
private struct SentenceText {
  let html: String

  init(_ markdown: String) {
    var html: [UInt8] = []
    var isCode = false
    var rest = markdown[...]
    while let mark = rest.firstIndex(of: "`") {
      html.appendEscapedForHTML(String(rest[..<mark]), quotes: .none)
      let end = rest[mark...].firstIndex { $0 != "`" } ?? rest.endIndex
      html += (isCode ? "</code>" : "<code>").utf8
      isCode.toggle()
      rest = rest[end...]
    }
    html.appendEscapedForHTML(String(rest), quotes: .none)
    if isCode { html += "</code>".utf8 }
    self.html = String(decoding: html, as: UTF8.self)
  }
}
