internal import Dispatch
internal import Synchronization

/// Works on many things at once.
package enum ParallelMap {
  /// What becomes of each element, in their order; those of a batch are worked on by one thread.
  package static func of<Element: Sendable, Result: Sendable>(
    _ elements: [Element], batch: Int = 16, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let count = (elements.count + batch - 1) / batch
    let batches = Mutex<[[Result]]>(Array(repeating: [], count: count))
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let made = elements[number * batch..<min((number + 1) * batch, elements.count)].map(transform)
      batches.withLock { $0[number] = made }
    }
    return batches.withLock { $0.flatMap { $0 } }
  }
}
