internal import Markdown
internal import Synchronization
internal import Templates
internal import Text
internal import Words

/// Makes HTML with the templates of a theme; any thread may ask it.
final class ThemeRenderer: Sendable {
  let theme: Theme

  /// What stands above the text of a callout.
  let calloutTitles: [Callout.Kind: [UInt8]]

  /// The site's own words.
  let words: SiteWords

  /// What is told about an example in its block, and in a list of many: what the templates ask for.
  private let exampleKeys: DataKeys<ExampleBlock>
  let exampleFactKeys: DataKeys<ExampleBlock>

  private let problems = Mutex<[Diagnostic]>([])

  init(_ theme: Theme) {
    self.theme = theme
    words = SiteWords(theme.words)
    let asked = theme.templates.askedNames
    exampleKeys = ExampleBlock.keys.only(asked)
    exampleFactKeys = ExampleBlock.factKeys.only(asked)
    var titles: [Callout.Kind: [UInt8]] = [:]
    for kind in Callout.Kind.allCases {
      var html: [UInt8] = []
      let callout = Self.calloutKeys.record(of: CalloutFacts(kind: kind, words: words.value))
      let found = theme.templates.render("callout-title", callout, into: &html)
      problems.withLock { $0 += found }
      titles[kind] = html
    }
    calloutTitles = titles
  }

  /// What went wrong while pages were made.
  var diagnostics: [Diagnostic] { problems.withLock { Set($0).sorted() } }

  /// Remembers what went wrong.
  func report(_ problem: Diagnostic) { problems.withLock { $0.append(problem) } }

  /// A page of a template.
  func page(_ template: String, _ data: TemplateValue) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(1 << 15)
    let found = theme.templates.render(template, data, into: &html)
    if !found.isEmpty { problems.withLock { $0 += found } }
    return html
  }

  /// The style sheet of a chapter; `nil` where there is nothing in it.
  func css(of style: ChapterStyle) -> [UInt8]? {
    if style.isEmpty { return nil }
    return CompactAsset.bytes(of: page("chapter-style", ChapterStyle.keys.record(of: style)), named: "chapter.css")
  }

  /// An example's block.
  func html(of block: ExampleBlock) -> [UInt8] { page("example", exampleKeys.record(of: block)) }

  /// What an example did, without the block around it.
  func results(of block: ExampleBlock) -> [UInt8] { page("results", exampleKeys.record(of: block)) }

  /// A callout, and the words for what stands above it.
  struct CalloutFacts {
    let kind: Callout.Kind
    let words: TemplateValue
  }

  /// What is told about a callout.
  static let calloutKeys = DataKeys<CalloutFacts>(
    .flag("isNote", "Whether it is a `[!NOTE]`.") { $0.kind == .note },
    .flag("isTip", "Whether it is a `[!TIP]`.") { $0.kind == .tip },
    .flag("isImportant", "Whether it is an `[!IMPORTANT]`.") { $0.kind == .important },
    .flag("isWarning", "Whether it is a `[!WARNING]`.") { $0.kind == .warning },
    .flag("isCaution", "Whether it is a `[!CAUTION]`.") { $0.kind == .caution },
    .flag("isAnswer", "Whether it is an `[!ANSWER]`, which readers open by clicking this title.") {
      $0.kind == .answer
    },
    .record("words", "words", "The site's own words.") { $0.words })
}
