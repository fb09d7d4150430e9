internal import Synchronization
internal import Templates

/// The table of contents at the side of each page.
///
/// In a large book only what is near the page at hand is shown, since it would otherwise outweigh the page; the page of
/// contents has all of it. Of the pages that are made of doc comments, of which there may be hundreds, those of modules
/// are shown, and on a module's pages what is in it.
struct Sidebar: Sendable {
  private let outline: SiteOutline
  private let isWhole: Bool
  /// Each entry with all that is in it, with all but what is made of doc comments, and without.
  private let completeLines: Lines
  private let openLines: Lines
  private let closedLines: Lines

  /// Lines of a table of contents, each made when it is first asked for: where one page is made, few are.
  private final class Lines: Sendable {
    private let made: Mutex<[TemplateValue?]>

    init(of outline: SiteOutline) { made = Mutex(Array(repeating: nil, count: outline.entries.count)) }

    func line(_ number: Int, _ make: () -> TemplateValue) -> TemplateValue {
      if let known = made.withLock({ $0[number] }) { return known }
      // Others are made for it, so that the lock must not be held.
      let line = make()
      made.withLock { $0[number] = line }
      return line
    }
  }

  /// How many entries are shown whole.
  private static let wholeLimit = 80
  /// How many neighbors are shown on either side.
  private static let reach = 15

  init(_ outline: SiteOutline) {
    self.outline = outline
    isWhole = outline.entries.count { !$0.isGenerated } <= Self.wholeLimit
    completeLines = Lines(of: outline)
    openLines = Lines(of: outline)
    closedLines = Lines(of: outline)
  }

  private func complete(_ number: Int) -> TemplateValue {
    completeLines.line(number) {
      let entry = outline.entries[number]
      return Item(entry, items: Self.lines(entry.nested, of: outline, complete)).value
    }
  }

  private func open(_ number: Int) -> TemplateValue {
    openLines.line(number) {
      let entry = outline.entries[number]
      return Item(entry, items: entry.isGenerated ? [] : entry.nested.map(open)).value
    }
  }

  private func closed(_ number: Int) -> TemplateValue {
    closedLines.line(number) { Item(outline.entries[number], items: []).value }
  }

  /// The whole table of contents.
  ///
  /// - Parameter id: The name of a chapter on a page that has all of them.
  func whole(id: ((Int) -> String)? = nil) -> [TemplateValue] {
    guard let id else {
      return outline.parts.indices.map { part($0, items: outline.parts[$0].items.map(complete)) }
    }
    func item(_ number: Int) -> TemplateValue {
      var item = Item(
        outline.entries[number], items: Self.lines(outline.entries[number].nested, of: outline, item))
      item.id = outline.entries[number].chapter.map(id)
      return item.value
    }
    return outline.parts.indices.map { part($0, items: outline.parts[$0].items.map(item)) }
  }

  /// The sidebar of a page that is not a chapter.
  var value: TemplateValue { value(current: nil) }

  /// The sidebar of a chapter's page.
  func value(current: Int?) -> TemplateValue {
    let chain = current.map { outline.ancestors(of: $0) + [$0] } ?? []
    let currentPart = chain.first.map { outline.entries[$0].part }
    var parts: [TemplateValue] = []
    if isWhole {
      for number in outline.parts.indices {
        let items = outline.parts[number].items.map { entry in
          entry == chain.first ? opened(chain[...], showsAll: true) : open(entry)
        }
        parts.append(part(number, items: items, isCurrent: number == currentPart))
      }
    } else {
      let shown = currentPart ?? 0
      for number in window(Array(outline.parts.indices), around: shown) {
        guard let number else {
          parts.append(Part(isGap: true).value)
          continue
        }
        let items = number == shown ? self.items(outline.parts[number].items, chain[...]) : []
        parts.append(part(number, items: items, isCurrent: number == currentPart))
      }
    }
    return Whole(isWhole: isWhole, parts: parts).value
  }

  /// Entries of one level, those far from the current one left out.
  private func items(_ level: [Int], _ chain: ArraySlice<Int>) -> [TemplateValue] {
    Self.lines(window(level, around: chain.first), of: outline) { entry in
      entry == chain.first ? opened(chain, showsAll: false) : closed(entry)
    }
  }

  /// The lines of one level, each group with its name before it; `nil` stands for what is left out.
  private static func lines(
    _ level: [Int?], of outline: SiteOutline, _ line: (Int) -> TemplateValue
  ) -> [TemplateValue] {
    var group: String?
    var lines: [TemplateValue] = []
    for entry in level {
      guard let entry else {
        lines.append(Item(isGap: true).value)
        continue
      }
      if outline.entries[entry].group != group {
        group = outline.entries[entry].group
        lines.append(Item(group: group).value)
      }
      lines.append(line(entry))
    }
    return lines
  }

  /// An entry on the way to the current one, or that itself.
  private func opened(_ chain: ArraySlice<Int>, showsAll: Bool) -> TemplateValue {
    guard let entry = chain.first else { return .nothing }
    let rest = chain.dropFirst()
    let nested = outline.entries[entry].nested
    let inner =
      showsAll && !outline.entries[entry].isGenerated
      ? nested.map { $0 == rest.first ? opened(rest, showsAll: true) : open($0) } : items(nested, rest)
    var item = Item(outline.entries[entry], items: inner)
    item.isCurrent = rest.isEmpty
    return item.value
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
    return Part(title: outline.parts[number].title, path: first, isCurrent: isCurrent, items: items).value
  }
}
