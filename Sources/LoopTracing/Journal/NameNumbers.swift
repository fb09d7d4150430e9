internal import LoopEngine

/// The journal's numbers of the names of modes and files, found by what stands for those in this process.
struct NameNumbers {
  /// By the modes' own numbers; 0: none yet.
  private var modes: [UInt32] = []
  private var files: [UInt: UInt32] = [:]

  /// The number of a mode's name, which `add` gives it the first time.
  @inline(__always)
  mutating func number(of mode: Mode, add: (String) -> UInt32) -> UInt32 {
    let id = Int(mode.id)
    if id < modes.count, modes[id] != 0 { return modes[id] }
    if id >= modes.count { modes += [UInt32](repeating: 0, count: id + 1 - modes.count) }
    modes[id] = add(mode.name)
    return modes[id]
  }

  /// The number of the name of a line's file, which `add` gives it the first time.
  @inline(__always)
  mutating func number(of location: SourceLocation, add: (String) -> UInt32) -> UInt32 {
    if let known = files[location.fileAddress] { return known }
    let number = add(location.file)
    files[location.fileAddress] = number
    return number
  }
}
