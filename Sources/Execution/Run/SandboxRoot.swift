internal import Files
internal import Glibc
internal import LoopEngine

/// The files that a host, and so an example, finds: those named here, and no others.
///
/// It finds no user's home, no `/run`, `/var` or `/sys`, and no book. It gets the system's folders that hold libraries
/// and programs, and single files of other folders, so that a socket beside these stays outside. On another machine it
/// finds more, all of it made up: what a program does since something is missing must not hold for readers who have it.
struct SandboxRoot {
  /// What is loopbook's own inside; the host's sources know the same names.
  static let own = "/run/loopbook"
  /// What is made on the way, until a program's guard covers it.
  static let made = "\(own)/made"

  /// Where users are at home; the host's sources know it, too.
  private static let homes = "/home"

  /// Where the user of another machine is at home.
  static let otherHome = "\(homes)/student"

  /// The folders that each program has of its own, so that it finds none of the machine's files in them.
  static let covered = ["/tmp", "/dev/shm", "\(homes)/example", otherHome, own]

  private let settings: HostSettings
  private let libraries: [String]
  private let isElsewhere: Bool

  init(_ settings: HostSettings, libraries: [String], isElsewhere: Bool) {
    self.settings = settings
    self.libraries = libraries
    self.isElsewhere = isElsewhere
  }

  /// The system's folders, where they exist; the stores are those of Nix and Guix, where libraries lie.
  static let folders = [
    "/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo", "/bin", "/lib",
    "/lib32",
    "/lib64", "/nix/store", "/gnu/store",
  ]

  /// What a program may ask for in /etc of the machine's own, besides the files that are written for it.
  static let files = ["/etc/alternatives", "/etc/ld.so.cache", "/etc/protocols", "/etc/services"]

  /// What bubblewrap is told.
  var arguments: [String] {
    var arguments: [String] = []
    for folder in Self.folders { arguments += Self.same(folder) }
    for file in Self.files { arguments += ["--ro-bind-try", file, file] }
    var written = Array(writtenFiles.keys)
    if isElsewhere { written += OtherMachine.files.keys }
    for name in written.sorted() {
      arguments += ["--ro-bind", "\(settings.scratch.settings)/\(name)", "/etc/\(name)"]
    }
    arguments += ["--symlink", "../usr/lib/os-release", "/etc/os-release", "--dev", "/dev", "--proc", "/proc"]
    // Terminals are numbered for all programs of a host.
    arguments += ["--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts"]
    // Reads zeros as well, and cannot be mapped: what is shared through that device no folder's size limits.
    arguments += ["--dev-bind", "/dev/full", "/dev/zero"]
    arguments += ["--perms", "1777", "--dir", "/tmp"]
    arguments += ["--dir", "\(Self.homes)/example"]
    // There a program begins at the usual home, and moves to the other.
    if isElsewhere {
      arguments += ["--dir", Self.otherHome]
      arguments += OtherMachine.folders(besides: libraryFiles + [settings.libraryFolder])
    }
    for folder in ["trace", "staging"] { arguments += ["--dir", "\(Self.own)/\(folder)"] }
    arguments += [
      "--bind", settings.scratch.runs, "\(Self.made)/runs", "--ro-bind", settings.scratch.objects,
      "\(Self.made)/objects",
      // The guard puts the program's object in its place.
      "--ro-bind", "/dev/null", "\(Self.own)/program",
    ]
    arguments += ["--ro-bind-try", settings.libraryFolder, settings.libraryFolder]
    for path in libraryFiles { arguments += ["--ro-bind", path, path] }
    return arguments
  }

  /// A folder of the system as it is there: itself, or the link that leads to another.
  static func same(_ folder: String) -> [String] {
    guard let kind = Disk.kind(of: folder, followingLinks: false) else { return [] }
    guard kind == .link else { return ["--ro-bind", folder, folder] }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(folder, &target, target.count)
    return [
      "--symlink", String(decoding: target.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self), folder,
    ]
  }

  /// The libraries of the book and of loopbook, and what their folders have beside them for programs: other libraries,
  /// and the resources of a package.
  private var libraryFiles: [String] {
    let shown = Self.folders + [settings.libraryFolder, settings.scratch.folder]
    var folders: Set<String> = []
    for library in libraries where !shown.contains(where: { library.hasPrefix($0 + "/") }) {
      for path in [library, Disk.absolute(library)] {
        folders.insert(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      }
    }
    return folders.sorted().flatMap(LibraryFolder.filesForPrograms)
  }

  /// The files of /etc that are the same on every machine.
  private var writtenFiles: [String: String] {
    [
      "passwd": "example:x:\(getuid()):\(getgid()):example:\(Self.homes)/example:/bin/sh\n",
      "group": "example:x:\(getgid()):\n",
      "hosts": "127.0.0.1 localhost loopbook\n::1 localhost\n",
      "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n",
    ]
  }

  /// Writes what `arguments` name.
  func writeFiles() throws(SystemError) {
    let more = isElsewhere ? OtherMachine.files : [:]
    for (name, text) in writtenFiles.merging(more, uniquingKeysWith: { own, _ in own }) {
      let path = "\(settings.scratch.settings)/\(name)"
      if Disk.isReadable(path) { continue }
      do throws(FileError) { try Disk.write(Array(text.utf8), to: path) } catch {
        throw SystemError(call: "writing \(path)", errno: error.code ?? EIO)
      }
    }
  }
}
