/// What the program can do, on one screen.
enum Overview {
  static func text(_ help: Help) -> String {
    let verbs = VerbTable.all.map { ($0.name, $0.summary) }
    return """
      \(help.heading("loopbook")): documentation whose examples cannot lie

      \(help.heading("Usage:")) loopbook VERB [arguments] [flags]

      \(help.heading("Verbs:"))
      \(help.table(verbs))
      \(help.heading("Other commands:"))
      \(help.table([("help VERB", "what a verb does, with its flags and examples"), ("--version", "the version")]))
      A BOOK is the folder that holds loopbook.yml. Without one, loopbook uses
      ./content if that is a book, and otherwise the current folder. Exit codes:
      0 all is well, 1 the book has errors, 2 wrong usage, 3 the machine is missing
      something.

      """
  }
}
