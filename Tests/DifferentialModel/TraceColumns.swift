/// Two traces side by side.
public enum TraceColumns {
  /// The traces as lines of text, LoopEngine's on the left, the event at `first` marked with an arrow and places of
  /// listed differences named.
  public static func text(engine: ProgramTrace, reference: ProgramTrace, firstDifference first: Int?) -> String {
    let left = lines(engine)
    let right = lines(reference)
    let width = max(12, left.map(\.count).max() ?? 0)
    var text = "   " + pad("LoopEngine", to: width) + " | CoreFoundation\n"
    for index in 0..<max(left.count, right.count) {
      let one = index < left.count ? left[index] : ""
      let other = index < right.count ? right[index] : ""
      text += (index == first ? "-> " : "   ") + pad(one, to: width) + " | " + other + "\n"
    }
    for (name, trace) in [("LoopEngine", engine), ("CoreFoundation", reference)] {
      if !trace.ended { text += "On \(name) the program did not end.\n" }
      for mark in trace.marks {
        text += "On \(name), before event \(mark.position + 1): listed difference \(mark.difference)\n"
      }
    }
    return text
  }

  private static func lines(_ trace: ProgramTrace) -> [String] {
    var depth = 0
    return trace.events.map { event in
      switch event {
      case .ended, .runEnded: depth -= 1
      default: break
      }
      let line = String(repeating: "  ", count: max(0, depth)) + event.description
      switch event {
      case .began, .runBegan: depth += 1
      default: break
      }
      return line
    }
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
