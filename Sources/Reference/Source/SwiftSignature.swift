/// Where in a declaration its types stand, as ranges of tokens.
struct SwiftSignature {
  /// What follows the name of a declaration.
  enum Form {
    case function, enumerationCase, value, alias

    init?(_ kind: String) {
      switch kind {
      case "swift.enum.case": self = .enumerationCase
      case "swift.typealias": self = .alias
      case "swift.property", "swift.type.property", "swift.var": self = .value
      case "swift.method", "swift.type.method", "swift.func", "swift.func.op", "swift.init", "swift.subscript",
        "swift.type.subscript", "swift.macro":
        self = .function
      default: return nil
      }
    }
  }

  /// What stands between the parentheses, and the commas that divide it.
  private(set) var list: Range<Int>?
  private(set) var commas: [Int] = []
  /// The types of the parameters, or of what a case holds.
  private(set) var parameters: [Range<Int>] = []
  /// Of each of these, its label and its name, as far as it has them.
  private(set) var names: [[Int]] = []
  /// What says that a function waits or throws: `async throws`.
  private(set) var effects: Range<Int>?
  /// The type of a value, what a function returns, or what an alias stands for.
  private(set) var result: Range<Int>?

  private let tokens: SwiftTokens

  /// Reads what follows a name that ends at a byte.
  init(_ form: Form, after end: Int, in tokens: SwiftTokens) {
    self.tokens = tokens
    var place = tokens.first(from: end)
    switch form {
    case .value:
      // Of several that share a type, the last one has it.
      while tokens.isMark(place, ","), tokens.word(place + 1) != nil { place += 2 }
      if tokens.isMark(place, ":") { result = type(from: place + 1) }
    case .alias:
      if let end = angleEnd(place) { place = end }
      if tokens.isMark(place, "=") { result = type(from: place + 1) }
    case .function, .enumerationCase:
      if tokens.isMark(place, "?") || tokens.isMark(place, "!") { place += 1 }
      if let end = angleEnd(place) { place = end }
      guard tokens.isMark(place, "("), let close = tokens.partner(of: place) else { return }
      readParameters(place + 1..<close, needColon: form == .function)
      guard form == .function else { return }
      place = close + 1
      let afterParameters = place
      while let word = tokens.word(place), ["async", "throws", "rethrows"].contains(word) {
        place += 1
        if tokens.isMark(place, "("), let close = tokens.partner(of: place) { place = close + 1 }
      }
      if afterParameters < place { effects = afterParameters..<place }
      if isArrow(place) { result = type(from: place + 2) }
    }
  }

  private mutating func readParameters(_ list: Range<Int>, needColon: Bool) {
    self.list = list
    var place = list.lowerBound
    while place < list.upperBound {
      let first = place
      var start: Int? = needColon ? nil : place
      var end: Int?
      var names: [Int] = []
      while place < list.upperBound, !tokens.isMark(place, ",") {
        if tokens.isMark(place, ":"), end == nil, start == nil || tokens.isLabel(before: place, from: start ?? place) {
          names = (first..<place).filter { tokens.word($0) != nil }
          start = place + 1
        }
        if tokens.isMark(place, "="), end == nil { end = place }
        place = min(next(place), list.upperBound)
      }
      if let start, start < end ?? place {
        parameters.append(start..<(end ?? place))
        self.names.append(names)
      }
      if place < list.upperBound { commas.append(place) }
      place += 1
    }
  }

  /// The token after one, or after what it is the opening bracket of.
  private func next(_ place: Int) -> Int {
    if let end = angleEnd(place) { return end }
    let isOpen = ["(", "[", "{"].contains { tokens.isMark(place, $0) }
    return isOpen ? (tokens.partner(of: place) ?? place) + 1 : place + 1
  }

  /// What comes after generic arguments that begin at a token; `nil` where none do.
  private func angleEnd(_ start: Int) -> Int? {
    guard tokens.isMark(start, "<"), tokens.all[start + 1..<tokens.all.count].first?.kind != .literal else {
      return nil
    }
    var depth = 0
    var place = start
    while tokens.all.indices.contains(place) {
      if tokens.isMark(place, "<") { depth += 1 }
      if tokens.isMark(place, ">") { depth -= 1 }
      if depth == 0 { return place + 1 }
      if isArrow(place) {
        place += 2
      } else if ["(", "["].contains(where: { tokens.isMark(place, $0) }) {
        place = (tokens.partner(of: place) ?? place) + 1
      } else if [")", "]", "{", "}", "=", ";"].contains(where: { tokens.isMark(place, $0) }) {
        // It was an operator.
        return nil
      } else {
        place += 1
      }
    }
    return nil
  }

  private func isArrow(_ place: Int) -> Bool { tokens.isMark(place, "-") && tokens.isMark(place + 1, ">") }

  /// The type that begins at a token, up to where its line or the declaration ends.
  private func type(from start: Int) -> Range<Int>? {
    var place = start
    while tokens.all.indices.contains(place), !ends(at: place, since: start) {
      place = isArrow(place) ? place + 2 : next(place)
    }
    return start < place ? start..<place : nil
  }

  private func ends(at place: Int, since start: Int) -> Bool {
    if [.documentation, .condition].contains(tokens.all[place].kind) || tokens.word(place) == "where" { return true }
    if ["{", "}", "=", ";", ",", ")"].contains(where: { tokens.isMark(place, $0) }) { return true }
    guard place > start, tokens.isOnNewLine(place) else { return false }
    let goesOn = isArrow(place) || tokens.isMark(place, ".") || tokens.isMark(place, "&")
    let wentOn = isArrow(place - 2) || tokens.isMark(place - 1, ".") || tokens.isMark(place - 1, "&")
    return !goesOn && !wentOn
  }
}

extension SwiftTokens {
  /// Whether only names stand between a token and a colon.
  fileprivate func isLabel(before colon: Int, from start: Int) -> Bool {
    start < colon && (start..<colon).allSatisfy { word($0) != nil }
  }
}
