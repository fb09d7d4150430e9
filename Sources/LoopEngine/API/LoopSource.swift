/// What brings work to a loop from outside: every kind of source, and whatever wraps one.
///
/// A source may be in many modes of many loops. A type of your own becomes one by handing out the core of the source
/// that it wraps.
///
/// ```swift
/// struct Bell: LoopSource {
///   private let source = SignalSource(label: "bell") { print("ding") }
///   var core: SourceCore { source.core }
///   func ring() { source.signal() }
/// }
///
/// let bell = Bell()
/// Loop.current.add(bell)
/// bell.ring()
/// Loop.current.run(mode: .default, for: .zero)
/// bell.invalidate()
/// print(bell.isValid)
/// ```
///
/// ```output
/// ding
/// false
/// ```
public protocol LoopSource: Sendable {
  /// Why it may be impossible to add it to a mode; `Never` where the kernel has no part in that.
  associatedtype Failure: Error = Never

  /// The part of it that loops know.
  var core: SourceCore { get }
}

extension LoopSource {
  /// Takes it out of every mode of every loop for good; what it has not delivered yet is let go.
  ///
  /// For any thread. A handler that is being called on another thread may still be at work when this returns.
  /// CoreFoundation calls it `CFRunLoopSourceInvalidate`.
  public func invalidate() { core.invalidate() }

  /// Whether it has not been invalidated.
  ///
  /// For any thread. CoreFoundation calls it `CFRunLoopSourceIsValid`.
  public var isValid: Bool { core.isValid }

  /// What traces call it.
  public var label: String? { core.label }

  /// The line that made it.
  public var location: SourceLocation { core.location }
}
