import Text

/// Something that the program does: its declarations, and the values that the arguments gave.
///
/// A verb is one file. The reader makes it with `init()`, fills it by its `options` and `operands`, and runs it.
protocol Verb: SendableMetatype {
  /// The word on the command line.
  static var name: String { get }

  /// What it does, in one phrase.
  static var summary: String { get }

  /// What else there is to know; one line for each paragraph.
  static var details: String { get }

  /// Commands as a user would write them.
  static var examples: [(command: String, effect: String)] { get }

  static var operands: [OperandDeclaration<Self>] { get }
  static var options: [OptionDeclaration<Self>] { get }

  /// How it talks.
  var presentation: PresentationOptions { get }

  /// What does not go together, although each argument is right by itself.
  var contradictions: [Diagnostic] { get }

  /// The verb before any argument is read.
  init()

  /// Does it.
  ///
  /// - Parameter console: The only way to talk.
  /// - Returns: How the program ends.
  func run(in console: Console) async -> ExitCode
}

extension Verb {
  var contradictions: [Diagnostic] { [] }
}
