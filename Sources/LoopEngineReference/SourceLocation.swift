/// Where an item was set up.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  private let place: StaticString
  /// The line in the file, from 1.
  public let line: UInt

  /// A place in a source file.
  public init(file: StaticString, line: UInt) {
    self.place = file
    self.line = line
  }

  /// The module and the file, "Module/File.swift".
  public var file: String { place.description }
  /// The file and the line, "Module/File.swift:12".
  public var description: String { "\(file):\(line)" }

  /// Whether both name the same line of the same file.
  public static func == (a: SourceLocation, b: SourceLocation) -> Bool { a.line == b.line && a.file == b.file }
  /// Hashes the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(line)
  }
}
