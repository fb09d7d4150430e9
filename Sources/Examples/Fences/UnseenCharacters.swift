internal import Markdown
internal import Recordings
internal import Text

/// Finds characters of an example that a page does not show, though the compiler reads them or they are printed.
///
/// Marks of direction show the words of a line in another order than the compiler reads them, and two names may differ
/// by a character without a width: readers would see other code than what ran.
package enum UnseenCharacters {
  /// What is wrong with an example's lines; one problem a line.
  static func problems(in lines: [SourceLine], of file: SourceFile) -> [Diagnostic] {
    lines.compactMap { line in
      if let problem = problem(in: line, of: file) { return problem }
      // Markdown reads NUL as U+FFFD.
      return file.bytes[line.range].firstIndex(of: 0).map { diagnostic("\0", at: file.place($0..<($0 + 1))) }
    }
  }

  /// What is wrong with the lines of an output or a message, in which such characters are written as escapes; one
  /// problem a line.
  static func problems(in recording: Recording, of file: SourceFile) -> [Diagnostic] {
    guard recording.kind != .trace else { return [] }
    return recording.fence.lines.compactMap { written in
      let line = SourceLine(text: written.text, range: written.range, splitSpaces: written.splitSpaces)
      guard let (scalar, offset) = RecordedText.unseen(in: line.text) else { return nil }
      let end = line.fileOffset(ofByte: offset + UTF8.width(scalar))
      return Diagnostic(
        id: "unseen-character",
        "\(scalar.codeAndName) is compared but not shown, so readers would see something else than what is printed",
        at: file.place(line.fileOffset(ofByte: offset)..<end), cure: "write it as `\(scalar.escape)`")
    }
  }

  private static func problem(in line: SourceLine, of file: SourceFile) -> Diagnostic? {
    guard line.text.utf8.contains(where: { ($0 < 0x20 && $0 != 9) || $0 >= 0x7F }) else { return nil }
    let scalars = Array(line.text.unicodeScalars)
    var offset = 0
    for (number, scalar) in scalars.enumerated() {
      let length = UTF8.width(scalar)
      if !isSeen(scalar), !joins(scalar, before: scalars[..<number].last, after: scalars[(number + 1)...].first) {
        let place = line.fileOffset(ofByte: offset)..<line.fileOffset(ofByte: offset + length)
        return diagnostic(scalar, at: file.place(place))
      }
      offset += length
    }
    return nil
  }

  /// A text with the escapes of Swift for characters that are not shown, and for spaces that only look like the usual
  /// one.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.map { index in
      let scalar = scalars[index]
      let isHidden =
        !isSeen(scalar)
        && !joins(scalar, before: scalars[..<index].last, after: scalars[(index + 1)...].first)
      let isBlank = scalar != " " && scalar.properties.generalCategory == .spaceSeparator
      return (isHidden || isBlank) && scalar != "\n" && scalar != "\t" ? scalar.escape : String(scalar)
    }.joined()
  }

  /// The same of two texts that may look the same: letters that look like others are escaped, too, where nothing else
  /// tells the two apart.
  package static func escaped(_ one: String, beside other: String) -> String {
    guard one != other, look(of: one) == look(of: other) else { return escaped(one) }
    return escaped(one).unicodeScalars.map { scalar in
      !scalar.isASCII && LookAlikes.look(of: scalar) != nil ? scalar.escape : String(scalar)
    }.joined()
  }

  private static func look(of text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? String($0) : LookAlikes.look(of: $0) ?? String($0) }.joined()
  }

  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The last two are a letter and a sign of an operator to the compiler, and blank.
    case 0x2028, 0x2029, 0xFFF9...0xFFFB, 0x1D159, 0x2800: false
    default: !scalar.isControl && !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a scalar without a width chooses how its neighbors look, as in emoji and in the scripts of India.
  private static func joins(_ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    switch scalar.value {
    case 0x200C, 0x200D:
      // Emoji may have a choice of form before them.
      return !standsAlone(before) && (isSeen(before) || before.properties.isVariationSelector)
    case 0xE0020...0xE007F:
      // Flags of regions are spelled with what has no width.
      return !before.isASCII && (isSeen(before) || before.value >= 0xE0020)
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      return (isSeen(before) && !before.isASCII) || after?.value == 0x20E3
    default: return false
    }
  }

  /// Whether a character looks the same whatever it is joined with: in the scripts of Europe, Japanese, Chinese and
  /// Korean.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA9, 0xAE: false  // emoji, too
    case 0..<0x590, 0x10A0...0x10FF, 0x1E00...0x1FFF, 0x3040...0x9FFF, 0xAC00...0xD7A3, 0xFF00...0xFFEF: true
    default: false
    }
  }

  private static func diagnostic(_ scalar: Unicode.Scalar, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      id: "unseen-character",
      "\(scalar.codeAndName) is compiled but not shown, so readers would see different code from what runs", at: place,
      cure: "remove it; in a string literal, or in a comment that tells a text, write it as `\(scalar.escape)`")
  }
}
