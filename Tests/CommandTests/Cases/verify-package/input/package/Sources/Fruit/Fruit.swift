public struct Apple {
  public init() {}
  public let colour = "red"
}
