internal import Book
internal import Examples
internal import Reference
internal import Verification

/// The verified examples of the book that use each symbol of its reference: from what the compiler knows of their
/// names.
///
/// Known where the types of listings were asked for.
struct SymbolUses: Sendable {
  /// An example that uses a symbol.
  struct Use: Sendable {
    /// The example's name in the book.
    var example: String
    /// Its name in its chapter.
    var id: String
    /// The place of its chapter in the book.
    var chapter: Int
    /// The first line in which it does, without the blanks around it.
    var line: String
  }

  /// The examples that use one symbol.
  struct OfSymbol: Sendable {
    /// All of them, in the order of the book.
    var all: [Use] = []
    /// Those that pages show.
    var shown: [Use] = []
  }

  private let uses: [String: OfSymbol]

  /// How many of them a page shows of what it is about; of a member only the first, since a page may have a hundred
  /// members, and the others come when a reader asks for them.
  private static func limit(of target: SymbolTarget) -> Int { target.anchor == nil ? 5 : 1 }

  init(_ verified: VerifiedBook) {
    guard let symbols = verified.reference.symbols, !verified.types.isEmpty else {
      uses = [:]
      return
    }
    var candidates: [String: [Candidate]] = [:]
    for (number, chapter) in verified.chapters.enumerated() where chapter.quotes == nil {
      let isGenerated = verified.book.chapters[number].isGenerated
      for example in chapter.examples {
        // What does not compile shows how something is not used.
        guard example.attributes.kind != .fails, let types = verified.types[example.name],
          verified.examples[example.name]?.verdict.outcome == .passed
        else { continue }
        for (usr, line) in Self.lines(of: types, in: example, { symbols[$0] != nil }) {
          let text = example.lines[line].text.trimmingPrefix { $0 == " " || $0 == "\t" }
          candidates[usr, default: []].append(
            Candidate(
              isHidden: !example.hiddenLines.shows(line), isGenerated: isGenerated, length: example.lines.count,
              use: Use(example: example.name, id: example.id, chapter: number, line: String(text))))
        }
      }
    }
    uses = Dictionary(
      uniqueKeysWithValues: candidates.compactMap { usr, candidates in
        symbols[usr].map { (usr, Self.chosen(candidates, limit: Self.limit(of: $0))) }
      })
  }

  /// The examples that use a symbol.
  subscript(usr: String) -> OfSymbol { uses[usr] ?? OfSymbol() }

  /// The line of an example in which it uses a symbol, by the symbol: the first that is shown, or else the first.
  private static func lines(
    of types: ExampleTypes, in example: Example, _ isOfReference: (String) -> Bool
  ) -> [String: Int] {
    var lines: [String: Int] = [:]
    for name in types.names {
      for symbol in name.symbols where isOfReference(symbol.usr) {
        guard let known = lines[symbol.usr] else {
          lines[symbol.usr] = name.line
          continue
        }
        if !example.hiddenLines.shows(known), example.hiddenLines.shows(name.line) { lines[symbol.usr] = name.line }
      }
    }
    return lines
  }

  /// Those that a page shows: of each chapter one before any has two, of the written chapters first.
  private static func chosen(_ candidates: [Candidate], limit: Int) -> OfSymbol {
    // In place of one that is left out, a page would say so.
    let limit = candidates.count == limit + 1 ? limit + 1 : limit
    var rest = candidates.sorted()
    var shown: [Use] = []
    while shown.count < limit, !rest.isEmpty {
      var chapters: Set<Int> = []
      let round = rest.filter { chapters.insert($0.use.chapter).inserted }
      shown += round.prefix(limit - shown.count).map(\.use)
      let taken = Set(round.map(\.use.example))
      rest.removeAll { taken.contains($0.use.example) }
    }
    return OfSymbol(all: candidates.map(\.use), shown: shown)
  }

  /// An example that uses a symbol, as it is ranked.
  private struct Candidate: Comparable {
    /// Whether it does so only in lines that readers have to unfold.
    var isHidden: Bool
    /// Whether it is of a doc comment: those of chapters explain more.
    var isGenerated: Bool
    var length: Int
    var use: Use

    private var rank: (Int, Int, Int, String) { (isHidden ? 1 : 0, isGenerated ? 1 : 0, length, use.example) }

    static func < (left: Candidate, right: Candidate) -> Bool { left.rank < right.rank }

    static func == (left: Candidate, right: Candidate) -> Bool { left.rank == right.rank }
  }
}
