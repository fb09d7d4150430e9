import Dispatch
import Synchronization

/// A few queues for work that blocks its thread.
///
/// The threads of Swift concurrency are as many as the machine has cores: a test that blocks one may starve the others.
/// And hundreds of behaviors at once would disturb each other's timing.
enum Lanes {
  private static let lanes = (1...4).map { DispatchQueue(label: "lane \($0)") }
  private static let next = Atomic(0)

  /// Runs `body` when a lane has come to it.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    let (_, turn) = next.add(1, ordering: .relaxed)
    return try await withCheckedThrowingContinuation { continuation in
      lanes[turn % lanes.count].async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}
