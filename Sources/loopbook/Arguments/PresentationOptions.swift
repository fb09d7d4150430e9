/// The flags that every verb has: how it talks.
struct PresentationOptions {
  var color = ColorChoice.auto
  var isQuiet = false

  /// Their declarations.
  static var options: [OptionDeclaration<Self>] {
    [
      .choice(
        "--color", "WHEN", \.color, .colorChoice,
        "color the output: auto, always or never; auto depends on the terminal, NO_COLOR and CLICOLOR_FORCE"),
      .flag("--quiet", \.isQuiet, "show only problems"),
    ]
  }
}

extension ArgumentType<ColorChoice> {
  /// One of the three words.
  static var colorChoice: Self {
    Self { text throws(ArgumentProblem) in
      guard let choice = ColorChoice(rawValue: text) else {
        throw ArgumentProblem(needs: "auto, always or never")
      }
      return choice
    }
  }
}
