import Synchronization

/// What one thread sets and another looks at.
final class Flag: Sendable {
  let isSet = Atomic<Bool>(false)
}
