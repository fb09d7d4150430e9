import Testing
import Text

@testable import loopbook

@Suite("Help")
struct HelpTests {
  private func text(_ verb: any Verb.Type, isColored: Bool = false) -> String { Help(isColored: isColored).text(verb) }

  @Test("every verb's help fits 80 columns and names all of its flags", arguments: VerbTable.all.indices)
  func fits(index: Int) {
    let verb = VerbTable.all[index]
    let text = text(verb)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    for flag in VerbTable.flagNames(of: verb) { #expect(text.contains("  \(flag)")) }
  }

  @Test("every example is a command that the reader takes", arguments: VerbTable.all.indices)
  func examples(index: Int) {
    func check<Chosen: Verb>(_ verb: Chosen.Type) {
      #expect(!verb.examples.isEmpty)
      for example in verb.examples {
        let words = example.command.prefix { $0 != "<" }.split(separator: " ").map(String.init)
        #expect(words.prefix(2) == ["loopbook", verb.name])
        guard case .verb = ArgumentReader<Chosen>.read(words.dropFirst(2)) else {
          Issue.record("\(example.command)")
          continue
        }
      }
    }
    check(VerbTable.all[index])
  }

  @Test("colors change nothing but the colors", arguments: VerbTable.all.indices)
  func colors(index: Int) throws {
    let verb = VerbTable.all[index]
    let colored = text(verb, isColored: true)
    #expect(colored != text(verb))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text(verb))
  }

  @Test("no flag stands twice in a verb, and each begins with two dashes", arguments: VerbTable.all.indices)
  func names(index: Int) {
    let names = VerbTable.flagNames(of: VerbTable.all[index])
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix("--") && $0 != "--help" })
  }

  @Test("the overview has every verb and fits 80 columns")
  func overview() {
    let text = Overview.text(Help(isColored: false))
    for verb in VerbTable.all { #expect(text.contains("  \(verb.name) ")) }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
