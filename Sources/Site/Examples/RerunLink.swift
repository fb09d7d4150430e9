internal import Templates
internal import Text

/// An example that did the same with the declarations of another, as the other's block names it.
struct RerunLink {
  /// The name in the book: `timers#once`.
  let name: String
  /// Where it stands; `nil` on a page that stands alone.
  let address: String?

  init(_ name: String, in block: ExampleBlock) {
    self.name = name
    let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
    let page = WebPath.encoded(SiteMap.page(of: parts[0] + ".md"))
    address = block.isAlone ? nil : block.root + page + "#" + ExampleBlock.anchor(of: parts.last ?? "")
  }

  static let keys = DataKeys<RerunLink>(
    .text("name", "The name of an example in the book: `timers#once`.") { $0.name },
    .optionalText("address", "Its address.") { $0.address })
}
