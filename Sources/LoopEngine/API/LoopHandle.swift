internal import CLinux
internal import Synchronization

/// What any thread may do with a loop.
///
/// ```swift
/// let main = Loop.current.handle
/// Loop.current.add(MessagePort<Never>(label: "keep-alive"))
/// let worker = try LoopThread(name: "worker") { loop in
///   main.perform(label: "greet") { print("greeted on", Loop.current.handle) }
///   main.wakeUp()
///   LoopThread.sleep(for: .seconds(1))
///   main.stop()
/// }
/// print(Loop.current.run(mode: .default, for: .seconds(5)))
/// worker.join()
/// print(worker.handle.perform { print("never") }, worker.handle.hasEnded)
/// ```
///
/// ```output
/// greeted on main
/// stopped
/// loopEnded true
/// ```
///
/// Copies mean the same loop. A handle stays usable when the loop's thread has ended: then posting tells so, and
/// everything else does nothing. CoreFoundation calls it `CFRunLoop`, which is its one type for both; what of that is
/// safe on any thread is here.
///
/// ## Topics
///
/// ### Handing over work
///
/// - ``perform(in:label:file:line:onDrop:_:)-(Mode,_,_,_,_,_)``
/// - ``perform(in:label:file:line:onDrop:_:)-(Set<Mode>,_,_,_,_,_)``
/// - ``performAndWait(in:label:file:line:_:)``
/// - ``performOnThread(in:waitUntilDone:label:file:line:onDrop:_:)``
/// - ``executor``
///
/// ### Stopping and waking
///
/// - ``wakeUp()``
/// - ``stop()``
/// - ``stop(mode:)``
///
/// ### Sources
///
/// - ``add(_:to:)``
/// - ``remove(_:from:)``
/// - ``contains(_:in:)``
///
/// ### Looking at a loop
///
/// - ``name``
/// - ``isCurrent``
/// - ``isWaiting``
/// - ``currentMode``
/// - ``hasEnded``
public struct LoopHandle: Sendable, Hashable, CustomStringConvertible {
  let core: LoopCore

  init(_ core: LoopCore) {
    self.core = core
  }

