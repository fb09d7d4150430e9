internal import Execution
internal import Recordings

/// What a comment behind a statement says its value is, as in `let sum = 1 + 2 // 3`.
struct StatedValue {
  /// As it is written.
  let text: String
  /// What stands between its quotation marks; `nil` where it has none.
  private let quoted: String?
  /// What says that it is only near the value, as `≈` does; `nil` where it is the value.
  private let nearness: Character?
  private var isRough: Bool { nearness != nil }
  /// Whether it is written so that it can only be what came: as a list, behind an arrow, or behind words for it.
  let isMarked: Bool
  /// Whether it stands behind an arrow.
  let hasArrow: Bool
  /// The values of a list without brackets, of several variables or of one after the other; `nil` for anything else.
  let row: [StatedValue]?

  /// What such a comment may begin with.
  private static let words = [
    "Result:", "result:", "Result is ", "result is ", "The result is ", "Value:", "value:", "The value is ", "Is ",
    "is ", "Now ", "now ", "is now ",
    "Returns ", "returns ", "Returns:", "returns:", "Evaluates to ", "evaluates to ", "Equals ", "equals ", "Gives ",
    "gives ", "Yields ", "yields ",
  ]

  /// Whether it stands between quotation marks.
  var isQuoted: Bool { quoted != nil }
  /// The value with what says that it is only near.
  var written: String {
    row.map { $0.map(\.written).joined(separator: ", ") } ?? (nearness.map { "\($0) \(text)" } ?? text)
  }

  /// Reads a comment; `nil` for one that says anything else, or more.
  init?(_ comment: String) {
    var said = comment.saidBehindSlashes
    let arrow = PrintedClaim.arrow(of: said)
    hasArrow = arrow != nil
    let mark = arrow ?? Self.words.first(where: said.hasPrefix)
    if let lead = mark ?? PrintedClaim.equals.first(where: said.hasPrefix) {
      said = said.dropFirst(lead.count).trimmed
    }
    isMarked = mark != nil || said.first == "["
    nearness = said.first.flatMap { "≈~".contains($0) ? $0 : nil }
    if nearness != nil { said = said.dropFirst().trimmed }
    if said.last == ".", !said.hasSuffix("..") { said.removeLast() }
    said = said.withoutType.withoutReason(isMarked: arrow != nil)
    if said.count > 2, said.first == "`", said.last == "`" { said = said.dropFirst().dropLast() }
    guard let first = said.first, let last = said.last else { return nil }
    if !PrintedClaim.isValue(said), let parts = PrintedClaim.valueList(said),
      !parts.contains(where: { $0.contains("…") })
    {
      row = parts.compactMap(StatedValue.init)
      guard row?.count == parts.count else { return nil }
      text = "(\(parts.joined(separator: ", ")))"
      quoted = nil
      return
    }
    row = nil
    text = String(said)
    if said.count > 1, [("\"", "\""), ("“", "”")].contains(where: { $0 == (first, last) }) {
      let inner = said.dropFirst().dropLast()
      // `"a" and "b"` says more than one value.
      guard !inner.replacing("\\\"", with: "").contains(where: { "\"“”".contains($0) }) else { return nil }
      quoted = String(inner)
    } else {
      quoted = nil
      let isValue =
        PrintedClaim.isValue(said.last == "…" ? said.dropLast() : said) && WrittenValue(said).isOfSwift
        && Self.isNumeric(said)
      guard isValue || WrittenCase(said) != nil || said.isGroupedNumber else { return nil }
    }
  }

  /// Whether what begins with a digit is a number, the beginning of one, or a range, and not `2x2` or `1.2.3`.
  private static func isNumeric(_ text: Substring) -> Bool {
    let digits = text.first == "-" ? text.dropFirst() : text
    guard digits.first?.isNumber == true else { return true }
    return digits.replacing("_", with: "").replacing("…", with: "...").replacing("..<", with: "...").split(
      separator: "..."
    ).allSatisfy {
      Double($0) != nil || $0.hasPrefix("0b") && Int($0.dropFirst(2), radix: 2) != nil
        || $0.hasPrefix("0o") && Int($0.dropFirst(2), radix: 8) != nil
    }
  }

  /// What it would have to say of a value that is described so.
  func said(of descriptions: [String]) -> String {
    let descriptions = descriptions.last == ProbedProgram.changed ? descriptions.dropLast() : descriptions
    let showsLayers = Self.layers(text) > 0 && Self.layers(descriptions[0]) > 0
    if Self.isNone(text) || text.hasPrefix(".some(") || showsLayers {
      return descriptions[1].first == "\"" ? descriptions[1] : descriptions[0]
    }
    // What an optional holds is the rest.
    let own = descriptions.count >= 4 ? descriptions[2...3] : descriptions[0...1]
    // A collection is told as its list where the comment has one.
    let shown = text.first == "[" ? descriptions.suffix(2) : own
    let (alone, inside) = (shown[shown.startIndex], shown[shown.startIndex + 1])
    if inside.first == "\"" { return inside }
    guard let name = WrittenCase(text[...]), inside.hasSuffix("." + alone), alone.first?.isLowercase == true else {
      return alone
    }
    // Inside of others it is shown with its module and its type.
    let isWithType = name.types.count > 1 && inside.hasSuffix("." + alone)
    return isWithType ? inside.split(separator: ".").dropFirst().joined(separator: ".") : name.types + alone
  }

