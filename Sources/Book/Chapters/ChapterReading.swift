internal import Files
internal import Text

/// Reads the files of chapters, some at once.
enum ChapterReading {
  /// What came of one file.
  private enum Result: Sendable {
    case chapter(Chapter)
    case problem(Diagnostic)
  }

  /// Reads chapters; one that cannot be read is missing from the result.
  ///
  /// - Parameters:
  ///   - paths: The chapters' paths in the book.
  ///   - folder: The book's folder.
  ///   - known: Chapters as they were earlier.
  static func read(_ paths: [String], in folder: String, knowing known: [Chapter]) -> ([String: Chapter], [Diagnostic])
  {
    let known = Dictionary(known.map { ($0.file.path, $0) }) { first, _ in first }
    // A few chapters each time, so that threads neither meet often nor wait for the one with the long chapters.
    let results = ParallelMap.of(paths, batch: 8) { Self.read($0, in: folder, known) }
    var chapters: [String: Chapter] = [:]
    var diagnostics: [Diagnostic] = []
    for result in results {
      switch result {
      case .chapter(let chapter):
        chapters[chapter.path] = chapter
        if chapter.path != Summary.fileName { diagnostics += chapter.diagnostics }
      case .problem(let problem): diagnostics.append(problem)
      }
    }
    return (chapters, diagnostics)
  }

  private static func read(_ path: String, in folder: String, _ known: [String: Chapter]) -> Result {
    let name = BookPath.join(folder, path)
    do throws(FileError) {
      let status = FileStatus(of: name)
      let stamp = status.flatMap { $0.isSettled ? $0.stamp : nil }
      if let stamp, let chapter = known[name], chapter.path == path, chapter.stamp == stamp { return .chapter(chapter) }
      let bytes = try Disk.read(name)
      if let chapter = known[name], chapter.path == path, chapter.file.bytes == bytes { return .chapter(chapter) }
      let file = SourceFile(path: name, bytes: bytes)
      if let problem = TextEncoding.problem(file) { return .problem(problem) }
      return .chapter(Chapter(path: path, file: file, stamp: stamp))
    } catch {
      return .problem(error.diagnostic)
    }
  }
}
