internal import Markdown
internal import Text
internal import Words

/// A comment, ready for a page: what of it is said otherwise there, and what it says of the page's order.
struct DocComment {
  /// Its Markdown, with places.
  let text: CommentText
  /// What the page says in place of some of it.
  var edits = CommentEdits()
  /// The parts of it that the page shows.
  private(set) var shown: [Range<Int>]
  /// The order of members that it asks for.
  private(set) var topics: [Topic] = []
  /// The part of it that stands at the end of the page, as DocC has it: `## See Also` of one that orders members.
  private var seeAlso: Range<Int>?
  /// What is wrong with it.
  var diagnostics: [Diagnostic] = []
  /// What has to follow it so that it ends.
  private(set) var closing = ""

  let document: MarkdownDocument
  /// What its fields may say something of.
  private let signature: DocumentedSignature
  private let words: InterfaceWords
  /// What it says about each of the topics, as parts of it.
  private var topicParts: [[Range<Int>]] = []

  var file: SourceFile { text.file }

  /// Reads a comment; headings in it get levels from `level` on.
  ///
  /// `mark` tells it from the other comments of its page; `names` makes the mark of a heading that shares its name;
  /// `signature` is that of what it documents; `picture` has the address of what an author calls so, and `resolve`
  /// where links to symbols lead.
  init(
    _ text: CommentText, level: Int, mark: String, names: HeadingNames, signature: DocumentedSignature,
    words: InterfaceWords, picture: @escaping (String) -> String?,
    resolve: (SymbolLink) -> SymbolLink.Destination
  ) {
    self.text = text
    self.words = words
    self.signature = signature
    document = MarkdownDocument(text.file)
    shown = [0..<text.file.bytes.count]
    // Only what a page is about has members to order.
    if level == 2 { readTopics() }
    let definitions = LinkDefinitions(document, mark: mark, picture: picture)
    for edit in definitions.edits { edits.replace(edit.range, by: edit.text) }
    editHeadings(level, names)
    editLinks(resolve)
    editPictures(picture)
    for block in document.children(of: 0) {
      switch document.nodes[block].kind {
      case .list where !document.nodes[block].traits.contains(.ordered): editFields(block)
      case .blockQuote: editQuote(block)
      default: break
      }
    }
    for (number, parts) in topicParts.enumerated() {
      for part in parts {
        edits.copy(part, of: file, to: &topics[number].text)
        topics[number].text.add("\n\n")
      }
    }
    close()
  }

  /// Appends what is shown.
  func add(to page: inout PageText) {
    for part in shown { edits.copy(part, of: file, to: &page) }
    page.add(closing.isEmpty || endsInSeeAlso ? "\n" : "\n\(closing)\n\n")
  }

  /// Appends what stands at the end of the page.
  func addSeeAlso(to page: inout PageText) {
    guard let seeAlso else { return }
    edits.copy(seeAlso, of: file, to: &page)
    page.add(closing.isEmpty || !endsInSeeAlso ? "\n\n" : "\n\(closing)\n\n")
  }

  private var endsInSeeAlso: Bool { seeAlso?.upperBound == file.bytes.count }

  // MARK: Headings

  private var headings: [Int] {
    document.nodes.indices.filter { document.nodes[$0].kind == .heading }
  }

  private func isShown(_ offset: Int) -> Bool {
    shown.contains { $0.contains(offset) } || seeAlso?.contains(offset) == true
      || topicParts.contains { $0.contains { $0.contains(offset) } }
  }

  /// They stand below the heading of the symbol, in the same order of levels.
  private mutating func editHeadings(_ level: Int, _ names: HeadingNames) {
    let shown = headings.filter { heading in document.range(of: heading).map { isShown($0.lowerBound) } ?? false }
    guard let top = shown.map({ document.nodes[$0].number }).min() else { return }
    for heading in shown {
      guard let range = document.range(of: heading) else { continue }
      let marks = String(repeating: "#", count: min(6, Int(document.nodes[heading].number - top) + level))
      let own = file.bytes[range].prefix { $0 == UInt8(ascii: "#") }.count
      if HeadingMark(of: heading, in: document) == nil {
        let name = names.mark(for: document.headingText(of: heading))
        let end = own > 0 ? file.lineRange(file.line(at: range.lowerBound)).upperBound : endOfText(range)
        if !name.isEmpty { edits.replace(end..<end, by: name) }
      }
      if own > 0 {
        // It begins with what the author wrote, so that messages about it stand there.
        let end = range.lowerBound + own
        edits.replace(min(range.lowerBound + marks.count, end)..<end, by: String(marks.dropFirst(own)))
      } else {
        underline(range, marks)
      }
    }
  }

