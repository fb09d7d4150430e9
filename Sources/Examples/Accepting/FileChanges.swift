internal import Markdown
package import Text

/// What several rounds of edits make of files.
package struct FileChanges: Sendable {
  /// A file as it was, and what is changed in it.
  package struct Change: Sendable {
    package let file: SourceFile
    /// What is replaced, in offsets of the file as it was; in its order, and none next to another.
    package fileprivate(set) var edits: [Edit]

    fileprivate init(file: SourceFile, edits: [Edit]) {
      self.file = file
      self.edits = edits
    }

    /// A file in which nothing is changed.
    package init(unchanged file: SourceFile) {
      self.init(file: file, edits: [])
    }
  }

  /// A part of a file that is replaced.
  package struct Edit: Hashable, Sendable {
    package var range: Range<Int>
    package var bytes: [UInt8]
  }

  /// A part of a text: kept from the file, or new.
  private enum Part {
    case kept(Range<Int>)
    case new([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .new(let bytes): bytes.count
      }
    }

    func part(_ range: Range<Int>) -> Part {
      switch self {
      case .kept(let own): .kept(own.lowerBound + range.lowerBound..<own.lowerBound + range.upperBound)
      case .new(let bytes): .new(Array(bytes[range]))
      }
    }
  }

  private var originals: [String: SourceFile] = [:]
  private var parts: [String: [Part]] = [:]

  package init() {}

  /// Adds a round of edits that do not overlap, in offsets of the file as it is after those before.
  mutating func add(_ edits: [TextEdit], to file: SourceFile) {
    if edits.isEmpty { return }
    if originals[file.path] == nil {
      originals[file.path] = file
      parts[file.path] = [.kept(0..<file.bytes.count)]
    }
    let old = parts[file.path] ?? []
    var new: [Part] = []
    var position = 0
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered {
      new += Self.slice(old, position..<max(position, edit.range.lowerBound))
      if !edit.bytes.isEmpty { new.append(.new(edit.bytes)) }
      position = max(position, edit.range.upperBound)
    }
    parts[file.path] = new + Self.slice(old, position..<max(position, file.bytes.count))
  }

  private static func slice(_ parts: [Part], _ range: Range<Int>) -> [Part] {
    var start = 0
    var found: [Part] = []
    for part in parts {
      let own = range.clamped(to: start..<start + part.count)
      if !own.isEmpty { found.append(part.part(own.lowerBound - start..<own.upperBound - start)) }
      start += part.count
    }
    return found
  }

  /// The files that change, by their paths.
  package var all: [Change] {
    originals.sorted { $0.key < $1.key }.map { path, file in
      Change(file: file, edits: Self.edits(parts[path] ?? [], in: file))
    }.filter { !$0.edits.isEmpty }
  }

  private static func edits(_ parts: [Part], in file: SourceFile) -> [Edit] {
    var edits: [Edit] = []
    var position = 0
    var new: [UInt8] = []
    for part in parts + [.kept(file.bytes.count..<file.bytes.count)] {
      switch part {
      case .new(let bytes): new += bytes
      case .kept(let range):
        if position < range.lowerBound || !new.isEmpty {
          edits.append(Edit(range: position..<range.lowerBound, bytes: new))
        }
        position = range.upperBound
        new = []
      }
    }
    return edits.filter { !file.bytes[$0.range].elementsEqual($0.bytes) }
  }
}

extension FileChanges.Change {
  /// The file as it should be.
  package var bytes: [UInt8] {
    TextEdit.apply(edits.map { TextEdit(range: $0.range, bytes: $0.bytes) }, to: file.bytes)
  }

  /// Takes the edits of others to the same file; whether that was possible: none may meet another that is not the same.
  package mutating func merge(_ other: FileChanges.Change) -> Bool {
    guard other.file.bytes == file.bytes else { return false }
    for edit in other.edits where !edits.contains(edit) {
      let meets = edits.contains { own in
        own.range.overlaps(edit.range) || own.range.lowerBound == edit.range.lowerBound
          || own.range.contains(edit.range.lowerBound) || edit.range.contains(own.range.lowerBound)
      }
      if meets { return false }
      edits.append(edit)
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    return true
  }
}
