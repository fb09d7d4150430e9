import Text

/// Places as a person is told of them: the lines of each file, file after file.
struct PlaceList {
  /// Lines without an end.
  let text: String

  /// So many lines of places are told.
  private static let mostLines = 8

  /// Lists sorted places.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - width: The columns of a line; the list is broken there.
  ///   - rest: What is said of the files that are left out, after a comma; `nil` for nothing.
  init(_ places: [SourcePlace], width: Int = 80, rest: String? = nil) {
    var files: [(path: String, lines: [String])] = []
    for place in places {
      let line = place.position.map { "\($0.line)" } ?? ""
      if files.last?.path == place.path {
        if files[files.count - 1].lines.last != line { files[files.count - 1].lines.append(line) }
      } else {
        files.append((place.path, [line]))
      }
    }
    var lines: [String] = []
    for (index, file) in files.enumerated() {
      let words = "\(file.path):\(file.lines.joined(separator: ","))"
      if let last = lines.last, last.displayWidth + 2 + words.displayWidth <= width {
        lines[lines.count - 1] += "  " + words
      } else if lines.count < Self.mostLines {
        lines.append("  " + words)
      } else {
        lines.append("  and \(files.count - index) more files" + (rest.map { ", \($0)" } ?? ""))
        break
      }
    }
    text = lines.joined(separator: "\n")
  }
}
