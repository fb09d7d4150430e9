/// One of several equal parts of a book's examples, so that as many machines can share the work.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part this is, counted from 1.
  package let number: Int

  /// How many parts there are.
  package let count: Int

  /// Part `number` of `count`; `nil` if there is no such part.
  package init?(number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads the form `2/5`, the second of five parts.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(number: number, of: count)
  }

  /// Whether the example that stands at `index` in the book, counted from 0, belongs to this part.
  ///
  /// Neighbors go to different parts, so that a slow chapter is shared too.
  package func contains(index: Int) -> Bool { index % count == number - 1 }

  package var description: String { "\(number)/\(count)" }
}
