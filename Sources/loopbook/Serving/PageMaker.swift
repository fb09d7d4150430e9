import Synchronization
import Text
import Verification

/// Makes what the pages of a preview lack, beside all else that is done; any thread may ask it.
///
/// What it makes reaches pages in one way only: the book is looked at again, and finds what fits its examples as they
/// are then.
final class PageMaker: Sendable {
  private struct State {
    var wanted: [PagePart] = []
    /// By what they make, the parts under way; no two make the same.
    var underWay: [Set<Fingerprint>: (part: PagePart, task: Task<Void, Never>)] = [:]
    /// What cannot be made, and is not tried again for as long as it is wanted.
    var failed: Set<Fingerprint> = []
    var isIncomplete = false
    var told: Set<String> = []
  }
  private let state = Mutex(State())
  private let limit: Int
  private let console: Console
  private let made: @Sendable () -> Void

  /// - Parameters:
  ///   - jobs: How many compilers may run for everything.
  ///   - console: Where it tells what cannot be made, and that all is.
  ///   - made: Told whenever something was made: the book is to be looked at again.
  init(jobs: Int, console: Console, made: @escaping @Sendable () -> Void) {
    limit = max(1, jobs / 2)
    self.console = console
    self.made = made
  }

  /// Makes what a look at the book found to be lacking; what is under way for nothing of that is ended.
  func make(_ needs: PageNeeds) {
    for lack in needs.lacks { tell(lack) }
    let wanted = needs.parts.reduce(into: Set<Fingerprint>()) { $0.formUnion($1.makes) }
    let isComplete = needs.parts.isEmpty && needs.lacks.isEmpty
    let wasIncomplete = state.withLock { state in
      state.wanted = needs.parts
      state.failed.formIntersection(wanted)
      for (part, task) in state.underWay.values where part.makes.isDisjoint(with: wanted) { task.cancel() }
      defer { state.isIncomplete = !isComplete }
      return state.isIncomplete
    }
    if isComplete, wasIncomplete, !console.isQuiet { console.message("The pages are complete.\n") }
    beginNext()
  }

  /// Ends what reads the book's own modules, until the next look at the book: these may be about to be built anew.
  func leaveModules() {
    state.withLock { state in
      state.wanted.removeAll(where: \.readsModules)
      for (part, task) in state.underWay.values where part.readsModules { task.cancel() }
    }
  }

  private func beginNext() {
    state.withLock { state in
      for part in state.wanted where !part.makes.isSubset(of: state.failed) {
        guard state.underWay.count < limit else { return }
        guard state.underWay.keys.allSatisfy(part.makes.isDisjoint) else { continue }
        state.underWay[part.makes] = (part, Task(priority: .utility) { await make(part) })
      }
    }
  }

  private func make(_ part: PagePart) async {
    if let stage = part.stage, !console.isQuiet {
      console.message("\(stage). Until then, pages have no live examples.\n")
    }
    var lack: MachineLack?
    do throws(MachineLack) { try await part.make(NotesOnly(console: console)) } catch { lack = error }
    // What was ended has come to nothing, and may be wanted again.
    let isEnded = Task.isCancelled
    let isMade = lack == nil && !isEnded
    state.withLock { state in
      state.underWay[part.makes] = nil
      // The next look at the book tells what is left.
      if isMade { state.wanted = [] }
      if lack != nil, !isEnded { state.failed.formUnion(part.makes) }
    }
    if isMade { return made() }
    if let lack, !isEnded { tell(lack) }
    beginNext()
  }

  /// Tells in one line, and once, what the machine lacks.
  private func tell(_ lack: MachineLack) {
    let problem = lack.diagnostic
    let line = "warning: \(problem.message)" + (problem.cure.map { ": \($0)" } ?? "")
    if state.withLock({ $0.told.insert(line).inserted }) { console.message(line + "\n") }
  }
}

/// Progress of which only what is to be told at once is.
private struct NotesOnly: VerificationProgress {
  let console: Console

  func begin(stage: String, total: Int) {}
  func started(_ name: String) {}
  func finished(_ name: String) {}
  func note(_ line: String) { console.message(line + "\n") }
  func end() {}
}
