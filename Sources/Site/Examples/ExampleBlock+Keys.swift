internal import Examples
internal import Files
internal import LoopDifferences
internal import LoopTracing
internal import Markdown
internal import Pictures
internal import Recordings
internal import Results
internal import Templates
internal import Verification
internal import Words

extension ExampleBlock {
  /// What is told about an example.
  static let keys = DataKeys<ExampleBlock>(
    .text("id", "The example's name in its chapter: `timers-1`.") { $0.example.id },
    .text("anchor", "The name of the block on the page, to follow `#`; no heading has the same.") {
      $0.prefix + anchor(of: $0.example.id)
    },
    .text("name", "The example's name in the book: `guide/timers#timers-1`.") { $0.example.name },
    .optionalText("session", "The session to which it belongs.") { $0.example.attributes.session },
    .list("code", of: "code", "Its lines, divided where hidden ones begin and end.") { $0.code },
    .flag("hasNumbers", "Whether its lines have numbers.") { $0.hasNumbers },
    .optionalRecord("changes", "changes", "How it differs from the example that it changes.") { block in
      block.changed.map {
        ShownChanges.keys.record(of: ShownChanges(from: $0, to: block.example, prefix: block.prefix))
      }
    },
    .optionalText("input", "What it reads from its standard input.") { $0.example.inputText },
    .flag("isLongInput", "Whether that should be folded at first.") {
      ($0.example.input?.lines.count ?? 0) > ShownRecording.longOutput
    },
    .list("recordings", of: "recording", "Its recordings, in the author's order.") {
      ShownRecording.all(of: $0).map(ShownRecording.keys.record)
    },
    .optionalText("choices", "The values that readers can choose, for the script `choices.js`; only on pages.") {
      $0.choices
    },
    .flag("isLive", "Whether readers can change it and run it again; only on pages.") { $0.isLive },
    .flag("hasSchedules", "With it: whether its threads can run in other orders.") { $0.hasSchedules },
    .optionalText("questions", "What readers are asked first, for the script `predict.js`; only on pages.") {
      $0.questions
    },
    .optionalText("comparedName", "The name of the example that its run is compared with.") { $0.compared?.name },
    .optionalHTML("compared", "Both runs, one below the other.") { $0.comparedHTML },
    .optionalText("trace", "The path of its trace as JSON, to follow `root`.") {
      $0.hasTrace && !$0.isAlone ? $0.tracePath : nil
    },
    .text("root", "The path from the page to the site's folder.") { $0.root },
    .optionalHTML("picture", "The picture of its trace.") { $0.picture },
    .flag("runs", "Whether it was compiled, run and compared.") { $0.outcome == .runs },
    .flag("isRun", "Whether it was run, and nothing that it did was to be compared.") { $0.outcome == .uncompared },
    .flag("isCompiled", "Whether it was compiled and not run.") { $0.hasPassed(as: .norun) },
    .flag("onlyDeclares", "Whether it was compiled, and has nothing to run.") { $0.outcome == .declares },
    .flag("fails", "Whether it was confirmed that it does not compile.") { $0.hasPassed(as: .fails) },
    .flag("crashes", "Whether it was confirmed that it traps.") { $0.hasPassed(as: .crashes) },
    .flag("isQuoted", "Whether it is only shown.") { $0.kind == .quote },
    .optionalText(
      "uncompiledInWords",
      "How many of its lines the compiler passed over, since they are for other systems: `2 lines not compiled`."
    ) { block in
      block.uncompiledLines.isEmpty ? nil : block.words.words.count(block.uncompiledLines.count, .uncompiledLines)
    },
    .flag("isUnverified", "Whether it was not verified; only in `loopbook render`.") {
      !$0.hasPassed && $0.kind != .quote
    },
    .text(
      "outcome",
      "Its result: `runs`, `uncompared`, `compiled`, `declares`, `fails`, `crashes`, `quoted` or `unverified`."
    ) { $0.outcome.rawValue },
    .text("comparison", "The result of the comparison with CoreFoundation: `same`, `different`, `off` or `none`.") {
      $0.comparison.rawValue
    },
    .optionalNumber("events", "The number of events in its trace.") {
      $0.eventCount
    },
    .optionalText("eventsInWords", "The same in words: `12 events`.") { block in
      block.eventCount.map { block.words.words.count($0, .events) }
    },
    .flag("isSame", "Whether activities and callouts came in the same order on CoreFoundation.") { $0.isSame },
    .optionalText("difference", "The name of the documented difference that it shows.") { $0.differenceName },
    .optionalText("engineDoes", "With it: what LoopEngine does.") { $0.difference?.loopEngine },
    .optionalText("referenceDoes", "With it: what CoreFoundation does.") { $0.difference?.coreFoundation },
    .optionalText("differenceReason", "With it: why.") { $0.difference?.reason },
    .optionalText("referenceOff", "Why it is not compared with CoreFoundation.") { $0.referenceOff },
    .optionalNumber("schedules", "Under how many interleavings of its threads it was tried.") {
      $0.scheduleCount
    },
    .optionalText("schedulesInWords", "The same in words: `8 schedules`.") { block in
      block.scheduleCount.map { block.words.words.count($0, .schedules) }
    },
    .list("reruns", of: "rerun", "The examples that did the same with its declarations.") { block in
      (block.verdict?.reruns ?? []).map { RerunLink.keys.record(of: RerunLink($0, in: block)) }
    },
    .number("rerunCount", "How many there are.") { $0.verdict?.reruns.count ?? 0 },
    .text("rerunsInWords", "The same in words: `2 examples do the same with it`.") { block in
      block.words.words.count(block.verdict?.reruns.count ?? 0, .rerunsInWords)
    },
    .flag("hasReruns", "Whether there are any.") { $0.verdict?.reruns.isEmpty == false },
    .flag("hasVariants", "Whether it was run with values other than those it is written with.") {
      $0.verdict?.variants.isEmpty == false
    },
    .text("variantsInWords", "How many such runs there were: `9 runs with other values`.") { block in
      block.words.words.count(block.verdict?.variants.count ?? 0, .variantsInWords)
    },
    .flag("isSameInBrowser", "Whether it did the same in a page's runtime as in its verification.") {
      $0.verdict?.live == .same
    },
    .optionalText("notInBrowser", "Why it cannot run in a page, if the book asks for that.") { block in
      if case .not(let reason) = block.verdict?.live { reason } else { nil }
    },
    .flag("isRealTime", "Whether it runs in real time.") { $0.example.attributes.clock == .real },
    .record("words", "words", "The site's own words.") { $0.words.value })

