/// What the compiler says of a module's declarations: one file that `swift-symbolgraph-extract` wrote.
package struct SymbolGraph: Sendable {
  /// The module that declares the symbols.
  package var module: String
  /// The declarations, in the order of the file.
  package var symbols: [GraphSymbol] = []
  /// What they are to each other.
  package var relations: [GraphRelation] = []

  /// A graph of no symbols.
  package init(module: String) {
    self.module = module
  }
}

/// Why a file is not a symbol graph.
package struct SymbolGraphError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package let message: String
  /// At which byte of the file.
  package let offset: Int

  /// "at byte 12: what is wrong".
  package var description: String { "at byte \(offset): \(message)" }
}

/// A declaration, as a graph has it.
package struct GraphSymbol: Sendable {
  /// A part of a declaration as it is shown, such as a keyword or the name of a type.
  package struct Fragment: Hashable, Sendable {
    /// What it is: `keyword`, `identifier`, `typeIdentifier`, `text` and so on.
    package var kind: String
    /// Its text.
    package var spelling: String
    /// Whose name it is.
    package var usr: String?
  }

  /// A line of a comment.
  package struct CommentLine: Hashable, Sendable {
    /// What it says, without `///` and what else marks it.
    package var text: String
    /// Its line and its first byte in that, both counted from 0; `nil` where the compiler does not know.
    package var start: (line: Int, byte: Int)?

    package static func == (left: Self, right: Self) -> Bool {
      left.text == right.text && left.start?.line == right.start?.line && left.start?.byte == right.start?.byte
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(text)
      hasher.combine(start?.line)
    }
  }

  /// A comment that documents it; inherited ones, too.
  package struct Comment: Hashable, Sendable {
    /// The file that it stands in, as a path; `nil` where the compiler does not know.
    package var file: String?
    /// The module whose source it stands in.
    package var module: String?
    /// Its lines.
    package var lines: [CommentLine]
  }

  /// A line of a `where` clause.
  package struct Constraint: Hashable, Sendable {
    /// `conformance`, `superclass` or `sameType`; `layout` for classes, which only the file tells.
    package var kind: String
    /// The type that is constrained.
    package var left: String
    /// To what.
    package var right: String
    /// The USR of that, where it is a type or protocol.
    package var rightUSR: String? = nil
  }

  /// What a platform, or Swift itself, has of it.
  package struct Availability: Hashable, Sendable {
    /// `macOS`, `Swift` and so on; `nil` for all.
    package var domain: String?
    /// The version that brought it.
    package var introduced: String?
    /// The version from which on it should not be used.
    package var deprecated: String?
    /// The version that has it no longer.
    package var obsoleted: String?
    /// Whether it should not be used, in whatever version.
    package var isDeprecated = false
    /// Whether it is not there.
    package var isUnavailable = false
    /// What the author says about it.
    package var message: String?
    /// Its new name.
    package var renamed: String?
  }

  /// Its name for the compiler, unique in all modules.
  package var usr: String
  /// `swift.struct` and so on.
  package var kind: String
  /// What the compiler calls its kind, in English: `Structure`.
  package var kindName: String
  /// Its name with those of the types around it, such as `Loop`, `run(until:)`.
  package var path: [String]
  /// Its name, with labels; that of a case has the names of the types around it.
  package var title: String
  /// Its declaration.
  package var declaration: [Fragment]
  /// Whether other modules may inherit from it, or override it.
  package var isOpen: Bool
  /// The names of its parameters: those that its body uses, and the labels that differ from them.
  package var parameterNames: [String] = []
  /// The types of its parameters, each as it is written.
  package var parameterTypes: [String]?
  /// The type that it returns, as it is written; `nil` where it is not a function.
  package var returnType: String?
  /// The comment that documents it.
  package var comment: Comment?
  /// The file that declares it, as a path.
  package var file: String?
  /// The line and the byte in it, both counted from 0, of its name.
  package var position: (line: Int, byte: Int)?
  /// The module of the type that it is an extension of or stands in one of.
  package var extendedModule: String?
  /// The kind of that type: `swift.struct` and so on.
  package var extendedKind: String?
  /// The `where` clause of the extension that it stands in.
  package var extensionConstraints: [Constraint]
  /// Its own `where` clause, with what its generic parameters have to be.
  package var constraints: [Constraint]
  /// What is available where.
  package var availability: [Availability]

  /// The modules that Foundation consists of on Linux; authors know its types as Foundation's.
  static let foundationParts = ["FoundationEssentials", "FoundationInternationalization"]

  /// Its own name, with labels.
  package var name: String { path.last ?? title }

  /// Its declaration as a text.
  var declaredText: String { declaration.map(\.spelling).joined() }

  /// Whether it is an actor, which the compiler calls a class.
  var isActor: Bool {
    kind == "swift.class" && declaration.contains { $0.kind == "keyword" && $0.spelling == "actor" }
  }

  /// Whether the compiler put it there for a member that the type inherits.
  package var isInherited: Bool { usr.contains("::SYNTHESIZED::") }

  /// The USR of what is declared, where this is what the compiler made of it for a type.
  package var declaredUSR: String { usr.firstRange(of: "::SYNTHESIZED::").map { String(usr[..<$0.lowerBound]) } ?? usr }
}

/// What one declaration is to another.
package struct GraphRelation: Hashable, Sendable {
  /// The kinds that pages tell.
  package enum Kind: String, Sendable {
    case memberOf
    case conformsTo
    case inheritsFrom
    case defaultImplementationOf
    case overrides
    case requirementOf
    case optionalRequirementOf
    case extensionTo
  }

  package var kind: Kind
  /// The USR of the one.
  package var source: String
  /// The USR of the other.
  package var target: String
  /// The other's name with its module's, where it is none of the graph's.
  package var targetName: String?
  /// The USR and the name of what the compiler took it from.
  package var originUSR: String?
  package var originName: String?
  /// When it holds.
  package var constraints: [GraphSymbol.Constraint]
}
