/// A program's text with calls in it, and where the compiler's messages about it belong in the text without them.
package struct TextWithCalls: Sendable {
  /// What the compiler gets.
  package private(set) var text: String
  private let lines: [Int]
  /// By line, from 1: the columns at which something was put, in bytes from 1, and how much.
  private var insertions: [Int: [(column: Int, length: Int)]] = [:]

  /// A text without calls.
  init(_ text: String) {
    self.text = text
    var lines = [0]
    for (offset, byte) in text.utf8.enumerated() where byte == 10 { lines.append(offset + 1) }
    self.lines = lines
  }

  /// Puts a call into the text, before all that were put there earlier.
  mutating func insert(_ call: String, at offset: Int) {
    var bytes = Array(text.utf8)
    bytes.insert(contentsOf: Array(call.utf8), at: offset)
    text = String(decoding: bytes, as: UTF8.self)
    let line = lines.lastIndex { $0 <= offset } ?? 0
    insertions[line + 1, default: []].insert((offset - lines[line] + 1, call.utf8.count), at: 0)
  }

  /// Puts something at the end.
  mutating func append(_ declarations: String) { text += declarations }

  /// The messages with the columns of the text without calls.
  func ownPlaces(_ messages: [CompilerMessage]) -> [CompilerMessage] {
    messages.map { message in
      var own = message
      own.notes = ownPlaces(message.notes)
      var moved = 0
      for (column, length) in insertions[message.line] ?? [] where message.column > column + moved {
        moved += min(length, message.column - column - moved)
      }
      own.column -= moved
      return own
    }
  }
}
