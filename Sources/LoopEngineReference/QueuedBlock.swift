import Dispatch

/// A block in a loop's queue.
///
/// CoreFoundation releases it after it ran, or unrun when the loop's thread ends.
///
/// Sendable: made by one thread, then used by the loop's thread alone; the queue orders the two.
final class QueuedBlock: @unchecked Sendable {
  let facts: ItemFacts
  private var body: (() -> Void)?
  private let onDrop: (@Sendable () -> Void)?
  private weak var record: LoopRecord?
  private var number: UInt64 = 0
  private var group: DispatchGroup?

  init(_ facts: ItemFacts, onDrop: (@Sendable () -> Void)? = nil, _ body: @escaping () -> Void) {
    self.facts = facts
    self.body = body
    self.onDrop = onDrop
  }

  deinit {
    defer { group?.leave() }
    guard body != nil else { return }
    leave()
    onDrop?()
  }

  func enter(_ record: LoopRecord, _ modes: [Mode]) {
    self.record = record
    group = record.queuedBlocks
    record.queuedBlocks.enter()
    number = record.books.withLock { books in
      books.lastBlock += 1
      books.blocks[books.lastBlock] = LoopBooks.Block(modes: modes, facts: facts)
      return books.lastBlock
    }
  }

  func run() {
    // Not nil: a block is run once.
    let body = body.take()!
    leave()
    LoopRecording.callout(.block, facts) { body() }
  }

  private func leave() {
    record?.books.withLock { books in _ = books.blocks.removeValue(forKey: number) }
  }
}
