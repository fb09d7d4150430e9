internal import Execution

extension Workshop {
  /// The toolchain's modules, and the engine, that a name without an import may be meant for.
  private static let others = ["LoopEngine", "Foundation", "Glibc"]
  /// So many names are looked for at most; the rest gets no advice.
  private static let mostNames = 200

  /// The modules that declare these names, the book's own before others; names that no module has are left out.
  ///
  /// The compiler is asked, once for each module, and its answers are kept.
  func modules(declaring names: Set<String>) async throws(MachineLack) -> [String: String] {
    let names = names.filter(Self.isName).sorted().prefix(Self.mostNames).map(\.self)
    guard !names.isEmpty else { return [:] }
    let modules = offer.modules.sorted() + Self.others.filter { !offer.modules.contains($0) }
    var answers: [String: Set<String>] = [:]
    var open: [String] = []
    for module in modules {
      if let known = cache.entry(fingerprint(names, module)) {
        answers[module] = Set(String(decoding: known, as: UTF8.self).split(separator: "\n").map(String.init))
      } else {
        open.append(module)
      }
    }
    if !open.isEmpty {
      let settings = catalog.settings.withoutImplicitImports
      let found = try await withWorkbench { [open] bench in
        await open.concurrentMap { module in
          (module, await bench.builder.compiler.names(names, in: module, settings: settings))
        }
      }
      for (module, answer) in found {
        answers[module] = answer
        cache.keepHere(Array(answer.sorted().joined(separator: "\n").utf8), as: fingerprint(names, module))
      }
    }
    var declaring: [String: String] = [:]
    for module in modules.reversed() {
      for name in answers[module] ?? [] { declaring[name] = module }
    }
    return declaring
  }

  private func fingerprint(_ names: [String], _ module: String) -> Fingerprint {
    Fingerprint(["names", module] + names + catalog.identities(for: "import \(module)") + identity)
  }

  private static func isName(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.isXIDStart == true
      && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }
}
