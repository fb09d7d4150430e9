/// A fruit.
public struct Apple {
  /// Makes one.
  public init() {}

  /// Its colour.
  public let colour = "red"
}

/// It does not compile.
public let broken: Int = "no"
