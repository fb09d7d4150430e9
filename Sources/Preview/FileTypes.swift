/// Which type of content a file has, by the ending of its name.
enum FileTypes {
  /// What a browser is told; bytes of no known type are only saved.
  static func type(of name: String) -> String {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "json": "application/json",
    "map": "application/json", "webmanifest": "application/manifest+json", "wasm": "application/wasm",
    "xml": "application/xml", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
    "epub": "application/epub+zip",
    // Text, as it is.
    "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "swift": "text/plain; charset=utf-8", "vtt": "text/vtt; charset=utf-8",
    // Pictures.
    "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon", "bmp": "image/bmp",
    // Sound and film.
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav",
    "flac": "audio/flac", "mp4": "video/mp4", "webm": "video/webm", "mov": "video/quicktime",
    // Fonts.
    "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf", "otf": "font/otf",
  ]
}
