internal import LoopEngine

/// The journal's numbers of the names of modes and files.
///
/// CoreFoundation numbers neither, so the names themselves are looked up.
struct NameNumbers {
  /// The number of a mode's name, which `add` knows or gives.
  func number(of mode: Mode, add: (String) -> UInt32) -> UInt32 { add(mode.name) }

  /// The number of the name of a line's file, which `add` knows or gives.
  func number(of location: SourceLocation, add: (String) -> UInt32) -> UInt32 { add(location.file) }
}
