internal import Glibc

/// The hash of itself that a linker wrote into a program or library, which saves reading all of it.
enum BuildIdentifier {
  private static let noteSegment: UInt32 = 4
  private static let buildNote: UInt32 = 3

  /// Finds it at the beginning of a 64-bit ELF file; `nil` where there is none long enough to tell files apart.
  static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      return find(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
    }
  }

  /// Finds it among the first bytes of a file; offsets that lead out of them are none of ours.
  static func find(_ file: UnsafeRawBufferPointer) -> String? {
    func number<Number: FixedWidthInteger>(_ offset: Int, as _: Number.Type) -> Int? {
      guard offset >= 0, offset <= file.count - MemoryLayout<Number>.size else { return nil }
      return Int(exactly: Number(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: Number.self)))
    }
    // The mark of ELF, 64 bits, the low byte first.
    guard file.count >= 64, file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let table = number(32, as: UInt64.self), let size = number(54, as: UInt16.self),
      let segments = number(56, as: UInt16.self), table < file.count
    else { return nil }
    for segment in 0..<segments {
      let header = table + segment * size
      guard let kind = number(header, as: UInt32.self), let start = number(header + 8, as: UInt64.self),
        let length = number(header + 32, as: UInt64.self), kind == Int(noteSegment), start < file.count,
        length <= file.count - start
      else { continue }
      var note = start
      while let nameLength = number(note, as: UInt32.self), let length = number(note + 4, as: UInt32.self),
        let kind = number(note + 8, as: UInt32.self), note < start + file.count
      {
        let name = note + 12
        let content = name + (nameLength + 3) & ~3
        guard nameLength <= file.count, length <= file.count, content + length <= file.count else { break }
        if kind == Int(buildNote), file[name..<name + nameLength].elementsEqual("GNU\0".utf8), length >= 8 {
          return file[content..<content + length].map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
          }.joined()
        }
        note = content + (length + 3) & ~3
      }
    }
    return nil
  }
}
