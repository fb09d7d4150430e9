internal import Glibc

/// The sizes, dates and numbers of files, as one hash.
package struct FileStamps {
  private var hash = ContentHash()

  /// Whether every file was last changed long enough ago that a further change would have another date.
  package private(set) var isSettled = true

  private let latest: Int

  /// The coarsest dates of usual file systems are seconds apart.
  private static let coarseness = 2

  package init() { latest = time(nil) - Self.coarseness }

  /// All that was added, as text.
  package var text: String { hash.text }

  /// Adds a fact.
  package mutating func add(_ text: String) { hash.add(text) }

  /// Adds a file; one that is not there is a fact, too.
  package mutating func addFile(_ path: String) {
    hash.add(path)
    guard let status = FileStatus(of: path) else { return hash.add(-1) }
    add(status)
  }

  /// Adds the program that runs, and the libraries that are loaded with it.
  package mutating func addProgram() {
    addFile("/proc/self/exe")
    for path in LoadedLibraries.paths { addFile(path) }
  }

  /// Adds a folder with all that is in it but hidden files and what editors leave; `out` are folders of other things.
  package mutating func addTree(_ folder: String, leavingOut out: [String]) {
    let excluded = Set(out.map(BookPath.clean))
    var waiting = [BookPath.clean(folder)]
    while let path = waiting.popLast() {
      hash.add(path)
      var found: [(name: String, status: FileStatus)] = []
      do throws(FileError) {
        try FileTree.each(in: path) { entry in
          // What has gone in the meantime makes the next look another one, since it changes the folder.
          guard !entry.isHidden, let status = entry.status else { return }
          if status.kind == .folder || !EditorFile.isLeftover(entry.name) { found.append((entry.name, status)) }
        }
      } catch {
        hash.add(-2)
      }
      for (name, status) in found.sorted(by: { $0.name < $1.name }) {
        let inner = BookPath.join(path, name)
        switch status.kind {
        case .folder:
          if !excluded.contains(inner) { waiting.append(inner) }
        case .link:
          // A book follows links to files; one to a folder does not belong to it, and might never end.
          add(status)
          addFile(inner)
        case .file, .other:
          hash.add(inner)
          add(status)
        }
      }
    }
  }

  private mutating func add(_ status: FileStatus) {
    for fact in status.facts { hash.add(fact) }
    if status.changed >= latest { isSettled = false }
  }
}
