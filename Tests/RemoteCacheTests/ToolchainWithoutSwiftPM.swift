import Foundation
import Testing

/// The toolchain in use, as it stands in another place, but for SwiftPM: that only notes that it was started.
final class ToolchainWithoutSwiftPM {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "toolchain-\(UUID().uuidString)")
  private let own: URL
  private var programs: URL { folder.appending(path: "usr/bin") }
  private var note: URL { folder.appending(path: "started") }

  /// Its compiler.
  var compiler: String { programs.appending(path: "swiftc").path }

  init() throws {
    let manager = FileManager.default
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = paths.map { "\($0)/swiftc" }.first(where: manager.isExecutableFile)
    own = URL(filePath: try #require(found)).resolvingSymlinksInPath().deletingLastPathComponent()
    try manager.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in try manager.contentsOfDirectory(atPath: own.path) { try link(name) }
    try manager.createSymbolicLink(
      at: folder.appending(path: "usr/lib"), withDestinationURL: own.deletingLastPathComponent().appending(path: "lib"))
    // A program is known to be a part of a toolchain by its place.
    for name in ["swift-driver", "swiftc", "swift"] { try manager.removeItem(at: programs.appending(path: name)) }
    try manager.copyItem(at: own.appending(path: "swift-driver"), to: programs.appending(path: "swift-driver"))
    try manager.createSymbolicLink(atPath: compiler, withDestinationPath: "swift-driver")
    let script = programs.appending(path: "swift")
    try Data("#!/bin/sh\necho \"$@\" >> '\(note.path)'\nexit 1\n".utf8).write(to: script)
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
  }

  deinit {
    // What is left lies in the folder for temporary files.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Whether SwiftPM was started since this was asked last.
  func wasStarted() throws -> Bool {
    guard FileManager.default.fileExists(atPath: note.path) else { return false }
    try FileManager.default.removeItem(at: note)
    return true
  }

  /// Makes it a toolchain with another SwiftPM, by what it is made of.
  func changeSwiftPM() throws {
    try FileManager.default.removeItem(at: programs.appending(path: "swift-build"))
    try Data("another".utf8).write(to: programs.appending(path: "swift-build"))
  }

  /// Makes it the toolchain that it was.
  func restoreSwiftPM() throws {
    try FileManager.default.removeItem(at: programs.appending(path: "swift-build"))
    try link("swift-build")
  }

  private func link(_ name: String) throws {
    try FileManager.default.createSymbolicLink(
      at: programs.appending(path: name), withDestinationURL: own.appending(path: name))
  }
}
