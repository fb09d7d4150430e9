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
  }

  /// What changes with the program, its tools and the configuration.
  let identity: String

  private let cache: CacheFolder
  private let output: String
  private let files: [String: Remembered]
  private let search: [String: Searchable]
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

  /// What a chapter gave to the index of the search, without its texts.
  func searchPage(ofChapter path: String, madeFrom key: ContentHash) -> SearchPage? {
    guard let found = search[path], found.key == key else { return nil }
    var reader = ByteReader(found.page)
    guard let page = try? SearchPage(from: &reader), reader.isAtEnd else { return nil }
    now.withLock { $0.search[path] = found }
    return page
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
    let content = writer.bytes
    cache.describe()
    try? Disk.put(Array(ContentHash(of: [content]).text.utf8) + content, at: cache.pages, permissions: 0o600)
  }

  /// The form of what is written; another one is not read.
  private static let form = "loopbook pages 1"
  private static let hashLength = 32

  private static func read(
    _ bytes: [UInt8], _ identity: String, _ output: String
  ) throws(ByteReader.Damage) -> (files: [String: Remembered], search: [String: Searchable]) {
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
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return (files, search)
  }
}
