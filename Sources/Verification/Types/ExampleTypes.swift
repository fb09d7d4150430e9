internal import Examples

/// What the names in an example mean.
package struct ExampleTypes: Sendable, Hashable {
  /// A name in a listing.
  package struct Name: Sendable, Hashable {
    /// The line of the example, counted from 0.
    package var line: Int
    /// Where it stands in the text of that line, in bytes.
    package var range: Range<Int>
    /// What it means, and what else it does: a type that is called is an initializer, too.
    ///
    /// At least one.
    package var symbols: [NamedSymbol]
  }

  /// Its names, in the order of the text, as far as the compiler knows them.
  package let names: [Name]

  /// What of other modules the lines that are shown mention, by their USRs.
  package let shown: Set<String>

  /// What of other modules it mentions only in lines that are shown on demand.
  package let hidden: Set<String>

  init(_ names: [Name], in example: Example) {
    self.names = names
    func mentioned(_ isShown: Bool) -> Set<String> {
      Set(
        names.filter { example.hiddenLines.shows($0.line) == isShown }.flatMap(\.symbols).filter { $0.module != "main" }
          .map(\.usr))
    }
    let shown = mentioned(true)
    self.shown = shown
    hidden = mentioned(false).subtracting(shown)
  }

  /// The name at a byte of a line.
  func name(atByte offset: Int, ofLine line: Int) -> Name? {
    names.first { $0.line == line && $0.range.contains(offset) }
  }
}

extension VerifiedBook {
  /// The examples that hold and mention a symbol, by its USR: those that show it first, then the shortest first.
  ///
  /// Known where the types of listings were asked for.
  package func examples(using usr: String) -> [VerifiedExample] {
    types.compactMap { name, types -> (example: VerifiedExample, isHidden: Bool)? in
      let isShown = types.shown.contains(usr)
      guard isShown || types.hidden.contains(usr), let example = examples[name], example.verdict.outcome == .passed
      else {
        return nil
      }
      return (example, !isShown)
    }.sorted { left, right in
      if left.isHidden != right.isHidden { return right.isHidden }
      let lengths = [left, right].map { $0.example.judgement?.example.lines.count ?? 0 }
      return lengths[0] == lengths[1] ? left.example.name < right.example.name : lengths[0] < lengths[1]
    }.map(\.example)
  }
}
