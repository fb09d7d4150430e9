internal import LoopEngine

/// The members of an object of JSON, taken out one by one.
package struct JSONObject {
  /// What is wrong with a value.
  package typealias Problem = JSONParser.Problem

  private let offset: Int
  /// Looked through from the beginning, since there are few, and they are mostly asked for in their order.
  private var members: [(key: String, value: JSON)]

  /// Takes an object; throws for any other value.
  package init(_ json: JSON) throws(Problem) {
    guard case .object(let members) = json.value else {
      throw Problem(message: "an object is expected", offset: json.offset)
    }
    offset = json.offset
    self.members = members
  }

  /// What is left is unknown; the first of it is the problem.
  func end() throws(Problem) {
    if let (key, value) = members.first {
      throw Problem(message: "the key '\(key.prefix(40))' is unknown here", offset: value.offset)
    }
  }

  /// Takes out a member.
  package mutating func optional(_ key: String) -> JSON? {
    members.firstIndex { $0.key == key }.map { members.remove(at: $0).value }
  }

  /// Takes out a member that has to be there.
  package mutating func required(_ key: String) throws(Problem) -> JSON {
    guard let value = optional(key) else { throw Problem(message: "the key '\(key)' is missing", offset: offset) }
    return value
  }

  /// The text of a string.
  package static func string(_ json: JSON) throws(Problem) -> String {
    guard case .string(let text) = json.value else {
      throw Problem(message: "a string is expected", offset: json.offset)
    }
    return text
  }

  private static func integer<T: FixedWidthInteger>(_ json: JSON) throws(Problem) -> T {
    guard case .integer(let number) = json.value, let result = T(exactly: number) else {
      throw Problem(message: "a whole number from \(T.min) to \(T.max) is expected", offset: json.offset)
    }
    return result
  }

  /// Takes out a string.
  package mutating func string(_ key: String) throws(Problem) -> String { try Self.string(try required(key)) }

  mutating func optionalString(_ key: String) throws(Problem) -> String? {
    guard let value = optional(key) else { return nil }
    return try Self.string(value)
  }

  package mutating func integer<T: FixedWidthInteger>(_ key: String) throws(Problem) -> T {
    try Self.integer(try required(key))
  }

  /// Takes out a whole number, if there is one.
  package mutating func optionalInteger<T: FixedWidthInteger>(_ key: String) throws(Problem) -> T? {
    guard let value = optional(key) else { return nil }
    return try Self.integer(value)
  }

  mutating func bool(_ key: String) throws(Problem) -> Bool {
    let value = try required(key)
    guard case .bool(let truth) = value.value else {
      throw Problem(message: "true or false is expected", offset: value.offset)
    }
    return truth
  }

  mutating func elements(_ key: String) throws(Problem) -> [JSON] {
    let value = try required(key)
    guard case .array(let elements) = value.value else {
      throw Problem(message: "an array is expected", offset: value.offset)
    }
    return elements
  }

  /// One of `choices`, by its word.
  mutating func word<T>(_ key: String, _ choices: [T], _ word: (T) -> String) throws(Problem) -> T {
    let value = try required(key)
    guard case .string(let text) = value.value, let choice = choices.first(where: { word($0) == text }) else {
      let words = choices.map { "'\(word($0))'" }.joined(separator: ", ")
      throw Problem(message: "one of \(words) is expected", offset: value.offset)
    }
    return choice
  }

  mutating func word<T: RawRepresentable<String>>(_ key: String, _ choices: [T]) throws(Problem) -> T {
    try word(key, choices) { $0.rawValue }
  }

  mutating func mode(_ key: String) throws(Problem) -> Mode { Mode(try string(key)) }

  mutating func modes(_ key: String) throws(Problem) -> [Mode] {
    var modes: [Mode] = []
    for element in try elements(key) { modes.append(Mode(try Self.string(element))) }
    return modes
  }

  mutating func optionalInstant(_ key: String) throws(Problem) -> LoopInstant? {
    guard let value = optional(key) else { return nil }
    switch value.value {
    case .string("distantPast"): return .distantPast
    case .string("distantFuture"): return .distantFuture
    case .integer(let number):
      if let nanoseconds = Int64(exactly: number) { return LoopInstant(nanoseconds: nanoseconds) }
    default: break
    }
    throw Problem(message: "nanoseconds, 'distantPast' or 'distantFuture' are expected", offset: value.offset)
  }

  /// Of the members `file` and `line`, which stand both or not at all.
  mutating func location() throws(Problem) -> SourceLocation? {
    guard let file = optional("file") else { return nil }
    let name = try Self.string(file)
    if name.utf8.contains(0) {
      throw Problem(message: "the name of a file has no zero character", offset: file.offset)
    }
    return SourceLocation(named: name, line: try integer("line"))
  }
}
