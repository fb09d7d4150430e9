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
    markGetter()
    if written.hasHiddenSetter { removeSetter() }
    addFixity(of: symbol)
    if symbol.isOpen { addOpen() }
    addSuppressed(suppressed)
    if let noasync = written.noasync {
      fragments.insert(GraphSymbol.Fragment(kind: "attribute", spelling: "\(noasync)\n"), at: 0)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.contains(where: { $0.count > Self.width }) { breakLines() }
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
    fragments.removeSubrange(place - 1...place)
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

  private enum ParameterList { case ahead, open, passed }

  /// Each parameter, and the `where` clause, on a line of its own.
  private mutating func breakLines() {
    guard var index = fragments.firstIndex(where: { isName($0) }) else { return }
    var depth = 0
    // Only the first list in parentheses is the one of parameters.
    var list = ParameterList.ahead
    var previous: Character = " "
    // Default values may be texts with anything in them.
    var isQuoted = false
    index += 1
    while index < fragments.count {
      if fragments[index].kind == "keyword", fragments[index].spelling == "where", depth == 0 {
        breakBefore(index)
      } else if fragments[index].kind == "text" {
        var text = ""
        for character in fragments[index].spelling {
          if character == "\"", previous != "\\" { isQuoted.toggle() }
          switch character {
          case _ where isQuoted: text.append(character)
          case "(" where depth == 0 && list == .ahead:
            list = .open
            text += "(\n  "
            depth += 1
          case "(", "[", "<", "{":
            depth += 1
            text.append(character)
          case ")" where depth == 1 && list == .open:
            depth = 0
            list = .passed
            text += "\n)"
          case ")", "]", "}":
            depth -= 1
            text.append(character)
          case ">" where previous != "-":
            depth -= 1
            text.append(character)
          case " " where depth == 1 && list == .open && previous == ",":
            text += "\n  "
          default: text.append(character)
          }
          previous = character
        }
        fragments[index].spelling = text
      } else {
        previous = fragments[index].spelling.last ?? previous
      }
      index += 1
    }
  }

  private mutating func breakBefore(_ index: Int) {
    let before = fragments[index - 1].spelling
    guard before.hasSuffix(" ") else { return }
    fragments[index - 1].spelling = before.dropLast() + "\n"
  }

  private func isName(_ fragment: GraphSymbol.Fragment) -> Bool {
    fragment.kind == "identifier"
      || fragment.kind == "keyword" && ["init", "subscript", "deinit"].contains(fragment.spelling)
  }
}
