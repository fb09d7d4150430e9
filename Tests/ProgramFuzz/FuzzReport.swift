import ProgramFuzzing

/// Prints programs with what they do in each way.
enum FuzzReport {
  /// One failure of each kind.
  static func distinct(_ failures: [FuzzCampaign.Failure]) -> [FuzzCampaign.Failure] {
    var seen: Set<String> = []
    return failures.filter { seen.insert($0.signature).inserted }
  }

  /// Prints what is left of a failure.
  static func show(_ failure: FuzzCampaign.Failure, _ smallest: ProgramShrinker.Smallest, seed: UInt64) {
    let program = smallest.program
    print("=== program \(failure.program.number) (\(failure.program.origin)), language mode \(program.languageMode), "
      + "differs \(smallest.way)")
    if !smallest.isRepeatable { print("It did not differ again; as it was written:") }
    if !program.blocks.isEmpty { print("blocks of the session begin at \(program.blocks)") }
    print(program.text)
    for neighbour in smallest.company { print("--- beside it, program \(neighbour.number):\n\(neighbour.text)") }
    print("--- plain swiftc: \(smallest.plain.described)")
    print("--- Loopbook, \(smallest.way), \(smallest.aloneReason.map { "alone, because it \($0)" } ?? "shared"): "
      + smallest.ours.described)
    print("Replay: program-fuzz --seed \(seed) --program \(failure.program.number)\n")
  }

  /// Prints a program with all of its records.
  static func show(_ program: FuzzProgram, _ records: FuzzBench.Records) {
    print("// \(program.origin), language mode \(program.languageMode), blocks at \(program.blocks)")
    print(program.text)
    print("--- plain swiftc: \(records.plain.described)")
    print("--- in company, \(records.aloneReason.map { "alone, because it \($0)" } ?? "shared"): "
      + records.company.described)
    print("--- from the cache: \(records.cached.described)")
    print("--- alone: \(records.alone.described)")
    print(records.difference.map { "They differ \($0.way)." } ?? "They agree.")
  }

  /// Prints why programs that compile went alone, and why others do not compile, most frequent first.
  static func showReasons(_ report: FuzzCampaign.Report) {
    for (title, counts) in [
      ("left out", report.leftOut), ("went alone, because it", report.aloneReasons), ("does not compile", report.rejections),
    ] {
      print("\(title):")
      for (words, reason) in counts.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }).prefix(60) {
        print("  \(reason.count) \(words) (\(reason.examples.map(String.init).joined(separator: ", ")))")
      }
    }
  }

  /// Prints how many forms of a scene compile.
  static func show(_ entry: SceneSurvey.Entry) {
    print("\(entry.compiled) of \(entry.tried): \(entry.scene.split(separator: "\n").joined(separator: " "))")
    for (message, text) in entry.messages {
      print("    \(message)\n      \(text.split(separator: "\n").joined(separator: "\n      "))")
    }
  }
}
