internal import Execution
internal import SwiftParser
internal import SwiftSyntax

/// Makes a program that differs small, so that it still differs in the same way.
package struct ProgramShrinker: Sendable {
  let bench: FuzzBench
  /// How many programs may be tried.
  private static let budget = 120

  /// What is left of a failure.
  package struct Smallest: Sendable {
    package var program: FuzzProgram
    /// Neighbors without which it does not differ; none where any will do.
    package var company: [FuzzProgram]
    package var plain: Behavior
    package var ours: Behavior
    package var way: String
    /// Why it did not share its module; `nil`: it did.
    package var aloneReason: String?
    /// Whether it was seen to differ again at all.
    package var isRepeatable = true
  }

  private struct Attempt {
    var program: FuzzProgram
    var records: FuzzBench.Records
  }

  /// Tries smaller programs, as long as they differ in the same way and the budget lasts.
  package func shrink(_ failure: FuzzCampaign.Failure) async throws -> Smallest {
    var company = Self.neutral(failure.program)
    var current: Attempt
    if let found = try await attempt(failure.program, in: company, like: failure) {
      current = found
    } else if let found = try await attempt(failure.program, in: failure.company, like: failure) {
      company = try await smallestCompany(failure)
      current = found
    } else {
      return Smallest(
        program: failure.program, company: [], plain: failure.plain, ours: failure.ours, way: failure.way,
        isRepeatable: false)
    }
    var rest = Self.budget
    if !current.program.blocks.isEmpty {
      var whole = current.program
      whole.blocks = []
      if let found = try await attempt(whole, in: company, like: failure) { current = found }
    }
    for divide in [Self.items, Self.lines, Self.tokens] {
      var isSmaller = true
      while isSmaller, rest > 0 {
        isSmaller = false
        var size = max(1, divide(current.program.text).count / 2)
        while size > 0, rest > 0 {
          var start = 0
          while rest > 0 {
            let pieces = divide(current.program.text)
            guard start < pieces.count, pieces.count > size || pieces.count > 1 else { break }
            var candidate = current.program
            candidate.text = pieces[..<start].joined() + pieces[min(pieces.count, start + size)...].joined()
            candidate.blocks = candidate.blocks.filter { $0 < candidate.text.utf8.count }
            rest -= 1
            if candidate.text != current.program.text,
              let found = try await attempt(candidate, in: company, like: failure)
            {
              current = found
              isSmaller = true
            } else {
              start += size
            }
          }
          size /= 2
        }
      }
    }
    let records = current.records
    let (way, ours) = records.difference ?? (failure.way, failure.ours)
    return Smallest(
      program: current.program, company: company.filter { !$0.origin.isEmpty }, plain: records.plain, ours: ours,
      way: way, aloneReason: records.aloneReason)
  }

  /// Whether a candidate differs as the failure does: the same kinds of behavior, whatever the words.
  private func attempt(
    _ program: FuzzProgram, in company: [FuzzProgram], like failure: FuzzCampaign.Failure
  ) async throws -> Attempt? {
    let plain = try await bench.plainBehavior(program)
    guard plain.kind == failure.plain.kind else { return nil }
    let neighbors = company.filter { $0.number != program.number }
    var behaviors = [plain]
    for neighbor in neighbors { behaviors.append(try await bench.plainBehavior(neighbor)) }
    let records = await bench.records(of: [program] + neighbors, plain: behaviors)[0]
    guard let difference = records.difference, difference.behavior.kind == failure.ours.kind,
      Self.firstLine(difference.behavior) == Self.firstLine(failure.ours) || failure.ours.kind != .ran
    else { return nil }
    return Attempt(program: program, records: records)
  }

  private static func firstLine(_ behavior: Behavior) -> Substring {
    behavior.text.prefix { $0 != "\n" }
  }

  /// Programs that do nothing, with the same imports, so that the program shares a module if it may.
  private static func neutral(_ program: FuzzProgram) -> [FuzzProgram] {
    let imports = ScriptSyntax(program.text).imports.map { "import \($0)\n" }.joined()
    return (1...3).map { number in
      FuzzProgram(
        number: program.number + UInt64(number) * 1_000_000_007, text: "\(imports)print(\(number))\n",
        languageMode: program.languageMode, origin: "")
    }
  }

  /// The neighbors that it takes.
  private func smallestCompany(_ failure: FuzzCampaign.Failure) async throws -> [FuzzProgram] {
    var company = failure.company.filter { $0.number != failure.program.number }
    let neutral = Self.neutral(failure.program)
    var size = company.count / 2
    while size > 0 {
      var start = 0
      while start < company.count {
        let fewer = Array(company[..<start] + company[min(company.count, start + size)...])
        if try await attempt(failure.program, in: fewer + neutral, like: failure) != nil {
          company = fewer
        } else {
          start += size
        }
      }
      size /= 2
    }
    return company + neutral
  }

  private static func items(_ text: String) -> [String] { Parser.parse(source: text).statements.map { "\($0)" } }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
  }

  private static func tokens(_ text: String) -> [String] {
    Parser.parse(source: text).tokens(viewMode: .sourceAccurate).map { "\($0)" }
  }
}

extension FuzzCampaign {
  /// Makes failures small, in a workshop of their own.
  package func shrink(_ failures: [Failure], _ tell: (Failure, ProgramShrinker.Smallest) -> Void) async throws {
    try await Workshop.open { workshop in
      let bench = try await FuzzBench(workshop: workshop, options)
      let shrinker = ProgramShrinker(bench: bench)
      for failure in failures { tell(failure, try await shrinker.shrink(failure)) }
    }
  }

  /// What given programs do in each way, all in one company and in both language modes.
  package func records(of texts: [String]) async throws -> [(FuzzProgram, FuzzBench.Records)] {
    let modes = options.languageMode.map { [$0] } ?? ["5", "6"]
    let programs = modes.flatMap { mode in
      texts.enumerated().map { FuzzProgram(number: UInt64($0), text: $1, languageMode: mode, origin: "given") }
    }
    return try await Workshop.open { workshop in
      let bench = try await FuzzBench(workshop: workshop, options)
      let plain = try await plain(programs, bench)
      return Array(zip(programs, await bench.records(of: programs, plain: plain)))
    }
  }

  /// What one program does in each way, beside neighbors that do nothing; and in the company that it has in its batch.
  package func replay(_ number: UInt64) async throws -> FuzzBench.Records {
    let batch = batch(of: number)
    let programs = batch.map(program)
    return try await Workshop.open { workshop in
      let bench = try await FuzzBench(workshop: workshop, options)
      var plain: [Behavior] = []
      for program in programs { plain.append(try await bench.plainBehavior(program)) }
      return await bench.records(of: programs, plain: plain)[Int(number - batch.lowerBound)]
    }
  }
}

extension FuzzCampaign.Failure {
  /// What failures of the same cause mostly have in common.
  package var signature: String {
    "\(way): \(plain.kind) but \(ours.kind): \((plain.kind == .rejected ? plain : ours).firstWords)"
  }
}

extension Behavior {
  /// The first line without names and numbers, by which many of a kind are told from others.
  var firstWords: String {
    var words = ""
    var isQuoted = false
    for character in text.prefix(while: { $0 != "\n" }) {
      if character == "'" { isQuoted.toggle() }
      if !isQuoted, !character.isNumber { words.append(character) }
    }
    return words
  }
}
