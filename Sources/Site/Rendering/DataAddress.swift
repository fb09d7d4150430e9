/// Files as addresses that hold all of them.
enum DataAddress {
  /// A file as `data:` address.
  static func text(_ bytes: [UInt8], named path: String) -> String {
    "data:\(type(of: path));base64,\(base64(bytes))"
  }

  /// Whether a file is a picture that a page shows, as its name tells.
  static func isImage(_ path: String) -> Bool { type(of: path).hasPrefix("image/") }

  /// What kind of file it is, as its name tells.
  static func type(of path: String) -> String {
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    return switch ending {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "svg": "image/svg+xml"
    case "txt", "swift": "text/plain"
    case "json": "application/json"
    case "pdf": "application/pdf"
    case "css": "text/css"
    case "js", "mjs": "text/javascript"
    case "html", "htm": "text/html"
    case "vtt": "text/vtt"
    case "woff2": "font/woff2"
    case "woff": "font/woff"
    case "mp4", "m4v": "video/mp4"
    case "webm": "video/webm"
    case "mp3": "audio/mpeg"
    case "ogg", "oga": "audio/ogg"
    case "wav": "audio/wav"
    default: "application/octet-stream"
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[index + $1]) : 0) }
      for digit in 0..<4 {
        text.append(digit <= count ? digits[group >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
