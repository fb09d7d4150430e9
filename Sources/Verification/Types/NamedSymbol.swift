internal import Execution

/// What a name in a listing means, as readers are told.
package struct NamedSymbol: Hashable, Sendable {
  /// What tells it from everything else that programs declare; that of something local counts in its program only.
  package let usr: String
  /// What kind of thing it is: `struct`, `function.method.instance`, `var.local`.
  package let kind: String
  /// Its name: `add(_:to:)`.
  package let name: String
  /// The module that declares it; `main` for what the example itself declares.
  package let module: String
  /// Its declaration with types filled in, on one line.
  package let declaration: String
  /// The first sentence of its doc comment, as Markdown; empty where it has none.
  package let sentence: String
  /// What others call the same, as far as its doc comment says so.
  package let otherNames: [OtherName]

  /// Its name without the labels of arguments, as code that uses it has it.
  package var baseName: String {
    String(name.prefix { $0 != "(" }.drop { $0 == "`" }.prefix { $0 != "`" })
  }

  /// "CoreFoundation calls it `CFRunLoopWakeUp`" in a doc comment, or "calls its like".
  package struct OtherName: Hashable, Sendable {
    /// The library whose name it is: `CoreFoundation`.
    package var caller: String
    package var name: String
  }

  package init(
    usr: String, kind: String, name: String, module: String, declaration: String, sentence: String,
    otherNames: [OtherName] = []
  ) {
    self.usr = usr
    self.kind = kind
    self.name = name
    self.module = module
    self.declaration = declaration
    self.sentence = sentence
    self.otherNames = otherNames
  }
}

extension NamedSymbol {
  /// Takes what the compiler said.
  init(_ meaning: NameMeaning) {
    // A script's variables belong to the main actor, whether or not it says so.
    let isGlobal = meaning.module == "main" && meaning.kind == "var.global"
    self.init(
      usr: meaning.usr, kind: meaning.kind, name: meaning.name, module: meaning.module,
      declaration: Self.declaration(meaning.declaration, withoutActor: isGlobal),
      sentence: Self.firstSentence(of: meaning.comment), otherNames: Self.otherNames(in: meaning.comment))
  }

  /// The names that a comment says others have for it, in its order.
  ///
  /// A regular expression would take most of the time of the types, since the standard library's comments are long.
  private static func otherNames(in comment: String) -> [OtherName] {
    let words = comment.split { $0 == " " || $0 == "\n" || $0 == "\t" }.joined(separator: " ")
    // What stands between the marks of code, and the code.
    let pieces = words.split(separator: "`", omittingEmptySubsequences: false)
    var names: [OtherName] = []
    var number = 0
    while number + 2 < pieces.count {
      let text = pieces[number]
      let caller = caller(in: text, before: " calls it ") ?? caller(in: text, before: " calls its like ")
      if let caller, !pieces[number + 1].isEmpty {
        names.append(OtherName(caller: caller, name: String(pieces[number + 1])))
        number += 1
      }
      number += 1
    }
    return names
  }

  /// The library that a text names before this ending; `nil` where the text ends otherwise or names none.
  private static func caller(in text: Substring, before end: String) -> String? {
    guard text.hasSuffix(end) else { return nil }
    let said = text.dropLast(end.count)
    let caller = said[(said.lastIndex { ".,:;()".contains($0) }.map(said.index(after:)) ?? said.startIndex)...]
    return caller.isEmpty ? nil : String(caller.trimmingPrefix(" "))
  }

  /// Attributes that say how code is compiled or shipped, and nothing to somebody who reads it.
  private static let leftOut: Set<Substring> = [
    "available", "backDeployed", "discardableResult", "frozen", "inlinable", "inline", "usableFromInline",
  ]

  /// A declaration without the attributes that say nothing to readers.
  private static func declaration(_ text: String, withoutActor: Bool) -> String {
    var rest = text[...]
    var kept = ""
    while rest.first == "@" {
      let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      var end = name.endIndex
      if end < rest.endIndex, rest[end] == "(" {
        var depth = 0
        while end < rest.endIndex {
          if rest[end] == "(" { depth += 1 }
          if rest[end] == ")" { depth -= 1 }
          end = rest.index(after: end)
          if depth == 0 { break }
        }
      }
      let isLeftOut = leftOut.contains(name) || name.hasPrefix("_") || withoutActor && name == "MainActor"
      if !isLeftOut { kept += rest[..<end] + " " }
      rest = rest[end...].drop { $0 == " " || $0 == "\n" }
    }
    return kept + rest
  }

  /// The first sentence of a comment: that of its first paragraph.
  package static func firstSentence(of comment: String) -> String {
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.drop { $0 == " " || $0 == "\t" }
    }
    let paragraph = lines.drop(while: \.isEmpty).prefix { !$0.isEmpty }.joined(separator: " ")
    // What begins with such a mark is a field or a list, and not a sentence.
    guard let first = paragraph.first,
      !"-*+>#|`".contains(first) || paragraph.hasPrefix("`") && !paragraph.hasPrefix("```")
    else { return "" }
    var isCode = false
    var index = paragraph.startIndex
    while index < paragraph.endIndex {
      let next = paragraph.index(after: index)
      if paragraph[index] == "`" { isCode.toggle() }
      if !isCode, ".?!".contains(paragraph[index]), next < paragraph.endIndex, paragraph[next] == " ",
        let after = paragraph[next...].dropFirst().first, !after.isLowercase
      {
        return String(paragraph[..<next])
      }
      index = next
    }
    return paragraph
  }
}
