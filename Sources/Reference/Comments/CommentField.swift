internal import Words

/// A word that DocC knows at the beginning of a list's item or of a quote: `- Returns: …`, `> Note: …`.
struct CommentField: Equatable {
  /// What becomes of it.
  enum Form: Equatable {
    /// A box, by its name in Markdown.
    case callout(String)
    /// A word in bold.
    case term(InterfaceWord)
    /// The list of parameters.
    case parameters
    /// One parameter, with its name.
    case parameter(String)
  }

  var form: Form
  /// How many bytes it takes up, with its colon and the blanks after that.
  var length: Int
  /// What the box is about, where its own title does not say so.
  var title: InterfaceWord?

  /// Reads the field that a text begins with.
  init?(_ text: ArraySlice<UInt8>) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon - text.startIndex <= 200 else { return nil }
    let line = text[..<colon]
    guard !line.contains(UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: line, as: UTF8.self)
    length = colon + 1 - text.startIndex + text[(colon + 1)...].prefix { $0 == UInt8(ascii: " ") }.count
    let parts = words.split(separator: " ")
    if parts.count > 1, Self.isParameter(parts[0]) {
      let rest = words[parts[0].endIndex...]
      guard let name = Self.name(rest) else { return nil }
      form = .parameter(name)
      return
    }
    guard parts.count == 1, words.first != " " else { return nil }
    let name = parts[0].lowercased()
    if name == Self.parameters {
      form = .parameters
    } else if let callout = Self.callouts[name] {
      form = .callout(callout.kind)
      title = callout.title
    } else if let term = Self.terms[name] {
      form = .term(term)
    } else {
      return nil
    }
  }

  /// Whether a word begins what is said of one parameter.
  static func isParameter(_ word: Substring) -> Bool { word.lowercased() == "parameter" }

  /// The word before the list of them, in small letters.
  static let parameters = "parameters"

  /// How each is written; by how it is read, in small letters.
  static let spellings: [String: String] = {
    var spellings = [
      "return": "Returns", "seealso": "SeeAlso", "todo": "ToDo", "mutatingvariant": "MutatingVariant",
      "nonmutatingvariant": "NonmutatingVariant",
    ]
    for name in ["parameter", parameters] + callouts.keys + terms.keys where spellings[name] == nil {
      spellings[name] = name.prefix(1).uppercased() + name.dropFirst()
    }
    return spellings
  }()

  /// The name of a parameter: a word, or what stands between two backquotes.
  static func name(_ text: Substring) -> String? {
    let words = text.split(separator: " ")
    let name = words.joined(separator: " ")
    if name.count > 2, name.first == "`", name.last == "`", !name.dropFirst().dropLast().contains("`") {
      return String(name.dropFirst().dropLast())
    }
    return words.count == 1 && !name.contains("`") ? name : nil
  }

  private static let callouts: [String: (kind: String, title: InterfaceWord?)] = [
    "note": ("NOTE", nil), "tip": ("TIP", nil), "important": ("IMPORTANT", nil), "warning": ("WARNING", nil),
    "attention": ("WARNING", .fieldAttention), "bug": ("CAUTION", .fieldBug), "experiment": ("TIP", .fieldExperiment),
    "remark": ("NOTE", .fieldRemark), "todo": ("NOTE", .fieldToDo),
  ]

  private static let terms: [String: InterfaceWord] = [
    "returns": .fieldReturns, "return": .fieldReturns, "throws": .fieldThrows, "complexity": .fieldComplexity,
    "precondition": .fieldPrecondition, "postcondition": .fieldPostcondition, "requires": .fieldRequires,
    "invariant": .fieldInvariant, "seealso": .fieldSeeAlso, "author": .fieldAuthor, "authors": .fieldAuthors,
    "copyright": .fieldCopyright, "date": .fieldDate, "since": .fieldSince, "version": .fieldVersion,
    "mutatingvariant": .fieldMutatingVariant, "nonmutatingvariant": .fieldNonmutatingVariant,
  ]
}
