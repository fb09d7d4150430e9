extension SymbolTree {
  /// Adds which extensions demand classes.
  mutating func add(_ extensions: [ClassExtension], _ sources: SourceFiles) {
    guard !extensions.isEmpty else { return }
    var modules: [String: String] = [:]
    for entry in entries.values where entry.symbol.extendedKind == nil && !entry.symbol.isInherited {
      if let file = entry.symbol.file { modules[file] = entry.module }
    }
    for (usr, entry) in entries {
      addClasses(to: usr, entry, extensions, sources)
      guard entry.symbol.isPage else { continue }
      let own = extensions.filter { part in
        let names = [entry.symbol.path, [entry.symbol.extendedModule ?? entry.module] + entry.symbol.path]
        return names.contains(part.path) && modules[part.file].map { $0 == entry.module } ?? true
      }
      if own.isEmpty { continue }
      for relation in entry.relations where relation.kind == .conformsTo {
        let known = self[relation.target]?.symbol.name
        guard let name = known ?? relation.targetName?.split(separator: ".").last.map(String.init) else { continue }
        let part = own.first { part in
          part.protocols.contains { $0 == name || $0 == "Codable" && ["Encodable", "Decodable"].contains(name) }
        }
        guard let part else { continue }
        add(Self.constraints(part.classes, for: entry.symbol), to: usr, of: relation)
      }
    }
  }

  /// Adds what the extension demands that a member stands in.
  private mutating func addClasses(
    to usr: String, _ entry: Entry, _ extensions: [ClassExtension], _ sources: SourceFiles
  ) {
    guard entry.symbol.extendedKind != nil, entry.symbol.kind != "swift.extension",
      let byte = sources.byte(entry.symbol),
      let own = extensions.first(where: { $0.file == entry.symbol.file && $0.body.contains(byte) })
    else { return }
    let type = entry.parent.flatMap { self[$0]?.symbol }
    add(Self.constraints(own.classes, for: type, isProtocol: entry.symbol.extendedKind == "swift.protocol"), to: usr)
  }

  /// What an extension of a type demands that the type itself does not; in a protocol, the compiler writes `Self.Item`
  /// for `Item`.
  private static func constraints(
    _ classes: [String], for type: GraphSymbol?, isProtocol: Bool = false
  ) -> [GraphSymbol.Constraint] {
    // That of an extension of another module's type says what the extension demands.
    let declared = type.flatMap { $0.kind == "swift.extension" ? nil : $0.declaredText } ?? ""
    return classes.compactMap { name in
      let isFull = !isProtocol || name == "Self" || name.hasPrefix("Self.")
      let left = isFull ? name : "Self.\(name)"
      let subject = isProtocol && name == "Self" ? "protocol \(type?.name ?? "")" : left
      return declared.contains("\(subject) : AnyObject")
        ? nil : GraphSymbol.Constraint(kind: "layout", left: left, right: "AnyObject")
    }
  }
}
