internal import Dispatch
internal import Synchronization

/// Entries of a shared cache that are asked for together.
final class RemoteFetch: Sendable {
  private let address: String
  private let transfers: Transfers
  private let health: RemoteHealth
  private let time: Duration
  private let hash: RemoteCache.Hash
  private let limit: Int
  private let take: @Sendable (String, [RemoteCache.File]) -> Bool

  private struct State {
    /// How many keys are not answered; `nil` when the waiting has ended.
    var open: Int?
  }
  private let state = Mutex(State())
  private let isOver = DispatchSemaphore(value: 0)

  init(
    _ address: String, _ transfers: Transfers, _ health: RemoteHealth, hash: @escaping RemoteCache.Hash, limit: Int,
    within time: Duration, _ take: @escaping @Sendable (String, [RemoteCache.File]) -> Bool
  ) {
    self.address = address
    self.transfers = transfers
    self.health = health
    self.time = time
    self.hash = hash
    self.limit = limit
    self.take = take
  }

  /// Asks, and waits; `false` where the time was over before.
  func run(_ keys: [String]) -> Bool {
    state.withLock { $0.open = keys.count }
    for key in keys { ask(key) }
    let result = isOver.wait(timeout: .now() + .milliseconds(time.milliseconds))
    // What comes now is dropped; and what is being taken just now is taken to its end before this returns.
    state.withLock { $0.open = nil }
    return result == .success
  }

  private func ask(_ key: String) {
    get("ac/\(key)", limit: Self.mostOfResult) { [self] bytes in
      guard let bytes else { return end() }
      let prefix = "\(key)/"
      // An entry says what it is an entry of: one that was put under another name is none.
      guard let result = ActionResult(bytes), !result.files.isEmpty,
        result.files.allSatisfy({ $0.path.hasPrefix(prefix) && (0...limit).contains($0.size) })
      else { return isPage(bytes) ? misled() : lied() }
      Files(result.files.map { ($0, String($0.path.dropFirst(prefix.count))) }, of: key, self).ask()
    }
  }

  /// The most that what `/ac/` says of a key may take.
  private static let mostOfResult = 4 << 20

  /// The files of one entry.
  private final class Files: Sendable {
    private let files: [(ActionResult.File, name: String)]
    private let key: String
    private let fetch: RemoteFetch
    private let contents: Mutex<(open: Int, found: [RemoteCache.File?], isWhole: Bool)>

    init(_ files: [(ActionResult.File, name: String)], of key: String, _ fetch: RemoteFetch) {
      self.files = files
      self.key = key
      self.fetch = fetch
      contents = Mutex((files.count, files.map { _ in nil }, true))
    }

    func ask() {
      for (index, (file, name)) in files.enumerated() {
        fetch.get("cas/\(file.hash)", limit: file.size) { [self] bytes in
          var content: RemoteCache.File?
          if let bytes {
            if bytes.count == file.size, fetch.hash(bytes) == file.hash {
              content = RemoteCache.File(name: name, bytes: bytes)
            } else {
              fetch.health.lied()
            }
          }
          answered(index, content)
        }
      }
    }

    private func answered(_ index: Int, _ content: RemoteCache.File?) {
      let found = contents.withLock { contents -> [RemoteCache.File?]? in
        contents.found[index] = content
        contents.open -= 1
        return contents.open == 0 ? contents.found : nil
      }
      guard let found else { return }
      let whole = found.compactMap(\.self)
      if whole.count == files.count { fetch.give(whole, of: key) } else { fetch.end() }
    }
  }

  /// Asks for bytes; gives none where there are none, or nothing that can be taken for them.
  private func get(_ path: String, limit: Int, _ done: @escaping @Sendable ([UInt8]?) -> Void) {
    // Given up, it is not asked any more.
    guard !health.isGivenUp, state.withLock({ $0.open != nil }) else { return done(nil) }
    let request = Transfers.Request(
      address: "\(address)/\(path)", body: nil, limit: limit, time: time)
    transfers.start(request, unless: { [health] in health.isGivenUp }) { [health] answer in
      switch answer {
      case .status(200, let bytes): done(bytes)
      case .status(404, _): done(nil)
      default:
        health.failed(answer)
        done(nil)
      }
    }
  }

  private func give(_ files: [RemoteCache.File], of key: String) {
    let isSound = state.withLock { state in state.open == nil || take(key, files) }
    if !isSound { health.lied() }
    end()
  }

  /// Whether bytes are a page of the web, which no cache sends: its address is one of something else.
  private func isPage(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.drop { $0 <= UInt8(ascii: " ") }.prefix(14), as: UTF8.self).lowercased()
    return start.hasPrefix("<html") || start == "<!doctype html"
  }

  private func misled() {
    health.giveUp("it answers with a web page, so there is no cache at this address")
    end()
  }

  private func lied() {
    health.lied()
    end()
  }

  /// A key is answered.
  private func end() {
    state.withLock { state in
      guard let open = state.open else { return }
      state.open = open - 1
      if open == 1 { isOver.signal() }
    }
  }
}
