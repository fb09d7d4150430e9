internal import Text

/// Names that a program does not find, and that a module has which it does not import.
extension CaseExamination {
  /// What it does not find, and for which no cure is known.
  var missingNames: Set<String> { Set(findings.judgements.flatMap(\.problems).compactMap(ImportAdvice.missingName)) }

  /// The module that declares all that it misses; `nil` where there are several, or none.
  func module(declaring modules: [String: String]) -> String? {
    let needed = Set(missingNames.map { modules[$0] })
    return needed.count == 1 ? needed.first ?? nil : nil
  }

  /// Takes note that it waits for a module that the whole book lacks.
  func wait(for module: String) {
    note { findings in
      let place = findings.judgements.flatMap(\.problems).first { ImportAdvice.missingName($0) != nil }?.place
      findings = Findings(about: subject)
      findings.take(ModuleOffer.Want(missingImport: module, at: place))
    }
  }

  /// Says which module has what it does not find; what the same import mends is told once.
  func advise(_ modules: [String: String]) {
    note { findings in
      var told: Set<String> = []
      for index in findings.judgements.indices {
        let problems = findings.judgements[index].problems
        findings.judgements[index].problems = ImportAdvice.advised(problems, modules, told: &told)
      }
    }
  }
}
