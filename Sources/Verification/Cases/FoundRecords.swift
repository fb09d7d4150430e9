internal import Synchronization

/// Records that were found out just now.
final class FoundRecords: Sendable {
  private let records = Mutex<[Fingerprint: ProgramRecord]>([:])

  /// Takes note of one; `nil` where its program was not run any more.
  func take(_ record: ProgramRecord?, of task: ProgramTask) {
    records.withLock { $0[task.fingerprint] = record }
  }

  subscript(task: ProgramTask) -> ProgramRecord? { records.withLock { $0[task.fingerprint] } }
}
