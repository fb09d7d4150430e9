import Testing
import Text

@testable import Reference

/// What fields of comments say of declarations that are no functions.
@Suite("Fields of other declarations")
struct FieldTests {
  /// What is told, with the line of the Swift file.
  private func told(_ text: String) throws -> [String] {
    try DescribedModule(text).reference().diagnostics.map { "\($0.place?.position?.line ?? 0) \($0.message)" }
  }

  private static let error = "an error is described, but nothing is thrown"
  private static let result = "a result is described, but nothing is returned"

  @Test("errors of what does not throw are told at properties, subscripts, cases and 'throws(Never)'")
  func errors() throws {
    let told = try told(
      """
      public typealias Handler = (Int) throws -> Void
      public typealias Number = Int
      public protocol P { associatedtype Item }
      public struct Callable { public func callAsFunction() throws {} }
      public struct S<T: P> {
        /// - Throws: Wrong.
        public var a: Int { 1 }
        /// - Throws: Wrong.
        public let b = 1
        /// - Throws: Wrong.
        public static var c: T.Item { fatalError() }
        /// - Throws: Wrong.
        public subscript(d: Int) -> T { fatalError() }
        /// - Throws: Wrong.
        public func e() throws(Never) {}
        /// - Throws: Wrong.
        public var f: Int { get throws(Never) { 1 } }
        /// - Throws: Wrong.
        public var g: Number { 1 }
        /// - Throws: Right.
        public var h: Int { get throws { 1 } }
        /// - Throws: Right.
        public subscript(i i: Int) -> Int { get throws(CancellationError) { 1 } }
        /// - Throws: Right.
        public var j: Handler { { _ in } }
        /// - Throws: Right.
        public var k: (() throws -> Void)? { nil }
        /// - Throws: Right.
        public var l: Callable { Callable() }
        /// - Throws: Right.
        public subscript(m m: Int) -> Handler { { _ in } }
        /// - Throws: What awaits it.
        public var n: Task<Int, any Error> { Task { 1 } }
        /// - Throws: Right.
        public func o<E: Error>(_ x: E) throws(E) {}
      }
      public enum E {
        /// - Throws: Wrong.
        case a(Int)
        /// - Throws: Right.
        case b(Handler)
      }
      """)
    #expect(told == [6, 8, 10, 12, 14, 16, 18, 38].map { "\($0) \(Self.error)" })
  }

  @Test("parameters of what has none are told at properties and types; closures and what types are made from have some")
  func parameters() throws {
    let told = try told(
      """
      public typealias Handler = (Int) -> Void
      /// - Parameters:
      ///   - T: Right.
      ///   - count: Right.
      ///   - start: Right.
      ///   - stored: Right.
      ///   - cuont: Wrong.
      public struct S<T> {
        public init(count: Int, from start: Int) {}
        public var stored = 1
        /// - Parameter x: Wrong.
        public var a: Int { 1 }
        /// - Parameter newValue: Right.
        public var b: Int { get { 1 } set {} }
        /// - Parameter number: Right.
        public var c: Handler { { _ in } }
        /// - Parameter number: Right.
        public let d: @Sendable (Int) -> Void = { _ in }
        /// - Parameter T: Right.
        public struct Inner {}
        /// - Parameters:
        ///   - e: Right.
        ///   - newValue: Right.
        ///   - f: Wrong.
        public subscript(e: Int) -> Int { get { 1 } set {} }
      }
      open class Base { public init(x: Int) {} }
      /// - Parameter x: Right.
      open class Sub: Base {}
      /// - Parameter Item: Right.
      public protocol P { associatedtype Item }
      /// - Parameter Item: Right.
      public protocol Q: P {}
      /// - Parameters:
      ///   - x: Right.
      ///   - y: Wrong.
      public enum E { case a(x: Int) }
      /// - Parameter number: Right.
      public typealias Other = (_ number: Int) -> Void
      /// - Parameter value: Right.
      public struct Callable { public func callAsFunction(_ x: Int) {} }
      /// Sentences about the Parameter count are nothing else:
      ///
      /// - Parameter count of something
      public struct T { public var count = 1 }
      """)
    #expect(
      told == [
        "7 there is no parameter 'cuont'", "11 there is no parameter 'x'", "24 there is no parameter 'f'",
        "36 there is no parameter 'y'",
      ])
  }

  @Test("results of types are told; those of values and of what can be called are right")
  func results() throws {
    let told = try told(
      """
      /// - Returns: Wrong.
      public struct S {
        /// - Returns: Right.
        public var a: Int { 1 }
        /// - Returns: Right.
        public subscript(b: Int) -> Int { 1 }
      }
      /// - Returns: Wrong.
      public protocol P {}
      /// - Returns: Wrong.
      public actor A {}
      /// - Returns: Right.
      public struct Callable { public func callAsFunction() -> Int { 1 } }
      /// - Returns: Right.
      public typealias F = () -> Int
      public enum E {
        /// - Returns: Right.
        case a
      }
      """)
    #expect(told == [1, 8, 10].map { "\($0) \(Self.result)" })
  }
}
