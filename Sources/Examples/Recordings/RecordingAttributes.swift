internal import LoopTracing
internal import Text

/// Reads the attributes of a recording's fence; those of a trace are its filter.
enum RecordingAttributes {
  /// The filter, and what is wrong, each at its column.
  static func read(
    _ info: InfoString, _ kind: Recording.Kind, in file: SourceFile
  ) -> (filter: TraceFilter, diagnostics: [Diagnostic]) {
    guard kind == .trace else {
      let known = TraceFilterError.attributes
      return (
        TraceFilter(),
        info.words.map { word in
          Diagnostic(
            id: "unknown-attribute", "`\(kind.rawValue)` has no attribute `\(word.name)`", at: file.place(word.range),
            cure: known.contains(word.name) ? "only a `trace` has it; remove it" : "remove it")
        }
      )
    }
    var words = info.words
    var diagnostics: [Diagnostic] = []
    while true {
      do throws(TraceFilterError) {
        let filter = try TraceFilter(attributes: words.map { ($0.name, $0.isMalformed ? "" : $0.value ?? "") })
        return (filter, diagnostics)
      } catch {
        // Only the first is thrown that is wrong; without it, the next is.
        guard let index = index(of: error, in: words) else { return (TraceFilter(), diagnostics) }
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
    let nearest = wrong.isEmpty ? nil : NearestName.suggestion(for: wrong, among: error.validWords)
    return Diagnostic(id: id, error.description, at: file.place(range), cure: nearest.map { "did you mean `\($0)`?" })
  }
}
