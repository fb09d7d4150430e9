package import Recordings

extension RecordedText {
  /// Whether it says all that it expects: there is no `...` that stands for something else.
  package var isWhole: Bool {
    !written.contains { (kind == .trace ? $0 : $0.replacing("\\...", with: "")).contains("...") }
  }
}
