internal import Templates

/// The table of contents at the side of each page.
///
/// In a large book only what is near the page at hand is shown, since it would otherwise outweigh the page; the page of contents
/// has all of it.
struct Sidebar: Sendable {
  private let outline: SiteOutline
  private let isWhole: Bool
  /// Each entry with all that is in it, and without.
  private let open: [TemplateValue]
  private let closed: [TemplateValue]

  /// How many entries are shown whole.
  private static let wholeLimit = 80
  /// How many neighbours are shown on either side.
  private static let reach = 15

  init(_ outline: SiteOutline) {
    self.outline = outline
    isWhole = outline.entries.count <= Self.wholeLimit
    var open = Array(repeating: TemplateValue.nothing, count: outline.entries.count)
    // What is in an entry has a larger number.
    for number in outline.entries.indices.reversed() {
      let items = outline.entries[number].nested.map { open[$0] }
      open[number] = .record(Self.item(outline.entries[number], items: items))
    }
    self.open = open
    closed = outline.entries.map { .record(Self.item($0, items: [])) }
  }

  /// The whole table of contents.
  ///
  /// - Parameter id: The name of a chapter on a page that has all of them.
  func whole(id: ((Int) -> String)? = nil) -> TemplateValue {
    guard let id else {
      return .list(outline.parts.indices.map { part($0, items: outline.parts[$0].items.map { open[$0] }) })
    }
    func item(_ number: Int) -> TemplateValue {
      var record = Self.item(outline.entries[number], items: outline.entries[number].nested.map(item))
      if let chapter = outline.entries[number].chapter { record["id"] = .text(id(chapter)) }
      return .record(record)
    }
    return .list(outline.parts.indices.map { part($0, items: outline.parts[$0].items.map(item)) })
  }

  /// The sidebar of a page that is no chapter.
  var value: TemplateValue { value(current: nil) }

  /// The sidebar of a chapter's page.
  func value(current: Int?) -> TemplateValue {
    let chain = current.map { outline.ancestors(of: $0) + [$0] } ?? []
    let currentPart = chain.first.map { outline.entries[$0].part }
    var parts: [TemplateValue] = []
    if isWhole {
      for number in outline.parts.indices {
        let items = outline.parts[number].items.map { entry in
          entry == chain.first ? opened(chain[...], showsAll: true) : open[entry]
        }
        parts.append(part(number, items: items, isCurrent: number == currentPart))
      }
    } else {
      let shown = currentPart ?? 0
      for number in window(Array(outline.parts.indices), around: shown) {
        guard let number else {
          parts.append(.record(Self.partGap))
          continue
        }
        let items = number == shown ? self.items(outline.parts[number].items, chain[...]) : []
        parts.append(part(number, items: items, isCurrent: number == currentPart))
      }
    }
    return ["isWhole": .flag(isWhole), "parts": .list(parts)]
  }

  /// Entries of one level, those far from the current one left out.
  private func items(_ level: [Int], _ chain: ArraySlice<Int>) -> [TemplateValue] {
    window(level, around: chain.first).map { entry in
      guard let entry else { return .record(Self.gap) }
      return entry == chain.first ? opened(chain, showsAll: false) : closed[entry]
    }
  }

  /// An entry on the way to the current one, or that itself.
  private func opened(_ chain: ArraySlice<Int>, showsAll: Bool) -> TemplateValue {
    guard let entry = chain.first else { return .nothing }
    let rest = chain.dropFirst()
    let nested = outline.entries[entry].nested
    let inner =
      showsAll
      ? nested.map { $0 == rest.first ? opened(rest, showsAll: true) : open[$0] } : items(nested, rest)
    var record = Self.item(outline.entries[entry], items: inner)
    record["isCurrent"] = .flag(rest.isEmpty)
    return .record(record)
  }

  /// A level with what is far from an entry replaced by `nil`; without an entry its beginning is shown.
  private func window(_ level: [Int], around entry: Int?) -> [Int?] {
    guard level.count > 2 * Self.reach + 3 else { return level }
    let middle = entry.flatMap(level.firstIndex) ?? 0
    let low = max(0, min(middle - Self.reach, level.count - 2 * Self.reach - 1))
    let high = min(level.count, low + 2 * Self.reach + 1)
    var shown: [Int?] = level[low..<high].map { $0 }
    if low > 0 { shown = (low > 1 ? [level[0], nil] : [level[0]]) + shown }
    if high < level.count { shown += high < level.count - 1 ? [nil, level[level.count - 1]] : [level[high]] }
    return shown
  }

  private func part(_ number: Int, items: [TemplateValue], isCurrent: Bool = false) -> TemplateValue {
    let first = outline.parts[number].items.lazy.compactMap { outline.entries[$0].path }.first
    return [
      "title": outline.parts[number].title.map { .text($0) } ?? .nothing, "path": first.map { .text($0) } ?? .nothing,
      "isCurrent": .flag(isCurrent), "isGap": false, "hasItems": .flag(!items.isEmpty), "items": .list(items),
    ]
  }

  private static func item(_ entry: SiteOutline.Entry, items: [TemplateValue]) -> TemplateRecord {
    [
      "title": .text(entry.title), "number": .optional(entry.number), "path": entry.path.map { .text($0) } ?? .nothing,
      "id": .nothing, "isCurrent": false, "isSeparator": .flag(entry.isSeparator), "isGap": false,
      "hasMore": .flag(items.isEmpty && !entry.nested.isEmpty), "hasItems": .flag(!items.isEmpty),
      "items": .list(items),
    ]
  }

  private static let partGap: TemplateRecord = [
    "title": nil, "path": nil, "isCurrent": false, "isGap": true, "hasItems": false, "items": [],
  ]

  private static let gap: TemplateRecord = [
    "title": nil, "number": nil, "path": nil, "id": nil, "isCurrent": false, "isSeparator": false, "isGap": true,
    "hasMore": false, "hasItems": false, "items": [],
  ]
}

extension TemplateValue {
  /// A text, or nothing where it is empty.
  static func optional(_ text: String?) -> TemplateValue {
    guard let text, !text.isEmpty else { return .nothing }
    return .text(text)
  }
}
