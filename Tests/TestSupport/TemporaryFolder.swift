package import Foundation

/// A folder of its own, which goes with all that is in it when the value is no longer held.
package final class TemporaryFolder: Sendable {
  /// Its real path, without links: that is what the kernel tells of.
  package let path: String

  /// Makes the folder; its name begins with that of the tests that use it.
  package init(_ name: String = "loopbook-tests") throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(parent)/\(name)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The folder, for calls of Foundation.
  package var url: URL { URL(filePath: path) }

  /// The path of a file in it.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and makes the folders that it lies in.
  package func write(_ name: String, _ text: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a script for sh that can be started by its name.
  package func script(_ name: String, _ text: String) throws {
    // Another process writes it: a child that another test starts meanwhile would hold what is open here, and Linux
    // does not start a file that is open for writing.
    let draft = name + ".draft"
    try write(draft, "#!/bin/sh\n\(text)\n")
    let installation = try Process.run(
      URL(filePath: "/usr/bin/install"), arguments: ["-m", "755", path(draft), path(name)])
    installation.waitUntilExit()
    guard installation.terminationStatus == 0 else { throw POSIXError(.EIO) }
    try remove(draft)
  }

  /// Removes a file, or a folder with all that is in it.
  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Gives a file another name, in one step and in place of whatever has it.
  package func move(_ name: String, to other: String) throws {
    guard rename(path(name), path(other)) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }
}
