internal import Files
internal import Glibc

/// The files of a package, and of those on this machine that it depends on, that building it may read: its manifests,
/// and what is in the folders where SwiftPM looks for targets, or that a manifest names.
///
/// Whether a build has read others is known when it is done. What is fetched is not among them: that is told by what
/// the package locks.
package struct PackageSources: Hashable, Sendable {
  /// A file, or a link to one of the package.
  package struct File: Hashable, Sendable {
    /// Its place in the packages, which is the same on every machine.
    package var name: String
    package var path: String
    /// Where it leads; `nil` for a file.
    package var target: String?
  }

  package private(set) var files: [File] = []

  /// The folders of the packages; the author's is the first.
  package private(set) var folders: [String] = []

  /// Where the manifests look for those that are named by other paths than their own.
  package private(set) var places: [String] = []

  /// The variables of the environment that their manifests read.
  package private(set) var variables: Set<String> = []

  /// Whether SwiftPM fetches packages.
  package private(set) var fetches = false

  /// Whether a source asks which headers or modules there are, and not only for those that it includes.
  package private(set) var asksForHeaders = false

  private let left: [String]

  /// Where SwiftPM looks for targets of which a manifest says nothing.
  private static let usual: Set = ["Package.resolved", "Plugins", "Source", "Sources", "Tests", "src", "srcs"]

  /// Where SwiftPM, git and this program keep their own things.
  static let own: Set = [".build", ".git", ".swiftpm"]

  /// Looks at a package.
  ///
  /// - Parameters:
  ///   - package: Its folder.
  ///   - left: Folders that do not belong to a package although they may lie in one, such as the book's.
  package init(package: String, without left: [String]) throws(Unshareable) {
    self.left = left.map(Disk.absolute)
    var open = [Disk.absolute(package)]
    while !open.isEmpty {
      let folder = open.removeFirst()
      if folders.contains(folder) { continue }
      guard folder != "/" else { throw Unshareable("a package is the root folder") }
      folders.append(folder)
      let texts = try addManifests(of: folder, to: &open)
      let name = "\(folders.count) \(BookPath.name(of: folder))"
      let count = files.count
      asksForFiles = false
      try add(folder, named: name, of: folder) { Self.isPart($0, texts) }
      if asksForFiles {
        // A file that is not there counts, too, wherever it is not.
        files.removeSubrange(count...)
        try add(folder, named: name, of: folder)
      }
    }
  }

  /// Whether a source of C asks which files there are.
  private var asksForFiles = false

  /// Whether a name in a package's folder is that of something which belongs to it.
  private static func isPart(_ name: String, _ texts: Set<String>) -> Bool {
    usual.contains(name) || isManifest(name)
      || texts.contains { text in
        let first = BookPath.clean(text).split(separator: "/").first
        return first.map { $0 == name || $0 == "." } ?? false
      }
  }

  /// Reads the manifests of a package; returns the texts in them.
  private mutating func addManifests(
    of folder: String, to open: inout [String]
  ) throws(Unshareable) -> Set<String> {
    var texts: Set<String> = []
    let manifests = try Self.manifests(in: folder)
    guard !manifests.isEmpty else { throw Unshareable("\(folder) has no manifest") }
    for manifest in manifests {
      variables.formUnion(manifest.variables)
      texts.formUnion(manifest.texts)
      if manifest.fetches { fetches = true }
      for text in manifest.folders {
        guard !text.hasPrefix("~") else { throw Unshareable("a manifest names a package in a home folder") }
        let path = BookPath.join(folder, text)
        guard let real = Disk.realPath(path) else { throw Unshareable("there is no package in \(path)") }
        if path != real, !places.contains(path) { places.append(path) }
        open.append(real)
      }
    }
    return texts
  }

  /// The manifests of a package, for each version of Swift that it has one for.
  static func manifests(in folder: String) throws(Unshareable) -> [PackageManifest] {
    var manifests: [PackageManifest] = []
    for name in manifestNames(in: folder) {
      guard let text = Disk.text(of: "\(folder)/\(name)") else { throw Unshareable("\(name) cannot be read") }
      manifests.append(try PackageManifest(text))
    }
    return manifests
  }

  static func manifestNames(in folder: String) -> [String] {
    FileTree.names(in: folder).filter(isManifest)
  }

  /// Whether a file in a package's folder with this name is a manifest, for some version of Swift.
  static func isManifest(_ name: String) -> Bool { name.hasPrefix("Package") && name.hasSuffix(".swift") }

  private mutating func add(
    _ folder: String, named name: String, of package: String, only isWanted: (String) -> Bool = { _ in true }
  ) throws(Unshareable) {
    let entries: [FileTree.Entry]
    do throws(FileError) { entries = try FileTree.entries(in: folder) } catch {
      throw Unshareable("\(folder) cannot be read")
    }
    for entry in entries where !Self.own.contains(entry.name) && isWanted(entry.name) {
      let path = "\(folder)/\(entry.name)"
      guard entry.isText else { throw Unshareable("\(folder) has a file whose name is not UTF-8") }
      let file = File(name: "\(name)/\(entry.name)", path: path)
      switch entry.kind {
      case .folder where !isLeft(path, in: package): try add(path, named: file.name, of: package)
      case .file:
        try look(at: path)
        files.append(file)
      case .link: try add(linked: file, of: package)
      case .folder, .other: continue
      }
    }
  }

  private func isLeft(_ path: String, in package: String) -> Bool {
    left.contains { BookPath.contains($0, path) && $0 != package && BookPath.contains(package, $0) }
  }

  private mutating func add(linked file: File, of package: String) throws(Unshareable) {
    var file = file
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(file.path, &target, target.count)
    file.target = String(decoding: target.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let real = Disk.realPath(file.path) {
      // What it leads to is a file of its own then.
      guard let inner = BookPath.relative(real, to: package), !isLeft(real, in: package),
        !inner.split(separator: "/").contains(where: { Self.own.contains(String($0)) })
      else { throw Unshareable("\(file.path) is a link that leads out of the package") }
    }
    files.append(file)
  }

  /// Looks for what the compiler of C does not tell that it has read.
  private mutating func look(at path: String) throws(Unshareable) {
    guard let dot = path.lastIndex(of: "."), let ending = Optional(path[dot...].dropFirst().lowercased()) else {
      return
    }
    if Self.endingsOfAssembly.contains(ending) {
      throw Unshareable("\(path) is in assembly language, which may read any file")
    }
    guard ending == "swift" || Self.endingsOfC.contains(ending) else { return }
    guard let bytes = Disk.bytes(of: path) else { throw Unshareable("\(path) cannot be read") }
    if bytes.containsBytes(of: "canImport") { asksForHeaders = true }
    if ending == "swift" { return }
    if bytes.containsBytes(of: ".incbin") { throw Unshareable("\(path) may read any file, with .incbin") }
    if ["__has_include", "__has_embed"].contains(where: bytes.containsBytes) {
      asksForHeaders = true
      asksForFiles = true
    }
  }

  /// What the names of files in assembly language end in.
  static let endingsOfAssembly: Set = ["s", "asm"]

  /// What the names of C's files, and of those of its relatives, end in.
  static let endingsOfC: Set = [
    "c", "h", "m", "mm", "cc", "cp", "cpp", "cxx", "c++", "hh", "hp", "hpp", "hxx", "h++", "inc", "inl", "ipp", "def",
  ]
}
