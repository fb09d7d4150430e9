/// The values that a mark `// vary:` lists: `50...500 step 50`, or `true, false`.
struct VaryValues {
  /// What can stand in the place of the value, as it is written in Swift.
  let texts: [String]
  /// Whether they are numbers with the same distance between them.
  let isRange: Bool

  /// What is wrong with a mark.
  struct Problem: Error {
    var message: String
    var cure: String?
  }

  /// Reads what stands behind the colon.
  init(_ text: String) throws(Problem) {
    let text = VaryReader.trimmed(text)
    if text.isEmpty {
      throw Problem(message: "the values are missing after the colon", cure: "for instance `// vary: 50...500 step 50`")
    }
    if !text.contains(","), let dots = Self.dots(in: text) {
      texts = try Self.range(text, dots)
      isRange = true
    } else {
      texts = try Self.list(text)
      isRange = false
    }
  }

  /// Where the three dots of a range stand; those in a string are none.
  private static func dots(in text: String) -> Range<String.Index>? {
    text.contains("\"") ? nil : text.firstRange(of: "...")
  }

  private static func list(_ text: String) throws(Problem) -> [String] {
    let texts = VaryReader.split(text, at: ",").map(VaryReader.trimmed)
    if texts.contains("") {
      throw Problem(message: "a value is missing between the commas", cure: "write `value, value`")
    }
    guard texts.count > 1 else {
      throw Problem(
        message: "a single value leaves nothing to choose", cure: "write `\(text), …` or a range such as `1...9`")
    }
    for (index, text) in texts.enumerated() where texts[..<index].contains(text) {
      throw Problem(message: "`\(text)` is listed twice among the values", cure: "remove one of the two")
    }
    return texts
  }

  private static func range(_ text: String, _ dots: Range<String.Index>) throws(Problem) -> [String] {
    let end = text[dots.upperBound...]
    let step = end.firstRange(of: " step ")
    let words =
      [text[..<dots.lowerBound], end[..<(step?.lowerBound ?? end.endIndex)]]
      + (step.map { [end[$0.upperBound...]] } ?? [])
    var numbers: [Decimal] = []
    for word in words.map({ VaryReader.trimmed(String($0)) }) {
      guard let number = Decimal(word) else {
        throw Problem(
          message: word.isEmpty ? "a number is missing in the range" : "`\(word)` is not a number",
          cure:
            "write a range of numbers such as `1...9` or `0.5...2.5 step 0.5`, or the values with commas between them"
        )
      }
      numbers.append(number)
    }
    let places = numbers.map(\.places).max() ?? 0
    if numbers.count == 2, places > 0 {
      throw Problem(
        message: "a range of numbers with a point needs a step", cure: "write `\(text) step 0.1` or the like")
    }
    let first = numbers[0].digits(withPlaces: places)
    let last = numbers[1].digits(withPlaces: places)
    let distance = numbers.count > 2 ? numbers[2].digits(withPlaces: places) : 1
    guard distance > 0 else {
      throw Problem(message: "with a step of \(words[2]) a range never ends", cure: "write a step above 0")
    }
    guard first < last else {
      throw Problem(
        message: first == last ? "a range from a number to itself leaves nothing to choose" : "this range is empty",
        cure: "write the smaller number first, and then a larger one")
    }
    let texts = { (digits: Int) in Decimal.text(digits, places: places) }
    guard (last - first) % distance == 0 else {
      let reached = texts(last - (last - first) % distance)
      throw Problem(
        message: "steps of \(texts(distance)) from \(texts(first)) do not reach \(texts(last))",
        cure: "write `\(texts(first))...\(reached) step \(texts(distance))`")
    }
    // More than an example may have are not written out: they are an error whatever they are.
    let shown = min((last - first) / distance, VariedValue.mostRuns)
    return (0...shown).map { texts(first + $0 * distance) }
  }
}
