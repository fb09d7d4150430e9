/// The line of source text that set an item up.
///
/// Items know it without being told, since it is the default value of a parameter; traces name by it what has no label.
///
/// ```swift
/// let source = SignalSource {}
/// print("made in line", source.location.line)
/// let place = SourceLocation(file: "Garden/Bed.swift", line: 12)
/// print(place, place.file)
/// ```
///
/// ```output
/// made in line 1
/// Garden/Bed.swift:12 Garden/Bed.swift
/// ```
///
/// Kept in one word: timers and blocks come by the hundred thousand. Lines above 65,535 read as that number.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  // The file name's address (48 bits on the 64-bit Linux systems that Swift runs on) and, above it, 16 bits of line.
  // The address is a static string literal's, which stays and ends in a zero byte.
  @usableFromInline let packed: UInt64

  /// The line `line` of `file`, as `#fileID` and `#line` give them.
  ///
  /// - Precondition: The file's name has more than one character.
  @inlinable
  public init(file: StaticString, line: UInt) {
    if !file.hasPointerRepresentation { refuse("SourceLocation needs a file name of more than one character") }
    let address = UInt64(UInt(bitPattern: file.utf8Start))
    packed = address & ((1 << 48) - 1) | UInt64(min(line, 0xFFFF)) << 48
  }

  init(packed: UInt64) {
    self.packed = packed
  }

  /// The address of the file's name, which stands for it in this process.
  package var fileAddress: UInt { UInt(packed & ((1 << 48) - 1)) }

  /// "Module/File.swift".
  public var file: String {
    // Not null: every value was packed from a literal's address.
    String(cString: UnsafePointer<CChar>(bitPattern: fileAddress)!)
  }

  /// Counted from 1.
  public var line: UInt { UInt(packed >> 48) }

  /// "Module/File.swift:12".
  public var description: String { "\(file):\(line)" }
}
