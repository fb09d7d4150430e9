import Synchronization
import Text

/// Tells which block of a session is under way, on standard error, so that what the program prints stays as it is.
final class BlockHeadings: Sendable {
  private let console: Console
  private let names = Mutex<[String]>([])

  init(_ console: Console) { self.console = console }

  /// The program of these examples begins; a single one needs no heading.
  func begin(_ names: [String]) {
    self.names.withLock { $0 = names }
    if names.count > 1 { show(0) }
  }

  /// The block with this number begins.
  func show(_ number: Int) {
    guard !console.isQuiet, let name = names.withLock({ $0.indices.contains(number) ? $0[number] : nil }) else {
      return
    }
    console.message(DiagnosticText(isColored: console.colorsMessages).styled("--- \(name)", .faint) + "\n")
  }
}
