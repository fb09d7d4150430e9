/// A declaration as a page shows it: in one line, or a line for each parameter where it is long.
package struct Declaration: Hashable, Sendable {
  /// Its parts in their order, with the line breaks and the indentation among them; a name of a type has its USR.
  package private(set) var fragments: [GraphSymbol.Fragment]

  /// What the parts say together.
  package var text: String { fragments.map(\.spelling).joined() }

  /// Whether a type says that it does without a protocol.
  func suppresses(_ name: String) -> Bool { suppressed.contains(name) }

  /// The protocols that the type does without.
  private let suppressed: [String]

  /// How wide a line may be that needs no break.
  private static let width = 90

  /// Lays out what the compiler says of a symbol, with what only its file says.
  init(_ symbol: GraphSymbol, _ written: WrittenDeclaration = WrittenDeclaration()) {
    fragments = symbol.declaration
    suppressed = written.suppressed
    trimEnd()
    fragments.restoreTypes(of: symbol, written)
    fragments.restoreNames(of: symbol, written)
    removeShapes()
    markGetter()
    if written.hasHiddenSetter { removeSetter() }
    addFixity(of: symbol)
    if symbol.isOpen { addOpen() }
    addSuppressed(suppressed)
    if let noasync = written.noasync {
      fragments.insert(GraphSymbol.Fragment(kind: "attribute", spelling: "\(noasync)\n"), at: 0)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.contains(where: { $0.count > Self.width }) { breakLines(symbol) }
  }

  /// The compiler ends what has an opaque type with a line break.
  private mutating func trimEnd() {
    while let last = fragments.last {
      let kept = last.spelling.reversed().drop { $0.isWhitespace }
      fragments[fragments.count - 1].spelling = String(kept.reversed())
      if !kept.isEmpty { break }
      fragments.removeLast()
    }
  }

  /// The compiler's graph states that two packs are equally long, as `(repeat (each A, each B)) : Any`; an author
  /// cannot write such a constraint.
  private mutating func removeShapes() {
    let shape = /\(repeat \((?:each \w+(?:, )?)+\)\) : Any/
    while let match = text.firstMatch(of: shape) {
      let (before, after) = (text[..<match.range.lowerBound], text[match.range.upperBound...])
      let start = before.utf8.count
      let end = start + match.output.utf8.count
      if after.hasPrefix(", ") {
        fragments.replace(start..<end + 2, with: [])
      } else {
        let gap = [", ", " where "].first { before.hasSuffix($0) } ?? ""
        fragments.replace(start - gap.utf8.count..<end, with: [])
      }
    }
  }

  /// Of what can only be read from outside, the compiler's graph has the getter as text.
  private mutating func markGetter() {
    let getter = "{ get }"
    guard let last = fragments.last, last.kind == "text", last.spelling.hasSuffix(getter) else { return }
    fragments[fragments.count - 1].spelling = String(last.spelling.dropLast(getter.count)) + "{ "
    fragments.append(GraphSymbol.Fragment(kind: "keyword", spelling: "get"))
    fragments.append(GraphSymbol.Fragment(kind: "text", spelling: " }"))
  }

  /// The compiler's graph may have the setter for readers who cannot use it, too.
  private mutating func removeSetter() {
    guard let place = fragments.lastIndex(where: { $0.kind == "keyword" && $0.spelling == "set" }), place > 0 else {
      return
    }
    var start = place - 1
    // `nonmutating` says something of the setter alone.
    while start > 1, fragments[start - 1].kind == "keyword", fragments[start - 1].spelling != "get" { start -= 2 }
    fragments.removeSubrange(start...place)
  }

  /// The compiler's graph does not tell on which side of its operand an operator stands.
  private mutating func addFixity(of symbol: GraphSymbol) {
    guard symbol.kind == "swift.func.op", symbol.parameterTypes?.count == 1,
      let place = fragments.firstIndex(where: { $0.kind == "keyword" && $0.spelling == "func" }),
      !fragments.contains(where: { $0.kind == "keyword" && ["prefix", "postfix"].contains($0.spelling) }),
      let fixity = OperatorFixity(symbol)
    else { return }
    fragments.insert(
      contentsOf: [
        GraphSymbol.Fragment(kind: "keyword", spelling: fixity.rawValue),
        GraphSymbol.Fragment(kind: "text", spelling: " "),
      ], at: place)
  }

  /// The compiler's graph has the access only beside the declaration.
  private mutating func addOpen() {
    let place = fragments.firstIndex { $0.kind == "keyword" } ?? 0
    fragments.insert(
      contentsOf: [
        GraphSymbol.Fragment(kind: "keyword", spelling: "open"), GraphSymbol.Fragment(kind: "text", spelling: " "),
      ], at: place)
  }

  /// The compiler's graph does not have what a type inherits, and so not that it cannot be copied.
  private mutating func addSuppressed(_ names: [String]) {
    guard !names.isEmpty else { return }
    let clause = " : " + names.map { "~\($0)" }.joined(separator: ", ")
    guard let place = fragments.firstIndex(where: { $0.kind == "keyword" && $0.spelling == "where" }) else {
      fragments.append(GraphSymbol.Fragment(kind: "text", spelling: clause))
      return
    }
    // Between the name and the clause stands what ends in a blank.
    let before = fragments[place - 1].spelling
    fragments[place - 1].spelling = (before.hasSuffix(" ") ? String(before.dropLast()) : before) + clause + " "
  }

  /// Each parameter, and the `where` clause, on a line of its own.
  private mutating func breakLines(_ symbol: GraphSymbol) {
    var breaks: [(place: Range<Int>, text: String)] = []
    if let (signature, tokens) = fragments.signature(of: symbol), let list = signature.list, !list.isEmpty {
      let gap = { (number: Int) in tokens.all[number].range.upperBound..<tokens.all[number + 1].range.lowerBound }
      breaks.append((gap(list.lowerBound - 1), "\n  "))
      breaks += signature.commas.map { (gap($0), "\n  ") }
      breaks.append((gap(list.upperBound - 1), "\n"))
    }
    var start = 0
    for fragment in fragments {
      if fragment.kind == "keyword", fragment.spelling == "where", start > 0 {
        breaks.append((start - 1..<start, "\n"))
      }
      start += fragment.spelling.utf8.count
    }
    for (place, text) in breaks.reversed() {
      fragments.replace(place, with: [GraphSymbol.Fragment(kind: "text", spelling: text)])
    }
  }
}