  private static func isNone(_ text: String) -> Bool {
    text == "nil" || WrittenCase(text[...])?.isNone == true
  }

  /// Whether it has names of members, for which values may be shown in other words.
  var namesMembers: Bool { text.contains(/(?:^|[\[(\s,])(?:[A-Z]\w*)?\.[a-z_]/) }

  /// What it says as code that can be compared with the value; `nil` where how the value is described is enough.
  var code: String? {
    // Swift wraps a value in an optional to compare the two, so that one would be equal to what it is not.
    let isOptional = ["Optional(", ".some("].contains(where: text.contains) || Self.isNone(text)
    guard quoted == nil, row == nil, !isRough, !isOptional, !["…", "..."].contains(where: text.contains) else {
      return nil
    }
    if let name = WrittenCase(text[...]) { return name.isMember ? text : nil }
    return text.first == "[" || text.first == "(" ? text : nil
  }

  /// Whether a value is what it says.
  ///
  /// - Parameter descriptions: How the value is described, alone and inside of others; then in the same way what it
  ///   holds, if it is an optional, and the list of its elements, if it is a collection of another kind.
  func agreement(with descriptions: [String]) -> Agreement {
    if Self.isNone(text) {
      // It may be the case of another type.
      if text != "nil", descriptions[0] == "none", descriptions[1].first != "\"" { return .same }
      // An optional that holds an empty one is not `nil`.
      return descriptions[0] == "nil" && descriptions[1] == "nil" ? .same : .different
    }
    // An optional is written with as many layers as it has.
    let layers = Self.layers(text)
    if layers > 0, layers != Self.layers(descriptions[0]) { return .different }
    let isSome =
      layers == 0 && text.hasPrefix(".some(") && text.hasSuffix(")") && Self.layers(descriptions[0]) == 1
    if layers > 0 || isSome, descriptions.count > 3 {
      let inner =
        isSome
        ? text.dropFirst(".some(".count).dropLast() : text.dropFirst("Optional(".count * layers).dropLast(layers)
      if let inner = StatedValue(String(inner)) { return inner.agreement(with: Array(descriptions[2...])) }
    }
    return .told(
      by: stride(from: 0, to: descriptions.count - 1, by: 2).map {
        agreement(with: (alone: descriptions[$0], inside: descriptions[$0 + 1]))
      })
  }

  /// How many optionals lie in each other.
  private static func layers(_ text: String) -> Int {
    var (rest, count) = (text[...], 0)
    while rest.hasPrefix("Optional(") { (rest, count) = (rest.dropFirst("Optional(".count), count + 1) }
    return count
  }

  private func agreement(with value: (alone: String, inside: String)) -> Agreement {
    if let row {
      if value.alone == written { return .same }
      // What is told so may be a list as well as a tuple.
      let list = WrittenValue("[\(row.map(\.text).joined(separator: ", "))]")
      return .told(
        by: [value.alone, value.inside].flatMap { shown in
          [WrittenValue(text), list].map { $0.agreement(with: WrittenValue(shown)) }
        })
    }
    if text[...].isGroupedNumber {
      return value.alone == text || WrittenValue(text.replacing(",", with: "")) == WrittenValue(value.alone)
        ? .same : .different
    }
    let isString = value.inside.first == "\""
    if let quoted {
      if isString, WrittenValue("\"\(quoted)\"") == WrittenValue(value.inside) { return .same }
      // A type that describes itself, such as a path, may be quoted like text; a number may not.
      let isText = isString || !PrintedClaim.isValue(value.alone[...])
      return isText && ([quoted, quoted.withoutEscapes].contains(value.alone) || matches(quoted, value.alone))
        ? .same : .different
    }
    // Lists and tuples are themselves where text shows them, but digits are not a text.
    if isString { return text == value.alone && ["[", "("].contains(text.first) ? .same : .different }
    if [value.alone, value.inside].contains(where: { $0 == text || matches(text, $0) }) { return .same }
    // Bits are written with all their zeros.
    if let number = Int(value.alone), text.count >= 4, text.first == "0" || text.count >= 8,
      Int(text.replacing("_", with: ""), radix: 2) == number
    {
      return .same
    }
    // An option set shows its bits alone.
    if let raw = value.alone.firstRange(of: "(rawValue: "), value.alone.last == ")" {
      if value.alone[raw.upperBound...].dropLast() == text { return .same }
      if text.first == "[" { return .unknown }
    }
    if isRough, let said = Double(text), let number = Double(value.alone) {
      let parts = text.split { $0 == "e" || $0 == "E" }
      let digits = parts[0].firstIndex(of: ".").map { parts[0][$0...].count - 1 } ?? 0
      let places = digits - (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
      let unit = (0..<min(abs(places), 400)).reduce(1.0) { unit, _ in places > 0 ? unit / 10 : unit * 10 }
      return abs(said - number) <= unit / 2 * 1.000001 ? .same : .different
    }
    if let said = WrittenCase(text[...]) { return said.agreement(with: value) }
    // So Swift shows where a string's index is.
    if ["[utf8]", "[utf16]", "[any]"].contains(where: { value.alone == text + $0 }) { return .same }
    // A whole number shows no point.
    if text.contains("."), Int(text.replacing("_", with: "")) == nil, Int(value.alone) != nil { return .different }
    return .told(by: [value.alone, value.inside].map { WrittenValue(text).agreement(with: WrittenValue($0)) })
  }

  private func matches(_ pattern: String, _ description: String) -> Bool {
    let pattern = PrintedClaim.pattern(pattern)
    guard pattern.replacing("\\...", with: "").contains("...") else { return false }
    return RecordedText([pattern], as: .output).matches(Array("\(description)\n".utf8))
  }
}

/// A case of an enumeration, or a value with its parts, as it is written: `.north`, `Way.north(speed: 3)`, `P(x: 1)`.
private struct WrittenCase {
  /// The last of its names, with a dot before it if it is written with one.
  private let name: Substring
  private let hasDot: Bool
  /// What is written before its last name, with the dot.
  let types: Substring
  /// What stands in its parentheses.
  private let parts: WrittenValue?

  init?(_ text: Substring) {
    let open = text.firstIndex(of: "(")
    let names = text[..<(open ?? text.endIndex)].split(separator: ".", omittingEmptySubsequences: false)
    guard let last = names.last, last.first?.isLetter == true || last.first == "_",
      names.joined().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      // Before the last name stand types.
      names.dropLast().allSatisfy({ $0.isEmpty || $0.first?.isUppercase == true })
    else { return nil }
    name = last
    types = text[..<last.startIndex]
    hasDot = names.count > 1
    if let open {
      guard text.last == ")" else { return nil }
      let parts = WrittenValue(text[open...])
      // `point(x:y:)` names a function.
      guard parts.isOfSwift, text[open...] != "()", !text.hasSuffix(":)") else { return nil }
      // A call without a label is rather what one would write to get the value.
      guard hasDot && last.first?.isLowercase == true || last.first?.isUppercase == true && text.contains(": ") else {
        return nil
      }
      self.parts = parts
    } else {
      // `String.UTF8View` is a type.
      guard hasDot, last.first?.isUppercase != true else { return nil }
      parts = nil
    }
  }

  var isNone: Bool { name == "none" && parts == nil }

  /// Whether it names a member of a type, for which a value may be shown in other words.
  var isMember: Bool { hasDot && name.first?.isUppercase == false }

  /// Names for numbers, which Swift shows as their digits.
  private static let ofNumbers: Set = [
    "max", "min", "zero", "infinity", "pi", "nan", "greatestFiniteMagnitude", "leastNonzeroMagnitude",
    "leastNormalMagnitude", "ulpOfOne", "inf",
  ]

  func agreement(with value: (alone: String, inside: String)) -> Agreement {
    if PrintedClaim.isValue(value.alone[...]) {
      // Nothing is equal to what is not a number.
      if name == "nan", parts == nil { return value.alone == "nan" ? .same : .different }
      return parts == nil && Self.ofNumbers.contains(String(name)) ? .unknown : .different
    }
    let shown = hasDot || value.inside.hasSuffix(value.alone) ? value.alone : value.inside
    let open = shown.firstIndex(of: "(") ?? shown.endIndex
    let shownName = shown[..<open].split(separator: ".").last ?? ""
    let isCase = shownName.first?.isLowercase == true && shownName.count == shown[..<open].count
    // A type that describes itself in another way says nothing of its names and parts, and nor does one that shows its
    // parts of the members that make it.
    guard isCase && hasDot || parts != nil && shown.last == ")" && !(isMember && !isCase && name != "init") else {
      return .unknown
    }
    if isCase, parts == nil, types.count > 1, value.inside.hasSuffix("." + value.alone) {
      return value.inside.hasSuffix("." + types + name) ? .same : .different
    }
    guard shownName == name || name == "init" && !isCase else { return .different }
    return parts.map { $0.agreement(with: WrittenValue(shown[open...])) }
      ?? (open == shown.endIndex ? .same : .different)
  }
}
