/// Where a shared cache is, and with what rights it is used.
package struct RemoteAccess: Sendable {
  /// Its address, without what is a secret and without a slash at the end.
  package var address: String

  /// What shows who asks; a secret.
  package enum Credential: Sendable {
    case none
    /// What the user's netrc has for the host, if it has something.
    case netrc
    /// A name and a password, joined by a colon.
    case login(String)
    /// A token, for the header `Authorization`.
    case bearer(String)
  }
  package var credential: Credential

  /// Whether entries may be written.
  package var isWritable: Bool

  /// The name that this program gives itself.
  package var agent: String

  package init(address: String, credential: Credential = .none, isWritable: Bool = false, agent: String) {
    self.address = address
    self.credential = credential
    self.isWritable = isWritable
    self.agent = agent
  }

  var usesNetrc: Bool { if case .netrc = credential { true } else { false } }
  var login: String? { if case .login(let login) = credential { login } else { nil } }
  var authorization: String? { if case .bearer(let token) = credential { "Bearer \(token)" } else { nil } }
}

/// How long a shared cache is waited for.
package struct RemotePatience: Sendable {
  /// For a connection.
  package var connecting = Duration.seconds(3)
  /// While not a byte moves.
  package var silence = Duration.seconds(5)
  /// For all entries that are asked for together.
  package var fetching = Duration.seconds(20)
  /// For what is still to be uploaded when all else is done.
  package var uploading = Duration.seconds(20)

  package init() {}
}
