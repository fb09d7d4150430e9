internal import CTheme

/// The theme that is part of the program.
enum BuiltInTheme {
  /// Its files, by their paths below `templates/`.
  static var files: [(path: String, bytes: [UInt8])] {
    var count = 0
    let files = ct_files(&count)
    return UnsafeBufferPointer(start: files, count: count).map { file in
      (String(cString: file.path), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
  }
}
