/// What programs are composed of, by families; scenes of a family meet more often.
enum GrammarScenes {
  static let families: [[String]] = [
    Grammar.scenes(exclusivity), Grammar.scenes(exclusivity), Grammar.scenes(access), Grammar.scenes(access),
    Grammar.scenes(variables), Grammar.scenes(variables), Grammar.scenes(moves), Grammar.scenes(linking),
    Grammar.scenes(reflection), Grammar.scenes(types), Grammar.scenes(types), Grammar.scenes(isolation),
    Grammar.scenes(syntax), Grammar.scenes(libraries), Grammar.scenes(endings), Grammar.scenes(meetings),
    Grammar.scenes(meetings),
  ]

  /// Those most of whose programs can share a module.
  static let tameFamilies: [[String]] = [
    Grammar.scenes(meetings), Grammar.scenes(meetings), Grammar.scenes(meetings), Grammar.scenes(exclusivity),
    Grammar.scenes(variables), Grammar.scenes(types), Grammar.scenes(access), Grammar.scenes(moves),
    Grammar.scenes(reflection), Grammar.scenes(endings),
  ]
}
