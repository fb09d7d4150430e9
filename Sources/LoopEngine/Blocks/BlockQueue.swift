internal import CLinux
internal import Synchronization

/// One block on its way to a loop.
struct BlockNode {
  var next: UnsafeMutablePointer<BlockNode>?
  var body: () -> Void
  /// The modes it may run in: a bit per mode number.
  var modes: ModeSet
  var location: UInt64
  /// Retained; most blocks have none.
  var extras: Unmanaged<BlockExtras>?
  var chunk: UnsafeMutablePointer<BlockChunk>
}

/// What few blocks have.
final class BlockExtras {
  let label: String?
  /// Called when the loop ends before the block ran.
  let onDrop: (@Sendable () -> Void)?
  /// A job of Swift concurrency: it runs at the loop's end rather than never.
  let isJob: Bool

  init(label: String?, onDrop: (@Sendable () -> Void)?, isJob: Bool) {
    self.label = label
    self.onDrop = onDrop
    self.isJob = isJob
  }
}

/// A run of nodes that one thread takes for its posts, freed when the last of them is done with.
struct BlockChunk: ~Copyable {
  /// Nodes not yet done with, those never taken included.
  let remaining: Atomic<Int>

  static let nodeCount: UInt32 = 36
  private static let header = 16

  static func make() -> UnsafeMutablePointer<BlockChunk> {
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: header + Int(nodeCount) * MemoryLayout<BlockNode>.stride, alignment: 16)
    let chunk = raw.bindMemory(to: BlockChunk.self, capacity: 1)
    chunk.initialize(to: BlockChunk(remaining: Atomic(Int(nodeCount))))
    return chunk
  }

  static func node(_ index: UInt32, of chunk: UnsafeMutablePointer<BlockChunk>) -> UnsafeMutablePointer<BlockNode> {
    (UnsafeMutableRawPointer(chunk) + header).assumingMemoryBound(to: BlockNode.self) + Int(index)
  }

  static func release(_ chunk: UnsafeMutablePointer<BlockChunk>, nodes: Int) {
    if chunk.pointee.remaining.subtract(nodes, ordering: .acquiringAndReleasing).newValue == 0 {
      chunk.deinitialize(count: 1)
      UnsafeMutableRawPointer(chunk).deallocate()
    }
  }

  /// The calling thread's next node, uninitialized.
  @inline(__always)
  static func take() -> (UnsafeMutablePointer<BlockNode>, UnsafeMutablePointer<BlockChunk>) {
    let thread = cl_thread()
    if thread.pointee.chunk == nil { begin(thread) }
    // Not null: `begin` has just seen to it.
    let chunk = thread.pointee.chunk.unsafelyUnwrapped.assumingMemoryBound(to: BlockChunk.self)
    let index = thread.pointee.chunk_used
    thread.pointee.chunk_used = index + 1
    if index + 1 == nodeCount { thread.pointee.chunk = nil }
    return (node(index, of: chunk), chunk)
  }

  @inline(never)
  private static func begin(_ thread: UnsafeMutablePointer<cl_thread>) {
    ThreadEnd.arrange()
    thread.pointee.chunk = UnsafeMutableRawPointer(make())
    thread.pointee.chunk_used = 0
  }

  /// Gives back what the calling thread, which ends, has not taken.
  static func abandon() {
    let thread = cl_thread()
    guard let chunk = thread.pointee.chunk else { return }
    thread.pointee.chunk = nil
    release(chunk.assumingMemoryBound(to: BlockChunk.self), nodes: Int(nodeCount - thread.pointee.chunk_used))
  }
}

/// Modes as bits.
///
/// Modes numbered 63 and up share a table, since a process has few.
struct ModeSet: Hashable, Sendable {
  let bits: UInt64
  static let tableBit: UInt64 = 1 << 63
  /// Whether it names modes by their number in the table.
  var isWide: Bool { bits & Self.tableBit != 0 }

  @inline(__always)
  init(_ mode: Mode) {
    bits = mode.id < 63 ? 1 << UInt64(mode.id) : Self.bits(of: [mode])
  }

  init(_ modes: Set<Mode>) {
    bits = Self.bits(of: modes)
  }

  /// Whether it holds the mode, or stands for it because that is marked common.
  @inline(__always)
  func matches(_ mode: Mode, isCommon: Bool) -> Bool {
    if !isWide {
      return mode.id < 63 && bits & (1 << UInt64(mode.id)) != 0 || isCommon && bits & 2 != 0
    }
    let modes = WideModeSets.shared.modes(bits)
    return modes.contains(mode) || isCommon && modes.contains(.common)
  }

  var modes: Set<Mode> {
    if isWide { return WideModeSets.shared.modes(bits) }
    return Set((0..<63).filter { bits & (1 << UInt64($0)) != 0 }.map { Mode(id: UInt32($0)) })
  }

  private static func bits(of modes: Set<Mode>) -> UInt64 {
    if modes.allSatisfy({ $0.id < 63 }) { return modes.reduce(0) { $0 | 1 << UInt64($1.id) } }
    return tableBit | WideModeSets.shared.number(of: modes)
  }
}

/// The sets with modes numbered 63 and up that the process has used.
private final class WideModeSets: @unchecked Sendable {
  // @unchecked: both collections are read and written under `lock` only.
  static let shared = WideModeSets()
  private let lock = Lock()
  private var sets: [Set<Mode>] = []
  private var numbers: [Set<Mode>: UInt64] = [:]

  func number(of modes: Set<Mode>) -> UInt64 {
    lock.withLock {
      if let number = numbers[modes] { return number }
      let number = UInt64(sets.count)
      sets.append(modes)
      numbers[modes] = number
      return number
    }
  }

  func modes(_ bits: UInt64) -> Set<Mode> {
    lock.withLock { sets[Int(bits & ~(1 << 63))] }
  }
}

/// Where a pass over the blocks stands: those before the one that runs that it leaves, and those behind it.
struct BlockPass {
  let kept: UnsafeMutablePointer<BlockNode>?
  let next: UnsafeMutablePointer<BlockNode>?
}

/// Blocks in the order they were queued; used by the loop's thread only.
struct BlockList {
  var first: UnsafeMutablePointer<BlockNode>?
  var last: UnsafeMutablePointer<BlockNode>?
  /// Which modes the blocks of an inbox name, as the bits of their sets together.
  var modes: UInt64 = 0

  mutating func append(_ node: UnsafeMutablePointer<BlockNode>) {
    node.pointee.next = nil
    if let last { last.pointee.next = node } else { first = node }
    last = node
  }

  /// Appends everything of `other`.
  mutating func append(_ other: BlockList) {
    guard let head = other.first else { return }
    if let last { last.pointee.next = head } else { first = head }
    last = other.last
  }

  /// The nodes, first to last.
  var nodes: [UnsafeMutablePointer<BlockNode>] {
    var nodes: [UnsafeMutablePointer<BlockNode>] = []
    visit { nodes.append($0) }
    return nodes
  }

  func visit(_ body: (UnsafeMutablePointer<BlockNode>) -> Void) {
    var node = first
    while let now = node {
      node = now.pointee.next
      body(now)
    }
  }
}
