internal import Book
internal import Files
package import Verification

/// Knows whether a book's site would come out as it is, without reading the book.
///
/// It compares sizes, dates and numbers of files: those of the book and of the program before a build with those of
/// now, and those of the site after it. So what is not noticed is a change that leaves all of these alike, which file
/// systems do not let happen unless a file was changed in the moment in which it was looked at; such a state is not
/// remembered.
package struct BuildRecord: Sendable {
  private let cache: CacheFolder
  private let inputs: String?

  /// Looks at what a build starts from.
  ///
  /// - Parameters:
  ///   - circumstances: What it depends on besides the book's files.
  ///   - output: The folder that the site is in.
  package init(_ circumstances: Circumstances, output: String) {
    let configuration = circumstances.configuration
    cache = CacheFolder(configuration.cache)
    var stamps = FileStamps()
    stamps.add(circumstances.book)
    stamps.add(circumstances.fingerprint.description)
    stamps.addTree(circumstances.book, leavingOut: [configuration.output, output, configuration.cache])
    if let templates = configuration.templates { stamps.addTree(templates, leavingOut: []) }
    stamps.addFile("/proc/self/exe")
    inputs = stamps.isSettled ? stamps.text : nil
  }

  /// Whether the site in a folder is what a build would make now.
  package func isCurrent(_ output: String) -> Bool {
    guard let inputs, let text = Disk.text(of: cache.site) else { return false }
    return text == Self.text(inputs, output)
  }

  /// Remembers that the site in a folder is current.
  ///
  /// What cannot be remembered is made again.
  package func save(_ output: String) {
    guard let inputs else { return }
    cache.describe()
    try? Disk.put(Array(Self.text(inputs, output).utf8), at: cache.site)
  }

  private static func text(_ inputs: String, _ output: String) -> String {
    var stamps = FileStamps()
    stamps.addTree(output, leavingOut: [])
    stamps.addFile("\(output)/\(SiteWriter.manifestName)")
    return "loopbook site 1\n\(inputs)\n\(stamps.text)\n"
  }
}
