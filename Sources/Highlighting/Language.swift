/// A language whose text can be highlighted.
package enum Language: Sendable, Hashable, CaseIterable {
  /// Whatever is not known; nothing is guessed.
  case plain
  case swift
  case c
  case cPlusPlus
  case objectiveC
  case rust
  case go
  case java
  case kotlin
  case python
  case javaScript
  case typeScript
  case shell
  /// What a terminal shows: commands after prompts, and what they wrote.
  case console
  case json
  case toml
  case sql
  case yaml
  case css
  case html
  case xml
  case markdown
  /// A comparison of two texts, as `diff` writes it.
  case diff

  /// The language that the first word of a fence names; letters may be capital.
  package init(named name: some StringProtocol) {
    switch name.utf8.contains(where: { $0 & 0xE0 == 0x40 }) ? name.lowercased() : String(name) {
    case "swift": self = .swift
    case "c", "h": self = .c
    case "objective-c", "objectivec", "objc", "obj-c", "m": self = .objectiveC
    case "c++", "cpp", "cc", "cxx", "hpp": self = .cPlusPlus
    case "rust", "rs": self = .rust
    case "go", "golang": self = .go
    case "java": self = .java
    case "kotlin", "kt", "kts": self = .kotlin
    case "python", "py", "python3": self = .python
    case "javascript", "js", "mjs", "cjs", "jsx", "node": self = .javaScript
    case "typescript", "ts", "tsx": self = .typeScript
    case "toml": self = .toml
    case "sql", "sqlite", "postgresql", "mysql": self = .sql
    case "css": self = .css
    case "html", "htm", "xhtml", "handlebars", "hbs", "mustache": self = .html
    case "xml", "svg", "plist": self = .xml
    case "markdown", "md": self = .markdown
    case "shell", "sh", "bash", "zsh": self = .shell
    case "console", "shell-session", "shellsession", "terminal": self = .console
    case "json", "json5", "jsonc": self = .json
    case "yaml", "yml": self = .yaml
    case "diff", "patch": self = .diff
    default: self = .plain
    }
  }
}
