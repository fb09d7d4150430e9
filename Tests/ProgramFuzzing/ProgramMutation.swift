internal import DifferentialModel
internal import SwiftParser
internal import SwiftSyntax

/// Changes a program in small ways: in its tokens, lines and items, and by parts of another.
struct ProgramMutation {
  var random: RandomSource
  private var text: String
  private let donor: String

  init(_ text: String, donor: String, _ random: RandomSource) {
    self.text = text
    self.donor = donor
    self.random = random
  }

  mutating func mutated() -> String {
    for _ in 0..<(random.chance(75) ? 1 : 3) {
      switch random.below(22) {
      case 0: changeItems { items, random in items.remove(at: random.below(items.count)) }
      case 1: changeItems { items, random in items.insert(random.pick(items), at: random.below(items.count + 1)) }
      case 2, 3:
        changeItems { items, random in
          let item = items.remove(at: random.below(items.count))
          items.insert(item, at: random.below(items.count + 1))
        }
      case 4, 5, 6: splice()
      case 7: changeTokens { tokens, random in tokens[random.below(tokens.count)] = "" }
      case 8:
        changeTokens { tokens, random in
          let index = random.below(tokens.count)
          tokens[index] += tokens[index]
        }
      case 9: changeTokens { tokens, random in tokens.swapAt(random.below(tokens.count), random.below(tokens.count)) }
      case 10, 11: replaceToken()
      case 12, 13, 14: insertModifier()
      case 15: replaceWord()
      case 16: wrap()
      case 17: text = "import \(random.pick(["Foundation", "Glibc", "Dispatch", "Synchronization"]))\n" + text
      case 18: text = text.split(separator: "\n").filter { !$0.hasPrefix("import ") }.joined(separator: "\n") + "\n"
      case 19: rename()
      case 20:
        changeLines { lines, random in lines.remove(at: random.below(lines.count)) }
      default:
        changeLines { lines, random in lines.swapAt(random.below(lines.count), random.below(lines.count)) }
      }
    }
    return text
  }

  private static func items(_ text: String) -> [String] {
    Parser.parse(source: text).statements.map { "\($0)" }
  }

  private mutating func changeItems(_ body: (inout [String], inout RandomSource) -> Void) {
    var items = Self.items(text)
    guard !items.isEmpty else { return }
    body(&items, &random)
    text = items.map { $0.hasPrefix("\n") ? $0 : "\n" + $0 }.joined() + "\n"
  }

