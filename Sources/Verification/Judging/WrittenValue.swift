internal import Execution

/// Whether a value is what a comment says.
enum Agreement {
  case same, different
  /// It is shown in other words than the comment's.
  case unknown

  /// Whether all of these are the same; one that differs decides.
  static func all(_ parts: [Agreement]) -> Agreement {
    parts.contains(.different) ? .different : parts.contains(.unknown) ? .unknown : .same
  }

  /// What these say of one value that is shown in several ways: one that can tell decides.
  static func told(by views: [Agreement]) -> Agreement {
    views.contains(.same) ? .same : views.contains(.different) ? .different : .unknown
  }

  /// Whether one of these is the same.
  static func any(_ parts: [Agreement]) -> Agreement {
    parts.contains(.same) ? .same : parts.contains(.unknown) ? .unknown : .different
  }
}

/// A value as Swift writes it: a literal, or what describes a value inside of others.
indirect enum WrittenValue: Hashable {
  case text(String)
  case integer(Int)
  /// A whole number that is written with a point: `3.0`.
  case whole(Int)
  case number(Double)
  /// An array.
  case list([WrittenValue])
  /// What stands in parentheses: a tuple, or the parts of a value.
  case tuple([WrittenValue])
  /// What has none: a dictionary, whose keys and values alternate here, or a set.
  case pairs(Set<[WrittenValue]>)
  /// Part of a tuple that has a name.
  case named(String, WrittenValue)
  /// A type or a case with its parts, `P(x: 1)`; its parts are a tuple.
  case made(String, WrittenValue)
  /// Anything else, letter by letter.
  case word(String)

  /// Reads a value.
  init(_ whole: some StringProtocol) { self.init(Substring(whole), depth: 0) }

  /// How deep in brackets values are read; what is deeper counts letter by letter.
  private static let deepest = 64

  private init(_ whole: Substring, depth: Int) {
    let text = whole.trimmed
    if depth > Self.deepest {
      self = .word(String(text))
    } else if let string = Self.string(text) {
      self = .text(string)
    } else if let inner = Self.inner(of: text, "Optional(", ")") {
      // As literals are written, `[1, nil]`.
      self = WrittenValue(inner, depth: depth + 1)
    } else if let inner = Self.inner(of: text, "[", "]") {
      let parts = Self.parts(of: inner, at: ",")
      let pairs = parts.map { Self.parts(of: $0, at: ":") }
      self =
        !parts.isEmpty && pairs.allSatisfy { $0.count == 2 }
        ? .pairs(Set(pairs.map { $0.map { WrittenValue($0, depth: depth + 1) } }))
        : inner == ":" ? .pairs([]) : .list(Self.values(of: parts, depth: depth))
    } else if let inner = ["ArraySlice([", "ContiguousArray(["].lazy.compactMap({ Self.inner(of: text, $0, "])") })
      .first
    {
      self = .list(Self.values(of: Self.parts(of: inner, at: ","), depth: depth))
    } else if let inner = Self.inner(of: text, "Set([", "])") {
      self = .pairs(Set(Self.parts(of: inner, at: ",").map { [WrittenValue($0, depth: depth + 1)] }))
    } else if let inner = Self.inner(of: text, "(", ")") {
      self = .tuple(Self.values(of: Self.parts(of: inner, at: ","), depth: depth))
    } else if let open = text.firstIndex(of: "("), open > text.startIndex,
      text[..<open].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }),
      let inner = Self.inner(of: text[open...], "(", ")")
    {
      self = .made(String(text[..<open]), .tuple(Self.values(of: Self.parts(of: inner, at: ","), depth: depth + 1)))
    } else {
      self = Self.atom(text)
    }
  }

  /// Whether a value that is described so is the one that is written here: a set may be written as a list, and a tuple
  /// without the names of its parts.
  func agreement(with other: WrittenValue) -> Agreement {
    if self == other { return .same }
    switch (self, other) {
    case (.named(let own, let value), .named(let other, let another)):
      return own == other ? value.agreement(with: another) : .different
    // What is returned has the names that the function's result has.
    case (.named(_, let value), _): return value.agreement(with: other)
    case (.word(let own), .word(let other)) where Self.isName(own) && Self.isName(other):
      return Self.isSameName(own, other) ? .same : .different
    case (.made(let own, let parts), .made(let other, let others)):
      guard Self.isSameName(own, other) else { return Self.isMember(own) ? .unknown : .different }
      return parts.agreement(with: others)
    case (_, .named(_, let value)): return agreement(with: value)
    // Swift shows a whole number with a point or without one; exponents are for large ones.
    case (.integer(let own), .whole(let other)): return own == other && abs(own) >= 1_000_000 ? .same : .different
    case (.list(let own), .list(let others)), (.tuple(let own), .tuple(let others)):
      guard own.count == others.count else { return .different }
      return .all(zip(own, others).map { $0.agreement(with: $1) })
    case (.list(let own), .pairs(let others)): return Self.agreement(own.map { [$0] }, with: others)
    case (.pairs(let own), .pairs(let others)): return Self.agreement(Array(own), with: others)
    // Swift shows a value by its parts, or as it describes itself, whatever name it has in its type.
    case (.word(let own), _), (.made(let own, _), .word): return Self.isMember(own) ? .unknown : .different
    // And a collection of another kind in other words.
    case (.list, .made), (.tuple, .made), (.pairs, .made): return .unknown
    case (.list, .word(let other)), (.tuple, .word(let other)), (.pairs, .word(let other)):
      return other.contains { "(<".contains($0) } ? .unknown : .different
    default: return .different
    }
  }

  /// Compares what has no order.
  private static func agreement(_ own: [[WrittenValue]], with others: Set<[WrittenValue]>) -> Agreement {
    guard own.count == others.count, Set(own).count == own.count else { return .different }
    return .all(
      own.map { parts in
        .any(others.map { $0.count == parts.count ? .all(zip(parts, $0).map { $0.agreement(with: $1) }) : .different })
      })
  }

  /// Whether it is the name of a member, as `.red` and `Color.red`, for which a value may have other words.
  private static func isMember(_ name: String) -> Bool {
    name.contains(".") && isName(name) && name.split(separator: ".").last?.first?.isUppercase == false
  }

  private static func isName(_ text: String) -> Bool {
    text.first { $0 != "." }.map { $0.isLetter || $0 == "_" } == true
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }

  /// Whether a name is the one that Swift shows with all that it stands in: `.north` and `Way.north` for
  /// `main.Way.north`, or with less: `.failure` for `failure`.
  private static func isSameName(_ own: String, _ shown: String) -> Bool {
    if own == shown { return true }
    guard isName(own), isName(shown) else { return false }
    return own.first == "." ? shown.hasSuffix(own) || own.dropFirst() == shown : shown.hasSuffix("." + own)
  }

  /// Whether it is what Swift writes, and not words of a sentence.
  var isOfSwift: Bool {
    switch self {
    case .text, .integer, .whole, .number: true
    case .list(let parts), .tuple(let parts): parts.allSatisfy(\.isOfSwift)
    case .pairs(let pairs): pairs.allSatisfy { $0.allSatisfy(\.isOfSwift) }
    case .named(_, let value): value.isOfSwift
    case .made(_, let parts): parts.isOfSwift
    case .word(let word):
      // A word alone is one of a sentence, unless it is a literal.
      !word.isEmpty && word.allSatisfy(\.isLetter)
        ? ["true", "false", "nil", "inf", "nan"].contains(word)
        : !word.contains(where: \.isWhitespace) || word.contains("(")
    }
  }

  private static func values(of parts: [Substring], depth: Int) -> [WrittenValue] {
    parts.map { part in
      let named = Self.parts(of: part, at: ":")
      return named.count == 2 && named[0].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        ? .named(String(named[0]), WrittenValue(named[1], depth: depth + 1)) : WrittenValue(part, depth: depth + 1)
    }
  }

  private static func atom(_ text: Substring) -> WrittenValue {
    let digits = String(text).replacing("_", with: "")
    for (mark, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(mark) {
      if let number = Int(digits.dropFirst(2), radix: radix) { return .integer(number) }
    }
    if let number = Int(digits), digits.first != "+" { return .integer(number) }
    let sign = digits.first == "-" ? digits.dropFirst() : digits[...]
    guard sign.first?.isNumber == true, let number = Double(digits) else { return .word(String(text)) }
    // Swift shows the sign of `-0.0`, though it is equal to `0.0`.
    if number == 0, digits.first == "-" { return .word("-0.0") }
    // `3.00` is `3.0`; what is too large for that is its digits.
    if let whole = Int(exactly: number), abs(number) < 9e15 { return .whole(whole) }
    return sign.allSatisfy(\.isNumber) ? .word(digits) : .number(number)
  }

  // MARK: Reading

  /// What a text is that stands between quotation marks as a whole.
  private static func string(_ text: Substring) -> String? {
    guard text.count > 1, text.first == "\"", endOfString(text, text.startIndex) == text.endIndex else { return nil }
    return text.dropFirst().dropLast().withoutEscapes
  }

  /// Where the string ends that begins there.
  private static func endOfString(_ text: Substring, _ start: String.Index) -> String.Index {
    var index = text.index(after: start)
    while index < text.endIndex {
      if text[index] == "\\" {
        index = text.index(after: index)
        if index == text.endIndex { break }
      } else if text[index] == "\"" {
        return text.index(after: index)
      }
      index = text.index(after: index)
    }
    return text.endIndex
  }

  /// What stands between two brackets that belong together and are all of the text.
  private static func inner(of text: Substring, _ open: String, _ close: String) -> Substring? {
    guard text.hasPrefix(open), text.hasSuffix(close), text.count >= open.count + close.count else { return nil }
    let inner = text.dropFirst(open.count).dropLast(close.count)
    return depths(of: inner).contains { $0.depth < 0 } ? nil : inner
  }

  /// The characters outside of strings, and how deep in brackets each is.
  private static func depths(of text: Substring) -> [(index: String.Index, depth: Int)] {
    var depths: [(index: String.Index, depth: Int)] = []
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if character == "\"" {
        index = endOfString(text, index)
        continue
      }
      if "[(".contains(character) { depth += 1 }
      if "])".contains(character) { depth -= 1 }
      depths.append((index, depth))
      index = text.index(after: index)
    }
    return depths
  }

  /// What stands between separators that are in no brackets; nothing of an empty text.
  private static func parts(of text: Substring, at separator: Character) -> [Substring] {
    guard !text.trimmed.isEmpty else { return [] }
    var parts: [Substring] = []
    var start = text.startIndex
    for (index, depth) in depths(of: text) where depth == 0 && text[index] == separator {
      parts.append(text[start..<index].trimmed)
      start = text.index(after: index)
    }
    return parts + [text[start...].trimmed]
  }
}

extension StringProtocol {
  /// What stands between the quotation marks of a literal, as it is read; what is not an escape stays as it is.
  var withoutEscapes: String {
    var text = ""
    var rest = self[...]
    while let backslash = rest.firstIndex(of: "\\") {
      text += rest[..<backslash]
      rest = rest[backslash...]
      if let (character, length) = Self.escape(rest.dropFirst()) {
        text.unicodeScalars.append(character)
        rest = rest.dropFirst(length + 1)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }

  /// The character that letters behind a backslash stand for, and how many these are.
  private static func escape(_ letters: SubSequence) -> (character: Unicode.Scalar, length: Int)? {
    switch letters.first {
    case "n": return ("\n", 1)
    case "t": return ("\t", 1)
    case "r": return ("\r", 1)
    case "0": return ("\0", 1)
    case "\\": return ("\\", 1)
    case "\"": return ("\"", 1)
    case "'": return ("'", 1)
    case "u":
      let digits = letters.dropFirst(2).prefix { $0 != "}" }
      guard letters.dropFirst().first == "{", letters.dropFirst(2 + digits.count).first == "}",
        let character = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      else { return nil }
      return (character, digits.count + 3)
    default: return nil
    }
  }
}
