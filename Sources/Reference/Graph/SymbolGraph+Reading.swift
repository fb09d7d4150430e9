internal import LoopTracing

extension SymbolGraph {
  /// Reads what `swift-symbolgraph-extract` wrote; what it says beyond what pages need is passed over.
  package init(parsing bytes: [UInt8]) throws(SymbolGraphError) {
    do throws(JSONParser.Problem) {
      let json = try JSONParser.parse(bytes)
      self.init(module: try json.required("module").required("name").requiredText)
      for symbol in try json.required("symbols").list { symbols.append(try GraphSymbol(symbol)) }
      for relation in try json.required("relationships").list {
        // Later compilers may know kinds that no page tells.
        guard let kind = GraphRelation.Kind(rawValue: try relation.required("kind").requiredText) else { continue }
        relations.append(try GraphRelation(relation, kind))
      }
    } catch {
      throw SymbolGraphError(message: error.message, offset: error.offset)
    }
  }
}

extension GraphRelation {
  fileprivate init(_ json: JSON, _ kind: Kind) throws(JSONParser.Problem) {
    self.kind = kind
    source = try json.required("source").requiredText
    target = try json.required("target").requiredText
    targetName = json["targetFallback"]?.text
    originUSR = json["sourceOrigin"]?["identifier"]?.text
    originName = json["sourceOrigin"]?["displayName"]?.text
    constraints = try GraphSymbol.constraints(json["swiftConstraints"])
  }
}

extension GraphSymbol {
  fileprivate init(_ json: JSON) throws(JSONParser.Problem) {
    usr = try json.required("identifier").required("precise").requiredText
    let kind = try json.required("kind")
    self.kind = try kind.required("identifier").requiredText
    kindName = kind["displayName"]?.text ?? self.kind
    path = []
    for name in try json.required("pathComponents").list { path.append(try name.requiredText) }
    title = try json.required("names").required("title").requiredText
    declaration = try Self.fragments(json["declarationFragments"])
    isOpen = json["accessLevel"]?.text == "open"
    if let signature = json["functionSignature"] {
      parameterTypes = []
      if let parameters = signature["parameters"] {
        for parameter in try parameters.list {
          parameterNames += [parameter["internalName"]?.text, parameter["name"]?.text].compactMap(\.self)
          parameterTypes?.append(Self.type(try Self.fragments(parameter["declarationFragments"])))
        }
      }
      returnType = try Self.fragments(signature["returns"]).map(\.spelling).joined()
    }
    comment = try json["docComment"].map(Self.comment)
    if let location = json["location"] {
      file = location["uri"]?.text.flatMap(Self.path)
      position = location["position"].flatMap(Self.position)
    }
    extendedModule = json["swiftExtension"]?["extendedModule"]?.text.map(Self.importedName)
    extendedKind = json["swiftExtension"]?["typeKind"]?.text
    extensionConstraints = try Self.constraints(json["swiftExtension"]?["constraints"])
    constraints = try Self.constraints(json["swiftGenerics"]?["constraints"])
    availability = []
    if let list = json["availability"] {
      for element in try list.list { availability.append(Availability(element)) }
    }
  }

  private static func fragments(_ json: JSON?) throws(JSONParser.Problem) -> [Fragment] {
    guard let json else { return [] }
    var fragments: [Fragment] = []
    for element in try json.list {
      fragments.append(
        Fragment(
          kind: try element.required("kind").requiredText, spelling: try element.required("spelling").requiredText,
          usr: element["preciseIdentifier"]?.text))
    }
    return fragments
  }

  /// What stands after the colon of a parameter.
  private static func type(_ fragments: [Fragment]) -> String {
    let text = fragments.map(\.spelling).joined()
    guard let colon = text.firstRange(of: ": ") else { return text }
    return String(text[colon.upperBound...])
  }

  fileprivate static func constraints(_ json: JSON?) throws(JSONParser.Problem) -> [Constraint] {
    guard let json else { return [] }
    var constraints: [Constraint] = []
    for element in try json.list {
      constraints.append(
        Constraint(
          kind: try element.required("kind").requiredText, left: try element.required("lhs").requiredText,
          right: try element.required("rhs").requiredText, rightUSR: element["rhsPrecise"]?.text))
    }
    return constraints
  }

  private static func comment(_ json: JSON) throws(JSONParser.Problem) -> Comment {
    var lines: [CommentLine] = []
    for line in try json.required("lines").list {
      lines.append(
        CommentLine(
          text: try line.required("text").requiredText, start: line["range"]?["start"].flatMap(Self.position)))
    }
    return Comment(file: json["uri"]?.text.flatMap(path), module: json["module"]?.text, lines: lines)
  }

  private static func position(_ json: JSON) -> (line: Int, byte: Int)? {
    guard let line = json["line"]?.number, let byte = json["character"]?.number, line >= 0, byte >= 0 else {
      return nil
    }
    return (line, byte)
  }

  /// The name of the module that programs import for one that it exports.
  private static func importedName(_ module: String) -> String {
    foundationParts.contains(module) ? "Foundation" : module
  }

  /// The path in a `file:` address, which the compiler does not encode.
  private static func path(_ address: String) -> String? {
    address.hasPrefix("file://") ? String(address.dropFirst(7)) : nil
  }
}

extension GraphSymbol.Availability {
  fileprivate init(_ json: JSON) {
    domain = json["domain"]?.text
    introduced = Self.version(json["introduced"])
    // A version that never comes means that it will be deprecated some day; the compiler does not warn yet.
    let isAnnounced = (json["deprecated"]?["major"]?.number ?? 0) >= Self.unreachedVersion
    deprecated = isAnnounced ? nil : Self.version(json["deprecated"])
    obsoleted = Self.version(json["obsoleted"])
    isDeprecated = json["isUnconditionallyDeprecated"]?.truth ?? false
    isUnavailable = json["isUnconditionallyUnavailable"]?.truth ?? false
    message = json["message"]?.text
    renamed = json["renamed"]?.text
  }

  /// What Apple's headers call `API_TO_BE_DEPRECATED`.
  private static let unreachedVersion = 100_000

  private static func version(_ json: JSON?) -> String? {
    guard let json, let major = json["major"]?.number else { return nil }
    let rest = [json["minor"]?.number, json["patch"]?.number].compactMap(\.self)
    return ([major] + rest).map(String.init).joined(separator: ".")
  }
}

extension JSON {
  fileprivate subscript(key: String) -> JSON? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate func required(_ key: String) throws(JSONParser.Problem) -> JSON {
    guard let member = self[key] else {
      throw JSONParser.Problem(message: "the key '\(key)' is missing", offset: offset)
    }
    return member
  }

  fileprivate var list: [JSON] {
    get throws(JSONParser.Problem) {
      guard case .array(let elements) = value else {
        throw JSONParser.Problem(message: "a list is expected", offset: offset)
      }
      return elements
    }
  }

  fileprivate var requiredText: String {
    get throws(JSONParser.Problem) { try JSONObject.string(self) }
  }

  fileprivate var text: String? {
    if case .string(let text) = value { text } else { nil }
  }

  fileprivate var number: Int? {
    if case .integer(let number) = value { Int(exactly: number) } else { nil }
  }

  fileprivate var truth: Bool? {
    if case .bool(let truth) = value { truth } else { nil }
  }
}
