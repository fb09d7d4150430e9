/// Prints a program as Swift on the loop's public API.
///
/// The dates are near those of the program, whose clock keeps events apart; replaying it by number is exact.
public struct ProgramPrinting {
  private let program: Program
  private var text = ""

  /// The program as a `main.swift` that compiles in Swift 6 mode.
  public static func swift(_ program: Program) -> String {
    var printing = ProgramPrinting(program: program)
    printing.print()
    return printing.text
  }

  private init(program: Program) {
    self.program = program
  }

  private mutating func line(_ indent: Int, _ line: String) {
    text += String(repeating: "  ", count: indent) + line + "\n"
  }

  private mutating func print() {
    if program.isOnMain { line(0, "import Dispatch") }
    line(0, "import LoopEngine")
    line(0, "")
    line(0, "// Each is used on the loop's thread, or is Sendable.")
    line(0, "nonisolated(unsafe) var loop: Loop! = nil")
    line(0, "nonisolated(unsafe) var counts = Array(repeating: 0, count: \(max(1, program.items.count)))")
    for (index, item) in program.items.enumerated() {
      if let type = item.typeName { line(0, "nonisolated(unsafe) var item\(index): \(type)! = nil") }
    }
    if program.hasDescriptors {
      line(0, "// A handler of a descriptor reads eight bytes of it, unless it is for writing.")
    }
    line(0, "")
    line(0, "/// Lets what was made ready become ready.")
    line(0, "func settle() { LoopThread.sleep(for: .microseconds(400)) }")
    line(0, "/// So many rounds from now.")
    line(0, "func ahead(_ rounds: Int) -> LoopInstant { .now + .milliseconds(24 * rounds) }")
    line(0, "let due = LoopInstant.now - .seconds(1)")
    for index in program.items.indices { printCallout(index) }
    line(0, "")
    line(0, "let thread = try LoopThread { current in")
    line(1, "loop = current")
    for mode in program.recordedModes {
      line(1, "loop.add(LoopObserver(.all, order: \(program.recorderOrder)) { _, activity in")
      line(2, "settle()")
      line(2, "print(\"\\(activity) (\(mode.name))\")")
      line(1, "}, to: \(mode.swift))")
    }
    if program.keepsTimers {
      line(1, "let ballast = LoopTimer(after: .seconds(3_600)) { _ in }")
      for mode in ProgramMode.real { line(1, "loop.add(ballast, to: \(mode.swift))") }
    }
    for index in program.items.indices { printItem(index) }
    for action in program.main { printAction(action, 1) }
    line(0, "}")
    printHelper()
    line(0, "thread.join()")
  }

  private mutating func printCallout(_ index: Int) {
    line(0, "")
    line(0, "func callOut\(index)(_ detail: Any = \"\") {")
    line(1, "settle()")
    line(1, "let count = counts[\(index)]")
    line(1, "counts[\(index)] += 1")
    line(1, "print(\"item\(index) callout\", count, detail)")
    let callouts = program.items[index].callouts.enumerated().filter { !$0.element.isEmpty }
    for (count, actions) in callouts {
      line(1, "if count == \(count) {")
      for action in actions { printAction(action, 2) }
      line(1, "}")
    }
    line(1, "print(\"item\(index) done\")")
    line(0, "}")
  }

  private mutating func printItem(_ index: Int) {
    switch program.items[index].kind {
    case .source(let order):
      line(1, "item\(index) = SignalSource(order: \(order)) { callOut\(index)() }")
    case .observer(let activities, let repeats, let order):
      line(
        1,
        "item\(index) = LoopObserver(LoopActivity(rawValue: \(activities)), repeats: \(repeats), order: \(order)) "
          + "{ callOut\(index)($1) }")
    case .timer(let first, let interval):
      let text =
        switch interval {
        case .none: ".zero"
        case .long: ".seconds(1_000)"
        case .rounds(let count): ".milliseconds(\(24 * count))"
        }
      let late = program.hasTolerance && first != .due ? ", tolerance: .microseconds(\(ProgramGrid.tolerance))" : ""
      line(1, "item\(index) = LoopTimer(at: \(first.swift), interval: \(text)\(late)) { _ in callOut\(index)() }")
    case .port:
      line(1, "item\(index) = MessagePort<Int> { callOut\(index)($0.body); $0.replyPort?.send(\(index)) }")
    case .descriptor(let watched):
      let what =
        switch watched {
        case .socket: "socket"
        case .pipe: "pipe"
        case .shared: "theSameAgain"
        case .writable: "writingEnd, events: .writable"
        }
      line(1, "item\(index) = DescriptorSource(\(what)) { callOut\(index)($0) }")
    case .block: break
    }
  }

