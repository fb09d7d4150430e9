internal import Examples
internal import Execution
internal import Files
internal import Text

/// Mistakes that are made often, and that the compiler explains to those who know them already.
extension CompilerHints {
  /// What helps with an error in an example that is not a program at all, so that its other errors say nothing.
  func wholeFence(_ message: CompilerMessage, block: Int) -> Hint? {
    let example = program.blocks[block].example
    if message.isAboutManifest(in: example) {
      return quoting(example, "if this is a part of a Package.swift, do not compile it")
    }
    let line = line(of: message, in: example)
    if line.flatMap(Self.isPrompt) == true {
      return quoting(example, "if this was copied from the interpreter `swift repl`, do not compile it")
    }
    // `# ` hides lines in books that were made for rustdoc or mdBook.
    if line?.hasPrefix("# ") == true, message.text.hasPrefix("expected a macro identifier") {
      return Hint(cure: "to hide lines that begin so, say in loopbook.yml: examples: {hidden-lines: \"# \"}")
    }
    return nil
  }

  /// What helps where the module is on other systems, or is called otherwise.
  func missing(_ module: String, in example: Example) -> Hint? {
    guard AppleModules.names.contains(module), !offer.has(module) else {
      return offer.cure(for: module).map { Hint(cure: $0) }
    }
    let reason = "`\(module)` is there on Apple's systems only, so this can only be shown"
    return quoting(example, reason) ?? Hint(cure: "\(reason): mark it `quote`")
  }

  /// What helps with an error of some other kind.
  func usualMistake(_ message: CompilerMessage, in example: Example) -> Hint? {
    if message.text.hasPrefix("cannot consume noncopyable stored property '"), message.text.hasSuffix("that is global")
    {
      return Hint(cure: "what stands in no function is global: put this code between `do {` and `}`")
    }
    if let module = message.movedTo { return Hint(cure: "add a line: import \(module)") }
    return message.meantCharacter.map { Hint(cure: "write `\($0)` there") }
  }

  private func line(of message: CompilerMessage, in example: Example) -> String? {
    let index = message.line - program.block(ofLine: message.line).lines.lowerBound
    return example.lines.indices.contains(index) ? example.lines[index].text : nil
  }

  /// Whether a line begins as a transcript of the interpreter does: `  1> let x = 1`.
  private static func isPrompt(_ line: String) -> Bool {
    let digits = line.drop { $0 == " " }.prefix { $0.isNumber }
    return !digits.isEmpty && line[digits.endIndex...].hasPrefix("> ")
  }
}

extension CompilerMessage {
  /// The character that was meant by one that only looks like it: the hyphen for a dash.
  var meantCharacter: String? {
    guard text == "invalid character in source file" else { return nil }
    let words = "; did you mean to use '"
    guard
      let note = notes.lazy.compactMap({ note in note.text.firstRange(of: words).map { note.text[$0.upperBound...] } })
        .first
    else { return nil }
    return note.firstIndex(of: "'").map { String(note[..<$0]) }
  }

  /// The module that has a type which Foundation only has elsewhere, and of which it keeps the name.
  fileprivate var movedTo: String? {
    guard let end = text.firstRange(of: "' (aka 'AnyObject')")?.lowerBound,
      let start = text[..<end].lastIndex(of: "'")
    else { return nil }
    let name = text[text.index(after: start)..<end]
    if name.hasPrefix("XML") { return "FoundationXML" }
    let isOfNetwork = ["URLSession", "URLRequest", "URLResponse", "HTTP", "URLProtocol", "URLCache", "URLCredential"]
      .contains(where: name.hasPrefix)
    return isOfNetwork || name.hasPrefix("URLAuthentication") ? "FoundationNetworking" : nil
  }

  /// Whether it is said of what stands in the lists of a package's manifest, such as `.package(url: …)`.
  fileprivate func isAboutManifest(in example: Example) -> Bool {
    let parts = ["package", "product", "target", "executableTarget", "testTarget", "library", "executable"]
    if parts.contains(where: { text == "reference to member '\($0)' cannot be resolved without a contextual type" }) {
      return true
    }
    guard let name = missingName, ["dependencies", "targets", "products"].contains(name) else { return false }
    return example.lines.contains { line in parts.contains { line.text.containsBytes(of: ".\($0)(") } }
  }
}
