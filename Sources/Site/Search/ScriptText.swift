internal import Text

/// JSON that stands in a script, put together piece by piece.
struct ScriptText {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// Makes room for as many bytes in all.
  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// Appends script as it is.
  mutating func raw(_ script: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: script.utf8Start, count: script.utf8CodeUnitCount))
  }

  /// Appends script as it is.
  mutating func raw(_ script: some Collection<UInt8>) {
    bytes.append(contentsOf: script)
  }

  /// Appends a number.
  mutating func number(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Appends a list of strings.
  mutating func list(_ strings: [String]) {
    raw("[")
    for (index, string) in strings.enumerated() {
      if index > 0 { raw(",") }
      self.string(Array(string.utf8))
    }
    raw("]")
  }

  /// Appends a section as a list of its anchor, heading, whether it is an example (1) or not (0), and text.
  ///
  /// A symbol's has its kind as the third, and its declaration and what there is to be said against its use behind all.
  mutating func section(_ section: SearchableSection) {
    raw("[")
    string(Array(section.anchor.utf8))
    raw(",")
    string(Array(section.heading.utf8))
    raw(",")
    if let kind = section.symbolKind { string(Array(kind.utf8)) } else { number(section.kind == .example ? 1 : 0) }
    raw(",")
    string(section.text)
    if !section.declaration.isEmpty || section.caveat != nil {
      raw(",")
      string(section.declaration)
    }
    if let caveat = section.caveat {
      raw(",")
      string(Array(caveat.utf8))
    }
    raw("]")
  }

  /// Appends a string in which runs of blanks and control characters are one blank, with none at either end.
  mutating func string(_ text: [UInt8]) {
    raw("\"")
    text.withUnsafeBufferPointer { text in
      var start = 0
      var index = 0
      let begin = bytes.count
      while index < text.count {
        let byte = text[index]
        // A single blank between words is the common case, and stays part of the run that is copied.
        let isSingle = byte == 0x20 && index > start && index + 1 < text.count && text[index + 1] > 0x20
        if byte > 0x20 && byte != 0x7F || isSingle {
          index += 1
          continue
        }
        append(text[start..<index])
        while index < text.count, text[index] <= 0x20 || text[index] == 0x7F { index += 1 }
        if bytes.count > begin, index < text.count { bytes.append(0x20) }
        start = index
      }
      append(text[start...])
    }
    raw("\"")
  }

  /// Appends a part of a string; the script is a file of its own, in which HTML means nothing.
  private mutating func append(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
    bytes.appendEscapedForJSON(UnsafeBufferPointer(rebasing: part), insideHTML: false)
  }
}
