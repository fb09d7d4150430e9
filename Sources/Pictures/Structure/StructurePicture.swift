package import LoopEngine
package import Words

/// A picture of a loop as it stood at one moment: its modes as boxes with what is in them.
package struct StructurePicture: Sendable {
  /// The SVG element, with its text alternative.
  package let svg: String
  /// What the loop does, in a sentence.
  package let says: String
  /// What it is.
  private let name: String
  /// Its size in pixels.
  package let size: (width: Int, height: Int)

  /// The picture of `snapshot`, called `name` by the program.
  ///
  /// `prefix` begins every id in it and has to be unique in the page. `origin` is the loop's clock at the beginning of
  /// the recording; nil where times differ from run to run and are left out.
  package init(
    _ snapshot: LoopSnapshot, name: String, prefix: String, language: InterfaceWords = InterfaceWords(),
    origin: LoopInstant? = LoopInstant(nanoseconds: 0)
  ) {
    var drawing = StructureDrawing(snapshot, language, prefix: prefix, origin: origin)
    drawing.draw()
    let title = language.text(
      .loopTitle, ["name": snapshot.loop.shortened(to: 40), "snapshot": name.shortened(to: 60)])
    svg = drawing.svg(title: title)
    says = language.text(
      .loopSays, ["name": snapshot.loop.shortened(to: 40), "what": StructureText.state(snapshot, language)])
    // A page may have several.
    self.name = "\(language[.structure]): \(title)"
    size = (Int(drawing.width.rounded(.up)), Int(drawing.height.rounded(.up)))
  }

  /// The figure's content, which scrolls sideways.
  package var html: String {
    "<div class=\"structure\" tabindex=\"0\" role=\"region\" aria-label=\"\(name.escapedForMarkup)\">\(svg)</div>"
  }
}
