/// When the output is colored.
enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never

  /// Whether a stream gets colors.
  ///
  /// `auto` asks, in this order: `NO_COLOR` (any text) forbids, `CLICOLOR_FORCE` (other than 0) demands; what is no
  /// terminal, a terminal that is called `dumb` or nothing at all, and `CLICOLOR=0` get none.
  func isColored(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment("NO_COLOR").map({ !$0.isEmpty }) ?? false { return false }
    if environment("CLICOLOR_FORCE").map({ !$0.isEmpty && $0 != "0" }) ?? false { return true }
    let isCapable = environment("TERM").map { !$0.isEmpty && $0 != "dumb" } ?? false
    return isTerminal && isCapable && environment("CLICOLOR") != "0"
  }
}
