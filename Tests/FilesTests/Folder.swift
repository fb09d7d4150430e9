import Glibc

/// A folder of its own, which goes when it is no longer held.
final class Folder {
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  private let root: String

  init() throws {
    var template = Array("\(P_tmpdir)/examples-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp", number: errno) }
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names() { unlink(path(name)) }
    rmdir(root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    guard let file = fopen(path(name), "w") else { throw Failure(call: "fopen", number: errno) }
    fputs(text, file)
    fclose(file)
    return path(name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let file = fopen(path(name), "r") else { throw Failure(call: "fopen", number: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  func read(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// Of the file itself, also where it is a link.
  func status(_ name: String) throws -> stat {
    var status = stat()
    guard lstat(path(name), &status) == 0 else { throw Failure(call: "lstat", number: errno) }
    return status
  }

  func names() -> [String] {
    guard let directory = opendir(root) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
