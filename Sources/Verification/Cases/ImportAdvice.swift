internal import Execution
internal import Text

/// Says which modules have the names that a program does not find.
enum ImportAdvice {
  /// The name that a problem is about; `nil` for other problems, and where a cure is known.
  static func missingName(_ problem: Diagnostic) -> String? {
    problem.id == CompilationReport.id && problem.cure == nil
      ? CompilerMessage.missingName(in: problem.message) : nil
  }

  /// Problems with the import that mends them; what the same import mends is told once.
  ///
  /// - Parameters:
  ///   - problems: What is wrong with an example.
  ///   - modules: By name, the module that declares it.
  ///   - told: The imports that were told.
  static func advised(
    _ problems: [Diagnostic], _ modules: [String: String], told: inout Set<String>
  ) -> [Diagnostic] {
    problems.compactMap { problem in
      guard let module = missingName(problem).flatMap({ modules[$0] }) else { return problem }
      guard told.insert(module).inserted else { return nil }
      var problem = problem
      problem.cure = "'\(module)' has it; add a line to the example: import \(module)"
      return problem
    }
  }
}
