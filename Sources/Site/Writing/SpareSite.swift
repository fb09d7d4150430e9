internal import Files
internal import Glibc

/// The folder of a site as an earlier build left it, kept to become the next one.
///
/// Nothing is believed of it: each file in it has to be the very file of the site that is shown, by its number in the
/// file system, or it is replaced; what does not belong to the new site is removed.
final class SpareSite {
  /// The folder that the site has.
  let site: String

  private let lock: FileLock

  /// Opens a folder for what is kept; `nil` where nothing can be, or another build is at it.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made in one that is there.
  ///   - output: The folder of the site, without links in its path.
  init?(in folder: String, for output: String) {
    guard (try? FileTree.makeOne(folder)) != nil, let real = Disk.realPath(folder),
      !BookPath.contains(output, real), !BookPath.contains(real, output),
      let one = FileStatus(of: real), let other = FileStatus(of: output), one.identity.device == other.identity.device,
      let lock = try? FileLock(folder: real, patience: 1)
    else { return nil }
    self.lock = lock
    site = "\(real)/site"
  }

  /// Keeps a site; where that is not possible, it stays where it is.
  func take(_ folder: String) {
    FileTree.remove(site)
    try? Disk.move(folder, to: site)
  }

  /// Changes such a site into another one.
  struct Renewal {
    private let site: String
    private let files: [String]
    private var folders: Set<String>

    /// Looks at what there is; `nil` where that is not a folder that can be read.
    init?(of site: String) {
      guard Disk.kind(of: site, followingLinks: false) == .folder,
        let (files, emptyFolders) = try? FileTree.files(in: site)
      else { return nil }
      self.site = site
      self.files = files
      folders = Self.folders(of: files, emptyFolders.map { String($0.dropLast()) })
    }

    /// The folders that some files are in, and those that these are in.
    private static func folders(of files: some Sequence<String>, _ others: [String]) -> Set<String> {
      var folders: Set<String> = []
      func add(_ folder: String) {
        guard folder != ".", folders.insert(folder).inserted else { return }
        add(BookPath.folder(of: folder))
      }
      for file in files { add(BookPath.folder(of: file)) }
      for folder in others { add(folder) }
      return folders
    }

    /// Removes what another site does not have, and makes its folders.
    mutating func prepare(for wanted: Set<String>, _ emptyFolders: [String]) throws(FileError) {
      for file in files where !wanted.contains(file) { FileTree.remove("\(site)/\(file)") }
      let needed = Self.folders(of: wanted, emptyFolders)
      // Inner ones first.
      for folder in folders.sorted(by: >) where !needed.contains(folder) { FileTree.remove("\(site)/\(folder)") }
      for folder in needed.sorted() { try FileTree.makeOne("\(site)/\(folder)") }
      folders = needed
    }

    /// Has files be those of a folder; answers which got another name for that.
    func link(_ files: [String: FileStatus.Identity], from folder: String) throws(FileError) -> Set<String> {
      let results = ParallelMap.of(files.map { ($0, $1) }, batch: 64) { [site] path, identity in
        Result<String?, FileError> { () throws(FileError) in
          let place = "\(site)/\(path)"
          if FileStatus(of: place, followingLinks: false)?.identity == identity { return nil }
          Disk.removeFile(place)
          // Links keep dates, and what a link of another program leads to stays what it is.
          try Disk.link("\(folder)/\(path)", as: place)
          return path
        }
      }
      var linked: Set<String> = []
      for result in results {
        if let path = try result.get() { linked.insert(path) }
      }
      return linked
    }

    /// Gives its folders the rights that those of another one have.
    func copyRights(from folder: String) {
      // Inner ones first, as an outer one may lose the right to enter.
      for inner in folders.sorted(by: >).map({ "/" + $0 }) + [""] {
        guard let status = FileStatus(of: folder + inner), let own = FileStatus(of: site + inner),
          status.permissions != own.permissions
        else { continue }
        chmod(site + inner, status.permissions)
      }
    }
  }
}
