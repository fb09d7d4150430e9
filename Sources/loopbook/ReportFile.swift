import Book
import Files
import Glibc
import Text

/// A file that a report is written to.
enum ReportFile {
  /// Whether what a path names can be written twice: a pipe or a device would take the first for the whole.
  static func isReplaceable(_ file: String) -> Bool {
    Disk.kind(of: file) ?? .file == .file
  }

  /// Why a report must not be written to a file, as it would replace a file of a book or become one; `nil` where it may
  /// be.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - argument: The report as it was asked for.
  static func refusal(of file: String, for argument: String) -> Diagnostic? {
    guard isReplaceable(file) else { return nil }
    let name = BookPath.name(of: file)
    // What a link leads to is replaced. What is not there yet lies in what is.
    var (known, inner) = (Disk.realPath(file), "")
    var folder = file
    while known == nil, folder != ".", folder != "/" {
      inner = inner.isEmpty ? BookPath.name(of: folder) : BookPath.join(BookPath.name(of: folder), inner)
      folder = BookPath.folder(of: folder)
      known = Disk.realPath(folder)
    }
    guard let known else { return nil }
    let path = BookPath.join(known, inner)
    var book = BookPath.folder(of: path)
    while !BookLocation.isBook(book) {
      guard book != "/", book != "." else { return nil }
      book = BookPath.folder(of: book)
    }
    let message: String
    var cure = "name a file outside of \(BookPath.name(of: book)), the book's folder"
    if Disk.kind(of: path) != nil, !Disk.holds(path, []), !OwnReport.isOne(path) {
      message = "'\(argument)' would replace \(name), which is a file in the book's folder and not a report"
      if OwnReport.hasEnding(path) { cure += ", or remove \(name) first if it is not needed" }
    } else if !OwnReport.hasEnding(path), !isHidden(path, in: book) {
      message = "\(name) would become a part of the book, since it is in its folder"
      cure += ", or one whose name ends in .xml, .json or .sarif"
    } else {
      return nil
    }
    return Diagnostic(id: "unwritten-report", message, at: nil, cure: cure)
  }

  /// Whether a file of a book's folder is not a part of the book, as its name or that of a folder begins with a dot.
  private static func isHidden(_ path: String, in book: String) -> Bool {
    (BookPath.relative(path, to: book) ?? "").split(separator: "/").contains { $0.hasPrefix(".") }
  }

  /// Writes a file, and makes the folders that it is to be in.
  ///
  /// A file changes as a whole, so that a reader finds one report or the other, even if this program is killed.
  static func write(_ text: String, to file: String) throws(FileError) {
    try FileTree.makeFolders(for: file)
    // A link stays one, and what is not a file cannot be replaced; nor can anything in a folder that is closed to this
    // user.
    if Disk.kind(of: file, followingLinks: false) ?? .file == .file, Disk.isWritable(BookPath.folder(of: file)) {
      try Disk.put(Array(text.utf8), at: file)
    } else {
      // A reader of a pipe that goes away is not an error, as on standard output.
      let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw FileError(.written, file, errno) }
      let output = DescriptorOutput(descriptor)
      output.write(text)
      // Some file systems tell of a full disk only now.
      let closed = close(descriptor) == 0 ? nil : errno
      if let code = output.failure ?? closed { throw FileError(.written, file, code) }
    }
  }
}
