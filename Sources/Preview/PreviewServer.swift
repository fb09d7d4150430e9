internal import CMicrohttpd
internal import Glibc
package import LoopEngine

/// Shows a site that is being written: answers browsers on this machine, and tells them when something changed.
///
/// It is a descriptor and a timer of the loop that it was started on, and belongs to its thread.
package final class PreviewServer {
  /// Why it does not listen.
  package struct Failure: Error, Sendable {
    /// The port that was asked for.
    package let port: UInt16
    package let errno: Int32
  }

  /// The port that it listens on.
  package let port: UInt16

  private let server: OpaquePointer
  private let loop: Loop
  private var source: DescriptorSource?
  private var timer: LoopTimer?
  private var state: PreviewState
  /// Requests that wait for a change.
  private var waiting: [OpaquePointer] = []

  /// Listens on loopback; port 0 takes any that is free.
  package init(port: UInt16, on loop: Loop, state: PreviewState) throws(Failure) {
    self.loop = loop
    self.state = state
    let box = Box()
    let context = Unmanaged.passRetained(box)
    let started = cm_start(
      port, false,
      { context, request, path, host in
        // Proof: it is the box that was passed below, and lives as long as the server does.
        guard let context else { return }
        let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        box.server?.answer(request, path: String(cString: path), host: host.map { String(cString: $0) })
      }, context.toOpaque())
    guard let started else {
      let error = errno
      context.release()
      throw Failure(port: port, errno: error)
    }
    server = started
    self.port = cm_port(started)
    self.context = context
    box.server = self
    watch()
  }

  /// What the C library gives back to us.
  private final class Box {
    weak var server: PreviewServer?
  }
  private let context: Unmanaged<Box>

  deinit {
    source?.invalidate()
    timer?.invalidate()
    for request in waiting { cm_resume(request) }
    cm_stop(server)
    context.release()
  }

  /// Shows something else from here on, and has open pages load it.
  package func show(_ state: PreviewState) {
    var state = state
    state.version = self.state.version + 1
    self.state = state
    let waiting = self.waiting
    self.waiting = []
    for request in waiting { cm_resume(request) }
    run()
  }

  private func watch() {
    // The loop's thread is the only one that touches the server.
    nonisolated(unsafe) weak let server = self
    let source = DescriptorSource(cm_descriptor(self.server), label: "preview server") { _ in server?.run() }
    self.source = source
    do throws(SystemError) {
      try loop.handle.add(source, to: .default)
    } catch {
      preconditionFailure("an epoll descriptor cannot be watched: \(error)")
    }
    run()
  }

  private func run() {
    cm_run(server)
    timer?.invalidate()
    timer = nil
    let timeout = cm_timeout(server)
    guard timeout >= 0 else { return }
    // The loop's thread is the only one that touches the server.
    nonisolated(unsafe) weak let server = self
    let timer = LoopTimer(after: .milliseconds(max(timeout, 1)), label: "preview connections") { _ in server?.run() }
    loop.add(timer)
    self.timer = timer
  }

  private func answer(_ request: OpaquePointer, path: String, host: String?) {
    guard PreviewState.isLocal(host: host) else {
      // A page of another site must not read the preview through a name that leads here.
      return send(request, PreviewAnswer(status: 403, type: "text/plain; charset=utf-8", text: "Not for this host.\n"))
    }
    if path == PreviewState.changePath {
      let known = cm_argument(request, "version").flatMap { Int(String(cString: $0)) }
      if known == state.version {
        waiting.append(request)
        return cm_suspend(request)
      }
    }
    send(request, state.answer(path))
  }

  private func send(_ request: OpaquePointer, _ answer: PreviewAnswer) {
    answer.bytes.withUnsafeBytes {
      cm_answer(request, UInt32(answer.status), answer.type, $0.baseAddress, $0.count)
    }
  }
}
