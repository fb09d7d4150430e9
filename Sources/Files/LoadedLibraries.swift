/// The shared libraries that this process has loaded.
package enum LoadedLibraries {
  /// Their paths, sorted.
  package static var paths: [String] {
    var libraries: Set<String> = []
    var last: ArraySlice<UInt8> = []
    for line in (Disk.bytes(of: "/proc/self/maps") ?? []).split(separator: UInt8(ascii: "\n")) {
      guard let slash = line.firstIndex(of: UInt8(ascii: "/")) else { continue }
      // A library is mapped in several pieces, one after the other.
      if line[slash...] == last { continue }
      last = line[slash...]
      let path = String(decoding: last, as: UTF8.self)
      if path.hasSuffix(".so") || path.containsBytes(of: ".so.") { libraries.insert(path) }
    }
    return libraries.sorted()
  }
}
