/// Finds symbols by their names and by what the compiler calls them.
package struct SymbolIndex: Sendable {
  private let targets: [String: SymbolTarget]

  init(_ targets: [String: SymbolTarget]) {
    self.targets = targets
  }

  /// The symbol that the compiler calls so, if a page has it.
  package subscript(usr: String) -> SymbolTarget? { targets[usr] }

  /// All of them, in no order.
  package var all: some Collection<SymbolTarget> { targets.values }

  /// Where a link such as `Loop/run(until:)` leads, seen from a page; from a chapter that is written, the page is `nil`.
  package func resolve(_ link: String, from page: String?) -> Result<SymbolTarget, UnknownSymbol> {
    let found = targets.values.filter { $0.path == link || $0.path.hasSuffix("/\(link)") }
    if let first = found.first, found.count == 1 { return .success(first) }
    return .failure(
      UnknownSymbol(
        message: found.isEmpty ? "there is no symbol '\(link)'" : "'\(link)' can be several symbols",
        suggestions: found.map(\.path).sorted()))
  }
}
