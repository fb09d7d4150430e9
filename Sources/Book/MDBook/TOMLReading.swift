internal import Text

/// A value of a TOML file, as far as it is read.
enum TOMLValue {
  case text(String)
  case list([TOMLEntry])
  /// A number, a truth value or a date.
  case word(String)
  /// A table that has only its name.
  case emptyTable
}

/// A value of a TOML file, with the names of its tables and its own.
struct TOMLEntry {
  var path: [String]
  var value: TOMLValue
  /// Where its name stands, or for an item of a list, the item.
  var range: Range<Int>
}

/// Reads the TOML that configurations of mdBook are written in: tables, keys, texts, lists and tables on one line.
struct TOMLReading {
  /// Why a text is not TOML, and where.
  struct Problem: Error {
    var message: String
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private var index: Int
  private var entries: [TOMLEntry] = []
  private var depth = 0

  /// How deep lists and tables may nest.
  private static let maximumDepth = 32

  private init(_ file: SourceFile) {
    bytes = file.bytes
    index = file.lineStarts[0]
  }

  /// All values of a file, in its order.
  static func entries(_ file: SourceFile) throws(Problem) -> [TOMLEntry] {
    var reading = TOMLReading(file)
    try reading.read()
    return reading.entries
  }

  private mutating func read() throws(Problem) {
    var table: [String] = []
    var name = 0..<0
    var first = 0
    func noteTable() {
      guard entries.count == first, !table.isEmpty else { return }
      entries.append(TOMLEntry(path: table, value: .emptyTable, range: name))
    }
    while true {
      skipSpace()
      guard let byte = peek() else { return noteTable() }
      if byte == UInt8(ascii: "[") {
        noteTable()
        let marks = bytes[index...].prefix { $0 == UInt8(ascii: "[") }.count
        index += min(marks, 2)
        (table, name) = try keyPath()
        first = entries.count
        skipBlanks()
        for _ in 0..<min(marks, 2) { try expect(UInt8(ascii: "]"), "expected ']' after the name of the table") }
      } else {
        try entry(in: table)
      }
      skipBlanks()
      if peek() == UInt8(ascii: "#") { skipLine() }
      if let next = peek(), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") {
        throw problem("expected the end of the line here")
      }
    }
  }

  private mutating func entry(in table: [String]) throws(Problem) {
    let (path, range) = try keyPath()
    skipBlanks()
    try expect(UInt8(ascii: "="), "expected '=' and a value after the key")
    skipBlanks()
    try value(of: table + path, range)
  }

  /// Reads a value; of a table on one line, its entries.
  private mutating func value(of path: [String], _ range: Range<Int>) throws(Problem) {
    guard peek() == UInt8(ascii: "{") else {
      entries.append(TOMLEntry(path: path, value: try value(), range: range))
      return
    }
    try enter()
    skipBlanks()
    while peek() != UInt8(ascii: "}") {
      try entry(in: path)
      skipBlanks()
      if peek() == UInt8(ascii: ",") {
        index += 1
        skipBlanks()
      } else if peek() != UInt8(ascii: "}") {
        throw problem("expected '}' or ',' after this value of a table")
      }
    }
    leave()
  }

  private mutating func value() throws(Problem) -> TOMLValue {
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try text())
    case UInt8(ascii: "["):
      try enter()
      var items: [TOMLEntry] = []
      skipSpace()
      while peek() != UInt8(ascii: "]") {
        let start = index
        let count = entries.count
        try value(of: [], start..<start + 1)
        // A table in a list is a value that is not read.
        if let item = entries.last, entries.count == count + 1, item.path.isEmpty {
          items.append(TOMLEntry(path: [], value: item.value, range: start..<index))
        } else {
          items.append(TOMLEntry(path: [], value: .word("a table"), range: start..<index))
        }
        entries.removeSubrange(count...)
        skipSpace()
        if peek() == UInt8(ascii: ",") {
          index += 1
          skipSpace()
        } else if peek() != UInt8(ascii: "]") {
          throw problem("expected ']' or ',' after this item of a list")
        }
      }
      leave()
      return .list(items)
    default:
      let start = index
      while let byte = peek(), isBare(byte) || "+.:".utf8.contains(byte) { index += 1 }
      guard index > start else {
        throw problem("expected a value: text in quotes, a number, true, false or a list")
      }
      return .word(String(decoding: bytes[start..<index], as: UTF8.self))
    }
  }

  private mutating func enter() throws(Problem) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw problem("values nest more than \(Self.maximumDepth) levels deep here")
    }
    index += 1
  }

  private mutating func leave() {
    depth -= 1
    index += 1
  }

  // MARK: Keys and texts

  private mutating func keyPath() throws(Problem) -> (path: [String], range: Range<Int>) {
    var path: [String] = []
    skipBlanks()
    let start = index
    var end = start
    while true {
      skipBlanks()
      if peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "'") {
        path.append(try text())
      } else {
        let wordStart = index
        while let byte = peek(), isBare(byte) { index += 1 }
        guard index > wordStart else {
          throw problem("expected a key: letters, digits, '-' and '_', or text in quotes")
        }
        path.append(String(decoding: bytes[wordStart..<index], as: UTF8.self))
      }
      end = index
      skipBlanks()
      guard peek() == UInt8(ascii: ".") else { return (path, start..<end) }
      index += 1
    }
  }

  private mutating func text() throws(Problem) -> String {
    let start = index
    let quote = bytes[index]
    let isLong = index + 2 < bytes.count && bytes[index + 1] == quote && bytes[index + 2] == quote
    index += isLong ? 3 : 1
    if isLong, peek() == UInt8(ascii: "\r") { index += 1 }
    if isLong, peek() == UInt8(ascii: "\n") { index += 1 }
    var text: [UInt8] = []
    while let byte = peek() {
      if byte == quote {
        if !isLong {
          index += 1
          return String(decoding: text, as: UTF8.self)
        }
        if bytes[index...].starts(with: [quote, quote, quote]) {
          index += 3
          return String(decoding: text, as: UTF8.self)
        }
      }
      if byte == UInt8(ascii: "\n"), !isLong { break }
      index += 1
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        try escape(into: &text)
      } else {
        text.append(byte)
      }
    }
    throw Problem(message: "the quote that begins here is never closed", range: start..<start + 1)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Problem) {
    let start = index - 1
    guard let byte = peek() else { return }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(byte)
    case UInt8(ascii: "\n"): skipSpace(comments: false)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let count = byte == UInt8(ascii: "u") ? 4 : 8
      let digits = String(decoding: bytes[index..<min(index + count, bytes.count)], as: UTF8.self)
      guard digits.utf8.count == count, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
        throw Problem(message: "this is not the code of a character", range: start..<index)
      }
      text += Array(String(Character(scalar)).utf8)
      index += count
    default: throw Problem(message: "this escape is unknown", range: start..<index)
    }
  }

  // MARK: Bytes

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isBare(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private mutating func skipBlanks() {
    while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { index += 1 }
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
  }

  /// Reads blanks, ends of lines and comments.
  private mutating func skipSpace(comments: Bool = true) {
    while let byte = peek() {
      if comments, byte == UInt8(ascii: "#") {
        skipLine()
      } else if byte == UInt8(ascii: " ") || (9...13).contains(byte) {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func expect(_ byte: UInt8, _ message: String) throws(Problem) {
    guard peek() == byte else { throw problem(message) }
    index += 1
  }

  private func problem(_ message: String) -> Problem {
    Problem(message: message, range: min(index, bytes.count)..<min(index + 1, bytes.count))
  }
}
