import Foundation

/// The browser that tests ask what a reader would see.
enum Browser {
  private static let path = "/usr/bin/chromium"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The text of an element after a page from disk has run its scripts.
  ///
  /// - Parameter isForced: Whether the reader's system has forced its own few colors on all pages.
  static func text(of id: String, in page: URL, inForcedColors isForced: Bool = false) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [
      // Its own sandbox needs rights that tests need not have; the pages are ours.
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--user-data-dir=\(page.deletingLastPathComponent().appending(path: "profile").path)",
      // Waits for what the page waits for, not for a length of time.
      "--virtual-time-budget=60000", "--dump-dom", page.absoluteString,
    ]
    if isForced { process.arguments?.insert("--force-high-contrast", at: 0) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let html = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // The theme's script may have given the element more attributes.
    guard let name = html.range(of: "id=\"\(id)\""), let start = html[name.upperBound...].range(of: ">"),
      let end = html[start.upperBound...].range(of: "</pre>")
    else { throw NoAnswer(html: html) }
    return html[start.upperBound..<end.lowerBound]
      .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
      .replacingOccurrences(of: "&nbsp;", with: "\u{A0}").replacingOccurrences(of: "&amp;", with: "&")
  }

  /// A page that did not say what it should.
  struct NoAnswer: Error {
    var html: String
  }
}

/// A folder for pages that goes when it is no longer needed.
final class TemporarySite {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ path: String) -> URL { folder.appending(path: path) }

  func write(_ path: String, _ bytes: [UInt8]) throws {
    let target = url(path)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: target)
  }
}
