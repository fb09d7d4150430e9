internal import Markdown
internal import Recordings
package import Text

/// Looks at the examples that say that readers predict what they do.
enum PredictedExamples {
  /// What is wrong with the recordings of such an example; `word` is where it says so.
  static func problems(
    of recordings: [Recording], saidBy word: InfoString.Word, in file: SourceFile
  ) -> [Diagnostic] {
    recordings.filter { !$0.text.isWhole }.map { recording in
      Diagnostic(
        id: "predict-mark", "a recording with `...` cannot be predicted line by line",
        at: file.place(recording.fence.opening),
        notes: [Diagnostic.Note("the example says so here", at: file.place(word.range))],
        cure: "record all of it, or remove `predict`")
    }
  }
}

extension ChapterExamples {
  /// Whether readers are asked what one of its examples does.
  package var predicts: Bool { quotes == nil && examples.contains { $0.attributes.predicts } }

  /// Whether an example says something by an attribute.
  package func says(_ attribute: String, _ example: Example) -> Bool { word(attribute, example) != nil }

  private func word(_ attribute: String, _ example: Example) -> InfoString.Word? {
    InfoString(file.bytes, example.fence.infoRange).words.first { $0.name == attribute }
  }

  /// Where an example says something by an attribute; where it begins, if it does not.
  package func place(of attribute: String, at example: Example) -> SourcePlace {
    let word = word(attribute, example)
    return file.place(word.map { $0.value == nil ? $0.range : $0.valueRange } ?? example.fence.opening)
  }
}
