import Examples
import Markdown
import Recordings
import Text

/// What must hold whenever recordings are accepted.
enum AcceptanceLaws {
  /// The law that is broken for a chapter whose examples did `outcomes`, one after the other; nil when none is.
  static func broken(by bytes: [UInt8], outcomes list: [Outcome]) -> String? {
    let old = chapter(bytes)
    var outcomes: [String: Outcome] = [:]
    for (example, outcome) in zip(old.examples, list) { outcomes[example.id] = outcome }
    let once = Acceptance(of: old, outcomes: outcomes)
    // Where it is not sure what belongs to what, nothing is recorded.
    for example in old.examples where example.hasErrors { outcomes[example.id] = nil }
    let new = chapter(once.bytes)
    let twice = Acceptance(of: new, outcomes: outcomes)
    func report(_ law: String) -> String {
      "\(law)\n\(String(decoding: bytes, as: UTF8.self).debugDescription)\n"
        + "\(String(decoding: once.bytes, as: UTF8.self).debugDescription)\n\(outcomes)"
    }
    if twice.bytes != once.bytes || !twice.changes.isEmpty { return report("accepting twice is accepting once") }
    if once.changes.isEmpty != (once.bytes == bytes) { return report("what changes is told") }
    if let mismatch = once.unresolved.first(where: { $0.problem != .orphaned }) {
      return report("all that came is recorded: \(mismatch)")
    }
    for example in new.examples {
      for recording in example.recordings {
        guard let came = outcomes[example.id]?.text(recording.kind, recording.filter), !came.isEmpty else { continue }
        if recording.text.isEmpty || !recording.text.matches(came) { return report("what is recorded is what came") }
      }
    }
    if old.examples.map(\.id) != new.examples.map(\.id) { return report("the examples stay") }
    if old.programs.map(\.text) != new.programs.map(\.text) { return report("the programs stay") }
    return outside(old, new).map(report)
  }

  private static func chapter(_ bytes: [UInt8]) -> ChapterExamples {
    ChapterExamples(chapter: "c", document: MarkdownDocument(SourceFile(path: "c.md", bytes: bytes)))
  }

  /// The bytes that are in no recording, before and after.
  private static func outside(_ old: ChapterExamples, _ new: ChapterExamples) -> String? {
    let isUnclosed = old.examples.contains { example in
      example.fence.closing == nil || example.recordings.contains { $0.fence.closing == nil }
    }
    // What closes an open fence comes before the fence that is added after it.
    let added = addedFences(old, new)
    if isUnclosed, !added.isEmpty { return nil }
    if skeleton(old, without: []) == skeleton(new, without: added) { return nil }
    // A file that ended without a line end gets one before a fence that is added there, or before the first line of an
    // open fence that had none.
    let last = old.examples.last?.recordings.last?.fence
    let isOpening = last.map { $0.endsWithoutLineEnd && $0.lines.isEmpty && $0.closing == nil } ?? false
    if !added.isEmpty || isOpening, skeleton(old, without: []) + lastLineEnd(new) == skeleton(new, without: added) {
      return nil
    }
    return "what is outside of recordings stays byte for byte"
  }

  private static func lastLineEnd(_ chapter: ChapterExamples) -> [UInt8] {
    (chapter.examples.last?.recordings.last?.fence ?? chapter.examples.last?.fence)?.lineEnd ?? []
  }

  /// The bytes of the fences that are new, each from where the fence before it ends.
  private static func addedFences(_ old: ChapterExamples, _ new: ChapterExamples) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (before, after) in zip(old.examples, new.examples) {
      var end = after.fence.fullLines.upperBound
      for recording in after.recordings {
        let isOld = recording.kind == .trace || before.recordings.contains { $0.kind == recording.kind }
        if !isOld { ranges.append(end..<recording.fence.fullLines.upperBound) }
        end = recording.fence.fullLines.upperBound
      }
    }
    return ranges
  }

  /// All bytes but those of `added`, and but the text and the marks of recordings' fences.
  private static func skeleton(_ chapter: ChapterExamples, without added: [Range<Int>]) -> [UInt8] {
    var removed = added
    for fence in chapter.examples.flatMap(\.recordings).map(\.fence) {
      removed.append(fence.opening.lowerBound..<(fence.opening.lowerBound + fence.length))
      if let closing = fence.closing {
        let count = chapter.file.bytes[closing].prefix { $0 == fence.character }.count
        removed.append(closing.lowerBound..<(closing.lowerBound + count))
      }
      removed.append((fence.lines.first?.start ?? fence.closingStart)..<fence.closingStart)
    }
    let isRemoved = removed.reduce(into: [Bool](repeating: false, count: chapter.file.bytes.count)) { flags, range in
      for index in range { flags[index] = true }
    }
    return zip(chapter.file.bytes, isRemoved).filter { !$0.1 }.map(\.0)
  }
}
