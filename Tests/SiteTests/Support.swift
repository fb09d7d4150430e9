import Book
import Dispatch
import Examples
import Files
import Glibc
import Synchronization
import Text
import Verification

@testable import Site

/// A folder that is there as long as the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/loopbook-site-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
  }

  deinit {
    chmod(path, 0o755)
    remove(path)
  }

  private func remove(_ path: String) {
    for name in Self.names(path) { remove("\(path)/\(name)") }
    if unlink(path) != 0 { rmdir(path) }
  }

  private static func names(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a file and the folders that it is in.
  func write(_ name: String, _ text: String) {
    for end in name.indices where name[end] == "/" { mkdir("\(path)/\(name[..<end])", 0o755) }
    guard let file = fopen("\(path)/\(name)", "w") else { return }
    fwrite(text, 1, text.utf8.count, file)
    fclose(file)
  }

  /// Removes a file.
  func remove(file name: String) { unlink("\(path)/\(name)") }

  /// A file's text; `nil` where there is none.
  func text(_ name: String) -> String? {
    guard let bytes = try? Disk.read("\(path)/\(name)") else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All files in a folder of it, as paths in that.
  func files(_ inner: String) -> [String] {
    Self.names("\(path)/\(inner)").flatMap { name -> [String] in
      let below = "\(inner)/\(name)"
      guard Disk.kind(of: "\(path)/\(below)", followingLinks: false) == .folder else { return [name] }
      return files(below).map { "\(name)/\($0)" }
    }
  }

  /// A number that a file keeps as long as nobody replaces it.
  func number(_ name: String) -> UInt64 {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0 ? UInt64(status.st_ino) : 0
  }
}

/// A book in memory, as far as its site goes: written to a folder and read again.
struct SampleBook {
  let folder = TemporaryFolder()
  let verified: VerifiedBook

  init(_ files: [String: String], summary: String? = nil) {
    folder.write("book/loopbook.yml", files["loopbook.yml"] ?? "title: Sample\n")
    for (path, text) in files { folder.write("book/\(path)", text) }
    if let summary { folder.write("book/SUMMARY.md", summary) }
    let (book, _) = Book.load("\(folder.path)/book")
    // It has a configuration, the one above, and only a book without one is not loaded.
    guard let found = book else { fatalError("the sample book cannot be read") }
    verified = VerifiedBook(
      book: found,
      chapters: found.chapters.map { ChapterExamples(chapter: String($0.path.dropLast(3)), document: $0.document) },
      examples: [:], report: VerificationReport(verdicts: [], diagnostics: [], duration: .zero))
  }

  /// The same book, with what was found out about its examples.
  init(_ book: SampleBook, _ examples: [String: VerifiedExample]) {
    verified = VerifiedBook(
      book: book.verified.book, chapters: book.verified.chapters, examples: examples, report: book.verified.report)
  }

  var site: Site { Site(verified, theme: Theme(folder: nil), hasSearch: false) }

  /// All pages by their paths.
  func pages() -> [String: String] {
    let pages = Mutex<[String: String]>([:])
    site.files { file in pages.withLock { $0[file.path] = String(decoding: file.bytes, as: UTF8.self) } }
    return pages.withLock { $0 }
  }

  /// The body of a page: what stands in its `article`.
  func article(_ page: String) -> String {
    let html = pages()[page] ?? ""
    let start = html.firstRange(of: "<article class=\"text\">\n")
    guard let start, let end = html.firstRange(of: "</article>") else { return html }
    return String(html[start.upperBound..<end.lowerBound])
  }
}

extension SearchIndex {
  /// The files of an index, from the sections of a book's pages in its order, with pages made by several threads.
  static func files(of sections: [SearchableSection], bookTitle: String? = nil) -> [SiteFile] {
    let starts = sections.indices.filter { $0 == 0 || sections[$0].page != sections[$0 - 1].page } + [sections.count]
    let search = SearchCollection(pageCount: starts.count - 1)
    let texts = Mutex<[SiteFile]>([])
    DispatchQueue.concurrentPerform(iterations: starts.count - 1) { number in
      let page = SearchPage(sections[starts[number]..<starts[number + 1]], bookTitle: bookTitle)
      if let file = search.add(page, number: number) { texts.withLock { $0.append(file) } }
    }
    return search.finish().files
      + texts.withLock { $0 }.sorted {
        $0.path.utf8.count == $1.path.utf8.count ? $0.path < $1.path : $0.path.utf8.count < $1.path.utf8.count
      }
  }
}
