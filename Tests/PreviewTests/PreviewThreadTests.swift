import Foundation
import Preview
import Testing

@Suite("The preview's thread")
struct PreviewThreadTests {
  @Test("it ends when the preview is stopped and let go", .timeLimit(.minutes(1)))
  func ends() async {
    // In a process of its own, where no other test serves.
    await #expect(processExitsWith: .success) {
      for _ in 0..<3 {
        let host = try PreviewHost()
        _ = try await host.listen(port: 0, PreviewState { _ in nil })
        try #require(previewThreads() > 0)
        await host.stop()
      }
      // A thread ends a moment after the last that held its loop.
      while previewThreads() > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }
  }
}

private func previewThreads() -> Int {
  let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return tasks.count { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "preview\n" }
}
