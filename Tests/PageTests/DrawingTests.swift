import Foundation
import LoopEngine
import LoopTracing
import Templates
import TestSupport
import Testing
import Text
import Words

@testable import Results

/// What draws runs in a page, as node runs it, against the same code here.
@Suite("Drawing in a page", .enabled(if: Effort.isThorough, "it is compiled for a page, which takes minutes"))
struct DrawingTests {
  private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  private static func facts(_ words: InterfaceWords) throws -> String {
    let text = try String(contentsOfFile: "\(repository)/templates/results.mustache", encoding: .utf8)
    let templates = TemplateSet(layers: [["results": SourceFile(path: "results.mustache", text: text)]])
    return String(decoding: DrawingFacts.json(templates, words).onOneLine, as: UTF8.self)
  }

  /// A request with these members of its head besides the site's own.
  private static func request(_ facts: String, _ own: [(String, JSONValue)], _ journal: [UInt8]) -> [UInt8] {
    let members = String(decoding: JSONValue.object(own).onOneLine, as: UTF8.self)
    let head = Array((facts.dropLast() + "," + members.dropFirst()).utf8)
    return withUnsafeBytes(of: UInt32(head.count).littleEndian) { Array($0) } + head + journal
  }

  private static func request(_ facts: String, _ trace: Trace, _ own: [(String, JSONValue)]) -> [UInt8] {
    let encoded = EncodedTrace(trace)
    let run: [(String, JSONValue)] = [("output", .string(encoded.output)), ("errors", .string(encoded.errors))]
    return request(facts, own + run, encoded.journal)
  }

  private static func usual(_ prefix: String) -> [(String, JSONValue)] {
    [
      ("prefix", .string(prefix)), ("stack", .bool(true)), ("lines", .integer(30)),
      ("recordings", .array([.string("output"), .string("trace"), .string("trace only=callouts")])),
    ]
  }

