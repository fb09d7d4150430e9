internal import Examples
internal import LoopDifferences
internal import LoopTracing
internal import Markdown
internal import Pictures
internal import Templates
internal import Verification

/// An example as its page shows it: code, recordings, and what was found out about it.
struct ExampleBlock {
  let example: Example

  /// What was found out; `nil` where nobody looked.
  let verified: VerifiedExample?

  /// What leads from the page to the site's folder.
  let root: String

  /// What stands before names on the page.
  var prefix = ""

  /// Whether the page stands alone, without the files of the site.
  var isAlone = false

  /// How its pictures are shown.
  var pictures = Pictures.whole(hasFlowChart: true)

  /// The forms of pictures.
  enum Pictures {
    /// All of them, to step through; with the flow chart, or one that the page has already.
    case whole(hasFlowChart: Bool)
    /// What can be read on paper.
    case still
  }

  /// The name of an example's block on a page, which no heading has: theirs have no full stop.
  static func anchor(of id: String) -> String { "example.\(id)" }

  /// How many lines of a trace are shown without asking.
  private static let longTrace = 32
  /// The same for what was printed.
  private static let longOutput = 40

  /// The data for the template of an example.
  var value: TemplateValue {
    guard case .record(var record) = facts else { return .nothing }
    record["code"] = .list(code)
    record["recordings"] = .list(example.recordings.map(recording))
    record["picture"] = picture.map { .html($0) } ?? .nothing
    return .record(record)
  }

  /// The same without what stands in the block.
  var facts: TemplateValue {
    let verdict = verified?.verdict
    let kind = example.attributes.kind
    let passed = verdict?.outcome == .passed
    var record: TemplateRecord = [
      "id": .text(example.id), "anchor": .text(prefix + Self.anchor(of: example.id)), "name": .text(example.name),
      "session": .optional(example.attributes.session), "trace": hasTrace && !isAlone ? .text(tracePath) : .nothing,
      "root": .text(root), "runs": .flag(passed && kind == .runs), "isCompiled": .flag(passed && kind == .norun),
      "fails": .flag(passed && kind == .fails), "crashes": .flag(passed && kind == .crashes),
      "isQuoted": .flag(kind == .quote), "isUnverified": .flag(!passed && kind != .quote),
      "events": verdict.flatMap { $0.eventCount > 0 ? .integer($0.eventCount) : nil } ?? .nothing,
      // Which ties there are is decided by real time, and a page must be the same each time.
      "isSame": .flag(verdict?.reference == .same || verdict?.reference == .sameButForTies), "difference": .nothing,
      "engineDoes": .nothing,
      "referenceDoes": .nothing, "differenceReason": .nothing, "referenceOff": .nothing,
      "schedules": verdict.flatMap { $0.schedulesTried > 1 ? .integer($0.schedulesTried) : nil } ?? .nothing,
      "isRealTime": .flag(example.attributes.clock == .real),
    ]
    switch verdict?.reference {
    case .different(let name)?:
      record["difference"] = .text(name)
      if let entry = Difference.all.first(where: { $0.id == name }) {
        record["engineDoes"] = .text(entry.loopEngine)
        record["referenceDoes"] = .text(entry.coreFoundation)
        record["differenceReason"] = .text(entry.reason)
      }
    case .off(let reason)?: record["referenceOff"] = .text(reason)
    case .same?, .sameButForTies?, .notRun?, nil: break
    }
    return .record(record)
  }

  /// Whether its trace is drawn, and written beside the pages: where its author asked for it.
  ///
  /// What runs in real time is never the same twice, so it would change the site with every build.
  var hasTrace: Bool { verified?.trace?.clock == .virtual && example.recordings.contains { $0.kind == .trace } }

  /// The pictures of its trace.
  private var picture: String? {
    guard hasTrace, let trace = verified?.trace else { return nil }
    // The lines of a session's program are not those of one of its blocks.
    let count = example.attributes.session == nil ? example.lines.count : 0
    var hasFlowChart = false
    if case .whole(true) = self.pictures { hasFlowChart = true }
    // A short name: it is repeated in each picture many times.
    let pictures = TracePictures(trace, prefix: "\(prefix)p.\(example.number)", hasFlowChart: hasFlowChart) { _, line in
      Int(exactly: line).flatMap { (1...max(count, 1)).contains($0) && $0 <= count ? $0 : nil }
    }
    if case .still = self.pictures { return pictures.still }
    return pictures.html
  }

  /// Where its trace lies in the site, as addresses have it.
  var tracePath: String { SiteAddress.encoded(Self.traceFile(of: example)) }

  /// Where an example's trace lies in the site.
  static func traceFile(of example: Example) -> String { "traces/\(example.chapter)/\(example.id).json" }

  /// The lines of the example, cut where hidden ones begin and end; the marks themselves are left out.
  private var code: [TemplateValue] {
    let text = CodeText(Array(example.lines.map { $0.text + "\n" }.joined().utf8), language: "swift")
    let marks = Set(example.hiddenLines.marks)
    var pieces: [TemplateValue] = []
    var start = 0
    while start < text.lineCount {
      if marks.contains(start) {
        start += 1
        continue
      }
      let isShown = example.hiddenLines.shows(start)
      var end = start + 1
      while end < text.lineCount, !marks.contains(end), example.hiddenLines.shows(end) == isShown { end += 1 }
      pieces.append([
        "isHidden": .flag(!isShown), "count": .integer(end - start), "first": .integer(start + 1),
        "html": .htmlBytes(text.numbered(start..<end)),
      ])
      start = end
    }
    return pieces
  }

  private func recording(_ recording: Recording) -> TemplateValue {
    let lines = recording.fence.lines.map(\.text)
    var output = HTMLOutput()
    for (number, line) in lines.enumerated() {
      if recording.kind == .trace { output.html("<span class=\"line\" data-line=\"\(number + 1)\">") }
      output.text(line)
      if recording.kind == .trace { output.html("</span>") }
      output.html("\n")
    }
    let words = recording.fence.infoString.split(separator: " ", maxSplits: 1)
    return [
      "isOutput": .flag(recording.kind == .output), "isError": .flag(recording.kind == .error),
      "isTrace": .flag(recording.kind == .trace),
      "isLong": .flag(lines.count > (recording.kind == .trace ? Self.longTrace : Self.longOutput)),
      "isEmpty": .flag(lines.isEmpty), "count": .integer(lines.count),
      "filter": .optional(words.count > 1 ? String(words[1]) : nil), "html": .htmlBytes(output.bytes),
    ]
  }
}
