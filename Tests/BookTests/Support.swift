import Book
import Foundation
import Testing
import Text

/// Messages as an author sees them.
func text(_ diagnostics: [Diagnostic]) -> String {
  diagnostics.map(DiagnosticText(isColored: false).text).joined()
}

/// A folder with files, removed when it is no longer held.
final class TemporaryBook {
  let folder: String

  /// Writes files, folders included; a path that ends in `/` is an empty folder.
  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "book-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
    for (path, text) in files { try write(path, Array(text.utf8)) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func write(_ path: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: folder).appending(path: path)
    let parent = path.hasSuffix("/") ? url : url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    if !path.hasSuffix("/") { try Data(bytes).write(to: url) }
  }

  /// Messages with the folder's own name left out.
  func text(_ diagnostics: [Diagnostic]) -> String {
    BookTests.text(diagnostics).replacing(folder + "/", with: "").replacing(folder, with: "BOOK")
  }
}