  /// The traces that the book's examples left in its site.
  private static func traces() throws -> [(name: String, trace: Trace)] {
    let folder = "\(repository)/site/traces"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    return try paths.map { path in
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))
      return (path, try TraceJSON.trace(from: Array(bytes)))
    }
  }

  private func drawn(_ requests: [[UInt8]]) throws -> [[UInt8]] {
    let (answers, _) = try DrawingModule.built.get().draw(requests)
    return answers
  }

  @Test("each trace of the book is drawn byte for byte as it is here")
  func book() throws {
    let facts = try Self.facts(InterfaceWords())
    let traces = try Self.traces()
    try #require(traces.count > 200)
    let requests = traces.enumerated().map { Self.request(facts, $1.trace, Self.usual("v.\($0)")) }
    let drawn = try drawn(requests)
    try #require(drawn.count == requests.count)
    for (number, (name, _)) in traces.enumerated() {
      let here = DrawingRequest(requests[number]).answer
      #expect(
        here.starts(with: Array("{\"html\":\"".utf8)), "\(name): \(String(decoding: here.prefix(200), as: UTF8.self))")
      #expect(drawn[number] == here, "\(name)")
    }
  }

  @Test("in each language the page says what is said here", arguments: InterfaceWords.languages)
  func languages(language: String) throws {
    let facts = try Self.facts(InterfaceWords(language))
    let requests = try Self.traces().prefix(20).map { Self.request(facts, $0.trace, Self.usual("v")) }
    #expect(try drawn(requests) == requests.map { DrawingRequest($0).answer })
  }

  @Test("labels that would break a page are drawn as here")
  func hostile() throws {
    let facts = try Self.facts(InterfaceWords())
    let names = [
      "<script>alert(1)</script>", "\"quoted\" & 'single' \\", "]]>-->{{words.output}}", "مرحبا \u{202E}olleh",
      "👩‍👩‍👧‍👦🇩🇪e\u{301}",
      "\u{0}\u{1B}[31m\u{7F}\u{85}\u{2028}\n\r\t", String(repeating: "long ", count: 20_000), "", " ", "...",
      "\u{FFFE}\u{FEFF}",
    ]
    let requests = names.map { name in
      var trace = Trace(clock: .virtual)
      func add(_ kind: TraceEvent.Kind, _ time: Int64) {
        trace.events.append(
          TraceEvent(
            kind: kind, time: time, thread: name.isEmpty ? "main" : name, loop: "main", mode: name, label: name,
            file: "main.swift", line: 3))
      }
      add(.loop(.runBegan(Mode(name))), 0)
      add(.loop(.activity(.entry)), 0)
      add(.loop(.calloutBegan(.timer)), 100_000_000)
      add(.print(name.replacing("\n", with: " "), .output), 100_000_000)
      add(.print(name.replacing("\n", with: " "), .error), 100_000_001)
      add(.loop(.calloutEnded(.timer)), 100_000_001)
      add(.loop(.activity(.exit)), 9_000_000_000_000_000)
      return Self.request(facts, trace, Self.usual("v"))
    }
    let here = requests.map { DrawingRequest($0).answer }
    #expect(here.allSatisfy { $0.starts(with: Array("{\"html\":\"".utf8)) })
    #expect(try drawn(requests) == here)
  }

  @Test("a request that is damaged anywhere is answered, and as it is here")
  func damaged() throws {
    let facts = try Self.facts(InterfaceWords())
    let all = try Self.traces()
    let traces = all.filter { (20...60).contains($0.trace.events.count) }.prefix(4)
    var random = SplitMix(state: 7)
    var requests: [[UInt8]] = [[], [0], [0, 0, 0, 0], [255, 255, 255, 255], [1, 0, 0, 0, 0x7B]]
    for (_, trace) in traces {
      let encoded = EncodedTrace(trace)
      let own: [(String, JSONValue)] = [("output", .string(encoded.output)), ("errors", .string(encoded.errors))]
      for _ in 0..<40 {
        var journal = encoded.journal
        for _ in 0...(random.next() % 3) {
          let place = Int(random.next() % UInt64(journal.count))
          journal[place] = UInt8(truncatingIfNeeded: random.next())
        }
        if random.next() % 4 == 0 { journal.removeLast(Int(random.next() % UInt64(journal.count))) }
        requests.append(Self.request(facts, Self.usual("v") + own, journal))
      }
      var whole = Self.request(facts, trace, Self.usual("v"))
      whole[Int(random.next() % UInt64(whole.count))] = 0xFF
      requests.append(whole)
    }
    let drawn = try drawn(requests)
    try #require(drawn.count == requests.count)
    for (number, request) in requests.enumerated() {
      // What is too large for the 32 bits of a page is refused there, and may be drawn here.
      let refused = drawn[number].starts(with: Array("{\"error\":\"".utf8))
      #expect(refused || drawn[number] == DrawingRequest(request).answer, "request \(number)")
    }
  }

  @Test("of the loop at an event the moment is told, then the picture is drawn, as here")
  func states() throws {
    let facts = try Self.facts(InterfaceWords())
    let trace = Trace(
      events: [
        TraceEvent(kind: .loop(.threadBegan), time: 0, thread: "main"),
        TraceEvent(kind: .print("one", .output), time: 0, thread: "main"),
        TraceEvent(kind: .print("two", .error), time: 0, thread: "main"),
        TraceEvent(kind: .loop(.wakeUpRequested), time: 0, thread: "main", loop: "main"),
      ], clock: .virtual)
    let snapshots = try Self.traces().lazy.flatMap(\.trace.events).filter { event in
      if case .snapshot = event.kind { true } else { false }
    }
    let state = EncodedTrace(Trace(events: [try #require(snapshots.first)], clock: .virtual)).journal
    func request(_ event: Int, _ size: Int?, _ state: [UInt8] = []) -> [UInt8] {
      let asked: [(String, JSONValue)] = [("event", .integer(event)), ("name", .string("<2> of 4"))]
      let sized = size.map { [("size", JSONValue.integer($0))] } ?? []
      return Self.request(facts, trace, [("prefix", .string("v")), ("state", .object(asked + sized))]) + state
    }
    let requests = [
      request(0, nil), request(1, nil), request(2, nil), request(3, nil), request(4, nil), request(-1, nil),
      request(3, state.count, state), request(3, 0), request(3, 1_000_000), request(3, -1), request(3, 40, state),
    ]
    let here = requests.map { DrawingRequest($0).answer }
    #expect(try drawn(requests) == here)
    let answers = here.map { String(decoding: $0, as: UTF8.self) }
    let moments = ["1", "output:4", "error:4", "2"].map { "{\"moment\":\"\($0)\"}" }
    #expect(Array(answers[0...3]) == moments)
    #expect(answers[4...5].allSatisfy { $0 == "{\"error\":\"there is no such event\"}" })
    #expect(answers[6].hasPrefix("{\"html\":\"<p>Loop ") && answers[6].contains("&lt;2&gt; of 4"))
    #expect(answers[7].contains("There is no loop to show at this event."))
    #expect(answers[8...9].allSatisfy { $0 == "{\"error\":\"the request ends in its state\"}" })
    #expect(answers[10] == "{\"error\":\"the file is not a journal\"}")
  }

  @Test("a word, a template or a recording that there is none of is refused")
  func refused() throws {
    let facts = try Self.facts(InterfaceWords())
    let trace = Trace(events: [TraceEvent(kind: .loop(.threadBegan), time: 0, thread: "main")], clock: .virtual)
    func answer(_ facts: String, _ own: [(String, JSONValue)], _ trace: Trace = trace) -> String {
      String(decoding: DrawingRequest(Self.request(facts, trace, own)).answer, as: UTF8.self)
    }
    let prefix: [(String, JSONValue)] = [("prefix", .string("v"))]
    #expect(answer(facts, prefix) == "{\"html\":\"\"}")
    #expect(answer(facts, prefix + [("recordings", .array([.string("film")]))]).contains("'film' is not a recording"))
    #expect(answer(facts, prefix + [("filter", .string("only=all"))]).contains("'only' cannot be 'all'"))
    #expect(answer(facts.replacing("\"results\"", with: "\"other\""), prefix).contains("no template 'results'"))
    #expect(
      answer(facts.replacing("\"wakesThread\"", with: "\"nothingAtAll\""), prefix).contains(
        "'nothingAtAll' is not a word"))
    #expect(answer(facts, prefix, Trace(events: trace.events, clock: .real)).contains("not on virtual time"))
  }
}

/// Random numbers that are the same each time.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
