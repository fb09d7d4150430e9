internal import Glibc

/// Where what loopbook keeps between runs lies in its folder.
package struct CacheFolder: Hashable, Sendable {
  /// The folder itself.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The folder of the results, which are grouped in folders.
  package var results: String { "\(path)/results" }

  /// Where the result of a fingerprint is, which is given in hexadecimal digits.
  package func result(_ fingerprint: String) -> String {
    "\(results)/\(fingerprint.prefix(2))/\(fingerprint.dropFirst(2))"
  }

  /// The paths of all results.
  package var allResults: [String] { FileTree.paths(in: results).flatMap(FileTree.paths) }

  /// The hashes of files.
  package var files: String { "\(path)/files" }

  /// What the last build of the site started from.
  package var site: String { "\(path)/site" }

  /// What the pages of the site were made from when it was last built.
  package var pages: String { "\(path)/pages" }

  /// What was found in the texts of the chapters when the site was last built.
  package var chapters: String { "\(path)/chapters" }

  /// The site as it was before the last build.
  package var spare: String { "\(path)/spare" }

  /// The package that builds the modules of the author's package.
  ///
  /// SwiftPM takes packages for the same whose folders have the same name, and an author's may well be called modules.
  package var modules: String { "\(path)/loopbook-modules" }

  /// What was built of the author's package, as far as that means the same in any folder.
  package var packages: String { "\(path)/packages" }

  /// Where that of a name is.
  package func package(_ name: String) -> String { "\(packages)/\(name)" }

  /// What tells people and version control what the folder is.
  private var note: String { "\(path)/.gitignore" }

  /// Makes the folder, and says in it what it is.
  ///
  /// A folder that cannot be written to keeps nothing, which is told by what runs again.
  package func describe() {
    guard (try? FileTree.makeOne(path)) != nil, access(note, F_OK) != 0 else { return }
    try? Disk.write(Array("# Made by loopbook; may be deleted at any time.\n*\n".utf8), to: note)
  }

  /// Removes all that earlier runs kept, and nothing else that may lie in the folder; the number of results.
  package func clear() -> Int {
    let count = holdsOwn(results) ? allResults.count : 0
    for part in parts where holdsOwn(part) { FileTree.remove(part) }
    rmdir(path)
    return count
  }

  private var folders: [String] { [results, modules, packages, spare] }
  private var parts: [String] { folders + [files, site, pages, chapters, note] }

  /// Whether what stands where a part of the folder does can be what earlier runs kept there.
  private func holdsOwn(_ part: String) -> Bool {
    guard let kind = Disk.kind(of: part, followingLinks: false) else { return true }
    guard folders.contains(part) else { return kind == .file }
    let names = kind == .folder ? FileTree.names(in: part) : [""]
    // They are named for hashes.
    return part == results
      ? names.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(Self.isDigit) }
      : part != packages || names.allSatisfy { $0.utf8.count >= 32 && $0.utf8.prefix(32).allSatisfy(Self.isDigit) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// The name of something in the folder that loopbook did not make; `nil` where there is nothing else.
  ///
  /// - Parameter hidden: Whether what hides counts, too.
  package func stranger(countingHidden hidden: Bool) -> String? {
    FileTree.names(in: path).sorted().first { name in
      if !hidden, name.hasPrefix(".") { return false }
      // A run that was killed leaves files with a longer name.
      let isOwn = parts.contains { part in
        let own = BookPath.name(of: part)
        return name == own ? holdsOwn(part) : name.hasPrefix(own + ".") && !folders.contains(part)
      }
      return !isOwn
    }
  }

  /// The results that are still there, where they should have been removed.
  package var leftover: String? { access(results, F_OK) == 0 && holdsOwn(results) ? results : nil }
}
