import Glibc
import LoopEngine
import Testing

/// The process has used up its descriptors.
///
/// Each test does so in a process of its own.
@Suite("Descriptor limit reached")
struct DescriptorLimitTests {
  @Test("a source that needs a poller is refused with the call and its errno; the loop goes on, and takes it later")
  func addingASource() async {
    await #expect(processExitsWith: .success) { try addASourceAtTheLimit() }
  }

  @Test("a mode that becomes common becomes it whole, but for the source that cannot be watched")
  func addCommonMode() async {
    await #expect(processExitsWith: .success) { try addACommonModeAtTheLimit() }
  }

  @Test("modes, timers, blocks, ports and threads need no descriptor")
  func othersNeedNone() async {
    await #expect(processExitsWith: .success) { try useALoopAtTheLimit() }
  }

  @Test("a thread that the system does not give is an error with the call and its errno")
  func noThread() {
    let error = #expect(throws: SystemError.self) {
      // More address space than there is.
      _ = try LoopThread(stackSize: 1 << 50) { _ in }
    }
    #expect(error?.call == "pthread_create")
    #expect([EAGAIN, ENOMEM].contains(error?.errno))
  }
}

/// Takes descriptors until there are no more.
private func takeAllDescriptors() -> [Int32] {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
  limit.rlim_cur = min(limit.rlim_cur, 256)
  setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
  var taken: [Int32] = []
  while true {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { break }
    taken.append(descriptor)
  }
  precondition(errno == EMFILE, "the descriptors ended with errno \(errno)")
  return taken
}

private func caught(_ body: () throws(SystemError) -> Void) -> SystemError? {
  do throws(SystemError) { try body() } catch { return error }
  return nil
}

private func addASourceAtTheLimit() throws {
  let (pipe, heard) = (Pipe(), Counter())
  pipe.write()
  try onLoop { loop in
    let source = DescriptorSource(pipe.readEnd) { _ in heard.increment() }
    var taken = takeAllDescriptors()

    #expect(caught { () throws(SystemError) in try loop.add(source) } == SystemError(call: "eventfd", errno: EMFILE))
    // One more is enough for the loop's own descriptor, not for the mode's.
    close(taken.removeLast())
    for mode: Mode in [.default, "other"] {
      let error = caught { () throws(SystemError) in try loop.add(source, to: mode) }
      #expect(error == SystemError(call: "epoll_create1", errno: EMFILE))
      #expect(!loop.contains(source, in: mode))
      #expect(loop.poll(mode) == .finished)
    }
    #expect(caught { () throws(SystemError) in try loop.add(source, to: .common) }?.errno == EMFILE)
    #expect(!loop.contains(source, in: .common))
    #expect(loop.allModes == [.default])
    #expect(source.isValid)

    var fired = false
    loop.add(LoopTimer(after: .milliseconds(1)) { _ in fired = true })
    #expect(loop.run(mode: .default, for: .seconds(10)) == .finished)
    #expect(fired)

    for descriptor in taken { close(descriptor) }
    #expect(caught { () throws(SystemError) in try loop.add(source, to: .common) } == nil)
    loop.poll()
    #expect(heard.value == 1)
    #expect(loop.contains(source, in: .common))
  }
}

private func addACommonModeAtTheLimit() throws {
  let (pipe, heard, performed) = (Pipe(), Counter(), Counter())
  pipe.write()
  try onLoop { loop in
    let watching = DescriptorSource(pipe.readEnd) { _ in heard.increment() }
    let first = SignalSource { performed.increment() }
    let last = SignalSource { performed.increment() }
    loop.add(first, to: .common)
    #expect(caught { () throws(SystemError) in try loop.add(watching, to: .common) } == nil)
    loop.add(last, to: .common)
    var fires = 0
    let timer = LoopTimer(at: .now, interval: .seconds(100)) { _ in fires += 1 }
    loop.add(timer, to: .common)
    let observer = LoopObserver(.entry) { _, _ in }
    loop.add(observer, to: .common)
    loop.add(MessagePort<Never>(), to: "busy")

    let taken = takeAllDescriptors()
    let error = caught { () throws(SystemError) in try loop.addCommonMode("busy") }
    #expect(error == SystemError(call: "epoll_create1", errno: EMFILE))
    #expect(loop.commonModes == [.default, "busy"])
    #expect(!loop.contains(watching, in: "busy"))
    #expect(loop.contains(first, in: "busy"))
    #expect(loop.contains(last, in: "busy"))
    #expect(loop.contains(timer, in: "busy"))
    #expect(loop.contains(observer, in: "busy"))

    first.signal()
    last.signal()
    loop.poll("busy")
    #expect(performed.value == 2)
    #expect(fires == 1)
    #expect(heard.value == 0)

    for descriptor in taken { close(descriptor) }
    #expect(caught { () throws(SystemError) in try loop.add(watching, to: "busy") } == nil)
    loop.poll("busy")
    #expect(heard.value == 1)
  }
}

private func useALoopAtTheLimit() throws {
  let taken = takeAllDescriptors()
  let (messages, blocks) = (Counter(), Counter())
  let fires = try onLoop { loop in
    let port = MessagePort<Int> { _ in messages.increment() }
    loop.add(port, to: "new")
    port.send(1)
    var fires = 0
    loop.add(
      LoopTimer(after: .milliseconds(1)) { _ in
        fires += 1
        port.invalidate()
      }, to: "new")
    let handle = loop.handle
    // Another thread, too, can be had, and can wake this one.
    do throws(SystemError) {
      try LoopThread { _ in
        handle.perform(in: "new") { blocks.increment() }
        handle.wakeUp()
      }.join()
    } catch {
      Issue.record("no thread: \(error)")
    }
    loop.run(mode: "new", for: .seconds(10))
    return fires
  }
  for descriptor in taken { close(descriptor) }
  #expect(fires == 1)
  #expect(messages.value == 1)
  #expect(blocks.value == 1)
}
