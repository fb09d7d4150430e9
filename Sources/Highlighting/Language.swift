/// A language whose text can be highlighted.
package enum Language: Sendable, Hashable, CaseIterable {
  /// Whatever is not known; nothing is guessed.
  case plain
  case swift
  case c
  case objectiveC
  case shell
  /// What a terminal shows: commands after prompts, and what they wrote.
  case console
  case json
  case yaml
  /// A comparison of two texts, as `diff` writes it.
  case diff

  /// The language that the first word of a fence names; letters may be capital.
  package init(named name: some StringProtocol) {
    switch name.utf8.contains(where: { $0 & 0xE0 == 0x40 }) ? name.lowercased() : String(name) {
    case "swift": self = .swift
    case "c", "h": self = .c
    case "objective-c", "objectivec", "objc", "obj-c", "m": self = .objectiveC
    case "shell", "sh", "bash", "zsh": self = .shell
    case "console", "shell-session", "shellsession", "terminal": self = .console
    case "json", "json5", "jsonc": self = .json
    case "yaml", "yml": self = .yaml
    case "diff", "patch": self = .diff
    default: self = .plain
    }
  }
}
