internal import Words

/// Symbols of one kind, as they stand below one heading.
struct SymbolGroup: Sendable {
  /// What the heading says.
  var title: InterfaceWord
  /// The kinds of the graph.
  var kinds: Set<String>

  /// Whether a symbol belongs to it.
  func has(_ symbol: GraphSymbol) -> Bool {
    kinds.contains(symbol.isActor ? "swift.actor" : symbol.kind)
  }

  /// The types, which have pages of their own, by kind.
  static let types = [
    SymbolGroup(title: .protocols, kinds: ["swift.protocol"]),
    SymbolGroup(title: .classes, kinds: ["swift.class"]),
    SymbolGroup(title: .actors, kinds: ["swift.actor"]),
    SymbolGroup(title: .structures, kinds: ["swift.struct"]),
    SymbolGroup(title: .enumerations, kinds: ["swift.enum"]),
  ]

  /// What modules declare outside of types: a page for each kind.
  static let ofModules = [
    SymbolGroup(title: .macros, kinds: ["swift.macro"]),
    SymbolGroup(title: .functions, kinds: ["swift.func"]),
    SymbolGroup(title: .operators, kinds: ["swift.func.op"]),
    SymbolGroup(title: .variables, kinds: ["swift.var"]),
    SymbolGroup(title: .typeAliases, kinds: ["swift.typealias"]),
  ]

  /// What types have, in the order of their pages.
  static let ofTypes = [
    SymbolGroup(title: .associatedTypes, kinds: ["swift.associatedtype"]),
    SymbolGroup(title: .cases, kinds: ["swift.enum.case"]),
    SymbolGroup(title: .initializers, kinds: ["swift.init"]),
    SymbolGroup(title: .deinitializers, kinds: ["swift.deinit"]),
    SymbolGroup(title: .instanceProperties, kinds: ["swift.property"]),
    SymbolGroup(title: .instanceMethods, kinds: ["swift.method"]),
    SymbolGroup(title: .subscripts, kinds: ["swift.subscript"]),
    SymbolGroup(title: .typeProperties, kinds: ["swift.type.property"]),
    SymbolGroup(title: .typeMethods, kinds: ["swift.type.method"]),
    SymbolGroup(title: .typeSubscripts, kinds: ["swift.type.subscript"]),
    SymbolGroup(title: .operators, kinds: ["swift.func.op"]),
    SymbolGroup(title: .macros, kinds: ["swift.macro"]),
    SymbolGroup(title: .typeAliases, kinds: ["swift.typealias"]),
  ]
}

extension GraphSymbol {
  /// Whether it has a page of its own: a type, or an extension of one of another module.
  var isPage: Bool { kind == "swift.extension" || SymbolGroup.types.contains { $0.has(self) } }

  /// What people call its kind.
  func kind(in words: InterfaceWords) -> String { kindWord.map { words[$0] } ?? kindName }

  /// What people call what it extends, for an extension.
  func extendedKind(in words: InterfaceWords) -> String { words[extendedKindWords.kind] }

  /// What such a page is about: an extended structure.
  func extendedPage(in words: InterfaceWords) -> String { words[extendedKindWords.page] }

  /// How lists say that it is deprecated or unavailable on every platform; `nil` where it is neither.
  func caveat(in words: InterfaceWords) -> String? {
    if isNowhere { return words[.unavailable] }
    let isDeprecated = availability.contains { entry in
      (entry.isDeprecated || entry.deprecated != nil) && ["*", "Swift"].contains(entry.domain ?? "*")
    }
    return isDeprecated ? words[.deprecated] : nil
  }

  /// Whether it is unavailable on every platform.
  var isNowhere: Bool { availability.contains { $0.isUnavailable && ($0.domain ?? "*") == "*" } }

  /// The word for its kind; later compilers may know others.
  private var kindWord: InterfaceWord? {
    switch kind {
    case "swift.protocol": .kindProtocol
    case "swift.class": isActor ? .kindActor : .kindClass
    case "swift.struct": .kindStructure
    case "swift.enum": .kindEnumeration
    case "swift.enum.case": .kindCase
    case "swift.associatedtype": .kindAssociatedType
    case "swift.init": .kindInitializer
    case "swift.deinit": .kindDeinitializer
    case "swift.property": .kindInstanceProperty
    case "swift.method": .kindInstanceMethod
    case "swift.subscript": .kindInstanceSubscript
    case "swift.type.property": .kindTypeProperty
    case "swift.type.method": .kindTypeMethod
    case "swift.type.subscript": .kindTypeSubscript
    case "swift.func.op": .kindOperator
    case "swift.macro": .kindMacro
    case "swift.func": .kindFunction
    case "swift.var": .kindVariable
    case "swift.typealias": .kindTypeAlias
    default: nil
    }
  }

  private var extendedKindWords: (kind: InterfaceWord, page: InterfaceWord) {
    switch extendedKind {
    case "swift.protocol": (.kindProtocol, .extendedProtocol)
    case "swift.class": (.kindClass, .extendedClass)
    case "swift.actor": (.kindActor, .extendedActor)
    case "swift.struct": (.kindStructure, .extendedStructure)
    case "swift.enum": (.kindEnumeration, .extendedEnumeration)
    default: (.kindType, .extendedType)
    }
  }
}

extension InterfaceWord {
  private static let english = InterfaceWords()

  /// The word in English, which addresses have in every language.
  var inAddresses: String { Self.english[self] }
}
