package import LoopTracing
package import Pictures
package import Templates
package import Words

/// What the template `results` is given of a run that is not the one on the page: the same at build time and in a page.
package enum RunResults {
  /// The template's name.
  package static let template = "results"

  /// The keys of an example that it has.
  package static let keys: Set = ["recordings", "picture", "words"]

  /// The data.
  package static func data(of run: ChangedRun, picture: [UInt8]?, _ words: InterfaceWords) -> TemplateValue {
    [
      "recordings": .list(ShownRecording.all(of: run, words).map { ShownRecording.keys.record(of: $0) }),
      "picture": picture.map { .htmlBytes($0) } ?? .nothing,
      "words": words.forTemplates,
    ]
  }
}

extension InterfaceWords {
  /// Those that templates may ask for.
  package var forTemplates: TemplateValue {
    .record(TemplateRecord(InterfaceWord.forTemplates.map { (TemplateKey($0.rawValue), .text(self[$0])) }))
  }
}

extension TracePictures {
  /// The pictures of a run of an example that has so many lines of its own.
  package init(
    _ trace: Trace, ofLines count: Int, prefix: String, language: InterfaceWords, hasFlowChart: Bool, drawsStack: Bool
  ) {
    self.init(trace, prefix: prefix, language: language, hasFlowChart: hasFlowChart, drawsStack: drawsStack) {
      _, line in
      Int(exactly: line).flatMap { $0 >= 1 && $0 <= count ? $0 : nil }
    }
  }
}
