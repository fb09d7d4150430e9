internal import Glibc
package import LoopEngine

/// The thread on which a preview is served and its files are watched: one loop does both.
package actor PreviewHost {
  /// Ends with the actor.
  private let thread: PermanentThread
  private var server: PreviewServer?
  private var watch: FolderWatch?

  /// Starts the thread.
  package init() throws(SystemError) {
    thread = try PermanentThread(name: "preview")
  }

  /// The loop's thread is the actor's.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.handle.executor.asUnownedSerialExecutor() }

  /// Starts to listen and answers the port; port 0 takes any that is free.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - access: Where, and under which names.
  ///   - state: What is shown.
  ///   - action: Does what pages ask for; without it they can ask for nothing.
  package func listen(
    port: UInt16, at access: PreviewAccess = .loopback, _ state: PreviewState, action: PreviewRequest.Action? = nil
  ) throws(PreviewServer.Failure) -> UInt16 {
    let server = try PreviewServer(port: port, at: access, on: Loop.current, state: state, action: action)
    self.server = server
    return server.port
  }

  /// Shows something else from here on, and has open pages load it, as far as they changed.
  package func show(_ state: PreviewState) { server?.show(state) }

  /// Watches these folders in place of those before.
  ///
  /// - Parameters:
  ///   - folders: The folders; those that are not there yet are watched once they are.
  ///   - isIgnored: Which paths below them do not matter.
  ///   - changed: Told the paths that changed.
  package func watch(
    _ folders: [String], ignoring isIgnored: @escaping @Sendable (String) -> Bool,
    changed: @escaping @Sendable (Set<String>) -> Void
  ) throws(SystemError) {
    watch = nil
    watch = try FolderWatch(folders, on: Loop.current, ignoring: isIgnored, changed: changed)
  }

  /// Ends the server and the watch.
  package func stop() {
    server = nil
    watch = nil
  }
}
