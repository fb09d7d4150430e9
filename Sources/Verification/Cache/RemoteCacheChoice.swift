package import Book
internal import RemoteCache

/// Which cache that machines share is used: what a user says about it.
package enum RemoteCacheChoice: Hashable, Sendable {
  /// None, whatever the book says.
  case off
  case address(CacheAddress)

  /// Reads the word `off`, or an address.
  package init(parsing text: String) throws(CacheAddressProblem) {
    self = text == "off" ? .off : .address(try CacheAddress(parsing: text))
  }
}

/// The variables of the environment that are about a shared cache.
enum RemoteCacheVariable {
  static let address = "LOOPBOOK_REMOTE_CACHE"
  static let upload = "LOOPBOOK_REMOTE_CACHE_UPLOAD"
  static let token = "LOOPBOOK_REMOTE_CACHE_TOKEN"
}

extension RemoteAccess {
  /// What a flag says counts before the environment, and that before the book.
  ///
  /// A book is a stranger's text: an address from there is only read, and is sent no credentials.
  init?(
    _ configuration: Configuration, _ options: VerificationOptions, _ environment: [String: String]
  ) throws(MachineLack) {
    guard options.usesCache else { return nil }
    let users = try Self.choice(options, environment)
    let uploads = try Self.flag(RemoteCacheVariable.upload, environment)
    let isWritable = options.uploadsToRemoteCache || uploads
    let agent = "loopbook/\(LoopbookVersion.text)"
    switch users {
    case .off: return nil
    case .address(let address):
      self.init(
        address: address.description, credential: try Self.credential(for: address, environment),
        isWritable: isWritable, agent: agent)
    case nil:
      guard !isWritable else {
        throw MachineLack(
          "you ask to upload results to a shared cache, but do not say where it is",
          cure: "Name it with --remote-cache or \(RemoteCacheVariable.address): a cache that a book names is only read."
        )
      }
      guard let address = configuration.remoteCache else { return nil }
      self.init(address: address.description, agent: agent)
    }
  }

  private static func choice(
    _ options: VerificationOptions, _ environment: [String: String]
  ) throws(MachineLack) -> RemoteCacheChoice? {
    if let choice = options.remoteCache { return choice }
    guard let text = environment[RemoteCacheVariable.address], !text.isEmpty else { return nil }
    do throws(CacheAddressProblem) { return try RemoteCacheChoice(parsing: text) } catch {
      // The text is not shown, since a password may be a part of it.
      throw MachineLack(
        "\(RemoteCacheVariable.address) must be 'off' or \(CacheAddressProblem.form): \(error.message)",
        cure: error.cure ?? "An address is written as https://cache.example.org/book.")
    }
  }

  private static func flag(_ name: String, _ environment: [String: String]) throws(MachineLack) -> Bool {
    switch environment[name] {
    case nil, "", "0", "false": return false
    case "1", "true": return true
    default: throw MachineLack("\(name) must be 1 or 0", cure: "Set it to 1 to upload results, or unset it.")
    }
  }

  private static func credential(
    for address: CacheAddress, _ environment: [String: String]
  ) throws(MachineLack) -> Credential {
    let token = environment[RemoteCacheVariable.token].flatMap { $0.isEmpty ? nil : $0 }
    guard let secret = address.login ?? token else { return address.isProtected ? .netrc : .none }
    guard secret.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw MachineLack(
        "\(RemoteCacheVariable.token) has a character that a token cannot have, such as a line break",
        cure: "Set it to the token alone, or to user:password.")
    }
    guard address.isProtected else {
      throw MachineLack(
        "a password would be sent to \(address) unencrypted, so others on the way could read it",
        cure: "Use an address that begins with https://.")
    }
    return secret.contains(":") ? .login(secret) : .bearer(secret)
  }
}
