/// The programs that took longest, and what their time went to.
struct SlowestPrograms {
  /// A line for each, the slowest first.
  let lines: [String]

  /// Takes as many of the programs that the verdicts are about.
  init(_ verdicts: [Verdict], count: Int) {
    guard count > 0 else {
      lines = []
      return
    }
    var seen: Set<String> = []
    // The blocks of a session are one program.
    let programs = verdicts.filter { $0.compilation + $0.duration > .zero && seen.insert(Self.name($0)).inserted }
    let slowest = programs.sorted { left, right in
      let (first, second) = (left.compilation + left.duration, right.compilation + right.duration)
      return first == second ? left.name < right.name : first > second
    }.prefix(count)
    lines = slowest.map(Self.line)
  }

  private static func name(_ verdict: Verdict) -> String {
    verdict.session.map { "\(verdict.chapter)@\($0.name)" } ?? verdict.name
  }

  private static func line(_ verdict: Verdict) -> String {
    let total = (verdict.compilation + verdict.duration).spokenText
    var parts: [String] = []
    if verdict.compilation > .zero {
      let company = verdict.compiledAlone == nil ? " among others" : ""
      parts.append("\(verdict.compilation.spokenText) to compile\(company)")
    }
    if verdict.duration > .zero { parts.append("\(verdict.duration.spokenText) to run") }
    // It took none of this time, but would again.
    let cache = verdict.isFromCache ? " (from the cache: as it was then)" : ""
    let margin = String(repeating: " ", count: max(1, 9 - total.count))
    return "\(margin)\(total)  \(name(verdict)): \(parts.joined(separator: ", "))\(cache)"
  }
}
