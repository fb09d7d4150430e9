internal import Execution
internal import Glibc
internal import Synchronization

/// The hashes of files, remembered between runs as long as a file's size, date and number stay the same.
package final class FileIdentities: Sendable {
  private struct State {
    /// By path: the file's stamp, and the hash of its content.
    var known: [String: (stamp: String, hash: String)] = [:]
    var hasChanged = false
  }
  private let state: Mutex<State>
  private let path: String?

  /// Reads what is remembered in a cache folder; without one, nothing is.
  package init(folder: String?) {
    path = folder.map { "\($0)/files" }
    var state = State()
    if let path, let bytes = FileTree.bytes(of: path) {
      // A damaged line is remembered no more.
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 3 { state.known[parts[2]] = (parts[0], parts[1]) }
      }
    }
    self.state = Mutex(state)
  }

  /// A hash of the files' contents and names; a file that cannot be read counts as such.
  package func identity(of paths: [String]) -> String {
    var pieces: [String] = []
    for path in paths {
      pieces.append(String(path.split(separator: "/").last ?? ""))
      pieces.append(hash(of: path))
    }
    return Fingerprint(pieces).description
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
    let temporary = "\(path).\(getpid())"
    // What cannot be remembered is found out again.
    if FileTree.write(Array(text.utf8), to: temporary) != nil || rename(temporary, path) != 0 { unlink(temporary) }
  }

  private func hash(of path: String) -> String {
    var information = stat()
    guard stat(path, &information) == 0 else { return "missing" }
    let isFolder = information.st_mode & S_IFMT == S_IFDIR
    // A file can be given another content and its old date back, but not its old time of change.
    let stamp =
      "\(information.st_size) \(information.st_mtim.tv_sec) \(information.st_mtim.tv_nsec) \(information.st_ino) "
      + "\(information.st_ctim.tv_sec) \(information.st_ctim.tv_nsec)"
    if isFolder { return identity(of: FileTree.names(in: path).map { "\(path)/\($0)" }) }
    if let known = state.withLock({ $0.known[path] }), known.stamp == stamp { return known.hash }
    if let identifier = BuildIdentifier.read(path) { return "\(information.st_size) \(identifier)" }
    guard let bytes = FileTree.bytes(of: path) else { return "unreadable" }
    let hash = Fingerprint(content: bytes).description
    state.withLock { state in
      state.known[path] = (stamp, hash)
      state.hasChanged = true
    }
    return hash
  }
}
