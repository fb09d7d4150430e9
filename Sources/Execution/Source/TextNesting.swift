/// How deeply a program's text is nested, found out without parsing it.
///
/// The compiler's own parser tries each square bracket as a type and as a value, so that its time doubles with each
/// level, and recurses with every other bracket. What could hold it up is not handed to it.
package struct TextNesting: Sendable {
  /// So many square brackets may be open at once: the parser takes 50 ms for the innermost.
  package static let mostSquareBrackets = 16
  /// So many brackets of all kinds may be; the compiler's limit is the same.
  package static let mostBrackets = 256
  /// So many less-than signs may stand in a line without their greater-than sign: the parser looks for the end of each
  /// as if it began a list of types.
  package static let mostAngleBrackets = 64
  /// So many bytes a program may have.
  package static let mostBytes = 256 << 10

  /// Why the text cannot be parsed, in words that fit after "the example"; `nil`: it can.
  package let problem: String?

  package init(_ text: String) {
    guard text.utf8.count <= Self.mostBytes else {
      problem = "has \(text.utf8.count / 1024) KB of text, and a program may have \(Self.mostBytes / 1024)"
      return
    }
    var text = text
    problem = text.withUTF8 { bytes in
      var scanner = Scanner(bytes)
      scanner.scan()
      if scanner.squares > Self.mostSquareBrackets {
        return "nests square brackets \(scanner.squares) deep, and the Swift parser's time doubles with each: at most "
          + "\(Self.mostSquareBrackets) may be open at once"
      }
      if scanner.angles > Self.mostAngleBrackets {
        return
          "has \(scanner.angles) '<' in a line without their '>', and the Swift parser takes too long with more than "
          + "\(Self.mostAngleBrackets)"
      }
      if scanner.deepest > Self.mostBrackets {
        return "nests brackets \(scanner.deepest) deep, and the Swift compiler allows \(Self.mostBrackets)"
      }
      return nil
    }
  }

  /// Walks over a text, past comments and texts in quotation marks, into their interpolations.
  private struct Scanner {
    /// The most square brackets, and brackets of all kinds, that were open at once.
    private(set) var squares = 0
    private(set) var deepest = 0
    private(set) var angles = 0

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var openSquares = 0
    private var open = 0
    private var openAngles = 0
    /// The quotations around the current interpolation, each with the parentheses that were open where it began.
    private var around: [(quotation: Quotation, open: Int)] = []

    private struct Quotation {
      var hashes: Int
      var quotes: Int
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private func at(_ offset: Int, _ character: Unicode.Scalar) -> Bool {
      position + offset < bytes.count && bytes[position + offset] == UInt8(ascii: character)
    }

    mutating func scan() {
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "/") where at(1, "/"): skipLine()
        case UInt8(ascii: "/") where at(1, "*"): skipComment()
        case UInt8(ascii: "#"), UInt8(ascii: "\""): beginQuotation()
        case UInt8(ascii: "["):
          openSquares += 1
          squares = max(squares, openSquares)
          begin()
        case UInt8(ascii: "("), UInt8(ascii: "{"): begin()
        case UInt8(ascii: "]"):
          openSquares -= 1
          end()
        case UInt8(ascii: "}"): end()
        case UInt8(ascii: ")"):
          end()
          if let last = around.last, last.open == open {
            around.removeLast()
            skipQuotation(last.quotation)
          }
        case UInt8(ascii: "<"):
          openAngles += 1
          angles = max(angles, openAngles)
          position += 1
        case UInt8(ascii: ">"):
          openAngles = max(openAngles - 1, 0)
          position += 1
        case 10, 13, UInt8(ascii: ";"):
          openAngles = 0
          position += 1
        default: position += 1
        }
      }
    }

    private mutating func begin() {
      open += 1
      deepest = max(deepest, open)
      position += 1
    }

    private mutating func end() {
      open -= 1
      position += 1
    }

    private mutating func skipLine() {
      while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
    }

    private mutating func skipComment() {
      var depth = 0
      while position < bytes.count {
        if at(0, "/"), at(1, "*") {
          depth += 1
          position += 2
        } else if at(0, "*"), at(1, "/") {
          depth -= 1
          position += 2
          if depth == 0 { return }
        } else {
          position += 1
        }
      }
    }

    private mutating func beginQuotation() {
      var hashes = 0
      while at(hashes, "#") { hashes += 1 }
      position += hashes
      guard at(0, "\"") else { return }
      let isLong = at(1, "\"") && at(2, "\"")
      position += isLong ? 3 : 1
      skipQuotation(Quotation(hashes: hashes, quotes: isLong ? 3 : 1))
    }

    /// Goes to the end of a quotation, or into its next interpolation.
    private mutating func skipQuotation(_ quotation: Quotation) {
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: "\\"), (0..<quotation.hashes).allSatisfy({ at(1 + $0, "#") }) {
          position += 1 + quotation.hashes
          if at(0, "(") {
            around.append((quotation, open))
            return begin()
          }
          position += 1
        } else if (0..<quotation.quotes).allSatisfy({ at($0, "\"") }),
          (0..<quotation.hashes).allSatisfy({ at(quotation.quotes + $0, "#") })
        {
          position += quotation.quotes + quotation.hashes
          return
        } else if quotation.quotes == 1, bytes[position] == 10 || bytes[position] == 13 {
          return
        } else {
          position += 1
        }
      }
    }
  }
}
