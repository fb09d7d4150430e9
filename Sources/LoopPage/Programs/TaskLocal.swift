internal import CLinux

/// A value that each thread has for itself while an operation runs.
///
/// It takes the place of Swift's own, which does the same outside of tasks; programs of pages have none.
@propertyWrapper final class TaskLocal<Value>: @unchecked Sendable {
  // @unchecked: threads are fibers here, of which one runs until it waits.
  private let standard: Value
  private var values: [pid_t: Value] = [:]

  init(wrappedValue: Value) { standard = wrappedValue }

  var wrappedValue: Value { values[cl_gettid()] ?? standard }
  var projectedValue: TaskLocal<Value> { self }

  func get() -> Value { wrappedValue }

  /// Calls `operation`, during which the thread has that value.
  @discardableResult
  func withValue<Result, Failure: Error>(
    _ value: Value, operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = cl_gettid()
    let outer = values.updateValue(value, forKey: thread)
    defer {
      if let outer { values[thread] = outer } else { values.removeValue(forKey: thread) }
    }
    return try operation()
  }
}
