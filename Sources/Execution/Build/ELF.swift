/// The sections of a 64-bit little-endian ELF file.
struct ELFSections {
  struct Section {
    var name: String
    var kind: Int
    var address: Int
    var offset: Int
    var size: Int
    /// The section of the names that this one's entries have.
    var link: Int
  }

  let list: [Section]
  let bytes: UnsafeRawBufferPointer

  /// Reads the table of sections; `nil` where this is not such a file, or its table is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    let reader = LittleEndian(bytes)
    let (table, size, count, names) =
      (reader.number(0x28, 8), reader.number(0x3A, 2), reader.number(0x3C, 2), reader.number(0x3E, 2))
    guard size >= 64 else { return nil }
    let nameStart = reader.number(table + names * size + 0x18, 8)
    list = (0..<count).map { index in
      let header = table + index * size
      return Section(
        name: reader.text(nameStart + reader.number(header, 4)), kind: reader.number(header + 4, 4),
        address: reader.number(header + 0x10, 8), offset: reader.number(header + 0x18, 8),
        size: reader.number(header + 0x20, 8), link: reader.number(header + 0x28, 4))
    }
  }

  func named(_ name: String) -> Section? { list.first { $0.name == name } }

  /// The bytes of a section; none where it lies outside of the file.
  func content(_ section: Section) -> UnsafeRawBufferPointer {
    guard section.offset >= 0, section.size >= 0, section.offset <= bytes.count,
      section.size <= bytes.count - section.offset
    else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: bytes[section.offset..<section.offset + section.size])
  }
}

/// Numbers and texts in bytes; zero and nothing where the bytes end before.
struct LittleEndian {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func number(_ offset: Int, _ size: Int) -> Int {
    guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return 0 }
    return (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// The text that begins there and ends before a zero byte.
  func text(_ offset: Int) -> String {
    guard offset >= 0, offset < bytes.count else { return "" }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
