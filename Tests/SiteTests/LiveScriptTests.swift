import Foundation
import TestSupport
import Testing

/// The scripts of live examples by themselves, without a browser.
@Suite(
  "Scripts of live examples",
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/node"),
    "Node is not installed; scripts/install-packages installs it"))
struct LiveScriptTests {
  @Test("what needs no page holds its own tests, in Node")
  func node() throws {
    _ = try LiveReader.modules.get()
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Live").path
    try LiveReader.run(
      """
      PROGRAMS="$1" DRAWING="$2" node --test "$0" >"$3" 2>&1 || { cat "$3" >&2; exit 1; }
      """,
      [folder] + ["live-programs.wasm", "live-drawing.wasm", "live-node.log"].map(BuiltProducts.path))
  }

  @Test(
    "the types of what needs no page hold", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tsc")))
  func types() throws {
    let assets = URL(filePath: #filePath).appending(path: "../../../templates/assets").standardizedFileURL.path
    try LiveReader.run(
      """
      cd "$0"
      tsc --noEmit --allowJs --checkJs --strict --target es2022 --lib es2022,dom,dom.iterable live-values.js live-runner.js >&2
      """, [assets])
  }
}
