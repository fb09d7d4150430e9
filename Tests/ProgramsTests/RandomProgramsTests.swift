import Glibc
import ProgramFuzzing
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
      options.count = isSanitized ? 80 : 400
      options.leavesOutLibraries = isSanitized
      let campaign = FuzzCampaign(options)
      let report = try await campaign.run { _ in }
      try await campaign.shrink(FuzzReport.distinct(report.failures)) { failure, smallest in
        Issue.record("\(FuzzReport.text(failure, smallest, seed: options.seed))")
      }
      // The judge is awake: many programs compile, many do not, and many share a module.
      guard !isSanitized else { return }
      #expect(report.compared >= 380, "\(report.summary)")
      #expect(report.compiled > 120, "\(report.summary)")
      #expect(report.compared - report.compiled > 80, "\(report.summary)")
      #expect(report.shared > 20, "\(report.summary)")
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
