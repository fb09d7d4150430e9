import SourceText

extension Console {
  /// Says that this build of the program cannot do what a verb is for.
  func missingEngine(of verb: any Verb.Type) -> ExitCode {
    report(
      Diagnostic(id: "missing-engine", "'loopbook \(verb.name)' is not part of this build of loopbook", at: nil))
    return .machineLacks
  }
}
