import Text

/// What is said of tags that cannot be understood, and the check of their names.
extension TemplateParser {
  /// The index of the path that a tag names; `nil` after a report.
  mutating func path(_ tag: TemplateTag) -> Int? {
    guard checkName(tag) else { return nil }
    let name = bytes[tag.content]
    var keys: [TemplateKey] = []
    if !name.elementsEqual([UInt8(ascii: ".")]) {
      let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.allSatisfy({ !$0.isEmpty }) else {
        report("bad-name", "'\(string(tag.content))' has a dot without a name next to it", tag.content)
        return nil
      }
      keys = parts.map { TemplateKey(String(decoding: $0, as: UTF8.self)) }
    }
    paths.append(TemplatePath(keys: keys, range: tag.content))
    return paths.count - 1
  }

  mutating func checkName(_ tag: TemplateTag) -> Bool {
    let name = bytes[tag.content]
    if name.isEmpty {
      report("bad-name", "this tag has no name", tag.range, cure: "write a name into it, or remove it")
      return false
    }
    if name.contains(where: { $0 == UInt8(ascii: " ") || (9...13).contains($0) }) {
      report("bad-name", "'\(string(tag.content))' is not a name: it contains a space", tag.content)
      return false
    }
    return true
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  func closeTag(_ frame: Frame) -> String {
    "{{/" + String(decoding: frame.name, as: UTF8.self) + "}}"
  }

  mutating func reportUnclosed(_ frame: Frame, before tag: TemplateTag? = nil) {
    report(
      "unclosed-section", "'\(string(frame.range))' is never closed", frame.range,
      notes: tag.map { [Diagnostic.Note("'\(string($0.range))' comes first", at: file.place($0.range))] } ?? [],
      cure: "write '\(closeTag(frame))' where it ends")
  }

  mutating func warnOfIgnoredText(_ range: Range<Int>) {
    guard let first = range.first(where: { !isBlank(bytes[$0]) && bytes[$0] != 10 && bytes[$0] != 13 }) else { return }
    let end = lineEnd(of: first, before: range.upperBound)
    report(
      "ignored-text", "this text is never shown: only blocks count between a parent's tags", first..<end,
      severity: .warning, cure: "put it into a block")
  }

  mutating func warnOfIgnored(_ range: Range<Int>) {
    report(
      "ignored-tag", "this tag has no effect: only blocks count between a parent's tags", range,
      severity: .warning, cure: "put it into a block")
  }

  func lineEnd(of index: Int, before end: Int) -> Int {
    bytes[index..<end].firstIndex { $0 == 10 || $0 == 13 } ?? end
  }

  mutating func report(
    _ id: String, _ message: String, _ range: Range<Int>, severity: Diagnostic.Severity = .error,
    notes: [Diagnostic.Note] = [], cure: String? = nil
  ) {
    diagnostics.append(Diagnostic(severity, id: id, message, at: file.place(range), notes: notes, cure: cure))
  }
}
