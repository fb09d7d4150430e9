/// Tells of programs what they do in each way, for people.
package enum FuzzReport {
  /// One failure of each kind.
  package static func distinct(_ failures: [FuzzCampaign.Failure]) -> [FuzzCampaign.Failure] {
    var seen: Set<String> = []
    return failures.filter { seen.insert($0.signature).inserted }
  }

  /// What is left of a failure.
  package static func text(
    _ failure: FuzzCampaign.Failure, _ smallest: ProgramShrinker.Smallest, seed: UInt64
  ) -> String {
    let program = smallest.program
    let how = smallest.aloneReason.map { "alone, because it \($0)" } ?? "shared"
    var text = """
      === program \(failure.program.number) (\(failure.program.origin)), language mode \(program.languageMode), differs \
      \(smallest.way)

      """
    if !smallest.isRepeatable { text += "It did not differ again; as it was written:\n" }
    if !program.blocks.isEmpty { text += "blocks of the session begin at \(program.blocks)\n" }
    text += program.text + "\n"
    for neighbor in smallest.company { text += "--- beside it, program \(neighbor.number):\n\(neighbor.text)\n" }
    return text + """
      --- plain swiftc: \(smallest.plain.described)
      --- Loopbook, \(smallest.way), \(how): \(smallest.ours.described)
      Replay: program-fuzz --seed \(seed) --program \(failure.program.number)

      """
  }

  /// A program with all of its records.
  package static func text(_ program: FuzzProgram, _ records: FuzzBench.Records) -> String {
    """
    // \(program.origin), language mode \(program.languageMode), blocks at \(program.blocks)
    \(program.text)
    --- plain swiftc: \(records.plain.described)
    --- in company, \(records.aloneReason.map { "alone, because it \($0)" } ?? "shared"): \(records.company.described)
    --- from the cache: \(records.cached.described)
    --- alone: \(records.alone.described)
    \(records.difference.map { "They differ \($0.way)." } ?? "They agree.")
    """
  }

  /// Why programs were left out, went alone though they compile, or do not compile, most frequent first.
  package static func reasons(_ report: FuzzCampaign.Report) -> String {
    var text = ""
    for (title, counts) in [
      ("left out", report.leftOut), ("went alone, because it", report.aloneReasons),
      ("does not compile", report.rejections),
    ] {
      text += "\(title):\n"
      for (words, reason) in counts.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }).prefix(60) {
        text += "  \(reason.count) \(words) (\(reason.examples.map(String.init).joined(separator: ", ")))\n"
      }
    }
    return text
  }

  /// How many forms of a scene compile.
  package static func text(_ entry: SceneSurvey.Entry) -> String {
    let scene = entry.scene.split(separator: "\n").joined(separator: " ")
    return "\(entry.compiled) of \(entry.tried): \(scene)"
      + entry.messages.map { message, text in
        "\n    \(message)\n      \(text.split(separator: "\n").joined(separator: "\n      "))"
      }.joined()
  }
}
