internal import Text

/// Files as addresses that hold all of them.
enum DataAddress {
  /// A file as `data:` address.
  static func text(_ bytes: [UInt8], named path: String) -> String {
    "data:\(type(of: path));base64,\(Base64.text(bytes))"
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
}