  /// The same without what stands in the block.
  static let factKeys = keys.without([
    "code", "hasNumbers", "changes", "choices", "isLive", "hasSchedules", "questions", "comparedName", "compared",
    "input", "isLongInput", "recordings", "picture", "reruns", "words",
  ])

  /// What was done with an example.
  enum Outcome: String, CaseIterable {
    case runs, uncompared, compiled, declares, fails, crashes, quoted, unverified
  }

  /// What was done with it.
  var outcome: Outcome {
    if kind == .quote { return .quoted }
    if !hasPassed { return .unverified }
    return switch kind {
    case .norun: .compiled
    case .fails: .fails
    case .crashes: .crashes
    default: verdict?.onlyDeclares == true ? .declares : isCompared ? .runs : .uncompared
    }
  }

  /// Whether what it did was compared with anything.
  private var isCompared: Bool { example.attributes.recordsOutput || !example.recordings.isEmpty }

  /// What came of comparing an example with CoreFoundation.
  enum Comparison: String, CaseIterable {
    case same, different, off, none
  }

  /// What came of comparing it with CoreFoundation.
  var comparison: Comparison {
    if isSame { return .same }
    if differenceName != nil { return .different }
    return referenceOff == nil ? .none : .off
  }

  /// Adds all that the block is made from besides the chapter: what was found out about the example.
  func addFindings(to hash: inout ContentHash) {
    // Of what is only shown nothing is.
    guard kind != .quote else { return }
    hash.add([example.id, outcome.rawValue, comparison.rawValue, differenceName ?? "", referenceOff ?? ""])
    hash.add(uncompiledLines.map(String.init))
    hash.add(verified?.steadyEventCount ?? 0)
    hash.add(verdict?.schedulesTried ?? 0)
    hash.add(verdict?.reruns ?? [])
    hash.add(verdict?.variants.count ?? 0)
    for variant in verified?.variants ?? [] {
      hash.add(variant.variant.choice.map(String.init))
      hash.add(ContentHash(of: [variant.outcome.output ?? []]))
      for recording in example.recordings where recording.kind == .trace {
        hash.add(variant.outcome.traces[recording.filter] ?? "")
      }
      if hasTrace, let trace = variant.trace { hash.add(TraceJSON.text(of: trace)) }
    }
    if hasTrace, let trace = verified?.trace { hash.add(TraceJSON.text(of: trace)) }
  }

  /// Its lines, from 1, that the compiler passed over.
  var uncompiledLines: [Int] { hasPassed ? verdict?.uncompiledLines ?? [] : [] }

  private var eventCount: Int? { verified.flatMap { $0.steadyEventCount > 0 ? $0.steadyEventCount : nil } }
  private var scheduleCount: Int? { verdict.flatMap { $0.schedulesTried > 1 ? $0.schedulesTried : nil } }
  private var verdict: Verdict? { verified?.verdict }
  private var kind: ExampleAttributes.Kind { example.attributes.kind }
  private var hasPassed: Bool { verdict?.outcome == .passed }

  private func hasPassed(as kind: ExampleAttributes.Kind) -> Bool { hasPassed && self.kind == kind }

  /// Which ties there are is decided by real time, and a page must be the same each time.
  private var isSame: Bool { verdict?.reference == .same || verdict?.reference == .sameButForTies }

  /// The name of the documented difference from CoreFoundation that it shows.
  private var differenceName: String? {
    if case .different(let name)? = verdict?.reference { name } else { nil }
  }

  private var difference: Difference? {
    differenceName.flatMap { name in Difference.all.first { $0.id == name } }
  }

  private var referenceOff: String? {
    if case .off(let reason)? = verdict?.reference { reason } else { nil }
  }
}
