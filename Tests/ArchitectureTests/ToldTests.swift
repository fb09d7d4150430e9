import Testing

/// The book says what no run here can show only in notes of their own, each with its source.
@Suite("What the book tells without a run")
struct ToldTests {
  private func chapters() throws -> [(path: String, blocks: [ToldBlock])] {
    let files = try Repository.files(below: "content", extensions: ["md"])
    return files.map { file in
      (file.path, ToldBlock.blocks(of: file.lines.map(\.text).joined(separator: "\n")))
    }
  }

  @Test("each note is marked and names a source")
  func notes() throws {
    let notes = try chapters().flatMap { path, blocks in
      blocks.filter { $0.isNote || $0.text.contains(ToldBlock.mark) }.map { (path, $0) }
    }
    #expect(notes.count >= 15)
    #expect(notes.filter { !$0.1.isTold || !$0.1.hasSource }.map { "\($0.0):\($0.1.line)" } == [])
  }

  @Test("systems and frameworks that no run shows are spoken of in these notes only")
  func elsewhere() throws {
    let findings = try chapters().flatMap { path, blocks in
      blocks.filter { !$0.isTold && !$0.foreignNames.isEmpty }.map { "\(path):\($0.line): \($0.foreignNames)" }
    }
    #expect(findings == [])
  }

  @Test("a chapter's notes and other blocks are told apart")
  func reading() {
    let blocks = ToldBlock.blocks(
      of: """
        keywords: [UITableView]
        On iOS it is different,
        they say.

        > [!NOTE]
        > **Told, not run.** UIKit does it ([a guide](https://example.org/UIKit)).
        >
        > | `UITrackingRunLoopMode` |

        ```swift
        // AppKit
        ```
        > [!NOTE]
        > **Told, not run.** Nobody knows where.

        > [!NOTE]
        > Cocoa ([a guide](https://example.org)).

        - one of [CF](https://example.org/macOS)
        """)
    #expect(blocks.map(\.line) == [2, 5, 13, 16, 19])
    #expect(blocks.map(\.isTold) == [false, true, true, false, false])
    #expect(blocks.map(\.hasSource) == [false, true, false, true, true])
    #expect(blocks.map(\.foreignNames) == [["iOS"], ["UIKit", "UITrackingRunLoopMode"], [], ["Cocoa"], []])
  }
}
