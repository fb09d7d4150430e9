internal import Book
internal import Examples
internal import Files
internal import LoopTracing
internal import Markdown
internal import Text

/// The links of a book that lead into traces, and what is wrong with those that name what no run has done.
struct TraceCitations: Sendable {
  /// By chapter of the book and node of its document, where a link leads.
  private let links: [[Int: TraceCitation]]

  /// What is wrong with links, sorted.
  let diagnostics: [Diagnostic]

  /// By the path of a chapter and the name of an example, what leads to its traces, each once and sorted.
  private let cited: [String: [String: [TraceCitation]]]

  /// Finds the links of a book; `index` knows what else its links can lead to.
  init(_ book: Book, _ examples: [ChapterExamples], _ index: LinkIndex) {
    var links: [[Int: TraceCitation]] = []
    var diagnostics: [Diagnostic] = []
    var cited: [String: [String: Set<TraceCitation>]] = [:]
    // All links of a large book are looked at each time, and hardly any leads into a trace.
    let candidates = ParallelMap.of(book.chapters) { chapter -> [Int] in
      let mayCite = chapter.facts.links.contains { $0.use == .link && $0.destination.utf8.contains(UInt8(ascii: "@")) }
      guard mayCite else { return [] }
      let document = chapter.document
      return document.nodes.indices.filter { node in
        document.nodes[node].kind == .link && document.bytes(document.nodes[node].text).contains(UInt8(ascii: "@"))
      }
    }
    for (number, chapter) in book.chapters.enumerated() {
      var found: [Int: TraceCitation] = [:]
      if candidates[number].isEmpty {
        links.append(found)
        continue
      }
      let document = chapter.document
      for node in candidates[number] {
        let reading = LinkReading(book: book, examples: examples, chapter: number, node: node)
        guard let target = reading.target(index) else { continue }
        do throws(LinkReading.Problem) {
          let citation = try reading.citation(target)
          found[node] = citation
          cited[citation.chapter, default: [:]][citation.example, default: []].insert(citation)
        } catch {
          diagnostics.append(
            Diagnostic(id: error.id, error.message, at: LinkPlaces(document).place(of: node), cure: error.cure))
        }
      }
      links.append(found)
    }
    self.links = links
    self.diagnostics = diagnostics.sorted()
    self.cited = cited.mapValues { $0.mapValues { $0.sorted { $0.lines.lexicographicallyPrecedes($1.lines) } } }
  }

  /// Where a link of a chapter leads; `nil` for one that leads into no trace.
  func citation(of link: Int, in chapter: Int) -> TraceCitation? { links[chapter][link] }

  /// What leads to the traces of an example.
  func citations(of example: String, in chapter: String) -> [TraceCitation] { cited[chapter]?[example] ?? [] }

  /// What a chapter's links lead to in traces, and what leads to its own, as one hash.
  func hash(of chapter: Int, at path: String) -> ContentHash {
    var hash = ContentHash()
    for (node, citation) in links[chapter].sorted(by: { $0.key < $1.key }) {
      hash.add(node)
      citation.add(to: &hash)
    }
    for (example, citations) in (cited[path] ?? [:]).sorted(by: { $0.key < $1.key }) {
      hash.add(example)
      for citation in citations { citation.add(to: &hash) }
    }
    return hash
  }

  /// Whether something leads to the traces of a chapter.
  func leads(to chapter: String) -> Bool { cited[chapter] != nil }
}

/// Finds out what one link means.
private struct LinkReading {
  let book: Book
  let examples: [ChapterExamples]
  let chapter: Int
  let node: Int

  /// Why a link leads to no line.
  struct Problem: Error {
    var id: String
    var message: String
    var cure: String
  }

  private var document: MarkdownDocument { book.chapters[chapter].document }

  /// The chapter that a link leads to and what it names there; `nil` for one that leads into no trace, or nowhere.
  func target(_ index: LinkIndex) -> (chapter: Int, address: TraceAddress)? {
    let destination = document.string(document.nodes[node].text)
    guard
      case .chapter(let path, let fragment?)? = try? index.target(
        of: destination, from: book.chapters[chapter].path, suggests: false, findsTraces: true),
      let address = TraceAddress(fragment: fragment),
      // What has such a name itself is meant.
      !index.names(fragment, in: path),
      let number = book.chapters.firstIndex(where: { $0.path == path })
    else { return nil }
    return (number, address)
  }

