extension Unicode.Scalar {
  /// How many columns a terminal gives the scalar: none for marks that join, two for wide letters and emoji.
  package var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return Self.wideRanges.contains { $0.contains(value) } ? 2 : 1
  }

  /// Whether the scalar would steer a terminal instead of showing.
  package var isControl: Bool {
    (value < 0x20 && value != 9) || (0x7F..<0xA0).contains(value)
  }

  /// Whether the scalar changes the direction of what follows, or ends a line.
  package var turnsText: Bool {
    switch value {
    case 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The blocks that Unicode's East Asian Width gives two columns.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}

extension String {
  /// How many columns a terminal gives the text, if it is one line.
  package var displayWidth: Int { unicodeScalars.reduce(0) { $0 + $1.displayWidth } }
}
