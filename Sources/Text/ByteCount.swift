/// An amount of memory or of output as authors write it: `512M`, `64K`, `1.5G`.
package struct ByteCount: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of bytes; at least one.
  package let bytes: Int

  package init(bytes: Int) {
    self.bytes = bytes
  }

  /// Reads a number and a unit, each 1024 times the one before: B, K, M, G; `KB` and `KiB` are the same as `K`.
  package init(parsing text: String) throws(ByteCountProblem) {
    guard let quantity = Quantity(text) else { throw .noNumber(text) }
    guard !quantity.unit.isEmpty else { throw .noUnit(text) }
    guard let factor = Self.units[quantity.unit.uppercased()] else { throw .unknownUnit(quantity.unit) }
    let thousandths = quantity.thousandths.multipliedReportingOverflow(by: factor)
    guard !thousandths.overflow, thousandths.partialValue <= (1 << 50) else { throw .tooMuch(text) }
    guard thousandths.partialValue >= 1000 else { throw .nothing(text) }
    bytes = Int(thousandths.partialValue / 1000)
  }

  /// The shortest way to write it.
  package var description: String {
    for (unit, factor) in [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] where bytes % factor == 0 {
      return "\(bytes / factor)\(unit)"
    }
    return "\(bytes)B"
  }

  package static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }

  private static let units: [String: Int64] = [
    "B": 1, "K": 1 << 10, "KB": 1 << 10, "KIB": 1 << 10, "M": 1 << 20, "MB": 1 << 20, "MIB": 1 << 20,
    "G": 1 << 30, "GB": 1 << 30, "GIB": 1 << 30,
  ]
}

/// Why a text is not an amount of memory.
package enum ByteCountProblem: ValueProblem {
  case noNumber(String)
  case noUnit(String)
  case unknownUnit(String)
  case tooMuch(String)
  case nothing(String)

  package static let form = "a size"

  package var message: String {
    switch self {
    case .noNumber(let text): "'\(Excerpt.short(text))' does not begin with a number"
    case .noUnit(let text): "'\(Excerpt.short(text))' has no unit"
    case .unknownUnit(let unit): "there is no unit '\(Excerpt.short(unit))'"
    case .tooMuch(let text): "'\(Excerpt.short(text))' is more than 1024G"
    case .nothing(let text): "'\(Excerpt.short(text))' is less than a byte"
    }
  }

  package var cure: String? { "write a number and B, K, M or G, such as 64K or 512M" }
}
