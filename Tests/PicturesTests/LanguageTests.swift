import LoopEngine
import LoopTracing
import Testing
import Words

@testable import Pictures

@Suite("Pictures in other languages")
struct LanguageTests {
  /// A language without Latin letters: what is left in them was not taken from the table.
  static let strange = InterfaceWords(
    own: Dictionary(
      uniqueKeysWithValues: InterfaceWord.allCases.map { word in
        let places = InterfaceWords().forms(of: word).places.sorted().map { "{\($0)}" }
        return (word, WordForms(other: "ж" + places.joined(separator: "ж") + "ж"))
      }))

  /// The words in Latin letters of a text.
  static func latin(_ text: String) -> Set<String> {
    Set(text.split { !($0.isASCII && $0.isLetter) }.map(String.init))
  }

  /// What a trace says itself: names, labels, prints, and the events as its text has them.
  private func own(_ trace: Trace) -> Set<String> {
    var words: Set<String> = ["entry", "beforeTimers", "beforeSources", "beforeWaiting", "afterWaiting", "exit"]
    words.formUnion(["ns", "µs", "ms", "s", "min", "h", "d"].flatMap(Self.latin))
    words.formUnion(LoopStep.allCases.flatMap { Self.latin($0.letters) })
    for row in TraceText.rows(trace, detail: .everything) {
      words.formUnion(Self.latin([row.time, row.thread, row.name, row.detail].joined(separator: " ")))
    }
    for event in trace.events {
      words.formUnion(Self.latin([event.thread, event.loop, event.label ?? ""].joined(separator: " ")))
      if case .print(let text, _) = event.kind { words.formUnion(Self.latin(text)) }
      if case .snapshot(let name, let snapshot) = event.kind { words.formUnion(own(snapshot).union(Self.latin(name))) }
    }
    return words
  }

  /// The same of a snapshot.
  private func own(_ snapshot: LoopSnapshot) -> Set<String> {
    let items = snapshot.modes.flatMap(\.items) + snapshot.commonItems
    let texts =
      [snapshot.loop, "ns ms s"] + snapshot.modes.map(\.mode.name) + items.compactMap(\.label)
      + items.compactMap { $0.activities?.description } + snapshot.blocks.compactMap(\.label)
      + snapshot.blocks.flatMap { $0.modes.map(\.name) }
    return Set(texts.flatMap(Self.latin))
  }

  /// All that is read or heard of an element.
  private func said(_ tree: MarkupTree) -> [String] {
    tree.all.flatMap { element in
      [element.text] + ["aria-label", "title", "alt"].compactMap { element.attributes[$0] }
    }
  }

  @Test(
    "say nothing in English, but what the trace says itself",
    arguments: PictureTests.Sample.allCases.filter { $0 != .hostile })
  func noEnglish(sample: PictureTests.Sample) throws {
    let trace = sample.trace
    let html = TracePictures(trace, prefix: "p", language: Self.strange).html
    let tree = try MarkupTree.read(String(html.split(separator: "<script", maxSplits: 1)[0]) + "</div>")
    let known = own(trace)
    for text in said(tree) { #expect(Self.latin(text).subtracting(known) == [], "\(text)") }
    #expect(said(tree).contains { $0.contains("ж") })
    // More events and threads than a picture shows.
    let short = try MarkupTree.read(Timeline(trace, prefix: "t", language: Self.strange, limit: 5, lanes: 1).html)
    for text in said(short) { #expect(Self.latin(text).subtracting(known) == [], "\(text)") }
    if let overview = Overview(trace, prefix: "o", language: Self.strange, lanes: 1) {
      for text in said(try MarkupTree.read(overview.html)) {
        #expect(Self.latin(text).subtracting(known) == [], "\(text)")
      }
    }
  }

  @Test("show structures without English, but for names and activities")
  func structure() throws {
    let snapshot = SnapshotSamples.usual
    let known = own(snapshot).union(["title"])
    let picture = StructurePicture(snapshot, name: "title", prefix: "s", language: Self.strange)
    for text in said(try MarkupTree.read(picture.html)) {
      #expect(Self.latin(text).subtracting(known) == [], "\(text)")
    }
  }

  @Test("draw each language's flow chart within its boxes, by our measure", arguments: InterfaceWords.languages)
  func flowChart(language: String) throws {
    let words = InterfaceWords(language)
    let tree = try MarkupTree.read(FlowChart(prefix: "f", language: words).svg)
    for step in LoopStep.allCases {
      let name = step.name(in: words)
      #expect(TextStyle.name.width(of: name) <= 248 - 42 - 14 - TextStyle.words.width(of: step.letters) - 4, "\(name)")
    }
    for text in tree.elements("text") where text.attributes["class"] == "p-what" {
      #expect(TextStyle.words.width(of: text.text) <= 192, "\(text.text)")
    }
    let told = tree.elements("text").map(\.text).joined()
    for step in LoopStep.allCases {
      #expect(told.filter { $0 != " " }.contains(step.explanation(in: words).filter { $0 != " " }))
    }
  }
}
