/// A cache that machines share, behind Bazel's protocol for HTTP: results of actions in `/ac/`, contents in `/cas/`.
///
/// It knows nothing of what it keeps. Contents are checked by their hashes; who may write what `/ac/` says of a key is
/// believed.
package final class RemoteCache: Sendable {
  /// A file of an entry.
  package struct File: Hashable, Sendable {
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The SHA-256 of bytes, in hexadecimal digits.
  package typealias Hash = @Sendable ([UInt8]) -> String

  private let access: RemoteAccess
  private let patience: RemotePatience
  private let hash: Hash
  private let health: RemoteHealth
  private let transfers: Transfers?
  private let uploads = UploadQueue()

  /// - Parameters:
  ///   - access: Where it is.
  ///   - patience: How long it is waited for.
  ///   - hash: The hash that contents go by.
  ///   - warn: Told once, in a sentence, when something is wrong with it.
  package init(
    _ access: RemoteAccess, _ patience: RemotePatience = RemotePatience(), hash: @escaping Hash,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.access = access
    self.patience = patience
    self.hash = hash
    health = RemoteHealth(access.address, warn: warn)
    transfers = Transfers(access, patience)
  }

  deinit { transfers?.stop() }

  // MARK: reading

  /// Asks for all the keys at once; returns when all answers are there, or it is given up.
  ///
  /// - Parameters:
  ///   - keys: Each of 64 hexadecimal digits.
  ///   - limit: The most bytes that a file may have.
  ///   - time: How long that may take; `nil`: as long as usual.
  ///   - take: Given the files of a key that is there; called on one thread, one at a time. It returns whether they are
  ///     what they have to be.
  package func fetch(
    _ keys: [String], limit: Int, within time: Duration? = nil, _ take: @escaping @Sendable (String, [File]) -> Bool
  ) {
    guard let transfers, !keys.isEmpty, !health.isGivenUp else { return }
    let time = time ?? patience.fetching
    let batch = RemoteFetch(access.address, transfers, health, hash: hash, limit: limit, within: time, take)
    if !batch.run(keys) { health.giveUp("it is too slow") }
  }

  // MARK: writing

  /// Whether entries are written at all.
  package var isWritable: Bool { access.isWritable && transfers != nil }

  /// Uploads an entry in the background: its contents first, then the result that names them.
  package func store(_ files: [File], as key: String) {
    guard isWritable, let transfers, health.takesUploads else { return }
    let size = files.reduce(0) { $0 + $1.bytes.count }
    guard uploads.begin(size) else { return }
    let named = files.map { file in
      (file, ActionResult.File(path: "\(key)/\(file.name)", hash: hash(file.bytes), size: file.bytes.count))
    }
    put(named.map { ("cas/\($0.1.hash)", $0.0.bytes) }[...], over: transfers) { [self] succeeded in
      guard succeeded else { return uploads.end(size) }
      let result = ActionResult(files: named.map(\.1)).encoded
      put([("ac/\(key)", result)], over: transfers) { [self] _ in uploads.end(size) }
    }
  }

  /// Puts contents one after the other; whether all were taken.
  private func put(
    _ contents: ArraySlice<(path: String, bytes: [UInt8])>, over transfers: Transfers,
    _ done: @escaping @Sendable (Bool) -> Void
  ) {
    guard let first = contents.first else { return done(true) }
    guard health.takesUploads else { return done(false) }
    let request = Transfers.Request(
      address: "\(access.address)/\(first.path)", body: first.bytes, limit: 1 << 16, time: patience.uploading)
    transfers.start(request, unless: { [health] in !health.takesUploads }) { [self] answer in
      if case .status(let status, _) = answer, (200..<300).contains(status) {
        put(contents.dropFirst(), over: transfers, done)
      } else {
        health.failedUpload(answer)
        done(false)
      }
    }
  }

  /// Waits until what is to be uploaded has been, as long as that may take.
  package func finish() {
    guard isWritable else { return }
    let left = uploads.wait(patience.uploading)
    if left > 0 {
      health.giveUp("it is too slow: \(left) result\(left == 1 ? " was" : "s were") not uploaded in time")
    } else if uploads.refused > 0 {
      health.say("\(uploads.refused) results were not uploaded to \(access.address): too many waited for it at once")
    }
  }
}
