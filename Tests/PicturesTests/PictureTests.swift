import Glibc
import LoopTracing
import Testing

@testable import Pictures

/// What holds of all pictures together.
@Suite("Pictures")
struct PictureTests {
  /// The traces that all must hold of.
  enum Sample: String, CaseIterable {
    case empty, timer, signal, nested, deadlock, longSleep, turns, pool, hostile

    var trace: Trace {
      switch self {
      case .empty: Trace(clock: .virtual)
      case .timer: TraceBuilder.timer
      case .signal: TraceBuilder.signal
      case .nested: TraceBuilder.nested
      case .deadlock: TraceBuilder.deadlock
      case .longSleep: TraceBuilder.longSleep
      case .turns: TraceBuilder.turns(60)
      case .pool: TraceBuilder.pool
      case .hostile: TraceBuilder.hostile
      }
    }
  }

  /// The example's markup without the data, whose text is a script's.
  private func tree(_ pictures: TracePictures) throws -> MarkupTree {
    let parts = pictures.html.split(separator: "<script", maxSplits: 1)
    #expect(parts.count == 2)
    return try MarkupTree.read(String(parts[0]) + "</div>")
  }

  @Test("are well-formed, and the script's data cannot end its element", arguments: Sample.allCases)
  func wellFormed(sample: Sample) throws {
    let pictures = TracePictures(sample.trace, prefix: "p", drawsStack: true)
    _ = try tree(pictures)
    #expect(!pictures.data.contains { "<>&\n".contains($0) })
  }

  @Test("have ids of their own, all with the prefix, and name only those", arguments: Sample.allCases)
  func ids(sample: Sample) throws {
    let tree = try tree(TracePictures(sample.trace, prefix: "p", drawsStack: true))
    let ids = tree.all.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("p-") })
    for element in tree.all {
      for key in ["aria-labelledby", "aria-describedby"] {
        if let id = element.attributes[key] { #expect(ids.contains(id)) }
      }
      if let link = element.attributes["href"] {
        #expect(link.hasPrefix("#") && ids.contains(String(link.dropFirst())))
      }
      if let fill = element.attributes["fill"] { #expect(ids.contains(String(fill.dropFirst(5).dropLast()))) }
    }
  }

  @Test("are images with a title and a description, or hidden from who does not see", arguments: Sample.allCases)
  func alternatives(sample: Sample) throws {
    let pictures = try tree(TracePictures(sample.trace, prefix: "p", drawsStack: true)).elements("svg")
    #expect(pictures.count >= 3)
    for picture in pictures where picture.attributes["role"] != nil {
      #expect(picture.attributes["role"] == "img")
      #expect(picture.children.prefix(2).map(\.name) == ["title", "desc"])
      #expect(picture.children.prefix(2).allSatisfy { !$0.text.isEmpty })
      #expect(picture.attributes["xmlns"] == "http://www.w3.org/2000/svg")
    }
  }

  @Test("have colors by classes only, and nothing from elsewhere", arguments: Sample.allCases)
  func plain(sample: Sample) throws {
    for element in try tree(TracePictures(sample.trace, prefix: "p", drawsStack: true)).all {
      #expect(element.attributes["style"] == nil && element.attributes["stroke"] == nil)
      #expect(!["script", "image", "style", "foreignObject", "a"].contains(element.name))
      #expect(element.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
    }
  }

  @Test("are the same bytes each time", arguments: Sample.allCases)
  func deterministic(sample: Sample) {
    func html() -> String { TracePictures(sample.trace, prefix: "p", drawsStack: true).html }
    #expect(html() == html())
  }

  @Test("a long name is cut in the drawing and whole in a title")
  func longNames() throws {
    let tree = try MarkupTree.read(TracePictures(TraceBuilder.hostile, prefix: "p").timeline.svg)
    let long = TraceBuilder.hostileNames[2]
    let callouts = tree.classed("callout")
    let cut = try #require(callouts.first { $0.elements("title").first?.text.contains(long) == true })
    #expect(cut.elements("text").map(\.text) == ["wide wide wide wi…"])
    let wide = callouts.compactMap { $0.elements("text").first?.text }.filter { $0.hasPrefix("日") }
    #expect(wide == ["日本語の長いラベ…"])
    #expect(tree.elements("text").allSatisfy { $0.text.count <= 80 })
  }

  @Test("what steers a terminal or turns the text is spelt out")
  func controls() {
    let html = TracePictures(TraceBuilder.hostile, prefix: "p").html
    #expect(!html.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0.value == 0x2066 })
    #expect(html.contains("\\u{202E}"))
  }

  @Test("the table has a row for each event that is shown, with its line and step")
  func table() throws {
    let table = EventTable(TraceBuilder.timer)
    let rows = try MarkupTree.read(table.html).elements("tr").dropFirst()
    #expect(rows.compactMap { $0.attributes["data-event"].flatMap { Int($0) } } == table.events)
    let cells = rows.map { row in row.elements("td").map(\.text) }
    #expect(
      cells.suffix(4) == [
        ["+1.000s", "main", "afterWaiting", "timer", ""], ["+1.000s", "main", "timer", "\"tick\"", "3"],
        ["+1.000s", "main", "print", "tick 1", "3"], ["+1.000s", "main", "exit", "finished", ""],
      ])
    #expect(rows.suffix(4).map { $0.attributes["data-step"] } == ["8", "9", "9", "10"])
  }

  @Test("a line that is none of the snippet's is no line")
  func foreignLines() throws {
    let table = EventTable(TraceBuilder.timer) { _, _ in nil }
    #expect(try MarkupTree.read(table.html).elements("th").map(\.text) == ["Time", "Thread", "Event", "Detail"])
  }

  @Test("the table of very many events says how many it leaves out")
  func longTable() throws {
    let table = EventTable(TraceBuilder.turns(100), limit: 10)
    #expect(table.leftOut == 594)
    #expect(try MarkupTree.read(table.html).elements("caption").map(\.text) == ["The first 10 of 604 events"])
  }

  @Test("the stepper's data has a row of numbers for each row of the table")
  func data() {
    #expect(
      TracePictures(TraceBuilder.timer, prefix: "p").data
        == "{\"version\":1,\"threads\":[\"main\"],\"events\":[[2,0,1,0,23,-1,150],[3,0,2,0,40,-1,150],[4,0,3,0,57,-1,150],[5,0,6,0,74,-1,150],[8,0,8,0,199,-1,9850],[9,0,9,3,236,-1,9850],[10,0,9,3,271,-1,9850],[12,0,10,0,291,-1,9850]]}"
    )
  }

  @Test("five thousand events take little time")
  func speed() {
    let trace = TraceBuilder.turns(620)
    #expect(trace.events.count > 5_000)
    // What this thread computes counts, whatever else the machine does.
    let time = (0..<5).reduce(Double.infinity) { best, _ in
      let before = Self.seconds
      _ = TracePictures(trace, prefix: "p")
      return min(best, Self.seconds - before)
    }
    // Without optimisation it takes some forty times as long.
    #expect(time < (isOptimised ? 0.02 : 2))
  }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private var isOptimised: Bool {
    var result = true
    assert(
      {
        result = false
        return true
      }())
    return result
  }
}
