internal import DifferentialModel

/// Writes the programs of a family: of the grammar, mutations of the catalogue, sessions, and programs with libraries.
struct ProgramGenerator: Sendable {
  let seed: UInt64
  private let catalogue: [String]

  init(seed: UInt64) {
    self.seed = seed
    catalogue = ScriptCase.all().map(\.text)
  }

  /// Programs that are built together: a book has one language mode, and most of its programs import the same.
  struct Batch {
    var numbers: Range<UInt64>
    var languageMode: String
    var imports: [String]
    /// Whether most of its programs can share a module.
    var isTame: Bool
  }

  /// The batch that a program belongs to: 20 to 60 programs.
  func batch(of number: UInt64) -> Batch {
    let block = number / 80
    var random = RandomSource(seed: seed ^ 0xBA7C4, index: block)
    let split = block * 80 + 20 + UInt64(random.below(41))
    let isFirst = number < split
    let imports = [random.pick(Self.themes), random.pick(Self.themes)]
    let isTame = [random.chance(60), random.chance(60)]
    return Batch(
      numbers: isFirst ? block * 80..<split : split..<(block + 1) * 80,
      languageMode: isFirst == block.isMultiple(of: 2) ? "5" : "6", imports: imports[isFirst ? 0 : 1],
      isTame: isTame[isFirst ? 0 : 1])
  }

  private static let themes: [[String]] = [
    [], [], [], [], ["Foundation"], ["Foundation"], ["Glibc"], ["Synchronization"], ["Dispatch"], ["LoopEngine"],
    ["Toolkit"], ["Foundation", "LoopEngine"],
  ]

  /// The program with this number: the same in every run of the same release.
  func program(_ number: UInt64) -> FuzzProgram {
    var random = RandomSource(seed: seed, index: number)
    let batch = batch(of: number)
    var (text, origin) = text(batch, &random)
    if random.chance(batch.isTame ? 8 : 20) {
      var formatting = ProgramFormatting(random)
      text = formatting.formatted(text)
      origin += ", formatted"
      random = formatting.random
    }
    var program = FuzzProgram(
      number: number, text: text, languageMode: batch.languageMode, origin: origin)
    if random.chance(15) {
      program.blocks = blocks(text, &random)
      if !program.blocks.isEmpty { program.origin += ", session of \(program.blocks.count + 1) blocks" }
    }
    return program
  }

  private func text(_ batch: Batch, _ random: inout RandomSource) -> (String, String) {
    switch batch.isTame ? random.below(66) : random.below(100) {
    case ..<60: return (written(batch, &random), "grammar")
    case ..<75:
      var mutation = ProgramMutation(written(batch, &random), donor: written(batch, &random), random)
      defer { random = mutation.random }
      return (mutation.mutated(), "grammar, mutated")
    default:
      let donor = random.chance(50) ? random.pick(catalogue) : written(batch, &random)
      var mutation = ProgramMutation(random.pick(catalogue), donor: donor, random)
      defer { random = mutation.random }
      return (mutation.mutated(), "catalogue, mutated")
    }
  }

  /// A program of the grammar.
  private func written(_ batch: Batch, _ random: inout RandomSource) -> String {
    var draft = Grammar.Draft()
    draft.isTame = batch.isTame
    let families = batch.isTame ? GrammarScenes.tameFamilies : GrammarScenes.families
    let count = 1 + min(random.below(6), random.below(6))
    let family = random.pick(families)
    for _ in 0..<count {
      // Mostly of one kind, so that the scenes meet.
      let scenes = random.chance(50) ? family : random.pick(families)
      Grammar.add(scene: random.pick(scenes), to: &draft, &random)
      if random.chance(batch.isTame ? 8 : 25) { Grammar.add(scene: "«@statement»", to: &draft, &random) }
    }
    // What is used before it stands.
    if random.chance(batch.isTame ? 8 : 15), draft.items.count > 1 {
      let item = draft.items.remove(at: random.below(draft.items.count))
      draft.items.insert(item, at: random.below(draft.items.count + 1))
    }
    if random.chance(batch.isTame ? 1 : 3) { draft.items.shuffle(using: &random) }
    var imports = random.chance(batch.isTame ? 99 : 90) ? batch.imports.map { "import \($0)" } : []
    if !batch.isTame, random.chance(3) { imports.append("import \(random.pick(["Foundation", "Glibc", "Dispatch"]))") }
    return Self.text(of: draft, imports: imports)
  }

  /// A program of these scenes.
  static func program(of scenes: [String], imports: [String], _ random: inout RandomSource) -> String {
    var draft = Grammar.Draft()
    for scene in scenes { Grammar.add(scene: scene, to: &draft, &random) }
    return text(of: draft, imports: imports)
  }

  private static func text(of draft: Grammar.Draft, imports: [String]) -> String {
    var imports = imports
    // Imports stand first, each once, however many scenes need them.
    for item in draft.items {
      for line in item.split(separator: "\n") where line.hasPrefix("import ") && !imports.contains(String(line)) {
        imports.append(String(line))
      }
    }
    let items = draft.items.map { item in
      item.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") }
        .joined(separator: "\n")
    }
    return (imports + items.filter { !$0.isEmpty }).joined(separator: "\n") + "\n"
  }

  /// Where the blocks of a session begin: at lines, mostly of items.
  private func blocks(_ text: String, _ random: inout RandomSource) -> [Int] {
    var places: [Int] = []
    var offset = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let startsItem = line.first.map { ![32, 9, 125, 41, 93, 46].contains($0) } ?? false
      if offset > 0, offset < text.utf8.count, startsItem || random.chance(5), random.chance(40) {
        places.append(offset)
      }
      offset += line.count + 1
    }
    return Array(places.prefix(5))
  }
}
