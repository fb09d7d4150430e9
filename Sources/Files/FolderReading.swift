internal import Glibc

extension FileTree {
  /// An entry of a folder while the folder is read.
  struct OpenEntry {
    /// The name as the system gives it.
    let bytes: UnsafePointer<CChar>
    fileprivate let type: Int
    fileprivate let folder: Int32

    var name: String { String(cString: bytes) }

    /// Whether the name is UTF-8.
    var isText: Bool {
      String(validatingCString: bytes) != nil
    }

    var isHidden: Bool { bytes[0] == CChar(UInt8(ascii: ".")) }

    /// What it is; a link is not followed.
    var kind: FileKind {
      switch type {
      case Int(DT_REG): .file
      case Int(DT_DIR): .folder
      case Int(DT_LNK): .link
      // Some file systems do not tell.
      case Int(DT_UNKNOWN): status?.kind ?? .other
      default: .other
      }
    }

    /// What is known of it; a link is not followed.
    var status: FileStatus? {
      var information = stat()
      return fstatat(folder, bytes, &information, AT_SYMLINK_NOFOLLOW) == 0 ? FileStatus(information) : nil
    }
  }

  /// Calls `body` for all that is in a folder, in no order.
  static func each(in folder: UnsafePointer<CChar>, _ body: (OpenEntry) -> Void) throws(FileError) {
    guard let stream = opendir(folder) else { throw FileError(.read, String(cString: folder), errno) }
    defer { closedir(stream) }
    let descriptor = dirfd(stream)
    errno = 0
    while let entry = readdir(stream) {
      let type = Int(entry.pointee.d_type)
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) { name in
          if strcmp(name, ".") != 0, strcmp(name, "..") != 0 {
            body(OpenEntry(bytes: name, type: type, folder: descriptor))
          }
        }
      }
      errno = 0
    }
    guard errno == 0 else { throw FileError(.read, String(cString: folder), errno) }
  }
}
