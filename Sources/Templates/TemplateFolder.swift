import Glibc
import Text

/// A folder of templates: the files below it that end in `.mustache`.
///
/// A template's name is its path in the folder without that ending, such as `page` or `parts/sidebar`.
package struct TemplateFolder: Sendable {
  private static let suffix = ".mustache"

  /// Where the folder is.
  package let path: String

  /// The name that messages give it.
  package let shownAs: String

  /// Names a folder, which need not exist yet.
  package init(path: String, shownAs: String) {
    self.path = path
    self.shownAs = shownAs
  }

  /// Reads all templates; what cannot be read is reported.
  func read() -> (files: [String: SourceFile], diagnostics: [Diagnostic]) {
    var files: [String: SourceFile] = [:]
    var diagnostics: [Diagnostic] = []
    read("", above: [], &files, &diagnostics)
    return (files, diagnostics)
  }

  private func read(
    _ folder: String, above: [ino_t], _ files: inout [String: SourceFile], _ diagnostics: inout [Diagnostic]
  ) {
    guard let stream = opendir(path + "/" + folder) else {
      reportUnreadable(folder, errno, &diagnostics)
      return
    }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0, !above.contains(status.st_ino) else {
      closedir(stream)
      report(
        "endless-folder", "this folder leads back to one that it is in", folder, &diagnostics, cure: "remove the link")
      return
    }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    closedir(stream)
    for name in names.sorted() {
      let file = folder + name
      var found = stat()
      guard stat(path + "/" + file, &found) == 0 else {
        if name.hasSuffix(Self.suffix) { reportUnreadable(file, errno, &diagnostics) }
        continue
      }
      if found.st_mode & S_IFMT == S_IFDIR {
        read(file + "/", above: above + [status.st_ino], &files, &diagnostics)
      } else if name.hasSuffix(Self.suffix), name != Self.suffix {
        guard let bytes = content(file, &diagnostics) else { continue }
        files[String(file.dropLast(Self.suffix.count))] = SourceFile(path: shownAs + "/" + file, bytes: bytes)
      }
    }
  }

  private func content(_ file: String, _ diagnostics: inout [Diagnostic]) -> [UInt8]? {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait forever.
    let descriptor = open(path + "/" + file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      reportUnreadable(file, errno, &diagnostics)
      return nil
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      report("unreadable", "this is no ordinary file", file, &diagnostics, cure: "remove it")
      return nil
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { break }
      if count > 0 {
        bytes += piece[..<count]
      } else if errno != EINTR {
        reportUnreadable(file, errno, &diagnostics)
        return nil
      }
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      report("not-utf-8", "this file is not UTF-8", file, &diagnostics, cure: "save the file as UTF-8")
      return nil
    }
    return bytes
  }

  private func reportUnreadable(_ file: String, _ error: Int32, _ diagnostics: inout [Diagnostic]) {
    report("unreadable", "this cannot be read: \(String(cString: strerror(error)))", file, &diagnostics)
  }

  private func report(
    _ id: String, _ message: String, _ file: String, _ diagnostics: inout [Diagnostic], cure: String? = nil
  ) {
    let path = file.isEmpty ? shownAs : shownAs + "/" + file
    diagnostics.append(Diagnostic(id: id, message, at: SourcePlace(path: path), cure: cure))
  }
}
