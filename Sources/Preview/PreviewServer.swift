internal import CMicrohttpd
internal import Glibc
package import LoopEngine

/// Shows a site that is being written: answers browsers, tells them what changed, and does what pages ask for.
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
  private let access: PreviewAccess
  private let action: PreviewRequest.Action?
  private let loop: Loop
  private var source: DescriptorSource?
  private var timer: LoopTimer?
  private var holdTimer: LoopTimer?
  private var state: PreviewState
  /// Requests that wait for a change, and since when.
  private var waiting: [(request: OpaquePointer, since: LoopInstant)] = []
  /// The numbers of requests that have waited long enough.
  private var released: Set<UInt64> = []
  /// Requests for something that is being done, by their numbers; and what came of it.
  private var pending: [UInt64: OpaquePointer] = [:]
  private var done: [UInt64: PreviewAnswer] = [:]

  /// How long a page waits for a change before it is to ask again: one that has gone is found out then.
  private static let hold = Duration.seconds(20)

  /// Listens; port 0 takes any that is free.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - access: Where, and under which names.
  ///   - loop: The loop of this thread.
  ///   - state: What is shown.
  ///   - action: Does what pages ask for; without it they can ask for nothing.
  package init(
    port: UInt16, at access: PreviewAccess = .loopback, on loop: Loop, state: PreviewState,
    action: PreviewRequest.Action? = nil
  ) throws(Failure) {
    self.loop = loop
    self.state = state
    self.access = access
    self.action = action
    let box = Box()
    let context = Unmanaged.passRetained(box)
    let started = cm_start(
      access.address, port,
      { context, request, path in
        // Proof: it is the box that was passed below, and lives as long as the server does.
        guard let context else { return }
        let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        box.server?.answer(request, path: String(cString: path))
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
    holdTimer?.invalidate()
    for (request, _) in waiting { cm_resume(request) }
    for request in pending.values { cm_resume(request) }
    cm_stop(server)
    context.release()
  }

  /// Shows something else from here on, and has open pages load it, as far as they changed.
  package func show(_ state: PreviewState) {
    var state = state
    state.follow(self.state)
    let old = self.state
    self.state = state
    // A book may be large, and readers are not to wait until it is forgotten.
    defer { Task.detached { _ = old } }
    let waiting = self.waiting
    self.waiting = []
    for (request, _) in waiting { cm_resume(request) }
    run()
  }

  private func watch() {
    let weakly = WeakServer(self)
    let source = DescriptorSource(cm_descriptor(self.server), label: "preview server") { _ in weakly.server?.run() }
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
    let weakly = WeakServer(self)
    let timer = LoopTimer(after: .milliseconds(max(timeout, 1)), label: "preview connections") { _ in
      weakly.server?.run()
    }
    loop.add(timer)
    self.timer = timer
  }

  // MARK: requests

  private func answer(_ request: OpaquePointer, path: String) {
    if let answer = done.removeValue(forKey: cm_number(request)) { return send(request, answer) }
    let host = Self.header(request, "Host")
    guard cm_header_count(request, "Host") == 1, access.allows(host: host) else {
      // A page of another site must not read the preview through a name that leads here.
      return send(
        request,
        PreviewAnswer(
          status: 403,
          "This preview is not served under this name. Open \(PreviewAccess.host(access.address)):\(port), or start "
            + "'loopbook serve' with --allow-host and the name."))
    }
    if cm_is_post(request) { return act(request, path: path, host: host ?? "") }
    if path == PreviewState.changePath {
      let known = Self.argument(request, "version").flatMap { Int($0) }
      let session = Self.argument(request, "session") ?? state.session.name
      let isReleased = released.remove(cm_number(request)) != nil
      if known == state.version, session == state.session.name, !isReleased { return hold(request) }
    }
    send(request, state.answer(path, version: Self.argument(request, "v")))
  }

  private func send(_ request: OpaquePointer, _ answer: PreviewAnswer) {
    let fields = answer.fields.map { (strdup($0.name), strdup($0.value)) }
    defer {
      for (name, value) in fields {
        free(name)
        free(value)
      }
    }
    let pointers = fields.compactMap { name, value -> cm_field? in
      guard let name, let value else { return nil }
      return cm_field(name: name, value: value)
    }
    answer.bytes.withUnsafeBytes {
      cm_answer(request, UInt32(answer.status), pointers, pointers.count, $0.baseAddress, $0.count)
    }
  }

  private static func header(_ request: OpaquePointer, _ name: String) -> String? {
    cm_header(request, name).map { String(cString: $0) }
  }

  private static func argument(_ request: OpaquePointer, _ name: String) -> String? {
    cm_argument(request, name).map { String(cString: $0) }
  }

  // MARK: waiting for a change

  private func hold(_ request: OpaquePointer) {
    waiting.append((request, .now))
    cm_suspend(request)
    if holdTimer == nil { releaseLater() }
  }

  private func releaseLater() {
    holdTimer = nil
    guard let first = waiting.first else { return }
    let weakly = WeakServer(self)
    let left = Self.hold - first.since.duration(to: .now)
    let timer = LoopTimer(after: max(left, .milliseconds(1)), label: "pages ask again") { _ in weakly.server?.release()
    }
    loop.add(timer)
    holdTimer = timer
  }

  private func release() {
    let now = LoopInstant.now
    while let first = waiting.first, first.since.duration(to: now) >= Self.hold {
      waiting.removeFirst()
      released.insert(cm_number(first.request))
      cm_resume(first.request)
    }
    run()
    releaseLater()
  }

  // MARK: what pages ask for

  private func act(_ request: OpaquePointer, path: String, host: String) {
    guard let action, path.hasPrefix(PreviewState.actionPrefix) else {
      return send(request, PreviewAnswer(status: 405, "Nothing here accepts a POST."))
    }
    // Other sites can send a form here, but neither read the page's token nor send such a header.
    let isOwn =
      Self.header(request, "Origin") == "http://\(host)"
      && Self.header(request, "X-Loopbook-Token") == state.session.token
    guard isOwn else {
      return send(request, PreviewAnswer(status: 403, "This does not come from a page of this preview: reload it."))
    }
    if cm_is_too_long(request) { return send(request, PreviewAnswer(status: 413, "This is too long.")) }
    var length = 0
    let bytes = cm_body(request, &length)
    let wanted = PreviewRequest(
      name: String(path.dropFirst(PreviewState.actionPrefix.count)), example: Self.argument(request, "example") ?? "",
      body: Array(UnsafeBufferPointer(start: bytes, count: length)))
    let number = cm_number(request)
    pending[number] = request
    cm_suspend(request)
    let handle = loop.handle
    let weakly = WeakServer(self)
    Task.detached {
      let answer = await action(wanted)
      handle.perform { weakly.server?.finish(number, answer) }
      handle.wakeUp()
    }
  }

  private func finish(_ number: UInt64, _ answer: PreviewAnswer) {
    guard let request = pending.removeValue(forKey: number) else { return }
    done[number] = answer
    cm_resume(request)
    run()
  }
}

/// The server, for closures that its loop's thread calls.
private struct WeakServer: @unchecked Sendable {
  // The loop's thread is the only one that touches the server.
  weak let server: PreviewServer?

  init(_ server: PreviewServer) { self.server = server }
}
