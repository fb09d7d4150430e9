internal import Execution

extension KnownConditions {
  /// The same for a program that imports the engine.
  var importingEngine: KnownConditions {
    var conditions = self
    for module in ModuleCatalog.allOfEngine { conditions.answers["canImport(\(module))"] = true }
    return conditions
  }
}
