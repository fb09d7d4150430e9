internal import Book
internal import Files
package import Text
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
  ///   - commit: The commit that the site tells of.
  package init(_ circumstances: Circumstances, output: String, commit: String? = nil) {
    let configuration = circumstances.configuration
    cache = CacheFolder(configuration.cache)
    var stamps = FileStamps()
    stamps.add(circumstances.book)
    stamps.add(circumstances.fingerprint.description)
    stamps.add(commit.map { "commit \($0)" } ?? "no commit")
    stamps.addTree(circumstances.book, leavingOut: [configuration.output, output, configuration.cache])
    // One of mdBook lies above the chapters, or might from now on.
    stamps.addFile(BookPath.join(circumstances.book, "../book.toml"))
    if let templates = configuration.templates { stamps.addTree(templates, leavingOut: []) }
    stamps.addProgram()
    inputs = stamps.isSettled ? stamps.text : nil
  }

  /// Whether the site in a folder is what a build would make now.
  package func isCurrent(_ output: String) -> Bool {
    // Of a book that has changed, the site need not be looked at.
    guard let inputs, let text = Disk.text(of: cache.site), text.hasPrefix("\(Self.form)\n\(inputs)\n") else {
      return false
    }
    let others = text.split(separator: "\n").dropFirst(Self.headLines).map(String.init)
    return text == Self.text(inputs, output, others)
  }

  /// Remembers that the site in a folder is current.
  ///
  /// What cannot be remembered is made again.
  ///
  /// - Parameters:
  ///   - output: The folder that the site is in.
  ///   - files: Files that chapters include, as they were read.
  ///   - linked: What the links in these lead to, there or not.
  package func save(_ output: String, including files: [SourceFile], linking linked: Set<String> = []) {
    let others = files.map(\.path) + linked.sorted()
    guard let inputs, !others.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }),
      let text = Self.text(inputs, output, others),
      // They may have changed since they were read.
      files.allSatisfy({ Disk.bytes(of: $0.path) == $0.bytes })
    else { return }
    cache.describe()
    try? Disk.put(Array(text.utf8), at: cache.site)
  }

  /// The form of what is remembered; another one is not believed.
  private static let form = "loopbook site 2"

  /// How many lines stand before the other files.
  private static let headLines = 4

  /// What is remembered; `nil` where one of the other files, which chapters include or lead to, was changed just now.
  private static func text(_ inputs: String, _ output: String, _ others: [String]) -> String? {
    var stamps = FileStamps()
    stamps.addTree(output, leavingOut: [])
    stamps.addFile("\(output)/\(SiteWriter.manifestName)")
    var otherStamps = FileStamps()
    for path in others { otherStamps.addFile(path) }
    guard otherStamps.isSettled else { return nil }
    return ([form, inputs, stamps.text, otherStamps.text] + others).map { "\($0)\n" }.joined()
  }
}
