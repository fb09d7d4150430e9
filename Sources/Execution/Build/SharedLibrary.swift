internal import Glibc

/// What a shared library on disk offers to what is linked with it.
///
/// The file is mapped as long as the value lives; nothing of it is copied.
final class SharedLibrary: Sendable {
  // Never changes, and is unmapped by the last owner only.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  private let hash: Range<Int>
  private let symbols: Range<Int>
  private let names: Range<Int>
  private let versions: Range<Int>

  /// The names of the libraries that it needs itself.
  let needed: [String]

  /// The folders in which the loader looks for these first.
  let runPaths: [String]

  /// Maps the library; `nil` where it cannot be read, or has no table of its symbols.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_size > 0,
      let memory = mmap(nil, Int(information.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED
    else { return nil }
    let bytes = UnsafeRawBufferPointer(start: memory, count: Int(information.st_size))
    self.bytes = bytes
    let sections = ELFSections(bytes)
    func range(_ name: String) -> Range<Int>? {
      guard let section = sections?.named(name), section.offset >= 0, section.size >= 0,
        section.offset + section.size <= bytes.count
      else { return nil }
      return section.offset..<section.offset + section.size
    }
    guard let hash = range(".gnu.hash"), let symbols = range(".dynsym"), let names = range(".dynstr") else {
      munmap(memory, bytes.count)
      return nil
    }
    self.hash = hash
    self.symbols = symbols
    self.names = names
    versions = range(".gnu.version") ?? 0..<0
    let texts = LittleEndian(UnsafeRawBufferPointer(rebasing: bytes[names]))
    let dynamic = LittleEndian(UnsafeRawBufferPointer(rebasing: bytes[range(".dynamic") ?? 0..<0]))
    func entries(_ kinds: Set<Int>) -> [String] {
      stride(from: 0, to: dynamic.bytes.count, by: 16).compactMap { entry in
        kinds.contains(dynamic.number(entry, 8)) ? texts.text(dynamic.number(entry + 8, 8)) : nil
      }
    }
    // DT_NEEDED; DT_RPATH and DT_RUNPATH.
    needed = entries([1])
    runPaths = entries([15, 29]).flatMap { $0.split(separator: ":").map(String.init) }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// Whether it defines the symbol for others.
  func defines(_ symbol: String) -> Bool {
    let table = LittleEndian(UnsafeRawBufferPointer(rebasing: bytes[hash]))
    let entries = LittleEndian(UnsafeRawBufferPointer(rebasing: bytes[symbols]))
    let texts = UnsafeRawBufferPointer(rebasing: bytes[names])
    let (buckets, first, words) = (table.number(0, 4), table.number(4, 4), table.number(8, 4))
    guard buckets > 0 else { return false }
    var value: UInt32 = 5381
    for byte in symbol.utf8 { value = value &* 33 &+ UInt32(byte) }
    let lists = 16 + words * 8
    let chains = lists + buckets * 4
    var index = table.number(lists + Int(value) % buckets * 4, 4)
    guard index >= first else { return false }
    while true {
      let chain = table.number(chains + (index - first) * 4, 4)
      if chain | 1 == Int(value) | 1, isSymbol(index, symbol, entries, texts) { return true }
      // The lowest bit ends a list; so does the end of the table, which reads as zeros.
      if chain & 1 == 1 || chains + (index - first) * 4 >= table.bytes.count { return false }
      index += 1
    }
  }

  private func isSymbol(
    _ index: Int, _ symbol: String, _ entries: LittleEndian, _ texts: UnsafeRawBufferPointer
  ) -> Bool {
    let name = entries.number(index * 24, 4)
    let length = symbol.utf8.count
    guard name + length < texts.count, texts[name + length] == 0,
      texts[name..<name + length].elementsEqual(symbol.utf8), entries.number(index * 24 + 6, 2) != 0
    else { return false }
    // A version that is there for old programs only.
    let version = LittleEndian(UnsafeRawBufferPointer(rebasing: bytes[versions])).number(index * 2, 2)
    return version & 0x8000 == 0
  }
}
