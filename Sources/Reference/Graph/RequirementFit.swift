extension GraphSymbol {
  /// Whether conforming types may have it in the place of a requirement; where that cannot be decided, they may.
  ///
  /// The compiler's graph goes by the name alone.
  func mayImplement(_ requirement: GraphSymbol) -> Bool {
    if isNowhere { return false }
    let members: Set = [kind, requirement.kind]
    if members.count == 2, members.isSubset(of: Self.valuesAndMethods) { return false }
    if kind == "swift.init", declaredText.contains("init?"), !requirement.declaredText.contains(/init[?!]/) {
      return false
    }
    let (own, demanded) = (Signature(self), Signature(requirement))
    return own.accessors.fit(demanded.accessors) && own.effects.fit(demanded.effects)
      && (own.isMutating ? demanded.isMutating : true) && own.typesMayBe(those: demanded)
  }

  /// What is a type's own, or one of a value of it, and never both.
  private static let valuesAndMethods: Set = [
    "swift.method", "swift.type.method", "swift.property", "swift.type.property", "swift.subscript",
    "swift.type.subscript",
  ]

  /// What a declaration and a requirement have to agree on.
  private struct Signature {
    var isMutating: Bool
    var accessors = Accessors()
    var effects = Effects([])
    var parameters: [[Fragment]] = []
    var result: [Fragment]?
    /// Whether it returns nothing where it does not say what.
    var isFunction: Bool

    init(_ symbol: GraphSymbol) {
      let parts = symbol.declaration
      isMutating = parts.prefix { !$0.isName }.contains { $0.kind == "keyword" && $0.spelling == "mutating" }
      isFunction = ["swift.method", "swift.type.method", "swift.func.op"].contains(symbol.kind)
      guard let (signature, tokens) = parts.signature(of: symbol) else { return }
      func part(_ range: Range<Int>) -> [Fragment] { parts.part(tokens.bytes(range)) }
      parameters = signature.parameters.map(part)
      result = signature.result.map(part)
      if let own = signature.effects { effects = Effects(part(own)) }
      if !isFunction, let brace = parts.lastIndex(where: { $0.spelling.contains("{") }) {
        accessors = Accessors(parts[brace...])
        effects = Effects(Array(parts[brace...]))
      }
    }

    /// Whether all types may be the same.
    func typesMayBe(those other: Signature) -> Bool {
      let nothing = [Fragment(kind: "text", spelling: "()")]
      var pairs = [(parts: [Fragment], others: [Fragment])]()
      if parameters.count == other.parameters.count { pairs = Array(zip(parameters, other.parameters)) }
      if let own = result ?? (isFunction ? nothing : nil), let others = other.result ?? (isFunction ? nothing : nil) {
        pairs.append((own, others))
      }
      return pairs.allSatisfy { FixedType.mayBeSame($0, $1) }
    }
  }

  /// What a property or a subscript lets do.
  private struct Accessors {
    var words: [String] = []

    init() {}

    init(_ parts: ArraySlice<Fragment>) { words = parts.filter { $0.kind == "keyword" }.map(\.spelling) }

    func fit(_ requirement: Accessors) -> Bool {
      // A declaration may say nothing of what it lets do.
      if words.isEmpty { return true }
      if requirement.words.contains("set"), !words.contains("set") { return false }
      return !hasMutatingGetter || requirement.hasMutatingGetter
    }

    private var hasMutatingGetter: Bool { zip(words, words.dropFirst()).contains { $0 == ("mutating", "get") } }
  }

  /// Whether callers have to wait, and what is thrown.
  private struct Effects {
    enum Errors {
      case none, those, any
      case only([Fragment])
    }

    var isAsynchronous: Bool
    var errors = Errors.none

    init(_ parts: [Fragment]) {
      func place(_ word: String) -> Int? { parts.firstIndex { $0.kind == "keyword" && $0.spelling == word } }
      isAsynchronous = place("async") != nil
      if place("rethrows") != nil { errors = .those }
      guard let place = place("throws") else { return }
      errors = .any
      let rest = parts[(place + 1)...]
      guard rest.first?.spelling.first == "(" else { return }
      let type = rest.dropFirst(rest.first?.spelling == "(" ? 1 : 0).prefix {
        $0.kind != "text" || $0.spelling.first != ")"
      }
      if type.count == 1, type.first?.spelling == "Never" { errors = .none }
      let isAnyError = type.contains { $0.spelling == "Error" && $0.usr == "s:s5ErrorP" }
      if case .any = errors, !isAnyError { errors = .only(Array(type)) }
    }

    func fit(_ requirement: Effects) -> Bool {
      if isAsynchronous, !requirement.isAsynchronous { return false }
      switch (errors, requirement.errors) {
      case (.any, .none), (.any, .those): return false
      case (.only(let type), .none), (.only(let type), .those): return FixedType(type) == nil
      case (.any, .only(let type)): return FixedType(type) == nil
      case (.only(let own), .only(let type)): return FixedType.mayBeSame(own, type)
      default: return true
      }
    }
  }
}

/// A type that means the same wherever it is written: no name in it stands for several.
private struct FixedType: Hashable {
  private let text: String

  init?(_ parts: [GraphSymbol.Fragment]) {
    var text = ""
    var last = ""
    for part in parts where part.kind != "attribute" {
      guard part.kind == "typeIdentifier" else {
        text += part.spelling
        continue
      }
      if part.usr == "s:s4Voida" {
        text += "()"
      } else {
        guard let usr = part.usr, Self.isType(usr) else { return nil }
        // `Outer.Inner` is `Inner`.
        if !last.isEmpty, text.hasSuffix("\(last).") { text.removeLast(last.count + 1) }
        text += usr
        last = usr
      }
    }
    if text.contains(/\b(some|each|repeat)\b/) { return nil }
    // What does not tell types apart, or need not be the same.
    text.replace(/\b(any|borrowing|consuming|isolated|sending|__owned|__shared)\b|[\s()]/, with: "")
    self.text = text.replacing("!", with: "?")
  }

  /// Whether two types may be the same; those that other types stand for may.
  static func mayBeSame(_ left: [GraphSymbol.Fragment], _ right: [GraphSymbol.Fragment]) -> Bool {
    guard let left = FixedType(left), let right = FixedType(right) else { return true }
    return left == right || left.isWrittenOut != right.isWrittenOut
  }

  /// Whether it has the name of what is otherwise written `[T]`, `[K: V]` or `T?`.
  private var isWrittenOut: Bool { ["s:Sa<", "s:SD<", "s:Sq<"].contains { text.contains($0) } }

  /// Whether a name is that of a type, and not of what stands for one, such as an alias or an associated type.
  private static func isType(_ usr: String) -> Bool {
    guard usr.hasPrefix("s:") else { return false }
    let isOfLibrary = usr.hasPrefix("s:S") && usr.utf8.count == 4 || usr.hasPrefix("s:Sc") && usr.utf8.count == 5
    return isOfLibrary || "VOCP".contains(usr.last ?? " ")
  }
}
