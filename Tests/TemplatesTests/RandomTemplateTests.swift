import Templates
import Testing
import Text

/// Programs of chance: whatever an author writes, the answer is a page or a message, and comes soon.
@Suite("Random templates")
struct RandomTemplateTests {
  /// A generator that gives the same numbers on every machine.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var number = state
      number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
      number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
      return number ^ (number >> 31)
    }

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &self) == 0 }
    mutating func one<Element>(of elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &self)]
    }
  }

  private static let names = ["a", "b", "c", "a.b", ".", "d"]
  private static let pieces =
    [
      "{{", "}}", "{{{", "}}}", "{{=", "=}}", "{{=<% %>=}}", "<%={{ }}=%>", "<%", "%>", "{{!", "\n", "\r\n", " ", "\t",
      "text",
      "é", "{", "}", "<", "\u{FEFF}",
    ]
    + names.flatMap {
      ["{{\($0)}}", "{{#\($0)}}", "{{^\($0)}}", "{{/\($0)}}", "{{>\($0)}}", "{{<\($0)}}", "{{$\($0)}}"]
    }

  private static func garbage(_ numbers: inout Numbers) -> String {
    (0..<Int.random(in: 0...30, using: &numbers)).map { _ in numbers.one(of: pieces) }.joined()
  }

  /// A template without faults, apart from calls that may never end.
  private static func proper(_ numbers: inout Numbers, depth: Int = 0) -> String {
    (0..<Int.random(in: 0...5, using: &numbers)).map { _ in
      let name = numbers.one(of: names)
      let blank = numbers.one(of: ["", "\n", "  ", "\n  "])
      let inner = depth < 3 ? proper(&numbers, depth: depth + 1) : "x"
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0: return blank + "{{\(name)}}"
      case 1: return blank + "{{#\(name)}}\(blank)\(inner)\(blank){{/\(name)}}"
      case 2: return blank + "{{^\(name)}}\(blank)\(inner)\(blank){{/\(name)}}"
      case 3 where numbers.chance(2): return blank + "{{>\(name)}}"
      case 4: return blank + "{{$\(name)}}\(blank)\(inner)\(blank){{/\(name)}}"
      case 5 where numbers.chance(2):
        return blank + "{{<\(name)}}\(blank){{$a}}\(blank)\(inner){{/a}}\(blank){{/\(name)}}\n"
      default: return blank + "line"
      }
    }.joined()
  }

  private static func data(_ numbers: inout Numbers, depth: Int = 0) -> TemplateValue {
    switch Int.random(in: 0..<(depth < 3 ? 9 : 7), using: &numbers) {
    case 0: return .nothing
    case 1: return .flag(numbers.chance(2))
    case 2: return .integer(.random(in: -9...9, using: &numbers))
    case 3: return .text(numbers.one(of: ["", "<&>\"'", "two\nlines", "{{a}}"]))
    case 4: return .html(numbers.one(of: ["", "<b>", "\n"]))
    case 5: return .json(depth < 3 ? data(&numbers, depth: depth + 1) : .text("</script>"))
    case 6, 7:
      var entries: [(TemplateKey, TemplateValue)] = []
      for name in ["a", "b", "c"] where depth < 3 && !numbers.chance(3) {
        entries.append((TemplateKey(name), data(&numbers, depth: depth + 1)))
      }
      return .record(TemplateRecord(entries))
    default:
      return .list((0..<Int.random(in: 0...2, using: &numbers)).map { _ in data(&numbers, depth: depth + 1) })
    }
  }

  @Test("any text gives a page and messages that point into it", arguments: 0..<20)
  func garbage(seed: UInt64) {
    var numbers = Numbers(state: seed)
    for _ in 0..<15 {
      let texts = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Self.garbage(&numbers)) })
      let set = templates(texts)
      let data = Self.data(&numbers)
      for name in set.names {
        var first: [UInt8] = []
        var second: [UInt8] = []
        let problems = set.render(name, data, into: &first)
        #expect(set.render(name, data, into: &second) == problems)
        #expect(first == second)
        #expect(String(validating: first, as: UTF8.self) != nil)
        #expect(problems.allSatisfy { $0.id == "endless-templates" || $0.id == "endless-page" })
        #expect(set.check(name, against: .init(root: "d", records: ["d": [.init("a", .record("d"), "")]])).count < 1000)
      }
      for diagnostic in set.diagnostics {
        guard let place = diagnostic.place, let position = place.position else {
          Issue.record("\(diagnostic) points nowhere")
          continue
        }
        #expect(position.column <= place.lineText.unicodeScalars.count + 1)
        #expect(place.length > 0)
      }
    }
  }

  @Test("what is written properly has no errors", arguments: 0..<20)
  func proper(seed: UInt64) {
    var numbers = Numbers(state: seed &+ 1000)
    for _ in 0..<20 {
      var texts = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Self.proper(&numbers)) })
      // A block for every argument.
      texts["a"] = (texts["a"] ?? "") + "{{$a}}{{/a}}"
      for name in Self.names { texts[name] = (texts[name] ?? "") + "{{#never}}{{>a}}{{/never}}" }
      let set = templates(texts)
      #expect(set.diagnostics.filter { $0.severity == .error } == [])
      var output: [UInt8] = []
      _ = set.render("a", Self.data(&numbers), into: &output)
    }
  }

  @Test("a template and one that is twice as long do work in proportion")
  func proportion() {
    // Time is for the benchmark; that each step shows once is what makes it linear.
    for count in [1, 10, 1000, 10_000] {
      let text = String(repeating: "a{{x}}\n{{#y}}\n {{.}}\n{{/y}}\n", count: count)
      #expect(page(text, ["x": "&", "y": [1, 2]]).utf8.count == count * (7 + 3 + 3))
    }
  }
}
