import CLoopPage
import DifferentialModel
import DifferentialOnPage

/// What the module of the page's tests runs, by the number that is its first argument.
@_cdecl("lp_program")
public func program(_ number: Int32) {
  switch number {
  case 0: catalogue()
  case 1: for word in SharedPrograms.race() { print(word) }
  case 2: for word in SharedPrograms.arithmetic() { print(word) }
  case 3: SharedPrograms.deadlock()
  case 4: lockTwice()
  default: fatalError("the module does not have a program of that number")
  }
}

/// A lock that its own holder waits for: natively this hangs, unseen by the virtual clock.
private func lockTwice() {
  let lock = Mutex(0)
  print("once")
  lock.withLock { _ in lock.withLock { $0 += 1 } }
  print("never")
}

/// Each behavior that needs no more than a thread of its own, with the words of its trace.
private func catalogue() {
  for behaviour in Catalogue.behaviours where behaviour.place == .ownThread {
    let words = Catalogue.trace(of: behaviour.id) ?? ["UNKNOWN"]
    print(behaviour.id + " " + words.joined(separator: " "))
  }
}
