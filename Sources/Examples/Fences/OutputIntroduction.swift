internal import Markdown
internal import Recordings

/// A paragraph or heading that announces what an example prints, or what else comes of it: `Output:`, `This prints:`.
struct OutputIntroduction {
  /// What the text below it is said to be.
  enum Kind {
    /// What is printed, or something else that the example does.
    case result
    /// The message of a crash.
    case crash
    /// What the compiler says of it.
    case compiler
  }

  let kind: Kind
  private let words: Set<String>

  /// Whether it can only be about what is printed.
  var isAboutOutput: Bool { !words.isDisjoint(with: Self.printing) }

  /// Reads a block; `nil` where it announces nothing.
  init?(_ number: Int, in document: MarkdownDocument) {
    let kind = document.nodes[number].kind
    switch kind {
    case .paragraph, .heading: self.init(document.plainText(of: number), canBreakOff: kind == .paragraph)
    case .htmlBlock: self.init(Self.words(ofHTML: document.string(document.nodes[number].text)), canBreakOff: false)
    default: return nil
    }
  }

  /// Reads words; they may break off before what they announce, where no heading could.
  init?(_ text: String, canBreakOff: Bool) {
    guard text.count <= Self.mostCharacters else { return nil }
    let list = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    let last = text.last { !$0.isWhitespace }
    // Headings have no colons, and may end with any word.
    let isUnfinished =
      canBreakOff && list.count <= Self.mostUnfinished && last?.isLetter == true
      && Self.verbs.contains(list[list.count - 1])
    guard list.count <= 2 || last == ":" || last == "：" || isUnfinished else { return nil }
    words = Set(list)
    // What is named behind these words is what is made: "It writes the file:", "It yields control here:".
    let ending = list.suffix(2) == ["the", "following"] ? list.dropLast(2) : list[...]
    let beforeWith = ending.last == "with" ? ending.dropLast().last : ending.last
    let isOfCompiler = words.contains("compiler") && ending.last.map(Self.saying.contains) == true
    guard words.subtracting(isOfCompiler ? ["compiler"] : []).isDisjoint(with: Self.elsewhere) else { return nil }
    if isOfCompiler {
      kind = .compiler
    } else if beforeWith.map(Self.crashing.contains) == true {
      kind = .crash
    } else {
      let isAnnounced =
        !words.isDisjoint(with: Self.printing.union(Self.showing)) || ending.last.map(Self.making.contains) == true
        || ending.suffix(2) == ["what", "happens"] || list.count <= 2 && !words.isDisjoint(with: Self.places)
      guard isAnnounced else { return nil }
      kind = .result
    }
  }

  /// What HTML says, such as a summary of what it folds.
  private static func words(ofHTML html: String) -> String {
    // More than this is not only an announcement.
    html.utf8.count > 4 * mostCharacters ? "" : html.replacing(/<[^>]*>/, with: " ")
  }

  /// Whether a block of this language can be what it announces.
  func canMean(_ language: String) -> Bool {
    if UnverifiedOutput.drawnLanguages.contains(language) || language == InputFence.language { return false }
    // What is recorded stands in the wrong place, which is told elsewhere.
    if RecordingKind(rawValue: language) != nil { return false }
    if UnverifiedOutput.plainLanguages.contains(language) { return true }
    if kind != .result { return false }
    if UnverifiedOutput.dataLanguages.contains(language) { return true }
    if UnverifiedOutput.shellLanguages.contains(language), !words.isDisjoint(with: Self.running) { return false }
    // "The result:" may be a file, and "In Python this prints:" is about another program.
    return isAboutOutput && (language == "swift" || !words.contains(language))
  }

  /// So long is a paragraph at most that only introduces what stands below it.
  private static let mostCharacters = 80

  /// What announces an output, in English and in the other languages that a book can be written in.
  private static let printing: Set = [
    "output", "outputs", "print", "prints", "printed", "printing", "console", "stdout",
    "ausgabe", "sortie", "affiche", "salida", "imprime", "输出", "出力", "実行結果", "المخرجات",
  ]

  /// What announces an output, or something else that comes of an example.
  private static let showing: Set = [
    "result", "displays", "gives", "shows", "see", "get", "ergebnis", "résultat", "resultado", "结果", "الناتج",
  ]

  /// What announces an output as the last word.
  private static let making: Set = ["produces", "writes", "yields", "logs", "returns"]

  /// Where an output is seen, as in "Terminal:" and "On screen:"; a longer sentence may be about what is typed there.
  private static let places: Set = ["terminal", "screen", "log"]

  /// What announces the message of a crash as the last word, or before "with".
  private static let crashing: Set = ["crashes", "traps"]

  /// What the compiler does, as the last word.
  private static let saying: Set = ["warns", "warning", "warnings", "says", "complains", "reports"]

  /// With what a sentence breaks off that the text below it ends, as in "Running it gives".
  private static let verbs: Set = [
    "produces", "writes", "yields", "logs", "print", "prints", "outputs", "gives", "shows", "displays",
  ]
  /// And how many words it has at most.
  private static let mostUnfinished = 4

  /// What introduces commands that readers type.
  private static let running: Set = [
    "run", "running", "type", "enter", "execute", "try", "call", "start", "use", "with", "script",
  ]

  /// What says that another program is meant, or the same one elsewhere.
  private static let elsewhere: Set = [
    "macos", "ios", "apple", "mac", "iphone", "ipad", "windows", "android", "not", "never", "instead", "would",
    "could", "might", "without", "compiler", "command", "shell", "build", "package", "nothing", "server", "different",
  ]
}
