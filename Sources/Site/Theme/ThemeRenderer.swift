internal import Markdown
internal import Synchronization
internal import Templates
internal import Text

/// Makes HTML with the templates of a theme; any thread may ask it.
final class ThemeRenderer: Sendable {
  let theme: Theme

  /// What stands above the text of a callout.
  let calloutTitles: [Callout.Kind: [UInt8]]

  private let problems = Mutex<[Diagnostic]>([])

  init(_ theme: Theme) {
    self.theme = theme
    var titles: [Callout.Kind: [UInt8]] = [:]
    for kind in Callout.Kind.allCases {
      var html: [UInt8] = []
      let found = theme.templates.render("callout-title", Self.calloutKeys.record(of: kind), into: &html)
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

  /// An example's block.
  func html(of block: ExampleBlock) -> [UInt8] { page("example", ExampleBlock.keys.record(of: block)) }

  /// What is told about a callout.
  static let calloutKeys = DataKeys<Callout.Kind>(
    .flag("isNote", "Whether it is a `[!NOTE]`.") { $0 == .note },
    .flag("isTip", "Whether it is a `[!TIP]`.") { $0 == .tip },
    .flag("isImportant", "Whether it is an `[!IMPORTANT]`.") { $0 == .important },
    .flag("isWarning", "Whether it is a `[!WARNING]`.") { $0 == .warning },
    .flag("isCaution", "Whether it is a `[!CAUTION]`.") { $0 == .caution },
    .flag("isAnswer", "Whether it is an `[!ANSWER]`, which is opened by what is made here.") { $0 == .answer })
}
