internal import Results
internal import Templates
internal import Text
internal import Words

/// The words of a site's own, for Swift and for templates.
struct SiteWords: Sendable {
  let words: InterfaceWords
  /// What templates are given of them.
  let value: TemplateValue

  init(_ words: InterfaceWords) {
    self.words = words
    value = words.forTemplates
  }
}

extension InterfaceWords {
  /// What templates may ask of them.
  static let keys = DataKeys<InterfaceWords>(
    InterfaceWord.forTemplates.map { word in .text(word.rawValue, "“\(InterfaceWords()[word])”") { $0[word] } })

  /// What scripts read them from: a line before the script that all pages share.
  ///
  /// What is counted is a group of forms, and `language` tells by whose rules one is chosen.
  var script: [UInt8] {
    Array("globalThis.loopbookWords=".utf8) + json([("language", .string(language))], InterfaceWord.forScripts)
      + Array(";\n".utf8)
  }

  /// The further words of a script that only some pages have.
  func script(before words: [InterfaceWord]) -> [UInt8] {
    Array("Object.assign(globalThis.loopbookWords,".utf8) + json([], words) + Array(");\n".utf8)
  }

  private func json(_ first: [(String, JSONValue)], _ words: [InterfaceWord]) -> [UInt8] {
    let words = words.map { word in
      let forms = forms(of: word)
      let text =
        forms.places.contains("count")
        ? JSONValue.object(
          PluralForm.allCases.compactMap { form in forms.given[form].map { (form.rawValue, .string($0)) } })
        : .string(forms.other)
      return (word.rawValue, text)
    }
    return JSONValue.object(first + words).insideHTML
  }

  /// All that they are, to tell whether they are others.
  var bytes: [[UInt8]] {
    InterfaceWord.allCases.flatMap { word in
      let given = forms(of: word).given
      return PluralForm.allCases.map { Array((given[$0] ?? "").utf8) }
    }
  }
}
