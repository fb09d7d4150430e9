import LoopEngine
import Testing

@testable import LoopTracing

/// Journals that are not as they should be.
struct TraceJournalTests {
  @Test("Whatever bytes a journal holds, it can be read")
  func mutations() throws {
    let probes = [try ProbeProcess("snapshot"), try ProbeProcess("prints")]
    var random: UInt64 = 1
    func next(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    for probe in probes {
      // What was allotted but not written tells nothing.
      let used = (probe.files[0].lastIndex { $0 != 0 } ?? 0) / 64 * 64 + 128
      let journal = Array(probe.files[0].prefix(used))
      let count = TraceJournal.decode(journal: journal, output: probe.files[1], error: probe.files[2]).trace.events
        .count
      #expect(count == probe.reading.trace.events.count)
      for round in 0..<4_000 {
        var bytes = journal
        for _ in 0...next(4) {
          bytes[next(bytes.count)] = round % 2 == 0 ? UInt8(next(256)) : [0, 1, 0x7f, 0xff][next(4)]
        }
        if round % 5 == 0 { bytes.removeLast(next(bytes.count)) }
        if round % 7 == 0 && bytes.count > 24 { bytes[16...23] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0] }
        let output = Array(probe.files[1].prefix(next(probe.files[1].count + 1)))
        let reading = TraceJournal.decode(journal: bytes, output: output, error: probe.files[2])
        #expect(reading.trace.events.count < 1_000)
      }
    }
  }

  @Test("Garbage is no journal, and an empty file neither")
  func garbage() {
    for bytes in [[], [UInt8](repeating: 0xa5, count: 4_096), [UInt8](repeating: 0, count: 64)] {
      let reading = TraceJournal.decode(journal: bytes, output: Array("line\n".utf8), error: [])
      #expect(reading.problems == ["the file is not a journal"])
      #expect(reading.trace.steps == ["output: line"])
    }
  }

  @Test("A journal that was cut off gives what is whole and says so")
  func cut() throws {
    let probe = try ProbeProcess("killed")
    let used = (probe.files[0].lastIndex { $0 != 0 } ?? 0) - 40
    let reading = TraceJournal.decode(journal: Array(probe.files[0].prefix(used)), output: [], error: [])
    #expect(reading.problems.first == "the journal is cut off at byte \(used)")
    let whole = probe.reading.trace.events.filter { if case .loop = $0.kind { true } else { false } }
    #expect(reading.trace.events == whole.dropLast())
  }

  @Test("Many events of many threads are all there, in each thread's order")
  func growth() throws {
    let folder = try ProbeProcess.makeFolder()
    defer { ProbeProcess.remove(folder) }
    let recorder = try TraceRecorder(folder: folder)
    let threads = try (0..<4).map { number in
      try LoopThread(name: "w\(number)") { _ in
        for line in 1...10_000 {
          recorder.record(
            LoopEvent(
              kind: .signaled, time: .now, loop: "", thread: "w\(number)", label: "label \(line)",
              location: SourceLocation(file: #fileID, line: UInt(line))))
        }
      }
    }
    for thread in threads { thread.join() }
    let reading = try TraceJournal.read(folder: folder)
    #expect(reading.problems.isEmpty)
    let events = reading.trace.events
    #expect(events.count == 40_000)
    for number in 0..<4 {
      let own = events.filter { $0.thread == "w\(number)" }
      #expect(own.map(\.line) == (1...10_000).map { UInt($0) })
      #expect(own.map(\.label) == (1...10_000).map { "label \($0)" })
    }
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
  }
}
