internal import Files
package import Text

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
    _ folder: String, above: [UInt], _ files: inout [String: SourceFile], _ diagnostics: inout [Diagnostic]
  ) {
    let entries: [FileTree.Entry]
    do throws(FileError) { entries = try FileTree.entries(in: path + "/" + folder) } catch {
      return reportUnreadable(folder, error, &diagnostics)
    }
    guard let status = FileStatus(of: path + "/" + folder), !above.contains(status.number) else {
      return report(
        "endless-folder", "this folder is a link to one that contains it", folder, &diagnostics,
        cure: "remove the link")
    }
    for name in entries.map(\.name) where !name.hasPrefix(".") {
      let file = folder + name
      let isTemplate = name.hasSuffix(Self.suffix) && name != Self.suffix
      if Disk.kind(of: path + "/" + file) == .folder {
        read(file + "/", above: above + [status.number], &files, &diagnostics)
      } else if isTemplate, let bytes = content(file, &diagnostics) {
        files[String(file.dropLast(Self.suffix.count))] = SourceFile(path: shownAs + "/" + file, bytes: bytes)
      }
    }
  }

  private func content(_ file: String, _ diagnostics: inout [Diagnostic]) -> [UInt8]? {
    do throws(FileError) {
      let bytes = try Disk.read(path + "/" + file)
      if String(validating: bytes, as: UTF8.self) != nil { return bytes }
      report("not-utf-8", "this file is not UTF-8", file, &diagnostics, cure: "save the file as UTF-8")
    } catch {
      if error.reason == .notAFile {
        report("unreadable", "this is not an ordinary file", file, &diagnostics, cure: "remove it")
      } else {
        reportUnreadable(file, error, &diagnostics)
      }
    }
    return nil
  }

  private func reportUnreadable(_ file: String, _ error: FileError, _ diagnostics: inout [Diagnostic]) {
    report("unreadable", "this cannot be read: \(error.message)", file, &diagnostics)
  }

  private func report(
    _ id: String, _ message: String, _ file: String, _ diagnostics: inout [Diagnostic], cure: String? = nil
  ) {
    let path = file.isEmpty ? shownAs : shownAs + "/" + file
    diagnostics.append(Diagnostic(id: id, message, at: SourcePlace(path: path), cure: cure))
  }
}

extension TemplateSet {
  /// Reads the templates of folders, each overriding those before it: first a theme's, then a book's.
  ///
  /// - Parameters:
  ///   - builtIn: Templates by name, which those of all folders override.
  ///   - folders: The folders.
  package init(builtIn: [String: SourceFile] = [:], folders: [TemplateFolder]) {
    var files = builtIn
    var diagnostics: [Diagnostic] = []
    for folder in folders {
      let (found, problems) = folder.read()
      files.merge(found) { _, last in last }
      diagnostics += problems
    }
    self.init(files: files, diagnostics: diagnostics)
  }
}
