internal import Glibc

/// Where a preview listens, and under which names it answers.
///
/// A page of another site can lead a name of its own to this machine, and would then read what is served here; so a
/// request is answered only where its `Host` is a name that no other site can lead here.
package struct PreviewAccess: Sendable, Hashable {
  /// The address of this machine that it listens on.
  package let address: String
  /// Further names under which it answers, in small letters.
  private let names: Set<String>

  /// Only this machine.
  package static let loopback = loopback([])

  /// Only this machine, under these names, too.
  package static func loopback(_ names: [String]) -> PreviewAccess {
    PreviewAccess(address: "127.0.0.1", names: names)
  }

  /// Listens on an address, and answers under these names besides those that every machine has for itself.
  package init(address: String, names: [String] = []) {
    self.address = address
    self.names = Set(names.map(Self.plain))
  }

  /// Whether only this machine can reach it.
  package var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }

  /// Whether a text is the address of a machine.
  package static func isAddress(_ text: String) -> Bool { family(of: text) != nil }

  /// Whether a text is a name that a machine can have.
  package static func isName(_ text: String) -> Bool {
    let name = plain(text)
    return !name.isEmpty && !isAddress(name) && name.utf8.allSatisfy(isOfName)
  }

  /// What stands in an address of the web for the address.
  package static func host(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

  /// Whether a request with this `Host` is meant for this preview; without any, nothing is.
  package func allows(host: String?) -> Bool {
    guard let host, let name = Self.name(of: host) else { return false }
    if ["localhost", "127.0.0.1", "::1", address].contains(name) || names.contains(name) { return true }
    // The address of a machine cannot be led anywhere else; but what only this machine can reach has no other.
    return !isLoopback && Self.isAddress(name)
  }

  /// The name or the address in the value of a `Host`, in small letters; `nil` where it is anything else.
  private static func name(of host: String) -> String? {
    let name: Substring
    let rest: Substring
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      name = host[host.index(after: host.startIndex)..<end]
      rest = host[host.index(after: end)...]
      guard family(of: String(name)) == AF_INET6 else { return nil }
    } else {
      let end = host.firstIndex(of: ":") ?? host.endIndex
      (name, rest) = (host[..<end], host[end...])
      guard name.utf8.allSatisfy(isOfName) else { return nil }
    }
    let port = rest.dropFirst()
    let isNumber = (1...5).contains(port.utf8.count) && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard rest.isEmpty || rest.hasPrefix(":") && isNumber else { return nil }
    let plain = plain(String(name))
    return plain.isEmpty ? nil : plain
  }

  /// A name as it is compared: in small letters, and without the dot that may end it.
  private static func plain(_ name: String) -> String {
    let small = name.lowercased()
    return small.hasSuffix(".") ? String(small.dropLast()) : small
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func family(of text: String) -> Int32? {
    var v4 = in_addr()
    if inet_pton(AF_INET, text, &v4) == 1 { return AF_INET }
    var v6 = in6_addr()
    return inet_pton(AF_INET6, text, &v6) == 1 ? AF_INET6 : nil
  }
}
