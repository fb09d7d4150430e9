internal import Files
internal import Glibc
internal import LoopEngine

/// Compiles programs for a browser's page, many into one WebAssembly module.
package struct PageCompiler: Sendable {
  /// What else is needed besides the toolchain.
  package struct Parts: Sendable {
    /// The folder that `scripts/build-page-engine` filled: the engine for pages as objects and modules.
    package var engine: String
    /// What every program of a page is compiled with, as sources.
    package var support: [String]
    /// `wasm-opt`, which makes threads fibers.
    package var optimizer: String
    /// `gzip`.
    package var packer: String

    package init(engine: String, support: [String], optimizer: String, packer: String) {
      self.engine = engine
      self.support = support
      self.optimizer = optimizer
      self.packer = packer
    }
  }

  private let compiler: Compiler
  private let parts: Parts
  private var toolchain: Toolchain { compiler.toolchain }

  package init(_ compiler: Compiler, _ parts: Parts) {
    self.compiler = compiler
    self.parts = parts
  }

  /// How a program is written for a page, or why it cannot be.
  package enum Fit: Hashable, Sendable {
    /// The numbers of the literals that stay as they are, and of the type that its errors have.
    case fits(PageText.Form, keeping: Set<Int>, failing: Int)
    case refused(PageText.Refusal)
  }

  /// A module of programs, and how each was written for it.
  package struct Module: Sendable {
    package var fits: [Fit]
    /// The module; `nil` where no program fits.
    package var bytes: [UInt8]?
    /// Where it lies, for runs.
    package var path: String
  }

  /// Why no module could be made, in a sentence.
  package struct Failure: Error, Sendable {
    package var message: String

    package init(message: String) { self.message = message }
  }

  /// Makes a module of programs, which are numbered as they stand.
  ///
  /// - Parameter known: How programs were written that were compiled before; `nil` for others.
  package func module(of programs: [PageText], knowing known: [Fit?], name: String) async throws(Failure) -> Module {
    guard let (folder, _) = compiler.freshFolder(name) else { throw Failure(message: "cannot make a folder for it") }
    var work = Work(
      members: zip(programs, known).map { Member(text: $0, fit: $1 ?? .fits(.globals, keeping: [], failing: 0)) },
      folder: folder)
    // What has other types in a page than here is found by their check alone, which takes a small part of the time.
    if known.contains(nil) { try await settle(Array(programs.indices), to: .types, in: &work) }
    try await settle(Array(programs.indices), to: .object, in: &work)
    let path = "\(folder)/module.wasm"
    let isWhole = try await settleLinking(Array(programs.indices), in: &work)
    let fits = work.members.map(\.fit)
    guard fits.contains(where: \.isFitting) else { return Module(fits: fits, bytes: nil, path: path) }
    if !isWhole {
      guard try await compiles(programs.indices.filter { work.members[$0].fit.isFitting }, to: .object, in: work) else {
        throw Failure(message: "the compiler rejects programs together that it compiles separately")
      }
      try await link(folder)
    }
    try await prepare(folder, to: path)
    guard let bytes = Disk.bytes(of: path) else { throw Failure(message: "\(path) cannot be read") }
    return Module(fits: fits, bytes: bytes, path: path)
  }

  fileprivate struct Member {
    var text: PageText
    var fit: Fit
    /// What the compiler said first.
    var problem: String?
    /// Whether it was already tried without any changes of literals.
    var isPlain = false
  }

  fileprivate struct Work {
    var members: [Member]
    var folder: String
  }

  /// How far programs are compiled.
  private enum Depth {
    case types
    case object
  }

  /// Compiles members until those that are left compile together; the last object is theirs.
  private func settle(_ numbers: [Int], to depth: Depth, in work: inout Work) async throws(Failure) {
    while true {
      let active = numbers.filter { work.members[$0].fit.isFitting }
      if active.isEmpty { return }
      let outcome = try await compile(active, to: depth, in: work)
      guard case .rejected(let messages) = outcome else { return }
      let errors = Dictionary(grouping: messages.filter { $0.severity == .error }) { message in
        message.file.split(separator: "/").suffix(2).first.flatMap { Int($0) } ?? -1
      }
      let failing = active.filter { errors[$0] != nil }
      guard !failing.isEmpty else {
        // The compiler itself failed: it is some of them, which are found by halves.
        guard active.count > 1 else {
          let words = messages.first?.text ?? "the compiler failed"
          work.members[active[0]].fit = .refused(PageText.Refusal("cannot be compiled for pages: \(words)"))
          continue
        }
        try await settle(Array(active[..<(active.count / 2)]), to: depth, in: &work)
        try await settle(Array(active[(active.count / 2)...]), to: depth, in: &work)
        if try await !compiles(numbers.filter { work.members[$0].fit.isFitting }, to: depth, in: work) {
          throw Failure(
            message: "the compiler rejects programs together that it compiles separately: \(messages[0].text)")
        }
        return
      }
      for number in failing { work.members[number].change(after: errors[number] ?? []) }
      if failing.count < active.count { try await settle(failing, to: depth, in: &work) }
    }
  }

  /// Refuses those of the members, of which an object was just made, that need what is not there to be linked; such are
  /// found by halves.
  ///
  /// - Returns: Whether all of them are linked.
  private func settleLinking(_ numbers: [Int], in work: inout Work) async throws(Failure) -> Bool {
    let active = numbers.filter { work.members[$0].fit.isFitting }
    if active.isEmpty { return false }
    do throws(Failure) {
      try await link(work.folder)
      return true
    } catch {
      guard let range = error.message.firstRange(of: "undefined symbol: ") else { throw error }
      guard active.count > 1 else {
        let symbol = error.message[range.upperBound...].prefix { !$0.isWhitespace }
        work.members[active[0]].fit = .refused(
          PageText.Refusal("needs the function '\(symbol)', which pages do not have"))
        return false
      }
    }
    for half in [active[..<(active.count / 2)], active[(active.count / 2)...]] {
      guard try await compiles(Array(half), to: .object, in: work) else {
        throw Failure(message: "the compiler rejects programs that it compiled before")
      }
      _ = try await settleLinking(Array(half), in: &work)
    }
    return false
  }

  private enum Outcome {
    case compiled
    case rejected([CompilerMessage])
  }

  private func compiles(_ numbers: [Int], to depth: Depth, in work: Work) async throws(Failure) -> Bool {
    if numbers.isEmpty { return true }
    if case .compiled = try await compile(numbers, to: depth, in: work) { return true }
    return false
  }

  private func compile(_ numbers: [Int], to depth: Depth, in work: Work) async throws(Failure) -> Outcome {
    var files: [String] = []
    var table = "@_cdecl(\"lp_program\") public func _loopbook_page_program(_ number: Int32) {\nswitch number {\n"
    do throws(FileError) {
      for number in numbers {
        guard case .fits(let form, let kept, let failing) = work.members[number].fit else { continue }
        let file = "\(work.folder)/p\(number).swift"
        let text = work.members[number].text.file(number, form: form, keeping: kept, failing: failing)
        try Disk.write(Array(text.utf8), to: file)
        files.append(file)
        table += "case \(number): \(PageText.entry(number))()\n"
      }
      // Never reached: the build and the page ask for the numbers of this very table alone.
      table += "default: fatalError(\"the module does not have a program with that number\")\n}\n}\n"
      try Disk.write(Array(table.utf8), to: "\(work.folder)/table.swift")
    } catch {
      throw Failure(message: error.description)
    }
    let wanted =
      switch depth {
      case .types: ["-typecheck"]
      case .object: ["-c", "-o", "\(work.folder)/programs.o"]
      }
    let arguments = Self.flags(parts.engine, toolchain) + ["-module-name", "main"] + wanted
    let result = try await run(
      "\(toolchain.folder)/bin/swiftc", arguments + parts.support + ["\(work.folder)/table.swift"] + files,
      in: work.folder, limit: compiler.limit * 4)
    if result.succeeded { return .compiled }
    let words = String(decoding: result.errors, as: UTF8.self)
    let messages = CompilerMessage.parse(words).filter { $0.severity == .error }
    if !messages.isEmpty { return .rejected(messages) }
    return .rejected([
      CompilerMessage(severity: .error, file: "", line: 0, column: 0, text: Self.sentence(result, words))
    ])
  }

  /// How the engine's modules and all programs are compiled.
  ///
  /// In Swift 5's mode, since what Swift 6 asks of concurrency was asked when the program was compiled for this
  /// machine. LLVM makes them small, while Swift's own optimizer is kept from them, as on this machine: it would let
  /// objects go earlier and leave out assertions.
  private static func flags(_ engine: String, _ toolchain: Toolchain) -> [String] {
    [
      "-target", "wasm32-unknown-none-wasm", "-enable-experimental-feature", "Embedded", "-wmo", "-Osize",
      "-assert-config", "Debug", "-Xfrontend", "-disable-sil-perf-optzns",
      "-Xfrontend", "-disable-swift-specific-llvm-optzns", "-parse-as-library", "-swift-version", "5",
      "-suppress-warnings", "-no-color-diagnostics", "-diagnostic-style",
      "llvm", "-I", "\(engine)/modules", "-Xcc", "-I\(toolchain.folder)/lib/swift/shims",
      // Else the module has a hash of where its files lie, and does not come out the same twice.
      "-Xfrontend", "-disable-incremental-llvm-codegen",
    ]
  }

  /// What all programs are linked with, after them: of a function's copies the linker takes the first, and those of the
  /// process check less.
  private static let objects = [
    "Absent-c", "Fibers-c", "Memory-c", "Numbers-c", "PageProcess",
  ]

  private func link(_ folder: String) async throws(Failure) {
    let engine = Self.objects.map { "\(parts.engine)/\($0).o" }
    let library = "\(toolchain.folder)/lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
    try await succeed(
      "\(toolchain.folder)/bin/wasm-ld",
      [
        "--no-entry", "--gc-sections", "--strip-debug", "-O2", "--stack-first", "-z", "stack-size=1048576",
        "--wrap=swift_release", "--wrap=swift_release_n", "\(folder)/programs.o",
      ] + engine + [library, "-o", "\(folder)/linked.wasm"], "linked", in: folder)
  }

  /// Makes of what was linked what a page runs.
  private func prepare(_ folder: String, to path: String) async throws(Failure) {
    try await succeed(
      parts.optimizer,
      [
        // Asyncify optimizes what it makes at this level, which is enough. Before it, nothing may be optimized but what
        // knows nothing of the stack pointer: that knowledge would be wrong once fibers are rewound.
        "--optimize-level=1",
        // Programs hold many functions that differ by a number or two, as each is made for a type.
        "--duplicate-function-elimination", "--merge-similar-functions", "--asyncify", "--merge-similar-functions",
        "--pass-arg=asyncify-ignore-imports",
        // These are the runtime's functions; Fibers.c sees to it that no fiber unwinds through them.
        "--pass-arg=asyncify-removelist@swift_release,swift_release_n", "--enable-bulk-memory", "--enable-sign-ext",
        "--enable-mutable-globals",
        "--enable-nontrapping-float-to-int", "\(folder)/linked.wasm", "-o", path,
      ], "made ready for fibers", in: folder)
  }

  /// A module as `gzip` packs it; nothing of an empty one.
  package func packed(_ module: Module) async throws(Failure) -> [UInt8] {
    module.bytes == nil ? [] : try await packed(module.path)
  }

  /// What draws in pages what programs did, packed likewise.
  package func packedDrawing() async throws(Failure) -> [UInt8] { try await packed("\(parts.engine)/drawing.wasm") }

  private func packed(_ path: String) async throws(Failure) -> [UInt8] {
    // Neither the name nor the time is kept, so that the same module gives the same bytes.
    try await succeed(parts.packer, ["-9", "-n", "-c", path], "packed", in: compiler.scratch.temporary)
  }

  @discardableResult
  private func succeed(
    _ program: String, _ arguments: [String], _ what: String, in folder: String
  ) async throws(Failure) -> [UInt8] {
    let result = try await run(program, arguments, in: folder, limit: compiler.limit * 4)
    if !result.succeeded {
      let words = Self.sentence(result, String(decoding: result.errors, as: UTF8.self))
      throw Failure(message: "programs for pages cannot be \(what): \(words)")
    }
    return result.output
  }

  /// Runs a program to its end, or until it has used so much of the processor.
  ///
  /// That it does not end is kept, so it must not depend on what else the machine does.
  private func run(
    _ program: String, _ arguments: [String], in folder: String, limit: Duration
  ) async throws(Failure) -> CommandResult {
    var command = Command(
      program, arguments, environment: compiler.environment, folder: folder, timeout: limit * Self.patience)
    command.processorSeconds = UInt64(max(1, limit.components.seconds))
    command.memory = 6 << 30
    let result: CommandResult
    do throws(SystemError) { result = try await compiler.supervisor.run(command) } catch {
      throw Failure(message: "\(program) cannot be started: \(error)")
    }
    // What becomes of a program that is ended says nothing about it.
    if result.ending == .stopped { throw Failure(message: "the work was stopped") }
    if result.ending == .timedOut {
      let name = program.split(separator: "/").last.map(String.init) ?? program
      throw Failure(message: "'\(name)' did not finish; this machine may be too busy")
    }
    return result
  }

  /// How many times as long as on a processor of its own a program may take.
  private static let patience = 20

  /// How a program ends that has used as much of the processor as it may.
  private static let usedUp = ProcessEnding.signaled(SIGXCPU)

  private static func sentence(_ result: CommandResult, _ words: String) -> String {
    switch result.ending {
    case .exited: words.split(separator: "\n").first.map(String.init) ?? "it failed without a message"
    case .timedOut, Self.usedUp: "it took too long"
    case .signaled(let signal): "it crashed (signal \(signal))"
    case .flooded: "it printed too much"
    case .stopped: "it was stopped"
    }
  }

  // MARK: Runs

  /// What Fibers.c says of a program that does what no page can.
  private static let refusal = "a deinit waits or ends the process, which it cannot do in a page"

  /// How long a program may compute in a page's runtime, which interprets it.
  private static let limit = Duration.seconds(30)

  /// Runs a program of a module as a page would.
  ///
  /// - Parameter values: What stands in the place of literals, by their numbers among those that can be changed.
  package func run(
    _ program: Int, of module: String, schedule: String = "0", values: [(Int, String)] = []
  ) async throws(Failure) -> PageRun {
    let result = try await run(
      "\(toolchain.folder)/bin/wasmkit",
      ["run", module, "\(program)", schedule] + values.map { "\($0)=\($1)" }, in: compiler.scratch.temporary,
      limit: Self.limit)
    guard result.succeeded else {
      let words = Self.sentence(result, String(decoding: result.errors, as: UTF8.self))
      if words == Self.refusal { return PageRun(problem: "waits or ends the process in a `deinit`", isRefused: true) }
      return PageRun(problem: result.ending == Self.usedUp ? "never ends" : "traps: \(words)")
    }
    guard let run = PageRun(result.output) else { throw Failure(message: "a page's program wrote something invalid") }
    return run
  }
}

