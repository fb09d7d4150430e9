/// For whom a delayed perform is: what stands for the standard library's type, which Embedded Swift does not have.
public struct AnyHashable: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  private enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    case object(ObjectIdentifier)
  }

  private let value: Value

  /// A text.
  public init(_ text: String) { value = .text(text) }

  /// A number.
  public init(_ number: Int) { value = .number(number) }

  /// An object, by its identity.
  public init(_ object: some AnyObject) { value = .object(ObjectIdentifier(object)) }

  /// A text as it is written.
  public init(stringLiteral text: String) { self.init(text) }

  /// A number as it is written.
  public init(integerLiteral number: Int) { self.init(number) }
}

// What the compiler turns into `AnyHashable` by itself elsewhere.
extension Loop {
  /// `perform(after:)` for a text.
  @discardableResult
  public func perform(
    after delay: Duration, in modes: Set<Mode> = [.default], for target: String, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) -> DelayedPerform {
    perform(after: delay, in: modes, for: AnyHashable(target), label: label, file: file, line: line, body)
  }

  /// `perform(after:)` for a number.
  @discardableResult
  public func perform(
    after delay: Duration, in modes: Set<Mode> = [.default], for target: Int, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) -> DelayedPerform {
    perform(after: delay, in: modes, for: AnyHashable(target), label: label, file: file, line: line, body)
  }

  /// `cancelPerforms(for:)` for a text.
  public func cancelPerforms(for target: String) { cancelPerforms(for: AnyHashable(target)) }

  /// `cancelPerforms(for:)` for a number.
  public func cancelPerforms(for target: Int) { cancelPerforms(for: AnyHashable(target)) }
}