  /// Where the text of a heading ends that is underlined.
  private func endOfText(_ range: Range<Int>) -> Int {
    let last = file.line(at: max(range.lowerBound, range.upperBound - 1))
    return last > 1 ? file.lineRange(last - 1).upperBound : range.upperBound
  }

  /// One that is underlined has its level in front, and all its text in one line.
  private mutating func underline(_ range: Range<Int>, _ marks: String) {
    edits.replace(range.lowerBound..<range.lowerBound, by: "\(marks) ")
    let first = file.line(at: range.lowerBound)
    let last = file.line(at: max(range.lowerBound, range.upperBound - 1))
    for line in first..<last {
      let end = file.lineRange(line).upperBound
      if line + 1 < last {
        edits.replace(end..<file.lineRange(line + 1).lowerBound, by: " ")
      } else {
        edits.replace(end..<file.lineRange(last).upperBound, by: "")
      }
    }
  }

  // MARK: Links

  private mutating func editLinks(_ resolve: (SymbolLink) -> SymbolLink.Destination) {
    for lost in LostDocumentLink.all(in: document) where isShown(lost.range.lowerBound) {
      diagnostics.append(lost.diagnostic)
    }
    for node in document.nodes.indices {
      guard var link = SymbolLink(node, in: document), isShown(link.range.lowerBound) else { continue }
      // A link to a heading of the same text shows what that says.
      if link.form == .document, link.name.hasPrefix("#"),
        let heading = document.headingText(called: HeadingID.slug(link.name))
      {
        link.form = .words(heading)
      }
      switch resolve(link) {
      case .text(let text): edits.replace(link.range, by: text)
      case .wrong(let text, let problem):
        edits.replace(link.range, by: text)
        diagnostics.append(problem)
      }
    }
  }

  /// Pictures of catalogs are called by their names, wherever they lie.
  private mutating func editPictures(_ picture: (String) -> String?) {
    for node in document.nodes.indices where document.nodes[node].kind == .image {
      let name = document.bytes(document.nodes[node].text)
      guard let range = document.range(of: node), let address = picture(String(decoding: name, as: UTF8.self)),
        let place = destination(name, in: range)
      else { continue }
      edits.replace(place, by: "<\(address)>")
    }
  }

  /// Where the destination stands that is written in a link's own parentheses, with the brackets that it may be in.
  private func destination(_ name: ArraySlice<UInt8>, in range: Range<Int>) -> Range<Int>? {
    let bytes = file.bytes[range]
    for start in bytes.indices.reversed() where bytes[start...].starts(with: "](".utf8) {
      let rest = bytes[(start + 2)...].drop { $0 == UInt8(ascii: " ") }
      let isBracketed = rest.first == UInt8(ascii: "<")
      let inner = isBracketed ? rest.dropFirst() : rest
      guard inner.starts(with: name) else { continue }
      let end = inner.startIndex + name.count
      return rest.startIndex..<(isBracketed && bytes[end...].first == UInt8(ascii: ">") ? end + 1 : end)
    }
    return nil
  }

  // MARK: Fields

  private mutating func editFields(_ list: Int) {
    /// How far the list of parameters is indented that the item before ends with.
    var parameters: Int?
    let terms = editTerms(list)
    for item in document.children(of: list) {
      let before = parameters
      parameters = nil
      guard !terms.contains(item), let (start, field) = field(in: item) else { continue }
      let range = start..<start + field.length
      switch field.form {
      case .term(let term):
        check(term, at: range)
        edits.replace(range, by: "\(label(term)) ")
      case .parameter(let name):
        check(name, at: range)
        parameters = nest(item, range, name, below: before)
      case .parameters:
        parameters = editParameters(item)
        if let before, before == parameters, let end = beginOfList(after: range, in: item) {
          // It goes on with the list before it.
          edits.replace(file.lineRange(file.line(at: start)).lowerBound..<end, by: "")
        } else {
          edits.replace(range, by: "**\(sentence(.fieldParameters))**")
        }
      case .callout(let kind): box(item, range, kind, field.title)
      }
    }
  }

  private func sentence(_ word: InterfaceWord, _ values: KeyValuePairs<String, String> = [:]) -> String {
    words.text(word, values, escaped: MarkdownEscaping.text)
  }

  /// The name of a field, as it stands before what the author says.
  private func label(_ word: InterfaceWord) -> String { "**\(sentence(.labeled, ["name": sentence(word)]))**" }

