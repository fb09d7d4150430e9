internal import Examples
internal import Text
internal import Verification

/// What the examples of a chapter did with other values than those that they are written with: a script that
/// `choices.js` loads when a reader first chooses one.
///
///     globalThis.loopbookRuns={"text":[…],"runs":{"ticks":{"0":[0,1200],…}}}
///
/// `text` is a `SharedText` of HTML, made by the template `results`. `runs` has where in it each run stands, by the
/// name of the example and the places of the values chosen, with commas between them.
struct ChapterRuns {
  private let blocks: [ExampleBlock]
  private let templates: ThemeRenderer

  /// Takes what was found out about the examples of a chapter, by its number in the book.
  init(_ chapter: Int, in site: SiteContext) {
    templates = site.templates
    // What is only quoted did nothing, and need not be looked for.
    if site.examples[chapter].quotes != nil {
      blocks = []
      return
    }
    blocks = site.examples[chapter].examples.compactMap { example in
      guard let verified = site.verified(example), !verified.variants.isEmpty else { return nil }
      var block = ExampleBlock(
        example: example, verified: verified, root: SiteAddress.root(of: site.map.pages[chapter]),
        words: site.templates.words)
      block.pictures = .whole(hasFlowChart: false)
      return block
    }
  }

  /// Where the script of a chapter lies in the site.
  static func path(of chapter: ChapterExamples) -> String { "traces/\(chapter.chapter).js" }

  /// The script; `nil` where readers have nothing to choose.
  var script: [UInt8]? {
    if blocks.isEmpty { return nil }
    var text = SharedText()
    let runs = blocks.map { block in
      let places = (block.verified?.variants ?? []).map { variant in
        var block = block
        block.variant = variant
        let place = text.add(String(decoding: templates.results(of: block), as: UTF8.self))
        let name = variant.variant.choice.map(String.init).joined(separator: ",")
        return (name, JSONValue.array([.integer(place.lowerBound), .integer(place.upperBound)]))
      }
      return (block.example.id, JSONValue.object(places))
    }
    let data = JSONValue.object([("text", text.pieces), ("runs", .object(runs))])
    return Array("globalThis.loopbookRuns=".utf8) + data.onOneLine + Array(";\n".utf8)
  }
}
