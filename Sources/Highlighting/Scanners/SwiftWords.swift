/// How a word of Swift may be used.
enum SwiftWord: UInt8, Sendable {
  /// A keyword wherever it is not a member or a label.
  case reserved
  /// As `reserved`, and a label only with a second name or a colon after it.
  case value
  /// A keyword that begins a function's parameters: `func`, `init`, `subscript`.
  case callable
  /// `let` or `var`.
  case binding
  /// `as` or `is`: a type follows.
  case cast
  /// A keyword before another word on its line: `final class`, `await value`.
  case modifier
  /// A keyword before a type or a bracket: `some`, `any`.
  case typeModifier
  /// `async`.
  case effect
  /// `get`, `set`, `willSet`, `didSet`.
  case accessor
  /// A keyword of availability after a comma.
  case availability
  /// `Type`, `Protocol`: a keyword after a dot.
  case metatype

  /// The words of the language.
  static let table = WordTable<SwiftWord>([
    (
      """
      associatedtype class deinit enum extension fileprivate import inout internal operator precedencegroup private \
      protocol public rethrows static struct typealias break case catch continue default defer do else \
      fallthrough for guard if in repeat return throw switch where while throws try
      """, .reserved
    ),
    ("Any false nil self Self super true", .value),
    ("func init subscript", .callable),
    ("let var", .binding),
    ("as is", .cast),
    (
      """
      await actor macro borrowing consuming consume convenience copy distributed dynamic each final indirect infix isolated \
      lazy mutating nonisolated nonmutating open optional override package postfix prefix required sending unowned \
      unsafe weak yield borrow __shared __owned __consuming _const _local
      """, .modifier
    ),
    ("some any", .typeModifier),
    ("async reasync", .effect),
    ("get set willSet didSet _read _modify", .accessor),
    ("deprecated unavailable noasync", .availability),
    ("Type Protocol", .metatype),
  ])
}
