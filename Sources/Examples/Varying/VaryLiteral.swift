/// Looks for the value that a mark `// vary:` is about among the words of its line.
struct VaryLiteral {
  private let code: [UInt8]
  private let words: [Range<Int>]
  private let values: VaryValues
  private let name: String

  /// - Parameters:
  ///   - code: The line without the mark.
  ///   - words: Where its words stand.
  ///   - values: The values.
  ///   - name: What the mark calls the value by; empty where it says nothing.
  init(_ code: [UInt8], _ words: [Range<Int>], _ values: VaryValues, named name: String) {
    self.code = code
    self.words = words
    self.values = values
    self.name = name
  }

  /// Where the value stands in the line, and which of the values it is.
  func found() throws(VaryValues.Problem) -> (Range<Int>, Int) {
    let all = places
    let named = name.isEmpty ? all : all.filter { text($0.range) == name }
    if let place = named.first {
      guard named.count > 1 else { return (place.range, place.value) }
      let names = Set(named.map { text($0.range) }).sorted()
      if names.count == 1 {
        throw VaryValues.Problem(
          message: "`\(names[0])` occurs \(named.count) times on this line",
          cure: "put the one that varies on a line of its own")
      }
      throw VaryValues.Problem(
        message: "this can mean several things on its line: " + names.map { "`\($0)`" }.joined(separator: " and "),
        cure: "name it: `// vary \(names[0]): …`")
    }
    if code.isEmpty {
      throw VaryValues.Problem(
        message: "a mark alone on its line applies to nothing",
        cure: "put it at the end of the line whose value varies")
    }
    if !name.isEmpty, !hasWords(name) {
      throw VaryValues.Problem(
        message: "there is no `\(name)` on this line", cure: "name something on this line, or leave the name out")
    }
    if let other = name.isEmpty ? number : name {
      throw VaryValues.Problem(
        message: "`\(other)`, which is on this line, is not among the values: \(listed)",
        cure: "the value as written must be one of them")
    }
    throw VaryValues.Problem(
      message: "none of the values is on this line: \(listed)",
      cure: "the value as written must be one of them")
  }

  /// The values, or the first of many.
  private var listed: String {
    let shown = values.texts.prefix(8).joined(separator: ", ")
    return values.texts.count > 8 ? shown + ", …" : shown
  }

  /// The only number on the line.
  private var number: String? {
    let numbers = words.map(text).filter { Decimal($0) != nil }
    return numbers.count == 1 && values.texts.allSatisfy { Decimal($0) != nil } ? numbers[0] : nil
  }

  /// Every place where one of the values stands; of those that lie in each other, the longest.
  private var places: [(range: Range<Int>, value: Int)] {
    let found = values.texts.indices.flatMap { value in
      ranges(of: values.texts[value], isNumber: values.isRange).map { (range: $0, value: value) }
    }
    return found.filter { place in
      !found.contains { $0.range != place.range && $0.range.contains(place.range) }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Where a value stands, from the beginning of a word to the end of one.
  private func ranges(of value: String, isNumber: Bool) -> [Range<Int>] {
    if isNumber, let number = Decimal(value) { return words.filter { Decimal(text($0)) == number } }
    let wanted = Array(value.utf8)
    let ends = Set(words.map(\.upperBound))
    return words.map(\.lowerBound).filter { start in
      code[start...].starts(with: wanted) && ends.contains(start + wanted.count)
    }.map { $0..<($0 + wanted.count) }
  }

  private func hasWords(_ name: String) -> Bool { !ranges(of: name, isNumber: false).isEmpty }

  private func text(_ range: Range<Int>) -> String { String(decoding: code[range], as: UTF8.self) }
}