  private mutating func changeLines(_ body: (inout [Substring], inout RandomSource) -> Void) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    body(&lines, &random)
    text = lines.joined(separator: "\n")
  }

  private static func tokens(_ text: String) -> [TokenSyntax] {
    Array(Parser.parse(source: text).tokens(viewMode: .sourceAccurate))
  }

  private mutating func changeTokens(_ body: (inout [String], inout RandomSource) -> Void) {
    var tokens = Self.tokens(text).map { "\($0)" }
    body(&tokens, &random)
    text = tokens.joined()
  }

  /// Items of the other program, at any place.
  private mutating func splice() {
    let others = Self.items(donor)
    guard !others.isEmpty else { return }
    let start = random.below(others.count)
    let taken = others[start..<min(others.count, start + 1 + random.below(6))]
    let imports = others.filter { $0.contains("import ") && !$0.contains("\"") }
    changeItems { items, random in
      items.insert(contentsOf: taken, at: random.below(items.count + 1))
      if random.chance(80) { items.insert(contentsOf: imports, at: 0) }
    }
  }

  /// A token gives way to another of its kind.
  private mutating func replaceToken() {
    let tokens = Self.tokens(text)
    let index = random.below(tokens.count)
    let kind = Self.kind(tokens[index])
    let others = tokens.filter { Self.kind($0) == kind }.map(\.text)
    guard !others.isEmpty else { return }
    var pieces = tokens.map { "\($0)" }
    pieces[index] = "\(tokens[index].leadingTrivia)\(random.pick(others))\(tokens[index].trailingTrivia)"
    text = pieces.joined()
  }

  private static func kind(_ token: TokenSyntax) -> String {
    switch token.tokenKind {
    case .identifier(let name): name.first?.isUppercase == true ? "type" : "name"
    case .integerLiteral, .floatLiteral: "number"
    case .binaryOperator: "operator"
    case .keyword: "keyword"
    default: "other"
    }
  }

  private static let modifiers = [
    "private", "fileprivate", "internal", "public", "package", "open", "private(set)", "static", "lazy", "final",
    "mutating", "weak", "unowned", "nonisolated", "nonisolated(unsafe)", "@MainActor", "@inlinable",
    "@usableFromInline",
    "override", "convenience", "required", "consuming", "borrowing", "indirect", "async", "@discardableResult",
    "dynamic", "optional", "class", "@frozen", "@available(*, deprecated)", "@Sendable", "@escaping", "sending",
    "inout",
  ]

  /// A modifier before a declaration's own word, one more or one less.
  private mutating func insertModifier() {
    let introducers: Set = [
      "func", "var", "let", "struct", "class", "enum", "protocol", "extension", "init", "typealias", "subscript",
      "case",
      "actor", "deinit", "associatedtype",
    ]
    let tokens = Self.tokens(text)
    let places = tokens.indices.filter { introducers.contains(tokens[$0].text) }
    guard !places.isEmpty else { return }
    var pieces = tokens.map { "\($0)" }
    let place = random.pick(places)
    let modifier = random.chance(70) ? random.pick(Array(Self.modifiers.prefix(7))) : random.pick(Self.modifiers)
    pieces[place] = "\(tokens[place].leadingTrivia)\(modifier) \(tokens[place].text)\(tokens[place].trailingTrivia)"
    if random.chance(25), place > 0, Self.modifiers.contains(tokens[place - 1].text) {
      pieces[place - 1] = "\(tokens[place - 1].leadingTrivia)"
    }
    text = pieces.joined()
  }

  private static let words: [(String, [String])] = [
    ("let", ["var", "lazy var", "weak var", "inout"]), ("var", ["let", "static var", "lazy var"]),
    ("struct", ["class", "enum", "actor", "struct"]), ("class", ["struct", "actor", "final class", "enum"]),
    ("private", ["fileprivate", "public", "internal", ""]), ("fileprivate", ["private", "public", ""]),
    ("public", ["private", "open", "package"]), ("func", ["mutating func", "static func", "init"]),
    ("some", ["any", ""]), ("any", ["some", ""]), ("try", ["try?", "try!", "await", ""]),
    ("Int", ["Double", "Int?", "Any"]),
    ("Double", ["Float", "Int"]), ("String", ["Substring", "Character"]), ("if", ["while", "guard"]),
    ("==", ["!=", "==="]),
    ("+", ["-", "&+"]), ("print", ["dump", "debugPrint", "assert"]),
  ]

  private mutating func replaceWord() {
    let tokens = Self.tokens(text)
    let places = tokens.indices.filter { index in Self.words.contains { $0.0 == tokens[index].text } }
    guard !places.isEmpty else { return }
    let place = random.pick(places)
    let choices = Self.words.first { $0.0 == tokens[place].text }?.1 ?? []
    var pieces = tokens.map { "\($0)" }
    pieces[place] = "\(tokens[place].leadingTrivia)\(random.pick(choices))\(tokens[place].trailingTrivia)"
    text = pieces.joined()
  }

  /// A few items become the body of something.
  private mutating func wrap() {
    let frames = [
      ("func wrapped() {", "}\nwrapped()"), ("do {", "}"), ("if true {", "}"), ("_ = {", "}()"),
      ("struct Wrapped {", "}"),
      ("#if true", "#endif"), ("#if DEBUG", "#else\nprint(1)\n#endif"), ("defer {", "}"), ("while true {", "break\n}"),
      ("func wrapped() throws {", "}\ntry wrapped()"), ("@MainActor func wrapped() {", "}\nwrapped()"),
      ("enum Space {", "}"), ("extension Int {", "}"), ("Task {", "}"),
      ("func wrapped() async {", "}\nawait wrapped()"),
      ("switch 1 {\ncase 1:", "default: break\n}"), ("class Wrapped {", "}"), ("({", "})()"), ("for _ in 0..<2 {", "}"),
    ]
    changeItems { items, random in
      let start = random.below(items.count)
      let end = min(items.count, start + 1 + random.below(3))
      let frame = random.pick(frames)
      let body = items[start..<end].joined(separator: "\n")
      items.replaceSubrange(start..<end, with: ["\(frame.0)\n\(body)\n\(frame.1)"])
    }
  }

  /// A name becomes another that has a meaning elsewhere.
  private mutating func rename() {
    let tokens = Self.tokens(text)
    let names = tokens.filter { ["name", "type"].contains(Self.kind($0)) }.map(\.text)
    guard !names.isEmpty else { return }
    let old = random.pick(names)
    let new = random.pick([
      "print", "max", "Int", "String", "Array", "Optional", "main", "error", "Swift", "Item", "Point", "Never", "Error",
      "abs", "Sendable", "Equatable", "self", "_loopbook_reached", "exit", "stdout", "loopbook_entry_1", "body",
      "Result",
    ])
    text = tokens.map { "\($0.leadingTrivia)\($0.text == old ? new : $0.text)\($0.trailingTrivia)" }.joined()
  }
}
