/// Gives the types of a module that programs share the names that they have in a script.
///
/// There, declarations are private to their file, so that twins of two programs do not meet. The runtime would call
/// such a type `main.(unknown context at $7f60ab721910).Square`, since its descriptor lies in an anonymous context,
/// which lies in that of the module. Here the descriptors are led past the anonymous context: then the runtime says
/// `main.Square`, as it does for a script. Nothing else asks for that context.
enum RuntimeNames {
  private enum Kind {
    static let anonymous: UInt32 = 2
    static let described: Set<UInt32> = [3, 16, 17, 18]  // protocols, classes, structures, enumerations
  }

  /// Repairs a 64-bit little-endian ELF shared object; what is not understood stays as it is.
  static func repair(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
      guard let image = Image(buffer) else { return }
      for name in ["swift5_type_metadata", "swift5_protocols"] {
        guard let section = image.sections.first(where: { $0.name == name }) else { continue }
        for offset in stride(from: 0, to: section.size - 3, by: 4) { repair(image, entryAt: section.address + offset) }
      }
    }
  }

  private static func repair(_ image: Image, entryAt entry: Int) {
    // The low bits tell the kind of the reference; only direct ones lead to descriptors of this object.
    guard let reference = image.relative(entry), reference & 3 == 0, let kind = image.kind(entry + reference) else {
      return
    }
    let descriptor = entry + reference
    guard Kind.described.contains(kind), let toParent = image.relative(descriptor + 4), toParent & 1 == 0,
      image.kind(descriptor + 4 + toParent) == Kind.anonymous
    else { return }
    let field = descriptor + 4 + toParent + 4
    guard let toModule = image.relative(field) else { return }
    // The lowest bit says that the reference leads to a pointer, and is kept.
    let target = field + (toModule & ~1)
    image.setRelative(descriptor + 4, to: target - (descriptor + 4) | (toModule & 1))
  }

  /// A shared object's bytes, by the addresses that they are to have.
  private struct Image {
    let sections: [ELFSections.Section]
    private let bytes: UnsafeMutableRawBufferPointer

    init?(_ bytes: UnsafeMutableRawBufferPointer) {
      self.bytes = bytes
      guard let sections = ELFSections(UnsafeRawBufferPointer(bytes)) else { return nil }
      self.sections = sections.list
    }

    private func position(_ address: Int, _ size: Int) -> Int? {
      for section in sections where section.address != 0 {
        if address >= section.address, address + size <= section.address + section.size {
          let position = section.offset + address - section.address
          return position >= 0 && position + size <= bytes.count ? position : nil
        }
      }
      return nil
    }

    /// The number at an address, which counts from there.
    func relative(_ address: Int) -> Int? {
      position(address, 4).map { Int(bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)) }
    }

    func setRelative(_ address: Int, to value: Int) {
      guard let position = position(address, 4), let value = Int32(exactly: value) else { return }
      bytes.storeBytes(of: value, toByteOffset: position, as: Int32.self)
    }

    /// The kind of the context descriptor at an address.
    func kind(_ address: Int) -> UInt32? {
      position(address, 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) & 0x1F }
    }
  }
}
