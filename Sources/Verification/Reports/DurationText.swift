extension Duration {
  /// The nearest whole number of milliseconds.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
  }

  /// Seconds with three places, as reports write them: `1.250`.
  package var secondsText: String {
    let milliseconds = max(0, milliseconds)
    return "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())"
  }

  /// The duration as a person would say it: `12 ms`, `1.8 s`, `2 min 5 s`.
  package var spokenText: String {
    let milliseconds = max(0, milliseconds)
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let tenths = (milliseconds + 50) / 100
    if tenths < 600 { return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s" }
    let seconds = (milliseconds + 500) / 1000
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
