/// A fruit.
public struct Apple {
  /// Makes one.
  public init() {}

  /// Its colour.
  public let colour = "red"
}
