/// Knows the files that editors leave beside the file that is edited: backups, swap files, locks and probes.
///
/// They do not belong to a book: a change of them changes nothing, and a site does not have them.
package enum EditorFile {
  /// Whether a file's name is one that editors give to what they leave.
  package static func isLeftover(_ name: String) -> Bool {
    let name = Array(name.utf8)
    // Vim sees by these whether it can write to the folder: 4913, and larger numbers where that is taken.
    if name == Array("4913".utf8) { return true }
    if name.last == UInt8(ascii: "~") { return true }
    // Emacs: `#x.md#` has what is not saved yet, and the link `.#x.md` is a lock.
    if name.first == UInt8(ascii: "#"), name.last == UInt8(ascii: "#"), name.count > 2 { return true }
    if name.starts(with: ".#".utf8) { return true }
    return endings.contains { ending in name.count > ending.utf8.count && name.ends(with: ending) }
  }

  /// Vim, Kate, and the editors of JetBrains.
  private static let endings = [
    ".swp", ".swo", ".swn", ".swx", ".kate-swp", "___jb_tmp___", "___jb_old___", "___jb_bak___",
  ]
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
