internal import Book
internal import Files
internal import Synchronization
package import Verification

/// What the files of a site were made from when it was last written, so that what would come out the same is not made
/// again.
///
/// A file is kept where two things are as they were: its key, which is a hash of all that it is made from, as it was
/// read for this build; and what the file system says of it, so that it still is what was written. What is remembered
/// is not believed where it is damaged or of another program, folder or configuration. Then all files are made.
package final class SiteMemory: Sendable {
  private struct Remembered {
    var key: ContentHash
    /// What the file system said of the file.
    var facts: [Int]
  }

  /// What of a chapter goes into the index of the search.
  private struct Searchable {
    var key: ContentHash
    var page: [UInt8]
  }

  private struct State {
    var files: [String: ContentHash] = [:]
    /// What the file system said of those that were kept.
    var kept: [String: [Int]] = [:]
    var search: [String: Searchable] = [:]
    var postings: Postings?
  }

  /// The words of all chapters in the index of the search.
  private struct Postings {
    /// What each chapter gave to it was made from, in the book's order.
    var keys: [ContentHash]
    var content: [UInt8]
  }

  /// What changes with the program, its tools and the configuration.
  let identity: String

  private let cache: CacheFolder
  private let output: String
  private let files: [String: Remembered]
  private let search: [String: Searchable]
  private let postings: Postings?
  private let now = Mutex(State())

  /// Reads what is remembered; `nil` where the program was changed just now, and so might be another one already.
  ///
  /// - Parameters:
  ///   - circumstances: What a build depends on besides the book's files.
  ///   - output: The folder that the site is in.
  package convenience init?(_ circumstances: Circumstances, output: String) {
    guard let identity = circumstances.identity else { return nil }
    self.init(in: circumstances.configuration.cache, identity: identity, output: output)
  }

  /// Reads what is remembered in a folder.
  init(in folder: String, identity: String, output: String) {
    self.identity = identity
    self.output = Disk.absolute(output)
    cache = CacheFolder(folder)
    let known = try? Self.read(Disk.bytes(of: cache.pages) ?? [], identity, self.output)
    files = known?.files ?? [:]
    search = known?.search ?? [:]
    postings = known?.postings
  }

  // MARK: what is as it was

  /// Keeps a file of the site that is what would be made now; `false` where it has to be made.
  func keep(_ path: String, madeFrom key: ContentHash, in writer: SiteWriter) -> Bool {
    now.withLock { $0.files[path] = key }
    guard let before = files[path], before.key == key else { return false }
    guard writer.keep(path, as: before.facts) else { return false }
    now.withLock { $0.kept[path] = before.facts }
    return true
  }

  /// What a chapter gave to the index of the search, without its texts; its words are read where they are needed.
  func searchPage(ofChapter path: String, madeFrom key: ContentHash, withWords: Bool) -> SearchPage? {
    guard let found = search[path], found.key == key else { return nil }
    var reader = ByteReader(found.page)
    guard let page = try? SearchPage(from: &reader, withWords: withWords), reader.isAtEnd || !withWords else {
      return nil
    }
    now.withLock { $0.search[path] = found }
    return page
  }

  /// What the index of the search was made from, where it had as many chapters and most of them were the same.
  ///
  /// - Parameters:
  ///   - chapters: The paths of the chapters, in the book's order.
  ///   - keys: What each gives to the index is made from.
  func formerSearch(of chapters: [String], madeFrom keys: [ContentHash]) -> SearchCollection.Former? {
    guard let postings, postings.keys.count == keys.count else { return nil }
    let numbers = keys.indices.filter { keys[$0] != postings.keys[$0] }
    // Where more have changed, to make all of it anew takes no longer.
    guard numbers.count * 4 <= keys.count else { return nil }
    var changed: [Int: SearchPage] = [:]
    for number in numbers {
      guard let found = search[chapters[number]], found.key == postings.keys[number] else { return nil }
      var reader = ByteReader(found.page)
      changed[number] = try? SearchPage(from: &reader, withWords: true)
      guard changed[number] != nil else { return nil }
    }
    var reader = ByteReader(postings.content)
    return (try? SearchPostings(from: &reader)).map { SearchCollection.Former(postings: $0, changed: changed) }
  }

  /// Notes what the index of the search is made from.
  func note(_ postings: SearchPostings, madeFrom keys: [ContentHash]) {
    var writer = ByteWriter()
    postings.write(to: &writer)
    now.withLock { $0.postings = Postings(keys: keys, content: writer.bytes) }
  }

  /// Notes what a chapter gives to it.
  func note(_ page: SearchPage, ofChapter path: String, madeFrom key: ContentHash) {
    var writer = ByteWriter()
    page.write(to: &writer)
    now.withLock { $0.search[path] = Searchable(key: key, page: writer.bytes) }
  }

  // MARK: remembering

  /// Remembers the site that has just been written.
  ///
  /// What cannot be remembered is made again.
  ///
  /// - Parameter site: The folder that it was written into.
  package func save(_ site: SiteWriter) {
    let state = now.withLock { $0 }
    var writer = ByteWriter()
    writer.write(Self.form)
    writer.write(identity)
    writer.write(Disk.absolute(output))
    let written = state.files.sorted { $0.key < $1.key }.compactMap { path, key -> (String, ContentHash, [Int])? in
      // What was said of a file that was kept is believed as long as nothing was done to it; if another program
      // changed it since, the next build sees that.
      if let before = state.kept[path], !site.hasLinked(path) { return (path, key, before) }
      guard let status = FileStatus(of: "\(output)/\(path)", followingLinks: false), status.kind == .file else {
        return nil
      }
      // One that was kept has to be the same still, but for the time of change: it had a second name meanwhile.
      let facts = status.facts
      if let before = state.kept[path], !FileStatus.lastingFacts.allSatisfy({ before[$0] == facts[$0] }) { return nil }
      return (path, key, facts)
    }
    writer.write(written) { writer, file in
      writer.write(file.0)
      for number in file.1.numbers + file.2 { writer.write(number) }
    }
    writer.write(state.search.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      for number in entry.value.key.numbers { writer.write(number) }
      writer.write(entry.value.page)
    }
    writer.write(state.postings) { writer, postings in
      writer.write(postings.keys) { writer, key in
        for number in key.numbers { writer.write(number) }
      }
      writer.write(postings.content)
    }
    let content = writer.bytes
    cache.describe()
    try? Disk.put(Array(ContentHash(of: [content]).text.utf8) + content, at: cache.pages, permissions: 0o600)
  }

  /// The form of what is written; another one is not read.
  private static let form = "loopbook pages 2"
  private static let hashLength = 32

  private static func read(
    _ bytes: [UInt8], _ identity: String, _ output: String
  ) throws(ByteReader.Damage) -> (files: [String: Remembered], search: [String: Searchable], postings: Postings?) {
    let content = Array(bytes.dropFirst(hashLength))
    guard bytes.prefix(hashLength).elementsEqual(ContentHash(of: [content]).text.utf8) else {
      throw ByteReader.Damage()
    }
    var reader = ByteReader(content)
    for wanted in [form, identity, output] {
      guard try reader.text() == wanted else { throw ByteReader.Damage() }
    }
    func key(_ reader: inout ByteReader) throws(ByteReader.Damage) -> ContentHash {
      guard let key = ContentHash(numbers: [try reader.number(), try reader.number()]) else {
        throw ByteReader.Damage()
      }
      return key
    }
    var files: [String: Remembered] = [:]
    for _ in 0..<(try reader.count()) {
      let path = try reader.text()
      let key = try key(&reader)
      var facts: [Int] = []
      for _ in 0..<FileStatus.factCount { facts.append(try reader.number()) }
      files[path] = Remembered(key: key, facts: facts)
    }
    var search: [String: Searchable] = [:]
    for _ in 0..<(try reader.count()) {
      let path = try reader.text()
      search[path] = Searchable(key: try key(&reader), page: try reader.content())
    }
    let postings = try reader.optional { reader throws(ByteReader.Damage) in
      Postings(keys: try reader.list(key), content: try reader.content())
    }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return (files, search, postings)
  }
}
