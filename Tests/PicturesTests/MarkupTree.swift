/// XML read strictly, so that what is no XML fails a test: elements, attributes and text, no declarations.
final class MarkupTree {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  private(set) var attributes: [String: String] = [:]
  private(set) var children: [MarkupTree] = []
  /// The text of the element itself.
  private(set) var text = ""

  private init(name: String) {
    self.name = name
  }

  /// The one element that `text` is.
  static func read(_ text: String) throws -> MarkupTree {
    var reader = Reader(rest: Array(text.unicodeScalars))
    let element = try reader.element()
    guard reader.next == reader.rest.count else { throw Problem(description: "text after the element") }
    return element
  }

  /// The one element and all below it, in order.
  var all: [MarkupTree] { [self] + children.flatMap(\.all) }

  /// All below it of that name.
  func elements(_ name: String) -> [MarkupTree] { all.filter { $0.name == name } }

  /// All below it that have the class, or that of a picture's part.
  func classed(_ name: String) -> [MarkupTree] {
    all.filter { element in
      let classes = (element.attributes["class"] ?? "").split(separator: " ")
      return classes.contains(Substring(name)) || classes.contains("p-" + name)
    }
  }

  private struct Reader {
    let rest: [Unicode.Scalar]
    var next = 0

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
      next + offset < rest.count ? rest[next + offset] : nil
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws {
      guard peek() == scalar else { throw fail("'\(scalar)' expected") }
      next += 1
    }

    private func fail(_ message: String) -> Problem {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: rest[max(0, next - 40)..<min(rest.count, next + 40)])
      return Problem(description: "\(message) at \(next): …\(String(view))…")
    }

    private mutating func name() throws -> String {
      var name = ""
      while let scalar = peek(), scalar.properties.isAlphabetic || scalar == "-" || ("0"..."9").contains(scalar) {
        name.unicodeScalars.append(scalar)
        next += 1
      }
      if name.isEmpty { throw fail("a name expected") }
      return name
    }

    mutating func element() throws -> MarkupTree {
      try expect("<")
      let element = MarkupTree(name: try name())
      while peek() == " " {
        next += 1
        let key = try name()
        try expect("=")
        try expect("\"")
        let value = try characters(until: "\"")
        next += 1
        guard element.attributes.updateValue(value, forKey: key) == nil else { throw fail("'\(key)' stands twice") }
      }
      if peek() == "/" {
        next += 1
        try expect(">")
        return element
      }
      try expect(">")
      while true {
        element.text += try characters(until: "<")
        if peek(1) == "/" { break }
        element.children.append(try self.element())
      }
      next += 2
      guard try name() == element.name else { throw fail("the end of '\(element.name)' expected") }
      try expect(">")
      return element
    }

    private mutating func characters(until end: Unicode.Scalar) throws -> String {
      var text = String.UnicodeScalarView()
      while let scalar = peek(), scalar != end {
        switch scalar {
        case "<", ">": throw fail("'\(scalar)' is not escaped")
        case "&":
          next += 1
          var reference = ""
          while let scalar = peek(), scalar != ";" {
            reference.unicodeScalars.append(scalar)
            next += 1
          }
          let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
          guard let scalar = known[reference] else { throw fail("'&\(reference)' is no reference") }
          text.append(scalar)
        case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: throw fail("no character of XML")
        default: text.append(scalar)
        }
        next += 1
      }
      guard peek() == end else { throw fail("'\(end)' expected") }
      return String(text)
    }
  }
}
