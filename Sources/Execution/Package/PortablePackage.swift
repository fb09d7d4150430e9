internal import Files

/// What programs need of a built package to be compiled, linked and run, as files that mean the same in any folder.
///
/// It may come from another machine: it is what it has to be, or it cannot be made.
package struct PortablePackage: Hashable, Sendable {
  /// By their paths in the folder, the contents.
  package let files: [String: [UInt8]]

  private let contents: [Line]

  /// What the compiler has to be told, one thing in each line of the file `contents`.
  enum Line: Hashable, Sendable {
    /// A module of Swift.
    case module(String)
    /// A shared library; those that it needs come before it.
    case library(String)
    /// A map of modules of C.
    case map(String)
    /// A folder with headers.
    case headers(String)
    /// A flag for the compiler of C that names no place.
    case flag(String)
  }

  static let list = "contents"
  static let description = "description"
  static let modules = "Modules"
  static let headers = "Headers"

  /// Takes what a build has left.
  init(_ contents: [Line], _ files: [String: [UInt8]]) throws(Unshareable) {
    var files = files
    files[Self.list] = Array(contents.map { "\($0.text)\n" }.joined().utf8)
    try self.init(files)
  }

  /// Takes files that may be anything.
  package init(_ files: [String: [UInt8]]) throws(Unshareable) {
    guard let list = files[Self.list], let text = String(validating: list, as: UTF8.self) else {
      throw Unshareable("the list of its contents is missing")
    }
    var contents: [Line] = []
    for line in text.split(separator: "\n") {
      guard let line = Line(line) else { throw Unshareable("'\(line)' is not a valid line about a package") }
      contents.append(line)
    }
    self.files = files
    self.contents = contents
    for name in files.keys {
      guard Self.isName(name) else { throw Unshareable("'\(name)' is not a name of its files") }
      if name.hasPrefix("\(Self.headers)/") { try HeaderCheck.check(name, files) }
    }
    for line in contents {
      let isThere =
        switch line {
        case .module(let name): files["\(Self.modules)/\(name).swiftmodule"] != nil
        case .library(let name): files[name] != nil && !name.contains("/")
        case .map(let name): name.hasPrefix("\(Self.headers)/") && files[name] != nil
        case .headers(let name): name.hasPrefix("\(Self.headers)/") && Self.isName(name)
        case .flag(let flag): Self.isHarmless(flag)
        }
      guard isThere else { throw Unshareable("'\(line.text)' is not a valid line about a package") }
    }
  }

  /// What tells it from others.
  package var name: String {
    let pieces = files.sorted { $0.key < $1.key }.flatMap { [Array($0.key.utf8), $0.value] }
    return ContentHash(of: pieces).text
  }

  /// What the package says of itself.
  var saying: PackageDescription? {
    files[Self.description].map { PackageDescription(lines: String(decoding: $0, as: UTF8.self)) }
  }

  /// What programs need, once its files are in a folder.
  func settings(in folder: String) -> ModuleSettings {
    var settings = ModuleSettings()
    settings.importFolders = ["\(folder)/\(Self.modules)"]
    var libraries: [String] = []
    for line in contents {
      switch line {
      case .module: continue
      case .library(let name): libraries.append("\(folder)/\(name)")
      case .map(let name): settings.flags += ["-Xcc", "-fmodule-map-file=\(folder)/\(name)"]
      case .headers(let name): settings.flags += ["-Xcc", "-I", "-Xcc", "\(folder)/\(name)"]
      case .flag(let flag): settings.flags += ["-Xcc", flag]
      }
    }
    for line in contents {
      switch line {
      case .module(let name): settings.libraries[name] = libraries
      case .map(let name):
        let text = String(decoding: files[name] ?? [], as: UTF8.self)
        for module in ModuleMapNames.read(text) { settings.libraries[module] = libraries }
      case .library, .headers, .flag: continue
      }
    }
    return settings
  }

  /// Writes its files to a folder that is not there yet.
  func write(to folder: String) throws(FileError) {
    for (name, bytes) in files {
      try FileTree.makeFolders(for: "\(folder)/\(name)")
      try Disk.write(bytes, to: "\(folder)/\(name)")
    }
  }

  /// Reads it again; `nil` where its folder is not as it was written.
  init?(folder: String, named name: String) {
    guard let names = try? FileTree.files(in: folder).files else { return nil }
    var files: [String: [UInt8]] = [:]
    for name in names {
      guard Disk.kind(of: "\(folder)/\(name)", followingLinks: false) == .file,
        let bytes = Disk.bytes(of: "\(folder)/\(name)")
      else { return nil }
      files[name] = bytes
    }
    guard let read = try? PortablePackage(files), read.name == name else { return nil }
    self = read
  }

  /// Whether it is a path of a file that stays in the folder.
  private static func isName(_ name: String) -> Bool {
    name.utf8.count < 1000 && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && ![".", ".."].contains($0)
      }
  }

  /// Whether a flag of the compiler of C neither names a file nor makes the compiler load one.
  static func isHarmless(_ flag: String) -> Bool {
    ["-fPIC", "-fno-omit-frame-pointer", "-g", "-g0"].contains(flag)
      || ["-D", "-U", "-std="].contains(where: flag.hasPrefix) && !flag.contains("/")
  }
}

extension PortablePackage.Line {
  var text: String {
    switch self {
    case .module(let name): "module \(name)"
    case .library(let name): "library \(name)"
    case .map(let name): "map \(name)"
    case .headers(let name): "headers \(name)"
    case .flag(let flag): "flag \(flag)"
    }
  }

  init?(_ text: Substring) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let value = String(text[text.index(after: space)...])
    switch text[..<space] {
    case "module": self = .module(value)
    case "library": self = .library(value)
    case "map": self = .map(value)
    case "headers": self = .headers(value)
    case "flag": self = .flag(value)
    default: return nil
    }
  }
}
