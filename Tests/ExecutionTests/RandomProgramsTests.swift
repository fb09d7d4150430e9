import Glibc
import ProgramFuzzing
import TestSupport
import Testing

extension ProcessSuites {
  /// What Loopbook makes of a program is what `swiftc main.swift && ./main` makes of it, whatever the program.
  @Suite("Random programs", .serialized)
  struct RandomProgramsTests {
    @Test("each does in company, from the cache and alone what plain Swift makes it do")
    func sameAsPlainSwift() async throws {
      var options = FuzzCampaign.Options()
      // A sanitizer makes libraries that plain programs cannot load.
      let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
      options.count = isSanitized ? 80 : Effort.isThorough ? 160 : 40
      options.leavesOutLibraries = isSanitized
      let campaign = FuzzCampaign(options)
      let report = try await campaign.run { _ in }
      try await campaign.shrink(FuzzReport.distinct(report.failures)) { failure, smallest in
        Issue.record("\(FuzzReport.text(failure, smallest, seed: options.seed))")
      }
      // The judge is awake: many programs compile, many do not, and many share a module.
      guard !isSanitized && Effort.isThorough else { return }
      #expect(report.compared >= 150, "\(report.summary)")
      #expect(report.compiled > 45, "\(report.summary)")
      #expect(report.compared - report.compiled > 30, "\(report.summary)")
      #expect(report.shared > 8, "\(report.summary)")
    }

    /// Programs that mean something else as the body of a function: at run time, to the compiler, and in what they
    /// print.
    private static let tellingPrograms = [
      "var pair = (1, 2)\nswap(&pair.0, &pair.1)\nprint(pair)\n",
      "struct File: ~Copyable { let n = 1 }\nlet one = File()\nlet two = one\nprint(two.n)\n",
      "struct S { var n = 1 }\nprint(String(reflecting: S.self))\n",
      "print(n)\nlet n = 1\n",
    ]

    @Test("the judge notices when Loopbook makes something else of a program")
    func faults() async throws {
      var options = FuzzCampaign.Options()
      let right = try await FuzzCampaign(options).records(of: Self.tellingPrograms)
      #expect(right.filter { $0.1.difference != nil }.map(\.0.text) == [])
      options.fault = .function
      let wrong = try await FuzzCampaign(options).records(of: Self.tellingPrograms)
      #expect(wrong.filter { $0.1.difference == nil }.map(\.0.text) == [])
    }

    @Test("the same number is the same program, and those of a batch have one language mode")
    func numbers() {
      let campaign = FuzzCampaign(FuzzCampaign.Options())
      for number in stride(from: UInt64(0), to: 4000, by: 397) {
        #expect(campaign.program(number) == FuzzCampaign(FuzzCampaign.Options()).program(number))
        let batch = campaign.batch(of: number)
        #expect(batch.contains(number))
        #expect((20...60).contains(batch.count))
        #expect(Set(batch.map { campaign.program($0).languageMode }).count == 1)
      }
    }
  }
}
