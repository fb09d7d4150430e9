internal import Files
package import Text

/// A chapter that is made of other files, such as the doc comments of a type, and is itself in none.
package struct GeneratedChapter: Sendable {
  /// Its path in the book.
  package var path: String

  /// What the table of contents calls it.
  package var title: String

  /// The path of the chapter that it stands below.
  package var parent: String?

  /// The heading that it stands below in the chapter above it; `nil` where that needs no name.
  package var group: String?

  /// What the table of contents says of what should not be used, such as “Deprecated”.
  package var caveat: String?

  /// The modules that its examples import without saying so, besides those that the book names.
  package var imports: [String]

  /// Its text, put together from pieces; what no file has is of one with the chapter's own path.
  package var file: SourceFile

  package init(
    path: String, title: String, parent: String?, group: String? = nil, caveat: String? = nil,
    imports: [String] = [], file: SourceFile
  ) {
    self.group = group
    self.caveat = caveat
    self.path = path
    self.title = title
    self.parent = parent
    self.imports = imports
    self.file = file
  }

  /// The files that parts of it are written in.
  package var sources: [String] {
    Set(file.pieces.lazy.map { $0.original?.file.path ?? $0.file.path }.filter { $0 != file.path }).sorted()
  }
}

/// Chapters that are made, as a part of a book.
package struct GeneratedPart: Sendable {
  /// The chapters, in reading order; each stands after the one that it is below.
  package var chapters: [GeneratedChapter]
  /// By their paths in the book, the files that they show, as the program opens them.
  package var assets: [String: String]

  package init(_ chapters: [GeneratedChapter], assets: [String: String] = [:]) {
    self.chapters = chapters
    self.assets = assets
  }

  /// What is wrong where a file of the book has the path of a chapter that is made.
  func collisions(with paths: [String], in configuration: Configuration) -> [Diagnostic] {
    let own = Set(paths)
    return chapters.filter { own.contains($0.path) }.map { chapter in
      Diagnostic(
        id: "duplicate-chapter", "'\(chapter.path)' is a file of the book and a page of the reference",
        at: SourcePlace(path: BookPath.join(BookPath.folder(of: configuration.file), chapter.path)),
        cure: "rename the file, or write 'folder: …' below 'reference' in \(Configuration.fileName)")
    }
  }

  /// The part in a table of contents.
  func outline(titled title: String) -> [OutlineItem] {
    var nested: [String?: [GeneratedChapter]] = [:]
    for chapter in chapters { nested[chapter.parent, default: []].append(chapter) }
    func items(below parent: String?) -> [OutlineChapter] {
      (nested[parent] ?? []).map { chapter in
        OutlineChapter(
          title: chapter.title, path: chapter.path, nested: items(below: chapter.path), group: chapter.group,
          caveat: chapter.caveat)
      }
    }
    return chapters.isEmpty ? [] : [.part(title)] + items(below: nil).map(OutlineItem.chapter)
  }
}
