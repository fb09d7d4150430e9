package import Book
package import Examples
internal import Execution
internal import Files
internal import Text

extension ChapterExamples {
  /// Finds the examples of a book's chapter.
  ///
  /// Where `memory` knows that all of them are only quoted, the chapter's text is not asked for.
  package convenience init(_ chapter: Chapter, of configuration: Configuration, knowing memory: ChapterMemory? = nil) {
    let name = chapter.path.hasSuffix(".md") ? String(chapter.path.dropLast(3)) : chapter.path
    var defaults = configuration.examples
    if let use = chapter.frontMatter.examples { defaults.use = use }
    var rules = FenceRules(defaults)
    rules.isMadeOfComments = chapter.isGenerated
    rules.unread = chapter.unread
    if let known = memory?.part(.quotes, ofChapter: chapter.path, madeFrom: chapter.textHash),
      let (quotes, shown) = try? Self.quotes(known, in: chapter)
    {
      self.init(
        chapter: name, file: chapter.file, offset: chapter.offset, rules: rules, quotes: quotes, shownRecordings: shown
      ) { chapter.document }
      return
    }
    self.init(chapter: name, document: chapter.document, rules: rules) { chapter.document }
    if let remembered { memory?.note(remembered, as: .quotes, ofChapter: chapter.path, madeFrom: chapter.textHash) }
  }

  /// What is remembered of them; `nil` where more is to be known than that they are quoted.
  private var remembered: [UInt8]? {
    guard let quotes else { return nil }
    var writer = ByteWriter()
    writer.write(quotes) { writer, quote in
      writer.write(quote.id)
      writer.write(quote.infoString)
      writer.write(quote.opening.lowerBound)
      writer.write(quote.opening.upperBound)
      writer.write(quote.isSignatures)
      writer.write(quote.isPlain)
    }
    writer.write(shownRecordings)
    return writer.bytes
  }

  private static func quotes(
    _ bytes: [UInt8], in chapter: Chapter
  ) throws(ByteReader.Damage) -> (quotes: [Quote], shownRecordings: Int) {
    var reader = ByteReader(bytes)
    let size = chapter.file.bytes.count
    let quotes = try reader.list { reader throws(ByteReader.Damage) in
      let (id, info) = (try reader.text(), try reader.text())
      let (start, end) = (try reader.number(), try reader.number())
      guard start >= 0, start <= end, end <= size else { throw ByteReader.Damage() }
      return Quote(
        id: id, infoString: info, opening: start..<end, isSignatures: try reader.flag(), isPlain: try reader.flag())
    }
    let shown = try reader.number()
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return (quotes, shown)
  }
}

extension FenceRules {
  /// What a book says of its fences.
  fileprivate init(_ defaults: ExampleDefaults) {
    let usual: ExampleAttributes.Kind =
      switch defaults.use {
      case .run: .runs
      case .norun: .norun
      case .quote: .quote
      }
    self.init(
      usual: usual, hiddenPrefix: defaults.hiddenLines.flatMap { HiddenPrefix($0) },
      quotesSignatures: defaults.signatures == .quote
    ) { text, looksForSignatures in
      switch ProgramOutline.of(text, lookingForSignatures: looksForSignatures) {
      case .whole: .whole
      case .signatures: .signatures
      case .abridged(let text, let support): .abridged(text: text, support: support)
      }
    }
  }
}
