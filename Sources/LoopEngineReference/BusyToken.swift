/// Announces work on threads that the engine does not know to its virtual clock.
///
/// CoreFoundation has only real time: here it does nothing.
public final class BusyToken: Sendable {
  /// Takes a token.
  public init() {}

  /// Ends it.
  public func end() {}
}
