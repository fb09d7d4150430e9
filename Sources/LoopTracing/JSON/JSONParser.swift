/// Reads JSON as RFC 8259 has it, and only that; of numbers only whole ones, and no key twice in one object.
package struct JSONParser {
  /// What is wrong at a byte of the text.
  package struct Problem: Error {
    /// What is wrong.
    package var message: String
    /// At which byte.
    package var offset: Int

    /// A problem at a byte.
    package init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  /// Deeper nesting would use up the stack, and no trace has it.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The one value that the text is.
  package static func parse(_ bytes: [UInt8]) throws(Problem) -> JSON {
    var parser = JSONParser(bytes)
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.index == bytes.count else { throw parser.problem("nothing may follow the value") }
    return value
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func problem(_ message: String, at offset: Int? = nil) -> Problem {
    Problem(message: message, offset: offset ?? index)
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  /// Takes the ASCII character if it is next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = next, byte == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(Problem) -> JSON {
    skipBlanks()
    let start = index
    guard let byte = next else { throw problem("the text ends where a value is expected") }
    if depth > Self.depthLimit { throw problem("values are nested more than \(Self.depthLimit) deep") }
    switch byte {
    case UInt8(ascii: "{"): return JSON(.object(try object(depth)), at: start)
    case UInt8(ascii: "["): return JSON(.array(try array(depth)), at: start)
    case UInt8(ascii: "\""): return JSON(.string(try string()), at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return JSON(.integer(try integer()), at: start)
    default: break
    }
    for (word, value) in [("null", JSON.Value.null), ("true", .bool(true)), ("false", .bool(false))]
    where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return JSON(value, at: start)
    }
    throw problem("a value is expected")
  }

  private mutating func array(_ depth: Int) throws(Problem) -> [JSON] {
    index += 1
    skipBlanks()
    if take("]") { return [] }
    var elements: [JSON] = []
    while true {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return elements }
      guard take(",") else { throw problem("',' or ']' is expected") }
    }
  }

  private mutating func object(_ depth: Int) throws(Problem) -> [(key: String, value: JSON)] {
    index += 1
    skipBlanks()
    if take("}") { return [] }
    var members: [(key: String, value: JSON)] = []
    var keys: Set<String> = []
    while true {
      skipBlanks()
      let start = index
      guard next == UInt8(ascii: "\"") else { throw problem("a key is expected") }
      let key = try string()
      guard keys.insert(key).inserted else { throw problem("the key \(shown(key)) is given twice", at: start) }
      skipBlanks()
      guard take(":") else { throw problem("':' is expected") }
      members.append((key, try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw problem("',' or '}' is expected") }
    }
  }

  private mutating func integer() throws(Problem) -> Int128 {
    let start = index
    let isNegative = take("-")
    let first = index
    var number: Int128 = 0
    var isTooLarge = false
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      // 64 bits have at most 20 digits.
      if index - first >= 20 { isTooLarge = true } else { number = number * 10 + Int128(byte - UInt8(ascii: "0")) }
      index += 1
    }
    if index == first { throw problem("a digit is expected") }
    if index - first > 1, bytes[first] == UInt8(ascii: "0") { throw problem("a number begins with 0", at: start) }
    if let byte = next, ".eE".utf8.contains(byte) { throw problem("a number is not whole", at: start) }
    if isTooLarge { throw problem("a number is too large", at: start) }
    return isNegative ? -number : number
  }

  private mutating func string() throws(Problem) -> String {
    let start = index
    index += 1
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
    // Nearly all strings have ended here.
    var text = bytes[(start + 1)..<index]
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw problem("a string is not UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<0x20: throw problem("a string contains a control character")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw problem("a string is never closed", at: start)
  }

  private mutating func escape() throws(Problem) -> [UInt8] {
    let start = index
    index += 1
    guard let byte = next else { throw problem("a string is never closed") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): break
    default: throw problem("this escape is unknown", at: start)
    }
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else {
        throw problem("half a surrogate pair is not a character", at: start)
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw problem("half a surrogate pair is not a character", at: start)
    }
    return Array(String(scalar).utf8)
  }

  private mutating func hexadecimal() throws(Problem) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem("four hexadecimal digits are expected")
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }

  private func shown(_ key: String) -> String { "'\(key.prefix(40))'" }
}