extension PageCompiler.Fit {
  /// Whether it is written for a page.
  package var isFitting: Bool {
    if case .fits = self { true } else { false }
  }
}

extension PageCompiler.Member {
  /// Writes it in another way, now that the compiler rejected this one.
  ///
  /// Where errors have another type than was thought, they get that one. A literal where the compiler stumbles stays as
  /// it is. Where none stands there, all becomes the body of a function;
  /// then no literal is changed, in either form; and then it cannot be had.
  fileprivate mutating func change(after errors: [CompilerMessage]) {
    guard case .fits(let form, let kept, let failing) = fit else { return }
    problem = problem ?? errors.first?.text
    if let thrown = errors.lazy.compactMap({ PageErrors.thrownType(in: $0.text) }).first,
      let other = text.errorTypes.firstIndex(where: { $0 == thrown || $0.hasSuffix(".\(thrown)") }), other > failing
    {
      fit = .fits(form, keeping: kept, failing: other)
      return
    }
    let lines = Set(errors.flatMap { [$0] + $0.notes }.map(\.line))
    let suspects = Set(text.literals.indices.filter { lines.contains(text.literals[$0].line) }).subtracting(kept)
    if !suspects.isEmpty {
      fit = .fits(form, keeping: kept.union(suspects), failing: failing)
      // What was told may be the literal's doing.
      problem = nil
    } else if form == .globals {
      fit = .fits(.body, keeping: kept, failing: failing)
    } else if !isPlain, kept.count < text.literals.count {
      isPlain = true
      fit = .fits(.globals, keeping: Set(text.literals.indices), failing: failing)
    } else {
      // What the compiler puts behind a sentence is the name of a group of messages.
      let words = (problem ?? "it is rejected").prefix { $0 != "[" }
      fit = .refused(PageText.Refusal("cannot be compiled for pages: \(words)".trimmingEnd))
    }
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmingEnd: String { String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]) }
}

/// What a program did in a page's runtime.
package struct PageRun: Sendable, Equatable {
  package var status: Int32 = 0
  package var output: [UInt8] = []
  package var errors: [UInt8] = []
  /// The recording of its loops.
  package var journal: [UInt8] = []
  /// Why it came to no end of its own, in words that fit after "it".
  package var problem: String?
  /// Whether it did something that a page cannot do, which is not a difference.
  package var isRefused = false

  init(problem: String, isRefused: Bool = false) {
    self.problem = problem
    self.isRefused = isRefused
  }

  /// Reads what the module wrote: the status and three lengths, then what they are of.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 16 else { return nil }
    let head = (0..<4).map { number in
      bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: number * 4, as: UInt32.self)) }
    }
    var rest = bytes.dropFirst(16)
    let parts = head.dropFirst().map { length in
      defer { rest = rest.dropFirst(Int(length)) }
      return Array(rest.prefix(Int(length)))
    }
    guard rest.isEmpty, zip(parts, head.dropFirst()).allSatisfy({ $0.count == Int($1) }) else { return nil }
    status = Int32(bitPattern: head[0])
    (output, errors, journal) = (parts[0], parts[1], parts[2])
  }
}