  /// Handles of one loop are equal.
  public static func == (a: LoopHandle, b: LoopHandle) -> Bool { a.core === b.core }

  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }

  /// The name of the loop's thread.
  public var description: String { core.name }

  /// The name of the loop's thread: "main", the name its LoopThread was given, or "thread-1" and so on.
  public var name: String { core.name }

  /// Whether it is the calling thread's loop.
  public var isCurrent: Bool {
    guard let loop = cl_thread().pointee.loop else { return false }
    // The thread retains its loop.
    return Unmanaged<Loop>.fromOpaque(loop)._withUnsafeGuaranteedRef { $0.core === core }
  }

  /// Whether the loop's thread has ended.
  public var hasEnded: Bool { core.hasEnded }

  // MARK: Work

  /// Queues `body` to run once in `mode`; after what was queued before.
  ///
  /// Wakes no thread: ``wakeUp()`` does. So many blocks cost one wake-up, and a block for a loop that runs anyway costs
  /// none. CoreFoundation calls it `CFRunLoopPerformBlock`.
  ///
  /// ```swift
  /// let worker = try LoopThread(name: "worker") { loop in
  ///   loop.add(MessagePort<Never>(label: "keep-alive"))
  ///   loop.run(mode: .default, for: .seconds(2))
  /// }
  /// worker.handle.perform(in: "never run", label: "lost", onDrop: { print("dropped") }) { print("performed") }
  /// worker.handle.perform(label: "late") { print("performed in", Loop.current.currentMode!) }
  /// worker.handle.wakeUp()
  /// worker.join()
  /// ```
  ///
  /// ```output
  /// performed in default
  /// dropped
  /// ```
  ///
  /// - Parameters:
  ///   - mode: The mode in whose runs it may run; ``Mode/common`` means any common mode.
  ///   - label: What traces call it.
  ///   - onDrop: Called, on the loop's thread, when the loop ends before the block could run.
  ///   - body: What is to be done on the loop's thread.
  /// - Returns: Whether the loop has it. A loop that has ended calls neither `body` nor `onDrop`.
  /// - Complexity: Constant; it takes no lock.
  @inline(__always)
  @discardableResult
  public func perform(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onDrop: (@Sendable () -> Void)? = nil, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    post(ModeSet(mode), label, SourceLocation(file: file, line: line), onDrop, body)
  }

  /// Queues `body` to run once, in the first of `modes` that runs.
  ///
  /// Wakes no thread. CoreFoundation calls it `CFRunLoopPerformBlock`, with an array of modes.
  ///
  /// - Returns: Whether the loop has it. A loop that has ended calls neither `body` nor `onDrop`.
  @discardableResult
  public func perform(
    in modes: Set<Mode>, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onDrop: (@Sendable () -> Void)? = nil, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    post(ModeSet(modes), label, SourceLocation(file: file, line: line), onDrop, body)
  }

  @inline(__always)
  private func post(
    _ modes: ModeSet, _ label: String?, _ location: SourceLocation, _ onDrop: (@Sendable () -> Void)?,
    _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    let extras = label == nil && onDrop == nil ? nil : BlockExtras(label: label, onDrop: onDrop, isJob: false)
    // Before it is told that the block is queued: another thread may go first.
    Kernel.point(owner: core.scheduler)
    let isRecorded = isRecording
    if isRecorded {
      LoopRecording.report(.blockQueued, loop: core, label: label, location: location, isDone: false)
    }
    let isQueued = core.post(modes, location: location.packed, extras: extras, body)
    if isRecorded { LoopRecording.done(core) }
    return isQueued ? .queued : .loopEnded
  }

  /// Queues `body`, wakes the loop and waits until it has run; on the loop's own thread it runs at once.
  ///
  /// Two threads that wait for each other so wait for ever.
  ///
  /// ```swift
  /// let worker = try PermanentThread(name: "worker")
  /// try worker.handle.performAndWait { print("on", Loop.current.handle) }
  /// worker.stop()
  /// do { try worker.handle.performAndWait { print("never") } } catch { print(error) }
  /// ```
  ///
  /// ```output
  /// on worker
  /// the loop's thread ended before the work could run
  /// ```
  ///
  /// - Throws: ``LoopEnded`` when the loop ends, or has ended, without running it.
  @available(*, noasync, message: "it blocks the thread")
  public func performAndWait(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () -> Void
  ) throws(LoopEnded) {
    if isCurrent {
      body()
      return
    }
    let done = Completion()
    let posted = perform(
      in: mode, label: label, file: file, line: line, onDrop: { done.complete(.dropped) },
      {
        body()
        done.complete(.ran)
      })
    if posted == .loopEnded { throw LoopEnded() }
    wakeUp()
    let here = SourceLocation(file: file, line: line)
    if done.wait(WaitReason("for work on thread '\(name)'", here)) == .dropped { throw LoopEnded() }
  }

  // MARK: Stopping and waking

  /// Wakes the loop, or ends its next sleep of this turn at once; dropped between waking and the end of a turn, and
  /// when the loop does not run.
  ///
  /// What was queued or signaled before the call is seen in the turn that follows. CoreFoundation calls it
  /// `CFRunLoopWakeUp`.
  @inline(__always)
  public func wakeUp() { core.wakeUp() }

  /// Ends the innermost run after its present turn, and wakes it; nothing happens when the loop does not run.
  ///
  /// A stop for a run that has not begun is lost: queue a block that stops it instead. CoreFoundation calls it
  /// `CFRunLoopStop`.
  public func stop() { core.stop() }

  /// Ends the present run of that mode, or the next one.
  ///
  /// CoreFoundation calls it `_CFRunLoopStopMode`, which is not public.
  public func stop(mode: Mode) { core.stop(mode: mode) }

  /// Whether the thread is asleep in its loop.
  ///
  /// CoreFoundation calls it `CFRunLoopIsWaiting`.
  public var isWaiting: Bool { core.words.pointee.state.load(ordering: .acquiring) & LoopState.asleep != 0 }

  /// The mode of the innermost run; nil when the loop does not run.
  ///
  /// CoreFoundation calls it `CFRunLoopCopyCurrentMode`.
  public var currentMode: Mode? {
    let id = core.words.pointee.currentMode.load(ordering: .relaxed)
    return id == 0 ? nil : Mode(id: id - 1)
  }

  // MARK: Sources

  /// Adds a source to a mode; nothing changes when it is there already or invalid.
  ///
  /// A signal wakes no loop; for a descriptor that is ready, and for messages, it wakes.
  ///
  /// CoreFoundation calls it `CFRunLoopAddSource`.
  ///
  /// - Throws: What the source's `Failure` says: a ``SystemError`` when the kernel cannot watch its descriptor; the
  ///   loop is then as it was.
  public func add<Source: LoopSource>(_ source: Source, to mode: Mode = .default) throws(Source.Failure) {
    do throws(SystemError) {
      try core.add(source.core, to: mode)
    } catch {
      #if hasFeature(Embedded)
        // Only what the kernel watches can fail, and a page has no kernel.
        refuse("a source could not be added: \(error)")
      #else
        guard let failure = error as? Source.Failure else {
          refuse("a source that cannot fail, by its type \(Source.self), could not be added: \(error)")
        }
        throw failure
      #endif
    }
  }

  /// Takes a source out of a mode; a signal and messages stay with it.
  ///
  /// CoreFoundation calls it `CFRunLoopRemoveSource`.
  public func remove(_ source: some LoopSource, from mode: Mode = .default) { core.remove(source.core, from: mode) }

  /// Whether the source is in the mode.
  ///
  /// Of `common`: whether it was added to the common modes.
  ///
  /// CoreFoundation calls it `CFRunLoopContainsSource`.
  public func contains(_ source: some LoopSource, in mode: Mode = .default) -> Bool {
    core.contains(source.core, in: mode)
  }
}
