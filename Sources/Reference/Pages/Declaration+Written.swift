extension [GraphSymbol.Fragment] {
  /// Puts types as their authors wrote them in the place of those of which the compiler's graph leaves something out:
  /// `@convention(c)`, the arguments of `some Collection<some Shape>`, what a closure's parameters are called, and the
  /// module in `Swift.Duration`.
  mutating func restoreTypes(of symbol: GraphSymbol, _ written: WrittenDeclaration) {
    guard !written.parameters.isEmpty || written.result != nil, let (signature, tokens) = signature(of: symbol) else {
      return
    }
    let bytes = flatMap(\.spelling.utf8)
    var types = [(Range<Int>, [Element])](zip(signature.parameters, written.parameters))
    if signature.parameters.count != written.parameters.count { types = [] }
    if let result = signature.result, let own = written.result { types.append((result, own)) }
    for (range, own) in types.reversed() {
      let place = tokens.bytes(range)
      let shown = String(decoding: bytes[place], as: UTF8.self)
      guard Self.lacks(shown, own.map(\.spelling).joined()) else { continue }
      replace(place, with: linked(own, symbol, at: place))
    }
  }

  /// Puts the names in that an author has given to what a case holds without labels: the compiler's graph has only `_`.
  mutating func restoreNames(of symbol: GraphSymbol, _ written: WrittenDeclaration) {
    guard symbol.kind == "swift.enum.case", let (signature, tokens) = signature(of: symbol),
      signature.names.count == written.names.count
    else { return }
    for (shown, own) in zip(signature.names, written.names).reversed() where own.count == 2 {
      guard let label = shown.first, shown.count == 1 else { continue }
      replace(
        tokens.all[label].range,
        with: [
          Element(kind: "externalParam", spelling: own[0]), Element(kind: "text", spelling: " "),
          Element(kind: "internalParam", spelling: own[1]),
        ])
    }
  }

  /// Where the types stand in a symbol's declaration, as tokens of its text.
  func signature(of symbol: GraphSymbol) -> (signature: SwiftSignature, tokens: SwiftTokens)? {
    guard let form = SwiftSignature.Form(symbol.kind), let name = firstIndex(where: \.isName) else { return nil }
    let tokens = SwiftTokens(flatMap(\.spelling.utf8), from: 0)
    let end = self[...name].reduce(0) { $0 + $1.spelling.utf8.count }
    return (SwiftSignature(form, after: end, in: tokens), tokens)
  }

  /// Whether a type as it is shown lacks something of how it is written.
  private static func lacks(_ shown: String, _ written: String) -> Bool {
    let qualifiers = written.matches(of: /\b[A-Z]\w*\./).map(\.output)
    if qualifiers.contains(where: { !shown.contains($0) }) { return true }
    if written.contains("@convention(") || written.contains(/[(,]\s*_\s+[\w`]+\s*:/) { return true }
    return written.contains(/\bsome\b/)
      && written.count { $0 == "<" } > shown.count { $0 == "<" }
  }

  /// A type with the USRs that the declaration, there and elsewhere, and its constraints have for its names.
  private func linked(_ type: [Element], _ symbol: GraphSymbol, at place: Range<Int>) -> [Element] {
    var (end, inPlace) = (0, [Element]())
    for part in self {
      if place.contains(end) { inPlace.append(part) }
      end += part.spelling.utf8.count
    }
    return type.map { part in
      guard part.kind == "typeIdentifier" else { return part }
      var part = part
      part.usr =
        (inPlace + self).first { $0.kind == "typeIdentifier" && $0.spelling == part.spelling }?.usr
        ?? symbol.constraints.first { $0.right == part.spelling }?.rightUSR
      return part
    }
  }

  /// The parts, or what of them stands in some bytes of the text.
  func part(_ range: Range<Int>) -> [Element] {
    var start = 0
    return compactMap { fragment in
      let bytes = [UInt8](fragment.spelling.utf8)
      let own = (start..<start + bytes.count).clamped(to: range)
      defer { start += bytes.count }
      guard !own.isEmpty else { return nil }
      var part = fragment
      part.spelling = String(decoding: bytes[own.lowerBound - start..<own.upperBound - start], as: UTF8.self)
      return part
    }
  }

  /// Puts parts in the place of some bytes of the text.
  mutating func replace(_ range: Range<Int>, with parts: [Element]) {
    var kept: [Element] = []
    var start = 0
    for fragment in self {
      let bytes = [UInt8](fragment.spelling.utf8)
      let own = start..<start + bytes.count
      func keep(_ side: Range<Int>) {
        guard !side.isEmpty else { return }
        var part = fragment
        part.spelling = String(decoding: bytes[side.lowerBound - start..<side.upperBound - start], as: UTF8.self)
        kept.append(part)
      }
      keep(own.clamped(to: 0..<range.lowerBound))
      if own.contains(range.lowerBound) { kept += parts }
      keep(own.clamped(to: range.upperBound..<Swift.max(range.upperBound, own.upperBound)))
      start = own.upperBound
    }
    self = kept
  }
}

extension GraphSymbol.Fragment {
  /// Whether it is the name of what is declared, or stands for it.
  var isName: Bool {
    kind == "identifier" || kind == "keyword" && ["init", "subscript", "deinit"].contains(spelling)
  }
}
