internal import Execution
internal import RemoteCache
internal import Synchronization

/// The results that machines share, and those of them that came in this run.
final class SharedResults: Sendable {
  private let remote: RemoteCache
  private struct Arrivals {
    var fingerprints: Set<Fingerprint> = []
    /// Contents that could not be kept on this machine.
    var unkept: [Fingerprint: [UInt8]] = [:]
  }
  private let arrivals = Mutex(Arrivals())

  /// A result is a file of this name.
  private static let name = "record"

  /// More than a result has: its output and its recording are limited.
  private static let limit = 64 << 20

  init(_ remote: RemoteCache) {
    self.remote = remote
  }

  /// Those that are open by what they go by, so that a command that works for long, such as `serve`, keeps its
  /// connections, and does not wait again for what it has given up.
  private static let open = Mutex<[String: RemoteCache]>([:])

  /// Opens what `access` names, or takes what is open.
  convenience init(_ access: RemoteAccess, warn: @escaping @Sendable (String) -> Void) {
    let remote = Self.open.withLock { open in
      let name = "\(access)"
      if let known = open[name] { return known }
      let remote = RemoteCache(access, hash: { Fingerprint(content: $0).description }, warn: warn)
      open[name] = remote
      return remote
    }
    self.init(remote)
  }

  /// Asks for results, and gives those that are sound to `keep`, which says whether they are kept on this machine now.
  func fetch(_ wanted: [ResultCache.Wanted], keep: @escaping @Sendable (Fingerprint, [UInt8]) -> Bool) {
    let byKey = Dictionary(wanted.map { ($0.fingerprint.description, $0) }) { first, _ in first }
    remote.fetch(Array(byKey.keys), limit: Self.limit) { [self] key, files in
      guard let wanted = byKey[key], files.count == 1, files[0].name == Self.name, wanted.isSound(files[0].bytes) else {
        return false
      }
      let isKept = keep(wanted.fingerprint, files[0].bytes)
      arrivals.withLock { arrivals in
        arrivals.fingerprints.insert(wanted.fingerprint)
        if !isKept { arrivals.unkept[wanted.fingerprint] = files[0].bytes }
      }
      return true
    }
  }

  // MARK: packages

  /// The name of a package's only file.
  private static let packageName = "package"

  /// More than a built package has that machines should send each other.
  private static let packageLimit = 256 << 20

  /// How long a package may take to come; building it takes longer.
  private static let packageTime = Duration.seconds(60)

  /// Whether what this machine finds out is uploaded.
  var isWritable: Bool { remote.isWritable }

  /// What another machine built of a package, if it is sound.
  func package(_ key: Fingerprint) -> PortablePackage? {
    let found = Mutex<PortablePackage?>(nil)
    remote.fetch([key.description], limit: Self.packageLimit, within: Self.packageTime) { _, files in
      guard files.count == 1, files[0].name == Self.packageName, let package = PortablePackage(archive: files[0].bytes)
      else { return false }
      found.withLock { $0 = package }
      return true
    }
    return found.withLock { $0 }
  }

  /// Uploads what this machine built of a package in the background, if that is wanted.
  func store(_ package: PortablePackage, as key: Fingerprint) {
    let archive = package.archive
    guard archive.count <= Self.packageLimit else { return }
    remote.store([RemoteCache.File(name: Self.packageName, bytes: archive)], as: key.description)
  }

  // MARK: results

  /// Whether a result came from another machine in this run.
  func hasBrought(_ fingerprint: Fingerprint) -> Bool { arrivals.withLock { $0.fingerprints.contains(fingerprint) } }

  /// What came and could not be kept.
  func unkept(_ fingerprint: Fingerprint) -> [UInt8]? { arrivals.withLock { $0.unkept[fingerprint] } }

  /// Waits until results are uploaded, as long as that may take.
  func finish() { remote.finish() }

  /// Uploads a result in the background, if that is wanted.
  func store(_ content: [UInt8], as fingerprint: Fingerprint) {
    guard content.count <= Self.limit else { return }
    remote.store([RemoteCache.File(name: Self.name, bytes: content)], as: fingerprint.description)
  }
}