  /// The lines that are meant.
  func citation(_ target: (chapter: Int, address: TraceAddress)) throws(Problem) -> TraceCitation {
    let example = try example(target)
    let lines = example.traceLines
    guard !lines.isEmpty else {
      throw Problem(
        id: "no-trace", message: "nothing that the loops of `\(example.id)` do is recorded",
        cure: "put an empty `trace` fence below the example, and let `loopbook accept` record it")
    }
    let title = document.string(document.nodes[node].detail)
    let text = document.plainText(of: node)
    let written = target.address.words + (target.address.words.isEmpty ? "" : " ") + title
    let saysItself = written.allSatisfy(\.isWhitespace)
    guard let query = TraceQuery(saysItself ? text : written) else {
      throw Problem(
        id: "no-such-line", message: "this link names no line of the trace of `\(example.id)`",
        cure: "name a time or words of the line, such as '#\(example.id)@0.5s'")
    }
    let found = query.matches(in: lines)
    guard let first = found.first else {
      throw Problem(
        id: "no-such-line", message: "the trace of `\(example.id)` has no line `\(query.written)`",
        cure: cure(query, example, target, hasTitle: !title.isEmpty, saysItself: saysItself))
    }
    // A time in the text that the lines do not have would be a lie, wherever the link leads.
    let said = saysItself ? nil : TraceQuery(timeIn: text, language: book.configuration.language)
    if let said, said.isUnclearTime {
      throw Problem(
        id: "no-such-line", message: "this link says `\(said.written)`, which cannot be compared with a time",
        cure: "write a number and its unit, as the line that it leads to does: '\(Self.line(lines[first]))'")
    }
    if let said, said.isTime, said.matches(in: found.map { lines[$0] }).isEmpty {
      throw Problem(
        id: "no-such-line", message: "this link says `\(said.written)`, but leads to what happened at another time",
        cure: "the line that it leads to is '\(Self.line(lines[first]))'")
    }
    return TraceCitation(
      chapter: book.chapters[target.chapter].path, example: example.id, lines: found.map { $0 + 1 },
      text: Self.line(lines[first]))
  }

  private func cure(
    _ query: TraceQuery, _ example: Example, _ target: (chapter: Int, address: TraceAddress), hasTitle: Bool,
    saysItself: Bool
  ) -> String {
    guard let near = query.nearest(in: example.traceLines) else {
      return "name a time or words of one of its lines, such as '\(Self.line(example.traceLines[0]))'"
    }
    if saysItself { return "did you mean `\(near)`?" }
    let name = target.address.example
    if hasTitle { return "did you mean '#\(name)@' with the title '\(near)'?" }
    return "did you mean '#\(TraceAddress.written(name, near))'?"
  }

  /// The example that is named, or the last one with a trace between the heading above the link and the link.
  private func example(_ target: (chapter: Int, address: TraceAddress)) throws(Problem) -> Example {
    let all = examples[target.chapter].examples
    let name = target.address.example
    if !name.isEmpty, let found = all.first(where: { $0.id == name || ExampleBlock.anchor(of: $0.id) == name }) {
      return found
    }
    let heading = book.chapters[chapter].headings.last { $0.node < node }?.node ?? 0
    let before = target.chapter == chapter ? all.filter { $0.fence.node < node && $0.fence.node > heading } : []
    if let found = before.last(where: { !$0.traceLines.isEmpty }) { return found }
    let isElsewhere = target.chapter != chapter
    let traced = all.filter { !$0.traceLines.isEmpty }
    let suggested = (isElsewhere ? nil : traced.last { $0.fence.node < node }) ?? traced.first
    let page = document.string(document.nodes[node].text).prefix { $0 != "#" }
    throw Problem(
      id: "no-trace",
      message: isElsewhere
        ? "a link into a trace of another chapter must name the example"
        : "there is no example with a trace between the heading and this link",
      cure: suggested.map { "did you mean '\(page)#\(TraceAddress.written($0.id, target.address.words))'?" }
        ?? "put an empty `trace` fence below an example, and let `loopbook accept` record it")
  }

  /// A line with one blank for all in a row.
  static func line(_ line: String) -> String {
    String(decoding: TraceColumns.loose(Array(line.utf8)), as: UTF8.self)
  }
}
