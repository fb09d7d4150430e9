/// One step of a parsed template; the steps of a section follow it, up to its `end`.
enum TemplateNode: Sendable {
  /// Text as it is, by its place in the template's literals; inside it a line begins after each line feed.
  case text(Range<Int>, startsLine: Bool)
  /// A line begins here, and does not begin with text.
  case lineStart
  /// A value by the index of its path; `isRaw` means that text is not escaped.
  case variable(Int, isRaw: Bool)
  /// Steps for each element of a value, or once where it is absent.
  case section(Int, isInverted: Bool, end: Int)
  /// Another template, by the index of the call.
  case partial(Int)
  /// Another template with arguments, whose steps come first, by the index of the call.
  case parent(Int, end: Int)
  /// Steps that a caller's argument may replace, by the index of the block.
  case block(Int, end: Int)
}

/// A value's name, taken apart at its dots; no keys mean the value at hand.
struct TemplatePath: Sendable {
  let keys: [TemplateKey]
  /// Where the name stands in the file.
  let range: Range<Int>
}

/// A tag that shows another template.
struct TemplateCall: Sendable {
  let name: String
  /// Where the name stands in the file.
  let range: Range<Int>
  /// What each line of the other template is moved by.
  var indentation: [UInt8]
  var arguments: [TemplateArgument] = []
}

/// What a caller puts in the place of a block.
struct TemplateArgument: Sendable {
  let name: TemplateKey
  /// Where the name stands in the file.
  let range: Range<Int>
  /// The steps, those of the calling template.
  var body: Range<Int>
}

/// A part of a template that a caller may replace.
struct TemplateBlock: Sendable {
  let name: TemplateKey
  /// What each line of a replacement is moved by.
  var indentation: [UInt8]
  /// Whether the opening tag has its line for itself, so that a replacement begins a line.
  let isStandalone: Bool
}
