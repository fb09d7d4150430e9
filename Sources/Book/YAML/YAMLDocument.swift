internal import CYAML
package import Text

/// The YAML of a configuration or of a chapter's front matter: at most one value, and what is wrong with it.
///
/// Reading takes time in proportion to the size, whatever the text. To that end, size and nesting have limits, and what
/// YAML has for making much out of little is refused: anchors, tags and directives.
package struct YAMLDocument: Sendable {
  /// How many bytes are read at most.
  package static let maximumSize = 256 * 1024

  /// How deep lists and mappings may nest.
  package static let maximumDepth = 32

  /// The document's value; `nil` if there is none, or if the text is not YAML.
  package let value: YAMLValue?

  /// What is wrong: at most one error of syntax, and the keys that come twice before it.
  package let diagnostics: [Diagnostic]

  /// Reads a part of a file; a byte order mark at the file's start is skipped.
  package init(_ file: SourceFile, in range: Range<Int>? = nil) {
    var reading = YAMLEventReading(file: file, range: range ?? file.lineStarts[0]..<file.bytes.count)
    value = reading.read()
    diagnostics = reading.diagnostics
  }
}

/// Builds the values of one document from libyaml's events.
private struct YAMLEventReading {
  /// A list or mapping that has not ended.
  private struct Open {
    var start: Int
    var isMapping: Bool
    var values: [YAMLValue] = []
    var entries: [YAMLEntry] = []
    var key: (text: String, range: Range<Int>)?
    var firstPlaces: [String: Range<Int>] = [:]

    /// Where the last thing in it ends.
    var end: Int {
      (isMapping ? entries.last?.value.range.upperBound : values.last?.range.upperBound) ?? start
    }
  }

  /// Why reading ends before the document does; the message is already among the diagnostics.
  private struct Refusal: Error {}

  private let file: SourceFile
  private let range: Range<Int>
  private let marks: YAMLMarks
  private(set) var diagnostics: [Diagnostic] = []
  private var open: [Open] = []
  private var root: YAMLValue?

  init(file: SourceFile, range: Range<Int>) {
    self.file = file
    self.range = range
    marks = YAMLMarks(file.bytes, in: range.count <= YAMLDocument.maximumSize ? range : range.prefix(0))
  }

  mutating func read() -> YAMLValue? {
    diagnostics += YAMLProblem.beforeReading(file, range)
    guard diagnostics.isEmpty else { return nil }
    do {
      try readEvents()
      return root
    } catch {
      return nil
    }
  }

  private mutating func readEvents() throws(Refusal) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { throw outOfMemory() }
    defer { yaml_parser_delete(&parser) }
    // libyaml keeps the address, so the bytes must not move until the parser is gone.
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(range.count, 1))
    defer { input.deallocate() }
    _ = input.initialize(fromContentsOf: file.bytes[range])
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, input.baseAddress, range.count)
    var isAtEnd = false
    while !isAtEnd {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else {
        diagnostics.append(YAMLProblem(parser).diagnostic(file, marks))
        throw Refusal()
      }
      defer { yaml_event_delete(&event) }
      isAtEnd = try take(event)
    }
  }

  /// Takes one event; returns whether it was the last of interest.
  private mutating func take(_ event: yaml_event_t) throws(Refusal) -> Bool {
    let start = marks.offset(event.start_mark.index)
    let range = start..<max(start, marks.offset(event.end_mark.index))
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      try refuse(anchor: scalar.anchor, tag: scalar.tag, at: range)
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let value = YAMLScalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      try add(YAMLValue(.scalar(value), range: range))
    case YAML_SEQUENCE_START_EVENT:
      let list = event.data.sequence_start
      try refuse(anchor: list.anchor, tag: list.tag, at: range)
      try begin(Open(start: start, isMapping: false), at: range)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      try refuse(anchor: mapping.anchor, tag: mapping.tag, at: range)
      try begin(Open(start: start, isMapping: true), at: range)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let ended = open.popLast() else { return true }
      // A block ends, for libyaml, where the next thing begins; its last value is nearer to what an author sees.
      let isFlow = range.count == 1 && [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(file.bytes[range.lowerBound])
      let whole = ended.start..<max(ended.start, isFlow ? range.upperBound : ended.end)
      try add(YAMLValue(ended.isMapping ? .mapping(ended.entries) : .list(ended.values), range: whole))
    case YAML_ALIAS_EVENT:
      throw refuse(YAMLProblem.reference, at: range)
    case YAML_DOCUMENT_END_EVENT:
      try refuseMore(after: range.upperBound)
      return true
    default:
      return event.type == YAML_STREAM_END_EVENT
    }
    return false
  }

  private mutating func begin(_ opened: Open, at range: Range<Int>) throws(Refusal) {
    guard open.count < YAMLDocument.maximumDepth else {
      throw refuse(
        YAMLProblem("lists and keys nest more than \(YAMLDocument.maximumDepth) levels deep here"), at: range)
    }
    if let parent = open.last, parent.isMapping, parent.key == nil { throw refuse(YAMLProblem.keyIsNoWord, at: range) }
    open.append(opened)
  }

  private mutating func add(_ value: YAMLValue) throws(Refusal) {
    guard var parent = open.popLast() else {
      root = value
      return
    }
    defer { open.append(parent) }
    guard parent.isMapping else {
      parent.values.append(value)
      return
    }
    guard let key = parent.key else {
      guard case .scalar(let scalar) = value.content else { throw refuse(YAMLProblem.keyIsNoWord, at: value.range) }
      parent.key = (scalar.text, value.range)
      return
    }
    parent.key = nil
    if let first = parent.firstPlaces[key.text] {
      report(
        Diagnostic(
          id: "duplicate-key", "'\(key.text)' is given twice", at: file.place(key.range),
          notes: [.init("it is first given here", at: file.place(first))]))
    } else {
      parent.firstPlaces[key.text] = key.range
      parent.entries.append(YAMLEntry(key: key.text, keyRange: key.range, value: value))
    }
  }

  private mutating func refuse(
    anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?, at range: Range<Int>
  ) throws(Refusal) {
    if anchor != nil { throw refuse(YAMLProblem.reference, at: range) }
    if tag != nil { throw refuse(YAMLProblem.tag, at: range) }
  }

  /// After the document only comments and its end mark may come.
  private mutating func refuseMore(after end: Int) throws(Refusal) {
    for line in stride(
      from: file.line(at: end), through: file.line(at: max(range.upperBound - 1, range.lowerBound)), by: 1)
    {
      let content = file.lineRange(line).clamped(to: end..<max(end, range.upperBound))
      let text = file.bytes[content].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if text.isEmpty || text.first == UInt8(ascii: "#") || text.starts(with: "...".utf8) { continue }
      throw refuse(YAMLProblem.secondDocument, at: text.startIndex..<content.upperBound)
    }
  }

  private mutating func refuse(_ problem: YAMLProblem, at range: Range<Int>) -> Refusal {
    diagnostics.append(problem.diagnostic(file, at: range))
    return Refusal()
  }

  private mutating func outOfMemory() -> Refusal {
    refuse(YAMLProblem("there is not enough memory to read this"), at: range.prefix(0))
  }

  /// Keeps a text that is wrong in thousands of places from making thousands of messages.
  private mutating func report(_ diagnostic: Diagnostic) {
    if diagnostics.count < 100 { diagnostics.append(diagnostic) }
  }
}
