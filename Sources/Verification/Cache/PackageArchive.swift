internal import Execution
internal import Files

extension PortablePackage {
  private static let magic = "LOOPBOOK PACKAGE 1"

  /// Its files in one sequence of bytes.
  var archive: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.magic)
    writer.write(files.sorted { $0.key < $1.key }) { writer, file in
      writer.write(file.key)
      writer.write(file.value)
    }
    return writer.bytes
  }

  /// Reads them again; `nil` where the bytes are not such a package to the last of them.
  init?(archive: [UInt8]) {
    var reader = ByteReader(archive)
    do throws(ByteReader.Damage) {
      guard try reader.text() == Self.magic else { return nil }
      let list = try reader.list { reader throws(ByteReader.Damage) in (try reader.text(), try reader.content()) }
      guard reader.isAtEnd else { return nil }
      let files = Dictionary(list) { first, _ in first }
      guard files.count == list.count, let package = try? PortablePackage(files) else { return nil }
      self = package
    } catch {
      return nil
    }
  }
}
