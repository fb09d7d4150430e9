internal import Files
internal import Synchronization

/// The hashes of files and what else was found out about them, remembered between runs as long as a file's size, date
/// and number stay the same.
package final class FileIdentities: Sendable {
  private struct State {
    /// By path, or what is asked about it: the file's stamp, and the hash of its content or the answer.
    var known: [String: (stamp: String, hash: String)] = [:]
    var hasChanged = false
  }
  private let state: Mutex<State>
  private let path: String?

  /// The cache folder that they are remembered in.
  let folder: String?

  /// Reads what is remembered in a cache folder; without one, nothing is.
  package init(folder: String?) {
    self.folder = folder
    path = folder.map { CacheFolder($0).files }
    var state = State()
    if let path, let text = Disk.text(of: path) {
      // A damaged line is remembered no more.
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 3 { state.known[parts[2]] = (parts[0], parts[1]) }
      }
    }
    self.state = Mutex(state)
  }

  /// A hash of the files' contents and names; a file that cannot be read counts as such.
  ///
  /// For a program or a library of the machine, what its linker wrote into it stands for its content.
  package func identity(of paths: [String]) -> String { identity(of: paths, trustingLinkers: true) }

  /// The same for files that are read whole, whatever stands in them.
  package func contentIdentity(of paths: [String]) -> String { identity(of: paths, trustingLinkers: false) }

  private func identity(of paths: [String], trustingLinkers: Bool) -> String {
    var pieces: [String] = []
    for path in paths {
      pieces.append(String(path.split(separator: "/").last ?? ""))
      pieces.append(hash(of: path, trustingLinkers: trustingLinkers))
    }
    return Fingerprint(pieces).description
  }

  /// What was found out about a file in one line, as long as the file is the same; else what `find` finds out.
  func fact<Failure: Error>(
    _ name: String, of path: String, _ find: () async throws(Failure) -> String
  ) async throws(Failure) -> String {
    let stamp = FileStatus(of: path)?.stamp ?? "missing"
    let key = "\(name) of \(path)"
    if let known = state.withLock({ $0.known[key] }), known.stamp == stamp { return known.hash }
    let fact = try await find()
    state.withLock { state in
      state.known[key] = (stamp, fact)
      state.hasChanged = true
    }
    return fact
  }

  /// Remembers what was found out for the next run.
  package func save() {
    guard let path else { return }
    let text = state.withLock { state -> String? in
      guard state.hasChanged else { return nil }
      return state.known.sorted { $0.key < $1.key }
        .map { "\($0.value.stamp)\t\($0.value.hash)\t\($0.key)\n" }.joined()
    }
    guard let text else { return }
    // What cannot be remembered is found out again.
    try? Disk.put(Array(text.utf8), at: path, permissions: 0o600)
  }

  private func hash(of path: String, trustingLinkers: Bool) -> String {
    guard let status = FileStatus(of: path) else { return "missing" }
    if status.kind == .folder { return identity(of: FileTree.paths(in: path), trustingLinkers: trustingLinkers) }
    let stamp = status.stamp
    if let known = state.withLock({ $0.known[path] }), known.stamp == stamp { return known.hash }
    if trustingLinkers, let identifier = BuildIdentifier.read(path) { return "\(status.size) \(identifier)" }
    guard let bytes = Disk.bytes(of: path) else { return "unreadable" }
    let hash = Fingerprint(content: bytes).description
    state.withLock { state in
      state.known[path] = (stamp, hash)
      state.hasChanged = true
    }
    return hash
  }
}
