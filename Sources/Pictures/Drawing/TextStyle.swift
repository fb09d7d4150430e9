/// The fonts that pictures write in, and how wide their text is.
///
/// A picture is laid out before anybody knows the reader's fonts. So text is given the width that it was laid out with,
/// which is between those of the usual fonts: the browser makes up the difference, and no text leaves its place
/// whatever the font.
enum TextStyle {
  /// Names out of programs.
  case code
  /// The same, larger and bold.
  case name
  /// Everything else.
  case words
  /// Words in front of others.
  case strong

  /// How wide the text is, in pixels.
  func width(of text: String) -> Double {
    switch self {
    case .code: Double(text.columns) * Self.columnWidth
    case .name: Double(text.columns) * 7.85
    case .words: Self.proportional(text) * 12
    case .strong: Self.proportional(text) * 13.6
    }
  }

  /// How wide a column of `code` is.
  static let columnWidth = 7.25

  /// How many columns of `code` have room in so many pixels.
  static func columns(in width: Double) -> Int { max(0, Int(width / columnWidth)) }

  /// Whether the browser can be told the text's width: what it joins or stacks must stay as it is.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      // ASCII, and the letters of Western Europe, which have one sign each.
      (0x20..<0x7F).contains(scalar.value) || (0xC0..<0x180).contains(scalar.value)
        || "“”„«»…−·–µ’¿".unicodeScalars.contains(scalar)
    }
  }

  private static func proportional(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { sum, scalar in
      let value = Int(scalar.value)
      let width = (0x20..<0x7F).contains(value) ? Int(widths[value - 0x20]) * 10 : 560 * max(1, Int(scalar.columns))
      return sum + Double(width) * 1.05 / 1000
    }
  }

  /// The characters of ASCII from the blank on, in hundredths of the font's size.
  private static let widths: [UInt8] = [
    28, 28, 36, 56, 56, 89, 67, 19, 33, 33, 39, 58, 28, 33, 28, 28,
    56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 28, 28, 58, 58, 58, 56,
    102, 67, 67, 72, 72, 67, 61, 78, 72, 28, 50, 67, 56, 83, 72, 78,
    67, 78, 72, 67, 61, 72, 67, 94, 67, 67, 61, 28, 28, 28, 47, 56,
    33, 56, 56, 50, 56, 56, 28, 56, 56, 22, 22, 50, 22, 83, 56, 56,
    56, 56, 33, 50, 28, 56, 50, 72, 50, 50, 50, 33, 26, 33, 58,
  ]
}

extension Unicode.Scalar {
  /// How many columns of fixed width it takes.
  fileprivate var columns: Int { String(Character(self)).columns }
}

extension Markup {
  /// Writes text that is as wide as it was measured; `x` and `y` are where it begins, or its middle or end, on its
  /// line, `shift` pixels to the right of there.
  mutating func text(
    _ content: String, _ style: TextStyle, x: String, y: Double, class name: String? = nil, anchor: String? = nil,
    shift: Double? = nil
  ) {
    // A few letters look the same in any font, and what is not plain is the browser's to measure.
    let isMeasured = content.utf8.count > 2 && TextStyle.isPlain(content)
    element(
      "text",
      [
        "class": name, "x": x, "y": y.markup, "dx": shift?.markup, "text-anchor": anchor,
        "textLength": isMeasured ? style.width(of: content).markup : nil,
        "lengthAdjust": isMeasured ? "spacingAndGlyphs" : nil,
      ], content)
  }

  /// The same at a place in pixels.
  mutating func text(
    _ content: String, _ style: TextStyle, x: Double, y: Double, class name: String? = nil, anchor: String? = nil
  ) {
    text(content, style, x: x.markup, y: y, class: name, anchor: anchor)
  }
}
