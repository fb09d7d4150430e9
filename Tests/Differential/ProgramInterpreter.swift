public import DifferentialModel
import LoopEngine

/// Runs random programs on the loop that this module was compiled for.
public enum ProgramInterpreter {
  /// A deliberate fault, to prove that the comparison finds one.
  public enum Fault: String, Sendable, CaseIterable {
    /// The observers of equal activities are called in the reverse of their order.
    case reversedObservers = "observer-order"
    /// Stopping the loop does nothing.
    case deafToStop = "stop"
  }

  /// Runs a program on a thread of its own and returns what it saw.
  ///
  /// Blocks until the thread is gone, or `seconds` have passed: then the trace says that the program did not end,
  /// and the thread is left behind.
  public static func run(_ program: Program, fault: Fault? = nil, within seconds: Int = 10) -> ProgramTrace {
    let recorder = TraceRecorder(
      hasAllActivities: Set(program.recordedModes).isSuperset(of: ProgramMode.real))
    let thread = ProgramThread {
      ProgramSession(program, recorder: recorder, fault: fault).run()
    }
    guard thread.join(within: seconds) else {
      var trace = recorder.trace
      trace.ended = false
      return trace
    }
    recorder.flushHooks()
    return recorder.trace
  }

  /// Runs a program on the calling thread, for which it should be the first and the last to use its loop.
  public static func runHere(_ program: Program, fault: Fault? = nil) -> ProgramTrace {
    let recorder = TraceRecorder(
      hasAllActivities: Set(program.recordedModes).isSuperset(of: ProgramMode.real))
    ProgramSession(program, recorder: recorder, fault: fault).run()
    recorder.flushHooks()
    return recorder.trace
  }

  /// Runs a program that has no second thread on a thread with a loop, so that whoever schedules the calling thread
  /// schedules it, too.
  ///
  /// Blocks until the thread is gone.
  public static func runScheduled(_ program: Program) throws -> ProgramTrace {
    let recorder = TraceRecorder(
      hasAllActivities: Set(program.recordedModes).isSuperset(of: ProgramMode.real))
    let thread = try LoopThread { _ in ProgramSession(program, recorder: recorder, fault: nil).run() }
    thread.join()
    recorder.flushHooks()
    return recorder.trace
  }
}