  private mutating func printAction(_ action: ProgramAction, _ indent: Int) {
    if let item = action.item, program.items[item].typeName == nil {
      switch action {
      case .perform, .performOnThread, .performAfterDelay, .cancelPerforms, .dispatch: break
      default: return
      }
    }
    switch action {
    case .add(let item, let mode):
      let attempt = program.items[item].isDescriptor ? "try! " : ""
      line(indent, "\(attempt)loop.add(item\(item), to: \(mode.swift))")
    case .remove(let item, let mode): line(indent, "loop.remove(item\(item), from: \(mode.swift))")
    case .invalidate(let item): line(indent, "item\(item).invalidate()")
    case .signal(let item) where program.items[item].isSource: line(indent, "item\(item).signal()")
    case .send(let item) where program.items[item].kind == .port: line(indent, "item\(item).send(\(item))")
    case .request(let item, let reply) where program.items[item].kind == .port && program.items[reply].kind == .port:
      line(indent, "item\(item).send(\(item), replyTo: item\(reply))")
    case .write(let item) where program.items[item].isDescriptor:
      line(indent, "// write a byte to the other end of item\(item)")
    case .drain(let item) where program.items[item].isDescriptor:
      line(indent, "// read all that item\(item) has to give")
    case .hangUp(let item) where program.items[item].isDescriptor:
      line(indent, "// close the other end of item\(item)")
    case .dispatch(let item): line(indent, "DispatchQueue.main.async { callOut\(item)() }")
    case .perform(let item, let modes):
      let text = modes.count == 1 ? modes[0].swift : "[\(modes.map(\.swift).joined(separator: ", "))] as Set<Mode>"
      line(indent, "loop.perform(in: \(text)) { callOut\(item)() }")
    case .performOnThread(let item, let mode):
      line(indent, "loop.handle.performOnThread(in: \(mode.swift)) { callOut\(item)() }")
    case .performAfterDelay(let item, let modes):
      let text = modes.map(\.swift).joined(separator: ", ")
      line(indent, "loop.perform(after: .zero, in: [\(text)], for: \(item)) { callOut\(item)() }")
    case .cancelPerforms(let item): line(indent, "loop.cancelPerforms(for: \(item))")
    case .setNextFireDate(let item, let date) where program.items[item].isTimer:
      line(indent, "item\(item).setNextFireDate(\(date.swift))")
    case .fire(let item) where program.items[item].isTimer: line(indent, "item\(item).fire()")
    case .signal, .send, .request, .write, .drain, .hangUp, .setNextFireDate, .fire: return
    case .stop: line(indent, "loop.stop()")
    case .stopMode(let mode): line(indent, "loop.stop(mode: \(mode.swift))")
    case .wakeUp: line(indent, "loop.wakeUp()")
    case .addCommonMode(let mode): line(indent, "try! loop.addCommonMode(\(mode.swift))")
    case .run(let run): printRun(run, indent)
    case .spend(let ticks): line(indent, "LoopThread.sleep(for: .milliseconds(\(3 * ticks)))")
    case .ask(let question): printQuestion(question, indent)
    }
    switch action {
    case .ask, .spend, .run, .perform, .signal: break
    default: line(indent, "settle()")
    }
  }

