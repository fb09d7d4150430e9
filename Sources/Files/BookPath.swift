/// Paths as text: with `/` between their parts, and without asking the file system.
///
/// A slash divides whatever follows it, as for the file system: an accent after it joins no characters.
package enum BookPath {
  private static let slash = UInt8(ascii: "/")

  /// A path without `.`, double slashes and the `..` that can be resolved; `.` when nothing is left.
  package static func clean(_ path: String) -> String {
    if isClean(path) { return path }
    var parts: [Substring] = []
    for part in path.utf8.split(separator: slash).map(Substring.init) where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// Whether nothing is to be done to a path; not told of every path of which it is so.
  private static func isClean(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      var previous = UInt8(ascii: "/")
      for (index, byte) in bytes.enumerated() {
        if previous == UInt8(ascii: "/"), byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") && index > 0 {
          return false
        }
        previous = byte
      }
      // The root ends with a slash too.
      return previous != UInt8(ascii: "/")
    }
  }

  /// `path` as seen from `folder`, unless it is absolute.
  package static func join(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? clean(path) : clean(folder == "." ? path : folder + "/" + path)
  }

  /// The folder part of a path; `.` for a path of one part.
  package static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// Whether a path ends like a chapter's.
  package static func isMarkdown(_ path: String) -> Bool {
    path.hasSuffix(".md") || path.hasSuffix(".markdown") || path.hasSuffix(".MD")
  }

  /// A path without the ending of Markdown files.
  package static func withoutMarkdownEnding(_ path: String) -> String {
    for ending in [".md", ".markdown", ".MD"] where path.hasSuffix(ending) {
      return String(path.dropLast(ending.count))
    }
    return path
  }

  /// A path without the ending of pages.
  package static func withoutHTMLEnding(_ path: String) -> String {
    path.hasSuffix(".html") ? String(path.dropLast(5)) : path
  }

  /// Whether a clean path lies in a clean folder, or is it.
  package static func contains(_ folder: String, _ path: String) -> Bool {
    if folder == "." { return !path.hasPrefix("/") && path != ".." && !path.hasPrefix("../") }
    return path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// A path in `folder` as seen from it; `nil` when it is not in it.
  package static func relative(_ path: String, to folder: String) -> String? {
    guard contains(folder, path), path != folder else { return nil }
    return folder == "." ? path : String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
  }

  /// Whether a path has the name of a picture.
  package static func isPicture(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif"].contains { name.hasSuffix($0) }
  }
}
