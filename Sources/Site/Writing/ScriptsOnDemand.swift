internal import Text

/// Scripts that pages load when a reader asks for what is in them; any thread may ask it.
struct ScriptsOnDemand: Sendable {
  /// The scripts, by their paths in the site.
  let scripts: [String: [UInt8]]

  /// The addresses of the scripts as seen from the site's folder, which change with what is in them.
  private let addresses: [String: String]

  /// No scripts.
  static let none = ScriptsOnDemand([:])

  /// - Parameter scripts: The scripts, by their paths in the site.
  init(_ scripts: [String: [UInt8]]) {
    self.scripts = scripts
    addresses = Dictionary(uniqueKeysWithValues: scripts.map { ($0, Site.address(of: $0, $1)) })
  }

  /// The address of a script; `nil` where there is none of this path.
  func address(of path: String) -> String? { addresses[path] }

  /// A script of one call: `name(first,second)`.
  static func call(_ name: String, _ first: JSONValue, _ second: JSONValue) -> [UInt8] {
    Array("\(name)(".utf8) + first.onOneLine + Array(",".utf8) + second.onOneLine + Array(")\n".utf8)
  }
}
