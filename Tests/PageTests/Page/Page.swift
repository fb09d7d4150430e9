import CLoopPage
import DifferentialModel
import DifferentialOnPage
import LoopEngine
import LoopTracing

/// What the module of the page's tests runs, by the number that is its first argument.
@_cdecl("lp_program")
public func program(_ number: Int32) {
  switch number {
  case 0: catalogue()
  case 1: for word in SharedPrograms.race() { print(word) }
  case 2: for word in SharedPrograms.arithmetic() { print(word) }
  case 3: SharedPrograms.deadlock()
  case 4: lockTwice()
  case 5: states()
  case 6: waitWhileLettingGo()
  default: fatalError("the module does not have a program with that number")
  }
}

/// A lock that its own holder waits for: natively this hangs, unseen by the virtual clock.
private func lockTwice() {
  let lock = Mutex(0)
  print("once")
  lock.withLock { _ in lock.withLock { $0 += 1 } }
  print("never")
}

/// A wait that no page can unwind for: it is for the last owner of an object that has one more thing to do.
private func waitWhileLettingGo() {
  final class Waiting {
    deinit { Loop.current.run(mode: .default, for: .seconds(3)) }
  }
  Loop.current.add(SignalSource(label: "mail") {}, to: .default)
  let worker = try? LoopThread(name: "worker") { own in
    own.add(LoopTimer(every: .seconds(1), label: "tick") { _ in print("tick") })
    own.run(mode: .default, for: .seconds(5))
  }
  // Let go by hand, so that no optimizer makes a plain call of it.
  let held = Unmanaged.passRetained(Waiting() as AnyObject)
  print("held")
  held.release()
  print("never")
  worker?.join()
}

/// Two loops that tell of themselves, in what they print and by snapshots that are recorded.
private func states() {
  let loop = Loop.current
  let mail = SignalSource(label: "mail") { SharedPrograms.tell(Loop.current) }
  loop.add(mail, to: .common)
  // A page always has a thread for so few.
  let worker = try? LoopThread(name: "worker") { own in
    own.add(LoopTimer(every: .seconds(2), label: "slow") { _ in SharedPrograms.tell(own) })
    own.run(mode: .default, for: .seconds(5))
  }
  loop.perform(in: "other", label: "elsewhere") {}
  var ticks = 0
  loop.add(
    LoopTimer(every: .seconds(1), label: "tick") { _ in
      ticks += 1
      mail.signal()
      worker?.handle.perform(label: "posted") { SharedPrograms.tell(Loop.current) }
      worker?.handle.wakeUp()
      TracedProgram.snapshot(loop, "tick")
      if ticks == 3 { loop.stop() }
      SharedPrograms.tell(loop)
    })
  loop.runUntilStopped()
  TracedProgram.snapshot(loop, "stopped")
  worker?.join()
  print("end")
}

/// Each behavior that needs no more than a thread of its own, with the words of its trace.
private func catalogue() {
  for behavior in Catalogue.behaviors where behavior.place == .ownThread {
    let words = Catalogue.trace(of: behavior.id) ?? ["UNKNOWN"]
    print(behavior.id + " " + words.joined(separator: " "))
  }
}
