import Text

/// The problems of a report as SARIF 2.1.0, which code scanning and editors read.
enum SARIFReport {
  /// The folder that relative paths start from, by the name that code scanning knows it by.
  private static let root = "%SRCROOT%"

  static func text(_ report: VerificationReport) -> String {
    let problems = report.problems
    let rules = Set(problems.map(\.id)).sorted()
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($0.element, $0.offset) })
    let driver = JSONValue.object([
      ("name", .string("loopbook")),
      ("version", .string(LoopbookVersion.text)),
      ("semanticVersion", .string(LoopbookVersion.text)),
      ("rules", .array(rules.map(rule))),
    ])
    let run = JSONValue.object([
      ("tool", .object([("driver", driver)])),
      ("invocations", .array([invocation(report)])),
      ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(problems.map { result($0, ruleIndex: indices[$0.id, default: -1]) })),
    ])
    return JSONValue.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ]).text
  }

  /// Whether the program did its work, whatever it found out about the book.
  private static func invocation(_ report: VerificationReport) -> JSONValue {
    let notifications = report.isFinished ? [] : report.diagnostics
    return .members([
      ("executionSuccessful", .bool(report.isFinished)),
      (
        "toolExecutionNotifications",
        notifications.isEmpty
          ? nil
          : .array(
            notifications.map {
              .object([("level", .string("error")), ("message", .object([("text", .string($0.message))]))])
            })
      ),
    ])
  }

  private static func rule(_ id: String) -> JSONValue {
    let words = id.split(separator: "-").joined(separator: " ")
    let sentence = words.prefix(1).uppercased() + words.dropFirst() + "."
    return .object([("id", .string(id)), ("shortDescription", .object([("text", .string(sentence))]))])
  }

  private static func result(_ diagnostic: Diagnostic, ruleIndex: Int) -> JSONValue {
    var message = diagnostic.message
    for note in diagnostic.notes where note.place == nil { message += "\n" + note.message }
    if let cure = diagnostic.cure { message += "\n" + cure }
    // The schema wants these to be different.
    var seen: Set<Diagnostic.Note> = []
    let related = diagnostic.notes.filter { seen.insert($0).inserted }.compactMap { note in
      note.place.map { location($0, message: note.message) }
    }
    return .members([
      ("ruleId", .string(diagnostic.id)),
      ("ruleIndex", .integer(ruleIndex)),
      ("level", .string(diagnostic.severity == .error ? "error" : "warning")),
      ("message", .object([("text", .string(message))])),
      ("locations", diagnostic.place.map { .array([location($0, message: nil)]) }),
      ("relatedLocations", related.isEmpty ? nil : .array(related)),
    ])
  }

  private static func location(_ place: SourcePlace, message: String?) -> JSONValue {
    .members([
      (
        "physicalLocation",
        .members([("artifactLocation", artifact(place.path)), ("region", region(place))])
      ),
      ("message", message.map { .object([("text", .string($0))]) }),
    ])
  }

  private static func artifact(_ path: String) -> JSONValue {
    let uri = RelativeReference.text(path)
    return path.hasPrefix("/")
      ? .object([("uri", .string("file://" + uri))])
      : .object([("uri", .string(uri)), ("uriBaseId", .string(root))])
  }

  private static func region(_ place: SourcePlace) -> JSONValue? {
    guard let position = place.position else { return nil }
    return .members([
      ("startLine", .integer(position.line)),
      ("startColumn", .integer(position.column)),
      ("endLine", .integer(position.line)),
      // The column after the last one that is meant.
      ("endColumn", .integer(position.column + max(place.length, 0))),
      ("snippet", place.lineText.isEmpty ? nil : .object([("text", .string(snippet(place, at: position)))])),
    ])
  }

  /// The region's own text and no more.
  private static func snippet(_ place: SourcePlace, at position: SourcePosition) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: place.lineText.unicodeScalars.dropFirst(position.column - 1).prefix(max(place.length, 0)))
    return String(text)
  }
}
