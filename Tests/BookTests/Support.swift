import Book
import Foundation
import TestSupport
import Testing
import Text

/// Messages as an author sees them.
func text(_ diagnostics: [Diagnostic]) -> String {
  diagnostics.map(DiagnosticText(isColored: false).text).joined()
}

/// A folder with files, removed when it is no longer held.
final class TemporaryBook {
  private let temporary: TemporaryFolder
  var folder: String { temporary.path }

  /// Writes files, folders included; a path that ends in `/` is an empty folder.
  init(_ files: [String: String] = [:]) throws {
    temporary = try TemporaryFolder()
    for (path, text) in files { try write(path, Array(text.utf8)) }
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
