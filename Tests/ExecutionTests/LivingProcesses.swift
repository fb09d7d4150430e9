import Execution
import Files

/// The processes that a process has started, and theirs.
struct LivingProcesses {
  var pid: Int32
  var name: String
  var parentName: String

  /// Every process below the one given, those that wait to be reaped left out.
  static func below(_ ancestor: Int32) -> [LivingProcesses] {
    var names: [Int32: String] = [:]
    var parents: [Int32: Int32] = [:]
    for entry in FileTree.names(in: "/proc") {
      guard let pid = Int32(entry), let bytes = Disk.bytes(of: "/proc/\(pid)/stat") else { continue }
      // number (name) state parent …
      let text = String(decoding: bytes, as: UTF8.self)
      guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { continue }
      let rest = text[close...].split(separator: " ")
      guard rest.count > 2, rest[1] != "Z", let parent = Int32(rest[2]) else { continue }
      names[pid] = String(text[text.index(after: open)..<close])
      parents[pid] = parent
    }
    return parents.keys.sorted().compactMap { pid in
      var next = parents[pid]
      while let current = next, current > 1, current != ancestor { next = parents[current] }
      guard next == ancestor, let parent = parents[pid] else { return nil }
      return LivingProcesses(pid: pid, name: names[pid] ?? "", parentName: names[parent] ?? "")
    }
  }
}
