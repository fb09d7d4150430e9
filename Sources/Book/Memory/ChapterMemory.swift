package import Files
internal import Synchronization

/// What earlier runs found in the texts of chapters, so that a text that is the same need not be parsed.
///
/// Each entry has a hash of the text that it was found in, with what that includes, as it is read each time; it is not
/// asked when the text was changed. What is damaged, or was written by another program or for another configuration, is
/// not believed: then the texts are parsed.
package final class ChapterMemory: Sendable {
  /// What is remembered of a chapter.
  package enum Part: Int, CaseIterable, Sendable {
    /// Its `ChapterFacts`.
    case facts
    /// Its examples, where all are only quoted.
    case quotes
  }

  private struct Entry {
    var key: ContentHash
    var parts: [[UInt8]?] = Array(repeating: nil, count: Part.allCases.count)
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var hasChanged = false
  }

  private let cache: CacheFolder
  private let identity: String
  private let known: [String: Entry]
  private let now = Mutex(State())

  /// Reads what is remembered.
  ///
  /// - Parameters:
  ///   - folder: The folder of what is kept between runs.
  ///   - identity: What changes with the program and the configuration.
  package init(in folder: String, identity: String) {
    cache = CacheFolder(folder)
    self.identity = identity
    known = (try? Self.read(Disk.bytes(of: cache.chapters) ?? [], identity)) ?? [:]
  }

  /// A part of what was found in a text; `nil` where that is not known.
  ///
  /// Any thread may ask.
  package func part(_ part: Part, ofChapter path: String, madeFrom key: ContentHash) -> [UInt8]? {
    guard let entry = known[path], entry.key == key, let content = entry.parts[part.rawValue] else { return nil }
    now.withLock { Self.keep(content, as: part, ofChapter: path, key, in: &$0) }
    return content
  }

  /// Notes a part of what was found in a text.
  ///
  /// Any thread may.
  package func note(_ content: [UInt8], as part: Part, ofChapter path: String, madeFrom key: ContentHash) {
    now.withLock { state in
      Self.keep(content, as: part, ofChapter: path, key, in: &state)
      state.hasChanged = true
    }
  }

  private static func keep(
    _ content: [UInt8], as part: Part, ofChapter path: String, _ key: ContentHash, in state: inout State
  ) {
    // Parts of another text are not of this one.
    if state.entries[path]?.key != key { state.entries[path] = Entry(key: key) }
    state.entries[path]?.parts[part.rawValue] = content
  }

  /// The facts that were found in a text.
  func facts(ofChapter path: String, madeFrom key: ContentHash) -> ChapterFacts? {
    guard let content = part(.facts, ofChapter: path, madeFrom: key) else { return nil }
    var reader = ByteReader(content)
    guard let facts = try? ChapterFacts(from: &reader), reader.isAtEnd else { return nil }
    return facts
  }

  /// Notes the facts that were found in a text.
  func note(_ facts: ChapterFacts, ofChapter path: String, madeFrom key: ContentHash) {
    var writer = ByteWriter()
    facts.write(to: &writer)
    note(writer.bytes, as: .facts, ofChapter: path, madeFrom: key)
  }

  /// Remembers what was found in this run, and nothing of chapters that it did not read.
  ///
  /// What cannot be remembered is found again.
  package func save() {
    let state = now.withLock { $0 }
    guard state.hasChanged || state.entries.count != known.count else { return }
    var writer = ByteWriter()
    writer.write(Self.form)
    writer.write(identity)
    writer.write(state.entries.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      for number in entry.value.key.numbers { writer.write(number) }
      for part in entry.value.parts { writer.write(part) { $0.write($1) } }
    }
    let content = writer.bytes
    cache.describe()
    try? Disk.put(Array(ContentHash(of: [content]).text.utf8) + content, at: cache.chapters, permissions: 0o600)
  }

  /// The form of what is written; another one is not read.
  private static let form = "loopbook chapters 2"
  private static let hashLength = 32

  private static func read(_ bytes: [UInt8], _ identity: String) throws(ByteReader.Damage) -> [String: Entry] {
    let content = Array(bytes.dropFirst(hashLength))
    guard bytes.prefix(hashLength).elementsEqual(ContentHash(of: [content]).text.utf8) else {
      throw ByteReader.Damage()
    }
    var reader = ByteReader(content)
    for wanted in [form, identity] {
      guard try reader.text() == wanted else { throw ByteReader.Damage() }
    }
    var entries: [String: Entry] = [:]
    for _ in 0..<(try reader.count()) {
      let path = try reader.text()
      guard let key = ContentHash(numbers: [try reader.number(), try reader.number()]) else {
        throw ByteReader.Damage()
      }
      var entry = Entry(key: key)
      for part in Part.allCases {
        entry.parts[part.rawValue] = try reader.optional { reader throws(ByteReader.Damage) in try reader.content() }
      }
      entries[path] = entry
    }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return entries
  }
}
