internal import Text

/// An example with other values in the place of those that it was written with.
package struct ExampleVariant: Sendable, Hashable {
  /// Which of its values each of the example's varied ones has, in their order.
  package let choice: [Int]

  /// The varied values that are not as written.
  package let changed: [VariedValue]

  /// What stands in their places.
  package let texts: [String]

  fileprivate init(_ choice: [Int], of varied: [VariedValue]) {
    self.choice = choice
    let changed = zip(varied, choice).filter { $0.written != $1 }
    self.changed = changed.map(\.0)
    texts = changed.map { $0.values[$1] }
  }

  /// What is other in it: `150 instead of 100`.
  package var description: String {
    zip(changed, texts).map { "\($1) instead of \($0.values[$0.written])" }.joined(separator: " and ")
  }

  /// The bytes of the file that say what is other; the first of them, where there are several.
  package var mark: Range<Int> { changed[0].mark }
}

extension Example {
  /// All choices among its varied values, but the one that it is written with.
  package var variants: [ExampleVariant] {
    if varied.isEmpty { return [] }
    let choices = varied.reduce([[]]) { choices, value in
      choices.flatMap { choice in value.values.indices.map { choice + [$0] } }
    }
    return choices.filter { $0 != varied.map(\.written) }.map { ExampleVariant($0, of: varied) }
  }

  /// The same example with other values; its lines keep their numbers.
  fileprivate func with(_ variant: ExampleVariant) -> Example {
    var example = self
    // Values that stand behind others on a line are replaced first, so that these keep their places.
    for (value, text) in zip(variant.changed, variant.texts).sorted(by: {
      $0.0.range.lowerBound > $1.0.range.lowerBound
    }) {
      var bytes = Array(example.lines[value.line].text.utf8)
      bytes.replaceSubrange(value.range, with: Array(text.utf8))
      example.lines[value.line].text = String(decoding: bytes, as: UTF8.self)
    }
    return example
  }
}

extension Program {
  /// Its runs with other values; a session has none.
  package var variants: [ExampleVariant] { hasErrors || session != nil ? [] : blocks[0].example.variants }

  /// The same program with other values.
  package func with(_ variant: ExampleVariant) -> Program {
    Program(
      name: "\(name) with \(variant.description)", session: nil,
      blocks: [Block(example: blocks[0].example.with(variant), lines: blocks[0].lines)], kind: kind, clock: clock,
      timeout: timeout, schedules: schedules, warnings: .off, referenceOffReason: referenceOffReason,
      referenceDifference: referenceDifference, hasErrors: false)
  }
}
