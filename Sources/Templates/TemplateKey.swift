/// A name in data or in a template, made ready to be found fast.
package struct TemplateKey: Sendable, ExpressibleByStringLiteral {
  /// The name as it is written.
  package let name: String

  /// The FNV-1a hash of the name's UTF-8: unlike keys hardly ever have to compare their names.
  private let hash: UInt64

  /// Takes a name.
  package init(_ name: String) {
    self.name = name
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.hash = hash
  }

  package init(stringLiteral name: String) {
    self.init(name)
  }
}

extension TemplateKey: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.name == right.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
