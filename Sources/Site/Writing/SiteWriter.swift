internal import Book
internal import Files
internal import Glibc
internal import Synchronization

/// Brings a folder up to date with a site's files, all at once.
///
/// What has changed is written into a folder beside it. In the end this is completed by links to what has not changed,
/// and the two folders change places in one step of the file system. So a reader sees the old site or the new one, and
/// whatever fails before that step leaves the old one as it was. A machine that loses its power may lose the new site,
/// not the old one.
///
/// What the site was before is kept where it is told to (`SpareSite`): the next build changes that into the new site,
/// which is less work than to make a folder with links to thousands of files, and to remove another.
///
/// A file named `.loopbook-site` lists what was written; other files in the folder stay.
package final class SiteWriter: Sendable {
  /// What came of it.
  package struct Outcome: Hashable, Sendable {
    package var written = 0
    package var kept = 0
    package var removed = 0

    /// Whether the site is as it was.
    package var isUnchanged: Bool { written == 0 && removed == 0 }
  }

  private struct State {
    var written: Set<String> = []
    /// What is kept, and which files these were when they were found to be the same.
    var kept: [String: FileStatus.Identity] = [:]
    /// Which of these got another name since, or lost one.
    var linked: Set<String> = []
    var folders: Set<String> = []
    var failure: SiteFailure?
  }

  /// The name of the file that lists the others.
  static let manifestName = BookFiles.siteMark
  private static let manifestHead =
    "Made by loopbook, which replaces these files and removes what it no longer makes.\n"

  private let output: String
  /// The same folder as somebody named it.
  private let shown: String
  private let staging: String
  private let isNew: Bool
  /// Where the site that is replaced is kept.
  private let spare: String?
  /// What an earlier build wrote.
  private let before: Set<String>
  /// What somebody else put there.
  private let foreign: [String]
  /// Folders without a file, which a build never makes.
  private let foreignFolders: [String]
  private let lock: Mutex<FileLock?>
  private let state = Mutex(State())

  /// Opens a folder for writing, and waits for another build to be done with it.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - spare: A folder in which the site that is replaced is kept for the next build.
  package init(_ path: String, spare: String? = nil) throws(SiteFailure) {
    self.spare = spare
    let output = try Self.resolved(path)
    let parent = BookPath.folder(of: output)
    lock = Mutex(try Self.locked(parent))
    self.output = output
    shown = path
    let name = output.split(separator: "/").last.map(String.init) ?? output
    let remains = "\(parent)/.\(name).loopbook-"
    staging = remains + "new"
    // A build that was ended in the middle left this; with the lock held, no other build works on it.
    if Disk.kind(of: output) == nil { try? Disk.move(remains + "old", to: output) }
    FileTree.remove(staging)
    FileTree.remove(remains + "old")
    let kind = Disk.kind(of: output)
    isNew = kind == nil
    guard let kind else {
      before = []
      foreign = []
      foreignFolders = []
      return
    }
    guard kind == .folder else {
      throw SiteFailure("\(path) is not a folder", cure: "Remove it, or name another folder.", isMisuse: true)
    }
    let (files, emptyFolders) = try Self.listed(output)
    foreignFolders = emptyFolders
    guard files.contains(Self.manifestName) else {
      guard files.isEmpty else {
        if files.contains(where: { BookPath.name(of: $0) == Configuration.fileName }) {
          throw SiteFailure(
            "\(path) holds a book, which the site would replace", cure: "Name a folder of its own with --output.",
            isMisuse: true)
        }
        throw SiteFailure(
          "\(path) has files that loopbook did not make, such as '\(files[0])'",
          cure: "Name another folder with --output, or remove them.", isMisuse: true)
      }
      before = []
      foreign = []
      return
    }
    let listed = Self.readManifest("\(output)/\(Self.manifestName)")
    before = listed.intersection(files)
    foreign = files.filter { !listed.contains($0) && $0 != Self.manifestName }
  }

  /// Takes a file; any thread may give one, each path once.
  package func put(_ path: String, _ bytes: [UInt8]) {
    put(path, isSame: { Disk.holds($0, bytes) }) { target throws(FileError) in try Disk.create(target, bytes) }
  }

  /// Keeps a file that an earlier build wrote, if the file system says of it what it said then; any thread may ask.
  func keep(_ path: String, as facts: [Int]) -> Bool {
    guard before.contains(path), let status = FileStatus(of: "\(output)/\(path)", followingLinks: false),
      status.kind == .file, status.facts == facts
    else { return false }
    state.withLock { $0.kept[path] = status.identity }
    return true
  }

  /// Whether the file system says another thing of a file that was kept since it was asked.
  func hasLinked(_ path: String) -> Bool { state.withLock { $0.linked.contains(path) } }

  /// Takes a copy of a file, however large it is.
  package func copy(_ source: String, to path: String) {
    do throws(FileError) {
      let file = try FileCopy(of: source)
      put(path, isSame: file.isSame, write: file.write)
      if let problem = file.problem { throw problem }
    } catch {
      fail(SiteFailure(error.description))
    }
  }

  private func put(_ path: String, isSame: (String) -> Bool, write: (String) throws(FileError) -> Void) {
    if before.contains(path), isSame("\(output)/\(path)"),
      let status = FileStatus(of: "\(output)/\(path)", followingLinks: false)
    {
      state.withLock { $0.kept[path] = status.identity }
      return
    }
    if let failure = prepare(path) { return fail(failure) }
    do throws(FileError) {
      try write("\(staging)/\(path)")
      state.withLock { _ = $0.written.insert(path) }
    } catch {
      fail(failure(error))
    }
  }

  /// Completes the site and shows it.
  package func finish() throws(SiteFailure) -> Outcome {
    defer { abandon() }
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure }
    let files = state.written.union(state.kept.keys)
    for path in foreign where files.contains(path) || files.contains(where: { $0.hasPrefix(path + "/") }) {
      throw SiteFailure(
        "\(output)/\(path) was not made by loopbook, and the site has a file of this name", cure: "Remove it.")
    }
    var outcome = Outcome()
    outcome.written = state.written.count
    outcome.kept = state.kept.count
    outcome.removed = before.subtracting(files).count
    let manifest = Array((Self.manifestHead + files.sorted().map { $0 + "\n" }.joined()).utf8)
    if outcome.isUnchanged, Disk.holds("\(output)/\(Self.manifestName)", manifest) { return outcome }
    let spare = isNew ? nil : spare.flatMap { SpareSite(in: $0, for: output) }
    if let spare, try renew(spare.site, state, manifest) {
      try exchange(with: spare.site)
    } else {
      try complete(state.kept.keys.sorted(), manifest)
      try exchange(with: staging)
      spare?.take(staging)
    }
    return outcome
  }

  /// Gives up; the folder stays as it was, and others may write into it.
  package func abandon() {
    lock.withLock { lock in
      // Without it, what is there may be another build's.
      if lock != nil { FileTree.remove(staging) }
      lock = nil
    }
  }

  deinit { abandon() }

  // MARK: steps

  private func fail(_ failure: SiteFailure) {
    state.withLock { if $0.failure == nil { $0.failure = failure } }
  }

  /// Makes the folders that a file is to be in.
  private func prepare(_ path: String) -> SiteFailure? {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    return state.withLock { state -> SiteFailure? in
      if state.folders.contains(folder) { return nil }
      var current = staging
      for part in [""] + folder.split(separator: "/").map({ "/\($0)" }) {
        current += part
        do throws(FileError) { try FileTree.makeOne(current) } catch { return failure(error) }
      }
      state.folders.insert(folder)
      return nil
    }
  }

  /// Changes the site of an earlier build into this one; `false` where that cannot be done.
  private func renew(_ site: String, _ state: State, _ manifest: [UInt8]) throws(SiteFailure) -> Bool {
    guard var renewal = SpareSite.Renewal(of: site) else { return false }
    if let failure = prepare("") { throw failure }
    do throws(FileError) {
      let name = Self.manifestName
      try Disk.create("\(staging)/\(name)", manifest)
      // Files may not be movable to where it is, although it is on the same disk.
      do throws(FileError) { try Disk.move("\(staging)/\(name)", to: "\(site)/\(name)") } catch {
        Disk.removeFile("\(staging)/\(name)")
        return false
      }
      var linked = state.kept
      for path in foreign {
        linked[path] = FileStatus(of: "\(output)/\(path)", followingLinks: false)?.identity
      }
      try renewal.prepare(
        for: state.written.union(linked.keys).union([name]), foreignFolders.map { String($0.dropLast()) })
      let changed = try renewal.link(linked, from: output)
      self.state.withLock { $0.linked = changed }
      for path in state.written { try Disk.move("\(staging)/\(path)", to: "\(site)/\(path)") }
      renewal.copyRights(from: output)
      return true
    } catch {
      throw failure(error)
    }
  }

  private func complete(_ kept: [String], _ manifest: [UInt8]) throws(SiteFailure) {
    if let failure = prepare("") { throw failure }
    state.withLock { $0.linked = Set(kept) }
    let paths = kept + foreign
    for path in paths {
      if let failure = prepare(path) { throw failure }
    }
    // Links keep dates, and what a link of another program leads to stays what it is.
    let errors = ParallelMap.of(paths, batch: 64) { [output, staging] path -> FileError? in
      do throws(FileError) { try Disk.link("\(output)/\(path)", as: "\(staging)/\(path)") } catch { return error }
      return nil
    }
    for case let error? in errors { throw failure(error) }
    for path in foreignFolders {
      if let failure = prepare(path) { throw failure }
    }
    do throws(FileError) { try Disk.create("\(staging)/\(Self.manifestName)", manifest) } catch {
      throw failure(error)
    }
    // Folders keep the rights that somebody gave them; inner ones first, as an outer one may lose the right to enter.
    guard !isNew else { return }
    for folder in self.state.withLock({ $0.folders }).sorted(by: >) {
      if let status = FileStatus(of: "\(output)/\(folder)") { chmod("\(staging)/\(folder)", status.permissions) }
    }
  }

  /// Shows the site that was completed, and puts the one that was shown in its place.
  private func exchange(with site: String) throws(SiteFailure) {
    do throws(FileError) {
      if isNew { return try Disk.move(site, to: output) }
      if try Disk.exchange(site, output) { return }
      // A file system that cannot exchange them shows nothing for a moment.
      let old = staging.dropLast(3) + "old"
      try Disk.move(output, to: String(old))
      do throws(FileError) { try Disk.move(site, to: output) } catch {
        try? Disk.move(String(old), to: output)
        throw error
      }
      do throws(FileError) { try Disk.move(String(old), to: site) } catch { FileTree.remove(String(old)) }
    } catch {
      throw SiteFailure(FileError(isNew ? .made : .replaced, output, error.reason), cure: Self.cure(error.code))
    }
  }

  /// What could not be done in the folder beside, as if it were the site's own.
  private func failure(_ error: FileError) -> SiteFailure {
    var error = error
    if BookPath.contains(staging, error.path) {
      error.path = BookPath.relative(error.path, to: staging).map { BookPath.join(shown, $0) } ?? shown
    }
    return SiteFailure(error, cure: Self.cure(error.code))
  }

  // MARK: paths

  /// The absolute path without links; what is not there yet is taken as it is.
  private static func resolved(_ path: String) throws(SiteFailure) -> String {
    var existing = path.hasPrefix("/") ? path : "./" + path
    while existing.count > 1, existing.hasSuffix("/") { existing.removeLast() }
    var rest = ""
    while true {
      if let whole = Disk.realPath(existing) {
        guard whole != "/" || !rest.isEmpty else {
          throw SiteFailure("the site cannot be the whole file system", isMisuse: true)
        }
        return (whole == "/" ? "" : whole) + rest
      }
      guard errno == ENOENT, let slash = existing.lastIndex(of: "/") else {
        throw SiteFailure(FileError(.opened, path, errno))
      }
      rest = existing[slash...] + rest
      existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
    }
  }

  /// Makes a folder, and waits until no other build writes into it.
  private static func locked(_ folder: String) throws(SiteFailure) -> FileLock {
    // Another build holds the lock for a moment only.
    let patience = 30
    do throws(FileError) {
      try FileTree.make(folder)
      return try FileLock(folder: folder, patience: patience)
    } catch {
      guard error.reason == .inUse else { throw SiteFailure(error) }
      throw SiteFailure(
        "another build has been writing into \(folder) for \(patience) seconds", cure: "End it.")
    }
  }

  private static func listed(_ folder: String) throws(SiteFailure) -> (files: [String], emptyFolders: [String]) {
    do throws(FileError) { return try FileTree.files(in: folder) } catch { throw SiteFailure(error) }
  }

  private static func readManifest(_ path: String) -> Set<String> {
    Set((Disk.text(of: path) ?? "").utf8.split(separator: UInt8(ascii: "\n")).dropFirst().map { String(Substring($0)) })
  }

  private static func cure(_ code: Int32?) -> String? {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: "The site is as it was. Make room and build again."
    case EACCES, EPERM, EROFS: "The site is as it was. Name another folder with --output, or change its permissions."
    case EXDEV, EBUSY: "Something is mounted there: name a folder in it with --output."
    default: nil
    }
  }
}