  /// What a box that has no title of its own is about.
  func boxTitle(_ word: InterfaceWord?) -> String {
    word.map { "**\(sentence(.sentence, ["what": sentence($0)]))** " } ?? ""
  }

  /// The field that a list's item or a quote begins with, and where; tells of one that is nearly one.
  private mutating func field(in container: Int) -> (start: Int, field: CommentField)? {
    guard case let paragraph = Int(document.nodes[container].firstChild), paragraph >= 0,
      document.nodes[paragraph].kind == .paragraph, let range = document.range(of: paragraph)
    else { return nil }
    if let field = CommentField(file.bytes[range]) { return (range.lowerBound, field) }
    if let misspelt = MisspeltField(
      file.bytes[range], parameters: signature.isCalled ? signature.parameters : nil)
    {
      diagnostics.append(
        Diagnostic(
          .warning, id: "misspelt-field", misspelt.message,
          at: file.place(range.lowerBound..<range.lowerBound + misspelt.length), cure: misspelt.cure))
    }
    return nil
  }

  /// Makes an item about one parameter an item of the list of them, which begins with it or, at an indentation, before
  /// it; the list's indentation.
  private mutating func nest(_ item: Int, _ field: Range<Int>, _ name: String, below before: Int?) -> Int {
    let first = file.line(at: field.lowerBound)
    let start = file.lineRange(first).lowerBound
    // What stands before an item's text is the marker, and as many blanks begin its other lines.
    let own = field.lowerBound - start
    let indentation = before ?? own
    let blanks = String(repeating: " ", count: indentation)
    let label = "- \(sentence(.labeled, ["name": MarkdownEscaping.code(name)])) "
    if before == nil {
      edits.replace(field, by: "**\(sentence(.fieldParameters))**\n\(blanks)\(label)")
    } else {
      edits.replace(start..<field.upperBound, by: blanks + label)
    }
    guard let lines = document.lines(of: item), let range = document.range(of: item) else { return indentation }
    let last = min(lines.upperBound, file.line(at: max(range.lowerBound, range.upperBound - 1)))
    for line in first + 1..<max(first + 1, last + 1) {
      let range = file.lineRange(line)
      let given = file.bytes[range].prefix(own).prefix { $0 == UInt8(ascii: " ") }.count
      guard given < range.count else { continue }
      edits.replace(range.lowerBound..<range.lowerBound + given, by: blanks + "  ")
    }
    return indentation
  }

  /// Where the line begins with the list of parameters, where nothing stands between it and the field.
  private func beginOfList(after field: Range<Int>, in item: Int) -> Int? {
    let line = file.line(at: field.lowerBound)
    guard field.upperBound == file.lineRange(line).upperBound,
      let list = document.children(of: item).first(where: { document.nodes[$0].kind == .list }),
      let lines = document.lines(of: list), lines.lowerBound == line + 1
    else { return nil }
    return file.lineRange(lines.lowerBound).lowerBound
  }

  /// The names in a list of parameters; how far it is indented.
  private mutating func editParameters(_ item: Int) -> Int? {
    var indentation: Int?
    for list in document.children(of: item) where document.nodes[list].kind == .list {
      if let lines = document.lines(of: list) {
        let line = file.lineRange(lines.lowerBound)
        indentation =
          document.nodes[list].traits.contains(.ordered)
          ? nil : file.bytes[line].prefix { $0 == UInt8(ascii: " ") }.count
      }
      for parameter in document.children(of: list) {
        guard case let paragraph = Int(document.nodes[parameter].firstChild), paragraph >= 0,
          let range = document.range(of: paragraph),
          let colon = file.bytes[range].firstIndex(of: UInt8(ascii: ":"))
        else { continue }
        let words = String(decoding: file.bytes[range.lowerBound..<colon], as: UTF8.self)
        guard !words.contains("\n"), let name = CommentField.name(words[...]) else { continue }
        check(name, at: range.lowerBound..<colon)
        edits.replace(range.lowerBound..<colon, by: MarkdownEscaping.code(name))
      }
    }
    return indentation
  }

  /// Tells of a parameter that there is not.
  private mutating func check(_ name: String, at range: Range<Int>) {
    guard let parameters = signature.parameters, !parameters.contains(name) else { return }
    let near = NearestName.suggestion(for: name, among: parameters)
    diagnostics.append(
      Diagnostic(
        .warning, id: "unknown-parameter", "there is no parameter '\(name)'", at: file.place(range),
        cure: near.map { "did you mean '\($0)'?" }))
  }

