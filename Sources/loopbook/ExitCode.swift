/// How the program ends, for scripts to ask.
enum ExitCode: Int32 {
  /// All is well.
  case fine = 0
  /// The book has errors.
  case bookHasErrors = 1
  /// The command line is wrong; nothing was done.
  case wrongUsage = 2
  /// The machine lacks something; the message says what, and the command that installs it.
  case machineLacks = 3
}
