/// What tells one server from another, and what its own pages know.
struct PreviewSession: Sendable, Hashable {
  /// Its name, which anyone may know.
  let name = Self.random()

  /// What a page has to send along that asks for something: no page of another site can read it.
  let token = Self.random()

  /// A text that cannot be guessed: the system's generator is one for secrets.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0...UInt64.max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
