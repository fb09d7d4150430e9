import LoopEngine
import LoopTracing
import Testing

/// Whatever the bytes are, the parsers answer, soon.
@Suite struct TraceGarbageTests {
  private static let seeds: [UInt64] = Array(1...8)

  /// Cuts, doubles, swaps, replaces and inserts bytes.
  private static func mutated(_ bytes: [UInt8], _ numbers: inout TraceSamples.Numbers) -> [UInt8] {
    var bytes = bytes
    let words = ["{", "}", "[", "]", "\"", "\\u", "\\", "...", "\n", "-", "1e9", "null", "\u{0}", "é", ",", ":", "  "]
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      if bytes.isEmpty { bytes = [0x7B] }
      let start = Int.random(in: 0..<bytes.count, using: &numbers)
      let end = min(bytes.count, start + Int.random(in: 0...12, using: &numbers))
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2: bytes[start] = UInt8.random(in: 0...255, using: &numbers)
      case 3: bytes.swapAt(start, Int.random(in: 0..<bytes.count, using: &numbers))
      case 4: bytes.removeSubrange(start...)
      default: bytes.insert(contentsOf: words.randomElement(using: &numbers)?.utf8 ?? "".utf8, at: start)
      }
    }
    return bytes
  }

  @Test("the JSON reader reads or refuses, and writes again what it read", .timeLimit(.minutes(1)), arguments: seeds)
  func json(seed: UInt64) throws {
    var numbers = TraceSamples.Numbers(state: seed)
    let events = TraceSamples.trace.events
    let whole = Trace(events: [events[0], events[20], events[events.count - 3]], clock: .virtual)
    let text = Array(TraceJSON.text(of: whole).utf8)
    var refused = 0
    for round in 0..<Scale.of(1500) {
      let garbage =
        round.isMultiple(of: 10)
        ? (0..<Int.random(in: 0..<200, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        : Self.mutated(text, &numbers)
      do throws(TraceJSONError) {
        let trace = try TraceJSON.trace(from: garbage)
        let again = try? TraceJSON.trace(from: TraceJSON.text(of: trace))
        #expect(again == trace)
        _ = TraceText(trace, detail: .everything).text
      } catch {
        refused += 1
        #expect(error.line >= 1 && error.column >= 1 && !error.message.isEmpty)
      }
    }
    #expect(refused > Scale.of(500))
  }

  @Test("patterns take any text, and a text without `...` matches itself", .timeLimit(.minutes(1)), arguments: seeds)
  func patterns(seed: UInt64) {
    var numbers = TraceSamples.Numbers(state: seed)
    let text = Array(TraceText(TraceSamples.trace, detail: .everything).text.utf8)
    for _ in 0..<Scale.of(15) {
      let one = String(decoding: Self.mutated(text, &numbers), as: UTF8.self)
      let other = String(decoding: Self.mutated(text, &numbers), as: UTF8.self)
      let pattern = TracePattern(one)
      #expect(pattern.matches(one))
      let difference = TraceDifference(expected: pattern, actual: other)
      #expect((difference == nil) == pattern.matches(other))
      let columns = TracePattern(trace: one)
      #expect(columns.matches(one))
      #expect((TraceDifference(expected: columns, actual: other) == nil) == columns.matches(other))
    }
  }

  @Test("patterns of few letters match what a plain definition says", arguments: seeds)
  func small(seed: UInt64) {
    var numbers = TraceSamples.Numbers(state: seed)
    func lines(_ words: [String], _ most: Int) -> [String] {
      (0..<Int.random(in: 0...most, using: &numbers)).map { _ in words.randomElement(using: &numbers) ?? "" }
    }
    func matches(_ pattern: ArraySlice<String>, _ text: ArraySlice<String>) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "..." {
        return matches(pattern.dropFirst(), text) || !text.isEmpty && matches(pattern, text.dropFirst())
      }
      guard let line = text.first else { return false }
      let fits = first == line || first == "a..." && line.hasPrefix("a")
      return fits && matches(pattern.dropFirst(), text.dropFirst())
    }
    for _ in 0..<Scale.of(1000) {
      let pattern = lines(["a", "b", "...", "a..."], 7)
      let text = lines(["a", "b", "ab"], 7)
      let parsed = TracePattern(pattern.map { $0 + "\n" }.joined())
      let written = text.map { $0 + "\n" }.joined()
      let expected = matches(pattern[...], text[...])
      #expect(parsed.matches(written) == expected)
      let difference = TraceDifference(expected: parsed, actual: written)
      #expect((difference == nil) == expected)
      // What is kept of the two texts is all there was of them, but for what a `...` took.
      guard let difference else { continue }
      #expect(difference.lines.contains { $0.mark != .same })
      #expect(difference.lines.count { $0.mark != .came } == pattern.count)
    }
  }
}
