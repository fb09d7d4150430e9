internal import Markdown
internal import Text

/// Finds what mdBook and GitHub, or tools that extend them, take for something else, and what is text here.
enum ForeignTextCheck {
  /// What is wrong in a text, at most `limit` of it, and each kind once.
  ///
  /// - Parameters:
  ///   - document: The text.
  ///   - hasMath: Whether its book has formulas.
  ///   - limit: How much is told.
  static func diagnostics(of document: MarkdownDocument, hasMath: Bool, limit: Int) -> [Diagnostic] {
    let bytes = document.text
    let mayHaveMath = hasMath && (bytes.contains(UInt8(ascii: "$")) || bytes.contains(UInt8(ascii: "\\")))
    let mayHaveNotes = bytes.contains(UInt8(ascii: "!"))
    guard mayHaveMath || mayHaveNotes || bytes.contains(UInt8(ascii: "{")) else { return [] }
    let places = LinkPlaces(document)
    var told: Set<String> = []
    var found: [Diagnostic] = []
    func report(_ use: Use?, near node: Int) {
      guard let use, found.count < limit, !told.contains(use.written), let lines = places.lines(of: node),
        let place = place(of: use.written, in: lines, of: document)
      else { return }
      told.insert(use.written)
      found.append(Diagnostic(.warning, id: "foreign-directive", use.message, at: place, cure: use.cure))
    }
    var node = 0
    while node < document.nodes.count, found.count < limit {
      if document.nodes[node].kind == .blockQuote { report(note(in: node, of: document), near: node + 1) }
      if mayHaveMath, document.nodes[node].kind == .paragraph { report(formula(in: node, of: document), near: node) }
      let first = node
      guard let (text, next) = document.wholeText(at: first) else {
        node += 1
        continue
      }
      node = next
      for use in directives(in: text) { report(use, near: first) }
    }
    return found
  }

  /// Something that is text here, with what is told of it.
  private struct Use {
    /// How it begins, as it is written.
    var written: String
    var message: String
    var cure: String
  }

  /// The first place of a text in lines of a document; `nil` where a backslash before it says that it is text.
  private static func place(of written: String, in lines: Range<Int>, of document: MarkdownDocument) -> SourcePlace? {
    let file = document.file
    var found: [Range<Int>] = []
    var rest = file.bytes[lines]
    while let range = rest.firstRange(of: Array(written.utf8)) {
      found.append(range)
      rest = rest[range.upperBound...]
    }
    let isEscaped = found.contains { range in
      // Where includes are read, the backslash is taken away.
      let origin = file.origin(of: range) ?? (file, range)
      return origin.range.lowerBound > 0 && origin.file.bytes[origin.range.lowerBound - 1] == UInt8(ascii: "\\")
    }
    return isEscaped ? nil : found.first.map(file.place)
  }

  /// The directives of preprocessors in a text; those that are misspelt are told where includes are read.
  private static func directives(in text: [UInt8]) -> [Use] {
    var uses: [Use] = []
    var rest = text[...]
    while let start = rest.firstRange(of: Array("{{".utf8)) {
      rest = rest[start.upperBound...]
      let inner = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard inner.first == UInt8(ascii: "#"), let end = inner.firstRange(of: Array("}}".utf8)) else { continue }
      let content = inner[inner.index(after: inner.startIndex)..<end.lowerBound]
      let name = content.prefix { $0 > UInt8(ascii: " ") }
      let word = String(decoding: name, as: UTF8.self)
      rest = inner[end.upperBound...]
      guard word.first?.isLetter == true, name.endIndex == content.endIndex || !IncludeDirective.isTold(word) else {
        continue
      }
      uses.append(
        Use(
          written: String(decoding: text[start.lowerBound..<name.endIndex], as: UTF8.self),
          message: "`{{#\(Excerpt.short(word))}}` is not a directive that is read here: it stands as text on the page",
          cure: "write what is to stand in its place; with a backslash before the braces, it is meant as text"))
    }
    return uses
  }

  /// The mark that a quotation begins with and that is not one of GitHub's notes.
  private static func note(in quote: Int, of document: MarkdownDocument) -> Use? {
    let paragraph = Int(document.nodes[quote].firstChild)
    guard paragraph >= 0, document.nodes[paragraph].kind == .paragraph, document.callout(of: quote) == nil,
      case let first = Int(document.nodes[paragraph].firstChild), first >= 0
    else { return nil }
    var text: [UInt8] = []
    var node = first
    while node >= 0, document.nodes[node].kind == .text {
      text += document.bytes(document.nodes[node].text)
      node = Int(document.nodes[node].nextSibling)
    }
    let line = String(decoding: text, as: UTF8.self)
    guard line.hasPrefix("[!"), let end = line.firstIndex(of: "]") else { return nil }
    let word = line[..<end].dropFirst(2)
    guard let initial = word.first, initial.isASCII, initial.isLetter,
      word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else { return nil }
    let isKnown = Callout.Kind(rawValue: word.lowercased()) != nil
    let names = Callout.Kind.allCases.map { $0.rawValue.uppercased() }
    return Use(
      written: "[!\(word)]",
      message: isKnown
        ? "`[!\(word)]` makes a note only where it is alone on its line, with text below: it stands as text on the page"
        : "`[!\(word)]` is not the name of a note: it stands as text on the page",
      cure: isKnown
        ? "write '> [!\(word)]' alone, and what it says in the lines below, which begin with '> '"
        : "write one of \(Excerpt.list(names)) in the brackets, and what it says in the lines below")
  }

  /// The first formula of a paragraph in one of the forms that MathJax reads.
  private static func formula(in paragraph: Int, of document: MarkdownDocument) -> Use? {
    let dollar = UInt8(ascii: "$")
    var text: [UInt8] = []
    for node in document.descendants(of: paragraph) {
      var own = document.nodes[node].kind == .text ? document.bytes(document.nodes[node].text) : [10]
      // Where dollar signs touch code, that is a formula here, too.
      let next = Int(document.nodes[node].nextSibling)
      if node > paragraph + 1, document.nodes[node - 1].kind == .code, own.first == dollar { own.removeFirst() }
      if next >= 0, document.nodes[next].kind == .code, own.last == dollar { own.removeLast() }
      text += own
    }
    let forms: [(opening: String, closing: String, written: String, isInline: Bool)] = [
      ("$$", "$$", "$$", false), ("\\[", "\\]", "\\\\[", false), ("\\(", "\\)", "\\\\(", true),
    ]
    for form in forms {
      guard let start = text.firstRange(of: Array(form.opening.utf8)),
        text[start.upperBound...].firstRange(of: Array(form.closing.utf8)) != nil
      else { continue }
      return Use(
        written: form.written,
        message: "`\(form.written)` does not begin a formula here: it stands as text on the page",
        cure: form.isInline
          ? "write the formula as code between dollar signs: $`x^2`$"
          : "write the formula in a fence: '```math' on a line of its own, the formula below, and '```' after it")
    }
    return nil
  }
}
