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
  ///   - roots: The folders whose files chapters may include.
  ///   - marks: The quotation marks of their text; `nil` for those that were typed.
  ///   - known: Chapters as they were earlier.
  ///   - memory: What is known of chapters from earlier runs.
  ///   - each: Is told each chapter that was not known as soon as it is read, by several threads.
  static func read(
    _ paths: [String], in folder: String, including roots: IncludeRoots, marks: QuotationMarks?,
    knowing known: [Chapter], _ memory: ChapterMemory?, each: @Sendable (Chapter) -> Void
  ) -> ([String: Chapter], [Diagnostic]) {
    let known = Dictionary(known.filter { $0.marks == marks }.map { ($0.file.path, $0) }) { first, _ in first }
    // A few chapters each time, so that threads neither meet often nor wait for the one with the long chapters.
    let results = ParallelMap.of(paths, batch: 8) { path in
      Self.read(path, in: folder, including: roots, marks, known, memory, each: each)
    }
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

  /// Takes chapters that are made of other files.
  ///
  /// - Parameters:
  ///   - chapters: The chapters.
  ///   - marks: The quotation marks of their text; `nil` for those that were typed.
  ///   - known: Chapters as they were earlier.
  ///   - memory: What is known of chapters from earlier runs.
  ///   - each: Is told each chapter that was not known as soon as it is read, by several threads.
  static func take(
    _ chapters: [GeneratedChapter], marks: QuotationMarks?, knowing known: [Chapter], _ memory: ChapterMemory?,
    each: @Sendable (Chapter) -> Void
  ) -> [Chapter] {
    let known = Dictionary(known.filter { $0.isGenerated && $0.marks == marks }.map { ($0.path, $0) }) { first, _ in
      first
    }
    return ParallelMap.of(chapters, batch: 8) { generated in
      if let before = known[generated.path], before.imports == generated.imports,
        before.file.isSame(as: generated.file)
      {
        return before
      }
      let chapter = Chapter(
        path: generated.path, including: IncludeReading(generated: generated), marks: marks, stamp: nil,
        isGenerated: true, imports: generated.imports, knowing: memory)
      each(chapter)
      return chapter
    }
  }

  private static func read(
    _ path: String, in folder: String, including roots: IncludeRoots, _ marks: QuotationMarks?,
    _ known: [String: Chapter], _ memory: ChapterMemory?, each: (Chapter) -> Void
  ) -> Result {
    let name = BookPath.join(folder, path)
    do throws(FileError) {
      let status = FileStatus(of: name)
      let stamp = status.flatMap { $0.isSettled ? $0.stamp : nil }
      // What a chapter includes may have changed while its own file did not.
      if let stamp, let chapter = known[name], chapter.path == path, chapter.stamp == stamp, chapter.includes.isEmpty,
        chapter.diagnostics.isEmpty
      {
        return .chapter(chapter)
      }
      let bytes = try Disk.read(name)
      let before = known[name].flatMap { $0.path == path && $0.file.onDisk.bytes == bytes ? $0 : nil }
      if let before, before.includes.isEmpty { return .chapter(before) }
      let file = SourceFile(path: name, bytes: bytes)
      if let problem = TextEncoding.problem(file) { return .problem(problem) }
      let reading = IncludeReading(file, roots: roots)
      if let before, reading.diagnostics.isEmpty, before.diagnostics.isEmpty, before.file.isSame(as: reading.file) {
        return .chapter(before)
      }
      let chapter = Chapter(path: path, including: reading, marks: marks, stamp: stamp, knowing: memory)
      if path != Summary.fileName { each(chapter) }
      return .chapter(chapter)
    } catch {
      return .problem(error.diagnostic)
    }
  }
}
