/// The pictures of a module's catalogs, which comments call by their names alone, as DocC has them.
struct CatalogPictures {
  /// By the path that a picture has in the book, the file that it is.
  private(set) var files: [String: String] = [:]
  /// By the path of a picture for light pages, the path of its form for dark ones.
  private(set) var dark: [String: String] = [:]

  /// The paths of those that pages show.
  final class Shown {
    var paths: Set<String> = []
  }
  /// The paths in the book, by the names that comments may have for them: with the ending, and without.
  private var paths: [String: String] = [:]

  /// None.
  init() {}

  /// - Parameters:
  ///   - files: The files, as they can be opened.
  ///   - folder: Where the pictures are to be in the book.
  init(_ files: [String], in folder: String) {
    var best: [Form: Picture] = [:]
    for picture in files.sorted().map(Picture.init) where best[picture.form].map(picture.isSharper) ?? true {
      best[picture.form] = picture
    }
    for name in Set(best.keys.map(\.name)).sorted() {
      let (light, dark) = (best[Form(name: name, isDark: false)], best[Form(name: name, isDark: true)])
      // One that has no form for light pages is shown on both.
      guard let picture = light ?? dark else { continue }
      let path = "\(folder)/\(picture.fileName)"
      self.files[path] = picture.file
      paths[name] = path
      if let dark, light != nil {
        self.dark[path] = "\(folder)/\(dark.fileName)"
        self.files["\(folder)/\(dark.fileName)"] = dark.file
      }
      // Of those that differ in their endings only, the first is meant.
      if paths[picture.stem] == nil { paths[picture.stem] = path }
    }
  }

  /// The path in the book of what an author calls so; `nil` for what is not a picture of the catalogs.
  subscript(_ name: String) -> String? {
    // What has a scheme is elsewhere.
    if name.contains(":") { return nil }
    let name = name.split(separator: "/").last.map(String.init) ?? ""
    return paths[name] ?? paths[Self.decoded(name)]
  }

  var isEmpty: Bool { files.isEmpty }

  /// All names that a picture can be called by.
  var names: some Collection<String> { paths.keys }

  /// An address without escapes.
  static func decoded(_ name: String) -> String {
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// For which pages the picture of a name is.
  private struct Form: Hashable {
    var name: String
    var isDark: Bool
  }

  /// A file that is one of the forms of a picture: `sloth~dark@2x.png`.
  private struct Picture {
    var file: String
    var fileName: String
    /// Its name without the marks and without the ending.
    var stem: String
    /// The same with the ending.
    var name: String
    var isDark = false
    var scale = 1

    init(_ file: String) {
      self.file = file
      fileName = file.split(separator: "/").last.map(String.init) ?? file
      let dot = fileName.lastIndex(of: ".") ?? fileName.endIndex
      stem = String(fileName[..<dot])
      while let mark = Self.marks.first(where: { [stem] in stem.hasSuffix($0.text) }) {
        stem.removeLast(mark.text.count)
        isDark = isDark || mark.text == "~dark"
        scale = max(scale, mark.scale)
      }
      name = stem + fileName[dot...]
    }

    private static let marks = [("~dark", 1), ("~light", 1), ("@1x", 1), ("@2x", 2), ("@3x", 3)]
      .map { (text: $0.0, scale: $0.1) }

    var form: Form { Form(name: name, isDark: isDark) }

    /// Whether it has more pixels than another one of its form.
    func isSharper(than other: Picture) -> Bool { scale > other.scale }
  }
}
