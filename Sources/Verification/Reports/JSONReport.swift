import Text

/// A report as JSON, in the form that `docs/report-schema.md` describes.
enum JSONReport {
  /// The version of the form: it grows when a reader of the one before could not understand it.
  static let version = 1

  static func text(_ report: VerificationReport) -> String {
    let totals = report.totals
    return JSONValue.members([
      ("version", .integer(version)),
      ("tool", .object([("name", .string("loopbook")), ("version", .string(LoopbookVersion.text))])),
      ("finished", .bool(report.isFinished)),
      ("passed", .bool(!report.hasErrors)),
      ("seconds", .number(report.duration.secondsText)),
      (
        "totals",
        .members([
          ("examples", .integer(totals.examples)), ("passed", .integer(totals.passed)),
          ("failed", .integer(totals.failed)), ("skipped", .integer(totals.skipped)),
          ("fromCache", .integer(totals.fromCache)),
          ("fromSharedCache", totals.fromSharedCache > 0 ? .integer(totals.fromSharedCache) : nil),
          ("compiledAlone", .integer(totals.compiledAlone)),
          ("bookErrors", .integer(totals.bookErrors)), ("bookWarnings", .integer(totals.bookWarnings)),
        ])
      ),
      ("package", report.packageOrigin.map(package)),
      ("diagnostics", .array(report.diagnostics.map(diagnostic))),
      ("examples", .array(report.verdicts.map(example))),
    ]).text
  }

  private static func package(_ origin: PackageOrigin) -> JSONValue {
    switch origin {
    case .sharedCache: .object([("fromSharedCache", .bool(true))])
    case .notShared(let reason): .object([("notShared", .string(reason))])
    }
  }

  private static func example(_ verdict: Verdict) -> JSONValue {
    var outcome: String
    var reason: String?
    switch verdict.outcome {
    case .passed: outcome = "passed"
    case .failed: outcome = "failed"
    case .skipped(let why):
      outcome = "skipped"
      reason = why
    }
    let problems = verdict.problems + verdict.warnings.sorted()
    return .members([
      ("chapter", .string(verdict.chapter)),
      ("id", .string(verdict.id)),
      (
        "session",
        verdict.session.map { session in
          .object([("name", .string(session.name)), ("blocks", .array(session.blocks.map(JSONValue.string)))])
        }
      ),
      ("kind", .string(verdict.kind.rawValue)),
      ("place", place(verdict.place)),
      ("outcome", .string(outcome)),
      ("reason", reason.map(JSONValue.string)),
      ("diagnostics", problems.isEmpty ? nil : .array(problems.map(diagnostic))),
      ("seconds", .number(verdict.duration.secondsText)),
      ("compileSeconds", .number(verdict.compilation.secondsText)),
      ("fromCache", .bool(verdict.isFromCache)),
      ("fromSharedCache", verdict.isFromSharedCache ? .bool(true) : nil),
      ("compiledAlone", verdict.compiledAlone.map(JSONValue.string)),
      (
        "uncompiledLines",
        verdict.uncompiledLines.isEmpty ? nil : .array(verdict.uncompiledLines.map(JSONValue.integer))
      ),
      ("onlyDeclares", verdict.onlyDeclares ? .bool(true) : nil),
      ("events", .integer(verdict.eventCount)),
      ("reference", reference(verdict.reference)),
      ("schedules", .integer(verdict.schedulesTried)),
      ("raceFree", verdict.isRaceFree ? .bool(true) : nil),
      ("live", verdict.live.map(live)),
      ("reruns", verdict.reruns.isEmpty ? nil : .array(verdict.reruns.map(JSONValue.string))),
      ("variants", verdict.variants.isEmpty ? nil : .array(verdict.variants.map(variant))),
      ("output", .string(verdict.output)),
    ])
  }

  private static func variant(_ variant: Verdict.Variant) -> JSONValue {
    .object([
      ("values", .array(variant.values.map(JSONValue.string))),
      ("seconds", .number(variant.duration.secondsText)),
      ("fromCache", .bool(variant.isFromCache)),
      ("events", .integer(variant.eventCount)),
      ("reference", reference(variant.reference)),
      ("schedules", .integer(variant.schedulesTried)),
    ])
  }

  private static func reference(_ reference: Verdict.Reference) -> JSONValue {
    switch reference {
    case .same: .object([("result", .string("same")), compared])
    case .sameButForTies: .object([("result", .string("sameButForTies")), compared])
    case .different(let name): .object([("result", .string("different")), ("difference", .string(name)), compared])
    case .off(let reason): .object([("result", .string("off")), ("reason", .string(reason))])
    case .nothingToCompare: .object([("result", .string("nothingToCompare"))])
    case .notRun: .object([("result", .string("notRun"))])
    }
  }

  private static func live(_ live: Verdict.Live) -> JSONValue {
    switch live {
    case .same: .object([("state", .string("equal"))])
    case .not(let reason): .object([("state", .string("not")), ("reason", .string(reason))])
    }
  }

  private static let compared = ("compared", JSONValue.string("order of activities and callouts of each thread"))

  private static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    .members([
      ("severity", .string(diagnostic.severity == .error ? "error" : "warning")),
      ("id", .string(diagnostic.id)),
      ("message", .string(diagnostic.message)),
      ("place", diagnostic.place.map(place)),
      (
        "notes",
        diagnostic.notes.isEmpty
          ? nil
          : .array(
            diagnostic.notes.map { .members([("message", .string($0.message)), ("place", $0.place.map(place))]) })
      ),
      ("cure", diagnostic.cure.map(JSONValue.string)),
    ])
  }

  private static func place(_ place: SourcePlace) -> JSONValue {
    .members([
      ("path", .string(place.path)),
      ("line", place.position.map { .integer($0.line) }),
      ("column", place.position.map { .integer($0.column) }),
      ("length", place.position.map { _ in .integer(place.length) }),
    ])
  }
}
