internal import LoopTracing
internal import Recordings
internal import Text

/// Reads the attributes of a recording's fence; those of a trace are its filter.
enum RecordingAttributes {
  /// The attribute of a trace that names the lines which the text around it is about.
  static let focus = "focus"

  /// The filter, what the focus says, and what is wrong, each at its column.
  static func read(
    _ info: InfoString, _ kind: RecordingKind, in file: SourceFile
  ) -> (filter: TraceFilter, focus: InfoString.Word?, diagnostics: [Diagnostic]) {
    guard kind == .trace else {
      let known = TraceFilterError.attributes + [focus]
      return (
        TraceFilter(), nil,
        info.words.map { word in
          Diagnostic(
            id: "unknown-attribute", "`\(kind.rawValue)` has no attribute `\(word.name)`", at: file.place(word.range),
            cure: known.contains(word.name) ? "only a `trace` has it; remove it" : "remove it")
        }
      )
    }
    let focuses = info.words.filter { $0.name == focus }
    var words = info.words.filter { $0.name != focus }
    var diagnostics = focuses.dropFirst().map { word in
      Diagnostic(
        id: "duplicate-attribute", "'\(focus)' is given twice", at: file.place(word.nameRange),
        cure: "write both into one, with a semicolon between them")
    }
    while true {
      do throws(TraceFilterError) {
        let filter = try TraceFilter(attributes: words.map { ($0.name, $0.isMalformed ? "" : $0.value ?? "") })
        return (filter, focuses.first, diagnostics)
      } catch {
        // Only the first is thrown that is wrong; without it, the next is.
        guard let index = index(of: error, in: words) else { return (TraceFilter(), focuses.first, diagnostics) }
        diagnostics.append(diagnostic(error, words[index], in: file))
        words.remove(at: index)
      }
    }
  }

  private static func index(of error: TraceFilterError, in words: [InfoString.Word]) -> Int? {
    switch error {
    case .unknownAttribute(let name): words.firstIndex { $0.name == name }
    case .unknownChoice(let value): words.firstIndex { $0.name == "only" && $0.value == value }
    case .noValue(let name): words.firstIndex { $0.name == name && ($0.isMalformed || ($0.value ?? "").isEmpty) }
    case .repeated(let name): words.lastIndex { $0.name == name }
    }
  }

  private static func diagnostic(
    _ error: TraceFilterError, _ word: InfoString.Word, in file: SourceFile
  ) -> Diagnostic {
    let (id, range, wrong) =
      switch error {
      case .unknownAttribute(let name): ("unknown-attribute", word.nameRange, name)
      case .unknownChoice(let value): ("attribute-value", word.valueRange, value)
      case .noValue: ("attribute-value", word.range, "")
      case .repeated: ("duplicate-attribute", word.nameRange, "")
      }
    var (message, known) = (error.description, error.validWords)
    if case .unknownAttribute = error {
      message += ", \(focus)"
      known.append(focus)
    }
    let nearest = wrong.isEmpty ? nil : NearestName.suggestion(for: wrong, among: known)
    return Diagnostic(id: id, message, at: file.place(range), cure: nearest.map { "did you mean `\($0)`?" })
  }
}
