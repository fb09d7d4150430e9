/// What an object file asks the linker for.
struct ObjectFile {
  /// The names of the libraries that the compiler noted, in its order.
  private(set) var libraries: [String] = []

  /// The symbols that must come from elsewhere.
  private(set) var undefined: [String] = []

  /// Reads a 64-bit little-endian ELF object.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      guard let sections = ELFSections(bytes) else { return }
      if let entries = sections.named(".swift1_autolink_entries") {
        libraries = sections.content(entries).split(separator: 0).compactMap { entry in
          let option = String(decoding: entry, as: UTF8.self)
          return option.hasPrefix("-l") ? String(option.dropFirst(2)) : nil
        }
      }
      for table in sections.list where table.kind == Self.symbolTable && sections.list.indices.contains(table.link) {
        let symbols = LittleEndian(sections.content(table))
        let names = LittleEndian(sections.content(sections.list[table.link]))
        for entry in stride(from: 0, to: symbols.bytes.count, by: 24) {
          let isGlobal = symbols.number(entry + 4, 1) >> 4 == 1
          guard isGlobal, symbols.number(entry + 6, 2) == 0 else { continue }
          undefined.append(names.text(symbols.number(entry, 4)))
        }
      }
    }
  }

  private static let symbolTable = 2
}
