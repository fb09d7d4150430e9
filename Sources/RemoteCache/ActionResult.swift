/// What an entry of `/ac/` says: `build.bazel.remote.execution.v2.ActionResult`, as far as it is about files.
///
/// bazel-remote looks at the messages it is given, so they are real ones.
struct ActionResult: Equatable {
  /// A file, and the name of its content in `/cas/`.
  struct File: Equatable {
    var path: String
    /// The SHA-256 of the content, in 64 hexadecimal digits.
    var hash: String
    var size: Int
  }

  var files: [File]

  /// More than any entry has.
  static let mostFiles = 10_000

  /// The message as bytes.
  var encoded: [UInt8] {
    var writer = ProtobufWriter()
    for file in files {
      var digest = ProtobufWriter()
      digest.write(file.hash.utf8, field: 1)
      digest.write(UInt64(file.size), field: 2)
      var output = ProtobufWriter()
      output.write(file.path.utf8, field: 1)
      output.write(digest.bytes, field: 2)
      writer.write(output.bytes, field: 2)
    }
    return writer.bytes
  }

  init(files: [File]) {
    self.files = files
  }

  /// Reads a message; fields that are not about files are passed over.
  ///
  /// `nil` where it is none, is about an action that failed, or names a content in a way that no content can have.
  init?(_ bytes: [UInt8]) {
    files = []
    var reader = ProtobufReader(bytes[...])
    do throws(ProtobufReader.Damage) {
      while let field = try reader.next() {
        switch field {
        case .content(2, let output):
          guard files.count < Self.mostFiles else { return nil }
          files.append(try File(output))
        // The exit code.
        case .number(4, let code) where code != 0: return nil
        default: continue
        }
      }
    } catch {
      return nil
    }
  }
}

extension ActionResult.File {
  fileprivate init(_ bytes: ArraySlice<UInt8>) throws(ProtobufReader.Damage) {
    var path: String?
    var digest: (hash: String, size: Int)?
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch field {
      case .content(1, let text): path = String(validating: text, as: UTF8.self)
      case .content(2, let message): digest = try Self.digest(message)
      default: continue
      }
    }
    guard let path, let digest else { throw ProtobufReader.Damage() }
    self.init(path: path, hash: digest.hash, size: digest.size)
  }

  private static func digest(_ bytes: ArraySlice<UInt8>) throws(ProtobufReader.Damage) -> (String, Int) {
    var hash = ""
    var size = 0
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch field {
      case .content(1, let text): hash = String(decoding: text, as: UTF8.self)
      case .number(2, let number):
        guard let number = Int(exactly: number) else { throw ProtobufReader.Damage() }
        size = number
      default: continue
      }
    }
    // It becomes a part of an address.
    let digits = hash.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard hash.utf8.count == 64, digits else { throw ProtobufReader.Damage() }
    return (hash, size)
  }
}