  /// Tells of a result that there is not, or of errors that are not thrown.
  private mutating func check(_ term: InterfaceWord, at range: Range<Int>) {
    let (id, message): (String, String)
    switch term {
    case .fieldReturns where signature.returnsNothing:
      (id, message) = ("unknown-result", "a result is described, but nothing is returned")
    case .fieldThrows where signature.throwsNothing:
      (id, message) = ("unknown-error", "an error is described, but nothing is thrown")
    default: return
    }
    diagnostics.append(
      Diagnostic(.warning, id: id, message, at: file.place(range), cure: "remove this, or say it in another sentence"))
  }

  private mutating func editQuote(_ quote: Int) {
    guard let (start, field) = field(in: quote) else { return }
    let range = start..<start + field.length
    switch field.form {
    case .callout(let kind):
      edits.replace(range, by: "[!\(kind)]\n> " + boxTitle(field.title))
    case .term(let term): edits.replace(range, by: "\(label(term)) ")
    case .parameter, .parameters: break
    }
  }

  // MARK: Topics

  /// Takes out the section `## Topics`, which says in what order members stand, and what stands behind these.
  private mutating func readTopics() {
    guard let section = section("Topics") else { return }
    takeOut(section)
    if let other = self.section("See Also"), !other.overlaps(section) {
      takeOut(other)
      seeAlso = other
    }
    for block in document.children(of: 0) {
      guard let range = document.range(of: block), section.dropFirst().contains(range.lowerBound) else { continue }
      switch document.nodes[block].kind {
      case .heading:
        topics.append(Topic(title: document.headingText(of: block)))
        topicParts.append([])
      case .list:
        beginTopic()
        topics[topics.count - 1].links += links(in: block)
        warnOfWords(in: block)
      default:
        beginTopic()
        topicParts[topics.count - 1].append(range)
      }
    }
  }

  /// The section that is called so, with its heading.
  private func section(_ title: String) -> Range<Int>? {
    let top = headings.filter { Int(document.nodes[$0].parent) == 0 }
    guard
      let index = top.firstIndex(where: { document.headingText(of: $0) == title && document.nodes[$0].number <= 2 }),
      let start = document.range(of: top[index])?.lowerBound
    else { return nil }
    let next = top[(index + 1)...].first { document.nodes[$0].number <= document.nodes[top[index]].number }
    return start..<(next.flatMap { document.range(of: $0) }?.lowerBound ?? file.bytes.count)
  }

  private mutating func takeOut(_ section: Range<Int>) {
    shown = shown.flatMap { part in
      [
        part.clamped(to: part.lowerBound..<max(part.lowerBound, section.lowerBound)),
        part.clamped(to: min(part.upperBound, section.upperBound)..<part.upperBound),
      ]
    }.filter { !$0.isEmpty }
  }

  /// What stands below no heading of its own stands below the section's.
  private mutating func beginTopic() {
    guard topics.isEmpty else { return }
    topics.append(Topic(title: words[.topics]))
    topicParts.append([])
  }

  private func links(in list: Int) -> [SymbolLink] {
    document.descendants(of: list).compactMap { SymbolLink($0, in: document) }
  }

  // MARK: Ends

  /// What does not end in the comment would go on in what follows it.
  private mutating func close() {
    if let fence = document.fences.last(where: { $0.closing == nil && $0.parent == 0 }),
      fence.fullLines.upperBound >= file.bytes.count
    {
      closing =
        String(decoding: fence.linePrefix, as: UTF8.self) + String(repeating: fence.characterText, count: fence.length)
      let place = file.place(fence.opening)
      let isArticle = !place.path.hasSuffix(".swift") && !place.path.isEmpty
      diagnostics.append(
        Diagnostic(
          .warning, id: "unclosed-fence", "the \(isArticle ? "article" : "comment") ends within this fence", at: place,
          cure: "end it with \(String(repeating: fence.characterText, count: fence.length))"))
    } else if let block = document.children(of: 0).reversed().first, document.nodes[block].kind == .htmlBlock,
      let end = Self.end(ofHTML: document.string(document.nodes[block].text))
    {
      closing = end
    }
  }

  /// What ends a block of HTML that does not end by itself.
  private static func end(ofHTML text: String) -> String? {
    let pairs = [
      ("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<script", "</script>"), ("<pre", "</pre>"),
      ("<style", "</style>"), ("<textarea", "</textarea>"), ("<!", ">"),
    ]
    let text = text.lowercased().drop { $0 == " " }
    guard let (_, end) = pairs.first(where: { text.hasPrefix($0.0.lowercased()) }) else { return nil }
    return text.contains(end.lowercased()) ? nil : end
  }
}

extension Fence {
  fileprivate var characterText: String { String(Unicode.Scalar(character)) }
}
