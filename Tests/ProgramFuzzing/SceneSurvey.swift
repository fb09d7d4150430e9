internal import DifferentialModel

/// Tells how many forms of each scene compile: a scene of which none does is a mistake in the grammar.
package struct SceneSurvey: Sendable {
  /// A scene, and what became of its forms.
  package struct Entry: Sendable {
    package var scene: String
    package var compiled = 0
    package var tried = 0
    /// The first message of each form that does not compile, with the form.
    package var messages: [(message: String, text: String)] = []
  }

  private let campaign: FuzzCampaign

  /// Takes the seed and the tools from a campaign.
  package init(_ campaign: FuzzCampaign) { self.campaign = campaign }

  /// Tries so many forms of each scene.
  package func run(forms: Int, _ tell: (Entry) -> Void) async throws {
    let options = campaign.options
    try await Workshop.open { workshop in
      let bench = try await FuzzBench(workshop: workshop, options)
      var known: Set<String> = []
      for scene in GrammarScenes.families.flatMap({ $0 }) where known.insert(scene).inserted {
        let programs = (0..<forms).map { form in
          var random = RandomSource(seed: options.seed, index: UInt64(form))
          let text = ProgramGenerator.program(of: [scene], imports: [], &random)
          return FuzzProgram(
            number: UInt64(form), text: text, languageMode: form.isMultiple(of: 2) ? "5" : "6", origin: "scene")
        }
        let behaviors = try await withThrowingTaskGroup(of: (Int, Behavior).self) { group in
          for (index, program) in programs.enumerated() {
            group.addTask { (index, try await bench.plainBehavior(program)) }
          }
          var found: [(Int, Behavior)] = []
          for try await behavior in group { found.append(behavior) }
          return found
        }
        var entry = Entry(scene: scene)
        for (index, behavior) in behaviors.sorted(by: { $0.0 < $1.0 }) {
          entry.tried += 1
          if behavior.kind == .rejected {
            entry.messages.append((String(behavior.text.prefix { $0 != "\n" }), programs[index].text))
          } else {
            entry.compiled += 1
          }
        }
        tell(entry)
      }
    }
  }
}
