/// One listed difference between LoopEngine and CoreFoundation on Linux.
///
/// Any other difference that the comparison finds is a failure. The book's appendix is made from this table.
public struct Difference: Sendable, Hashable, Identifiable {
  /// Its stable name, used by tests, examples and the book.
  public let id: String
  /// The entry of the behavior catalogue it belongs to, "5.4" for example.
  public let behavior: String
  /// What CoreFoundation does on Linux.
  public let coreFoundation: String
  /// What LoopEngine does.
  public let loopEngine: String
  /// Why.
  public let reason: String

  init(
    _ id: String, _ behavior: String, coreFoundation: String, loopEngine: String, reason: String
  ) {
    self.id = id
    self.behavior = behavior
    self.coreFoundation = coreFoundation
    self.loopEngine = loopEngine
    self.reason = reason
  }
}
