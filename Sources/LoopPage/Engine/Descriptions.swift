// What Swift says of these values elsewhere by looking into them, which Embedded Swift cannot.

// swift-format-ignore: AvoidRetroactiveConformances
extension Duration: @retroactive CustomStringConvertible {
  /// The length in seconds: "0.5 seconds".
  public var description: String {
    let (seconds, attoseconds) = components
    return "\((Double(seconds) + Double(attoseconds) / 1e18).description) seconds"
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
