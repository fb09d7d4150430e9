package import Templates
package import Text
package import Words

/// What a site says to what draws in its pages, once for all examples: a part of each `DrawingRequest`'s head.
package enum DrawingFacts {
  /// The facts, as JSON that can stand in a script.
  package static func json(_ templates: TemplateSet, _ words: InterfaceWords) -> JSONValue {
    let texts = templates.reached(from: RunResults.template).map { template in
      (template.name, JSONValue.string(String(decoding: template.file.bytes, as: UTF8.self)))
    }
    return .object([
      ("language", .string(words.language)),
      ("words", .object(InterfaceWord.allCases.map { ($0.rawValue, json(words, $0)) })),
      ("templates", .object(texts)),
    ])
  }

  private static func json(_ words: InterfaceWords, _ word: InterfaceWord) -> JSONValue {
    let given = words.forms(of: word).given
    if given.count == 1 { return .string(words[word]) }
    return .object(PluralForm.allCases.compactMap { form in given[form].map { (form.rawValue, .string($0)) } })
  }
}
