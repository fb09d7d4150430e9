/// How large a picture is, as its file says.
struct ImageSize: Hashable, Sendable {
  var width: Int
  var height: Int

  init?(width: Int, height: Int) {
    guard width > 0, height > 0, width < 1 << 24, height < 1 << 24 else { return nil }
    self.width = width
    self.height = height
  }

  /// How large it is shown: one whose name says that it has so many pixels for one of a page, as `loop@2x.png` does,
  /// takes up that much less room and is as much sharper.
  func shown(named path: String) -> ImageSize? {
    let stem = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
    guard let scale = [2, 3].first(where: { stem.hasSuffix("@\($0)x") }) else { return self }
    return ImageSize(width: (width + scale - 1) / scale, height: (height + scale - 1) / scale)
  }

  /// Reads the size from a file's beginning; `nil` for what is not a picture or does not say.
  init?(_ bytes: [UInt8]) {
    let size: ImageSize?
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      size = Self.png(bytes)
    } else if bytes.starts(with: "GIF8".utf8) {
      size = Self.little(bytes, 6).flatMap { width in
        Self.little(bytes, 8).flatMap { ImageSize(width: width, height: $0) }
      }
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      size = Self.jpeg(bytes)
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      size = Self.webp(bytes)
    } else {
      size = SVGSize.read(bytes)
    }
    guard let size else { return nil }
    self = size
  }

  private static func png(_ bytes: [UInt8]) -> ImageSize? {
    guard let width = big(bytes, 16, count: 4), let height = big(bytes, 20, count: 4) else { return nil }
    return ImageSize(width: width, height: height)
  }

  private static func jpeg(_ bytes: [UInt8]) -> ImageSize? {
    var offset = 2
    while offset + 9 < bytes.count {
      guard bytes[offset] == 0xFF else { return nil }
      let marker = bytes[offset + 1]
      // Fill bytes, and marks without a length.
      if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += marker == 0xFF ? 1 : 2
        continue
      }
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame, let height = big(bytes, offset + 5, count: 2), let width = big(bytes, offset + 7, count: 2) {
        return ImageSize(width: width, height: height)
      }
      guard let length = big(bytes, offset + 2, count: 2), length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }

  private static func webp(_ bytes: [UInt8]) -> ImageSize? {
    guard bytes.count >= 30 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ":
      guard let width = little(bytes, 26), let height = little(bytes, 28) else { return nil }
      return ImageSize(width: width & 0x3FFF, height: height & 0x3FFF)
    case "VP8L":
      let bits = (0..<4).reduce(0) { $0 | Int(bytes[21 + $1]) << (8 * $1) }
      return ImageSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8X":
      let width = (0..<3).reduce(0) { $0 | Int(bytes[24 + $1]) << (8 * $1) }
      let height = (0..<3).reduce(0) { $0 | Int(bytes[27 + $1]) << (8 * $1) }
      return ImageSize(width: width + 1, height: height + 1)
    default: return nil
    }
  }

  private static func big(_ bytes: [UInt8], _ offset: Int, count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ offset: Int) -> Int? {
    guard offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }
}
