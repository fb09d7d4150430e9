internal import Execution
internal import Files

/// A file that tells the compiler which headers make a module of C.
struct ModuleMap {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Those that the compiler finds by itself in a folder that it looks for modules in.
  static func inFolder(_ folder: String) -> [String] {
    let folders = [folder] + FileTree.paths(in: folder).filter { Disk.kind(of: $0) == .folder }
    return folders.flatMap { ["\($0)/module.modulemap", "\($0)/module.map"] }.filter(Disk.isReadable)
  }

  /// What changes when the map does, or what lies in a folder that it names a header of, or what those headers include
  /// from elsewhere; not the place of those folders, which is another one on another machine.
  func identity(_ files: FileIdentities) -> String {
    guard let bytes = Disk.bytes(of: path) else { return "missing" }
    var pieces: [String] = []
    for (index, part) in HeaderCheck.parts(ofMap: bytes).enumerated() {
      guard index % 2 == 1 else {
        pieces.append(part)
        continue
      }
      pieces.append(BookPath.name(of: part))
      let named = BookPath.join(BookPath.folder(of: path), part)
      // A header may include what lies beside it.
      let folder = Disk.kind(of: named) == .file ? BookPath.folder(of: named) : named
      if !folder.hasPrefix("/usr/") { pieces.append(files.identity(of: HeaderCheck.reached(from: folder))) }
    }
    return Fingerprint(pieces).description
  }
}

extension ModuleSettings {
  /// All that can change what programs do that import one of these modules: the modules, the libraries, those that
  /// these need, and what programs find beside them; the maps of modules of C; and the folders of headers with what
  /// these include.
  var files: (files: [String], maps: [String], folders: [String]) {
    let shared = Set(libraries.values.flatMap { $0 }).sorted()
    let folders = Set(
      (shared + archives).flatMap { [BookPath.folder(of: $0), BookPath.folder(of: Disk.absolute($0))] })
    let beside = folders.sorted().flatMap(LibraryFolder.filesForPrograms)
    let needed = NeededLibraries(of: shared).elsewhere
    let modules = importFolders.flatMap(FileTree.paths).filter { $0.hasSuffix(".swiftmodule") }
    let (maps, headerFolders) = headers
    return (
      Set(shared + archives + beside + needed + macroTools).sorted() + modules,
      maps + importFolders.flatMap(ModuleMap.inFolder),
      headerFolders.flatMap(HeaderCheck.reached) + wholeFolders
    )
  }

  /// The maps of modules of C that the compiler is told of, and the folders that it looks for headers in, but for the
  /// machine's own.
  var headers: (maps: [String], folders: [String]) {
    var folders: [String] = []
    var isFolder = false
    for flag in flags where flag != "-Xcc" {
      if isFolder { folders.append(flag) }
      isFolder = flag == "-I"
      if flag.hasPrefix("-I"), flag != "-I" { folders.append(String(flag.dropFirst(2))) }
    }
    return (moduleMaps.filter(Self.isOwn), folders.filter(Self.isOwn))
  }

  /// The flags without the places of the maps and folders whose contents tell them apart, so that they are the same on
  /// every machine.
  var portableFlags: [String] {
    let (maps, folders) = headers
    return flags.map { flag in
      if flag.hasPrefix(Self.mapFlag), maps.contains(String(flag.dropFirst(Self.mapFlag.count))) {
        return Self.mapFlag + BookPath.name(of: flag)
      }
      if folders.contains(flag) { return BookPath.name(of: flag) }
      if flag.hasPrefix("-I"), folders.contains(String(flag.dropFirst(2))) { return "-I" + BookPath.name(of: flag) }
      return flag
    }
  }

  private static func isOwn(_ path: String) -> Bool { !path.hasPrefix("/usr/") }
}
