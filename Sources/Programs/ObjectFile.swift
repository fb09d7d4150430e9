/// What an object file asks the linker for.
enum ObjectFile {
  /// The names of the libraries that the compiler noted in a 64-bit little-endian ELF object, in its order.
  static func libraries(_ bytes: [UInt8]) -> [String] {
    func number(_ offset: Int, _ size: Int) -> Int {
      guard offset >= 0, offset + size <= bytes.count else { return 0 }
      return bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return [] }
    let (table, size, count, nameIndex) = (number(0x28, 8), number(0x3A, 2), number(0x3C, 2), number(0x3E, 2))
    let names = number(table + nameIndex * size + 0x18, 8)
    let wanted = Array(".swift1_autolink_entries\0".utf8)
    for section in 0..<count {
      let header = table + section * size
      let name = names + number(header, 4)
      guard name + wanted.count <= bytes.count, bytes[name..<name + wanted.count].elementsEqual(wanted) else {
        continue
      }
      let (start, length) = (number(header + 0x18, 8), number(header + 0x20, 8))
      guard start + length <= bytes.count else { return [] }
      return bytes[start..<start + length].split(separator: 0).compactMap { entry in
        let option = String(decoding: entry, as: UTF8.self)
        return option.hasPrefix("-l") ? String(option.dropFirst(2)) : nil
      }
    }
    return []
  }
}