  private mutating func printRun(_ run: ProgramRun, _ indent: Int) {
    let date =
      switch run.limit {
      case .poll: "due"
      case .rounds(let count): "ahead(\(count))"
      case .unbounded: ".distantFuture"
      }
    let duration =
      switch run.limit {
      case .poll: ".zero"
      case .rounds(let count): ".milliseconds(\(24 * count))"
      case .unbounded: "nil"
      }
    line(indent, "print(\"run \(run)\")")
    switch run.form {
    case .forDuration:
      let flag = run.returnAfterSourceHandled ? ", returnAfterSourceHandled: true" : ""
      line(indent, "print(\"run ->\", loop.run(mode: \(run.mode.swift), for: \(duration)\(flag)))")
    case .before: line(indent, "print(\"run ->\", loop.run(mode: \(run.mode.swift), before: \(date)))")
    case .acceptInput: line(indent, "loop.acceptInput(in: \(run.mode.swift), before: \(date))")
    case .limitDate: line(indent, "print(\"run ->\", loop.limitDate(in: \(run.mode.swift)) as Any)")
    case .until: line(indent, "loop.run(until: \(date))")
    case .untilStopped: line(indent, "print(\"run ->\", loop.runUntilStopped())")
    }
    line(indent, "settle()")
  }

  private mutating func printQuestion(_ question: ProgramQuestion, _ indent: Int) {
    let answer: String
    switch question {
    case .contains(let item, let mode): answer = "loop.contains(item\(item), in: \(mode.swift))"
    case .isValid(let item): answer = "item\(item).isValid"
    case .isSignaled(let item) where program.items[item].isSource: answer = "item\(item).isSignaled"
    case .hasNextFireDate(let item) where program.items[item].isTimer: answer = "item\(item).nextFireDate != nil"
    case .isSignaled, .hasNextFireDate: return
    case .modeHasNextFireDate(let mode): answer = "loop.nextFireDate(in: \(mode.swift)) != nil"
    case .currentMode: answer = "loop.currentMode?.name ?? \"none\""
    case .allModes: answer = "loop.allModes.map(\\.name).sorted()"
    case .commonModes: answer = "loop.commonModes.map(\\.name).sorted()"
    case .isWaiting: answer = "loop.isWaiting"
    }
    line(indent, "print(\"\(question):\", \(answer))")
  }

  private mutating func printHelper() {
    guard !program.helper.isEmpty else { return }
    line(0, "let helper = try LoopThread { _ in")
    var passed = 0
    for step in program.helper {
      let moment = 24 * step.round + 15
      line(1, "LoopThread.sleep(for: .milliseconds(\(moment - passed)))")
      passed = moment
      for action in step.actions {
        switch action {
        case .signal(let item): line(1, "item\(item).signal()")
        case .perform(let item, let mode):
          line(1, "thread.handle.perform(in: \(mode.swift)) { callOut\(item)() }")
        case .performOnThread(let item, let mode):
          line(1, "thread.perform(in: \(mode.swift)) { callOut\(item)() }")
        case .send(let item): line(1, "item\(item).send(\(item))")
        case .wakeUp: line(1, "thread.handle.wakeUp()")
        case .stop: line(1, "thread.handle.stop()")
        case .stopMode(let mode): line(1, "thread.handle.stop(mode: \(mode.swift))")
        }
      }
    }
    line(0, "}")
    line(0, "helper.join()")
  }
}

extension ProgramItem {
  fileprivate var isSource: Bool { if case .source = kind { true } else { false } }
  fileprivate var isTimer: Bool { if case .timer = kind { true } else { false } }
  fileprivate var typeName: String? {
    switch kind {
    case .source: "SignalSource"
    case .observer: "LoopObserver"
    case .timer: "LoopTimer"
    case .port: "MessagePort<Int>"
    case .descriptor: "DescriptorSource"
    case .block: nil
    }
  }
}

extension ProgramMode {
  fileprivate var swift: String {
    switch self {
    case .standard: ".default"
    case .tracking: ".tracking"
    case .first: "\"first\""
    case .second: "\"second\""
    case .common: ".common"
    }
  }
}

extension ProgramDate {
  fileprivate var swift: String {
    switch self {
    case .due: "due"
    case .rounds(let count): "ahead(\(count))"
    }
  }
}
