internal import Files
internal import Glibc
internal import Synchronization

/// Whether `swiftc` would find every symbol that an object needs in the libraries that its imports name.
///
/// The process that runs examples has loaded more than that, the mathematics of the C library for one: what is found
/// there only runs here and is rejected everywhere else.
final class LinkCheck: Sendable {
  private let toolchain: Toolchain
  /// By path; `nil` where there is no such library.
  private let libraries = Mutex<[String: SharedLibrary?]>([:])

  init(_ toolchain: Toolchain) {
    self.toolchain = toolchain
  }

  /// Symbols that come with every program: from the linker, from what starts it, and from the static part of the C
  /// library.
  private static let given: Set = [
    "_GLOBAL_OFFSET_TABLE_", "__dso_handle", "__ehdr_start", "_DYNAMIC", "atexit", "at_quick_exit", "pthread_atfork",
  ]

  /// What every program is linked with.
  private static let always = ["libc.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"]

  /// The C library, in the form in which `swiftc` links with it: a reference that names no version gets the oldest
  /// one, which may do something else.
  static let systemLibraries = ["libc.so.6", "libm.so.6"].compactMap { path(of: $0, in: systemFolders) }

  /// The symbols that are in none of the libraries that the program is linked with.
  ///
  /// - Parameters:
  ///   - own: Libraries of the book, which bring with them what they need.
  ///   - calls: The functions of the host that the program calls.
  func missing(in object: ObjectFile, own: [String], calls: Set<String>) -> [String] {
    let undefined = object.undefined.filter { name in
      !Self.given.contains(name) && !calls.contains(name) && !name.hasPrefix("__start_") && !name.hasPrefix("__stop_")
    }
    guard !undefined.isEmpty else { return [] }
    var paths = ["\(toolchain.libraryFolder)/libswiftCore.so"]
    var isComplete = true
    for name in object.libraries {
      // These are parts of the C library.
      if ["pthread", "util", "dl", "rt"].contains(name) { continue }
      // What the linker finds for this one is a text that names the other.
      let file = name == "m" ? "libm.so.6" : "lib\(name).so"
      if let path = Self.path(of: file, in: [toolchain.libraryFolder] + Self.systemFolders), library(path) != nil {
        paths.append(path)
      } else {
        isComplete = false
      }
    }
    for library in own {
      paths.append(library)
      paths += (self.library(library)?.needed ?? []).compactMap { name in
        Self.path(of: name, in: [toolchain.libraryFolder] + Self.systemFolders)
      }
    }
    paths += Self.always.compactMap { Self.path(of: $0, in: Self.systemFolders) }
    // What a library holds that is not to be found here cannot be known.
    guard isComplete else { return [] }
    let linked = paths.compactMap(library)
    return Set(undefined.filter { name in !linked.contains { $0.defines(name) } }).sorted()
  }

  /// The names of the libraries that these need themselves.
  func needed(by libraries: [String]) -> [String] { libraries.flatMap { library($0)?.needed ?? [] } }

  /// Whether the symbol belongs to the C library's mathematics.
  func isMathematics(_ symbol: String) -> Bool {
    Self.path(of: "libm.so.6", in: Self.systemFolders).flatMap(library)?.defines(symbol) ?? false
  }

  private func library(_ path: String) -> SharedLibrary? {
    libraries.withLock { libraries in
      if let known = libraries[path] { return known }
      let library = SharedLibrary(path)
      libraries[path] = .some(library)
      return library
    }
  }

  private static func path(of name: String, in folders: [String]) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first(where: Disk.isReadable)
  }

  /// Where this process has its C library from, which is where its other libraries lie, and the usual places.
  private static let systemFolders: [String] = {
    let maps = Disk.text(of: "/proc/self/maps") ?? ""
    let own = maps.split(separator: "\n").compactMap { line -> String? in
      guard line.hasSuffix("/libc.so.6"), let start = line.firstIndex(of: "/") else { return nil }
      return String(line[start...].dropLast("/libc.so.6".count))
    }
    return Set(own).sorted() + [
      "/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
      "/lib64", "/usr/lib64", "/lib", "/usr/lib",
    ]
  }()
}
