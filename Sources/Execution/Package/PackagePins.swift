internal import Files

/// The packages that a Package.resolved locks.
struct PackagePins {
  /// What SwiftPM knows of each: where it is, and its revision.
  let pins: Set<String>

  /// Reads the file, where there is one; `nil` where one of them is locked to no revision.
  init?(_ path: String) {
    let text = (Disk.text(of: path) ?? "").filter { !$0.isWhitespace }
    var pins: Set<String> = []
    // SwiftPM writes the keys of each in order: identity, kind, location, state.
    for pin in text.split(separator: "\"identity\":").dropFirst() {
      guard let end = pin.firstIndex(of: "}"), pin[..<end].contains("\"revision\":\"") else { return nil }
      pins.insert(String(pin[..<end]))
    }
    self.pins = pins
  }
}
