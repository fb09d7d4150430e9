/// A color or weight of type on a terminal, by its control code.
package enum TerminalStyle: String, Sendable {
  case bold = "1"
  case faint = "2"
  case red = "1;31"
  case green = "1;32"
  case yellow = "1;33"
  case blue = "1;34"
  case cyan = "1;36"
}
