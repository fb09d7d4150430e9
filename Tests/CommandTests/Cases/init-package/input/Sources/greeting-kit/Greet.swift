/// Greets.
public func greet() -> String { "hello" }
