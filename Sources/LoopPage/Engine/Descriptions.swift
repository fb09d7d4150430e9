// What Swift says of these values elsewhere by looking into them, which Embedded Swift cannot.

// swift-format-ignore: AvoidRetroactiveConformances
extension Duration: @retroactive CustomStringConvertible {
  /// The length in seconds: "0.5 seconds".
  public var description: String {
    let (seconds, attoseconds) = components
    // Rounded once, as the standard library's own text is.
    let whole = Int128(seconds) * 1_000_000_000_000_000_000 + Int128(attoseconds)
    return "\((Double(whole) / 1e18).description) seconds"
  }
}

extension PostResult: CustomStringConvertible {
  /// The case's name.
  public var description: String {
    switch self {
    case .queued: "queued"
    case .loopEnded: "loopEnded"
    }
  }
}
