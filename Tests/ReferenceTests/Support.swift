internal import Foundation
import TestSupport
import Text

@testable import Reference

/// A module that the compiler has described.
struct DescribedModule {
  let folder: TemporaryFolder
  let graphs: [SymbolGraph]

  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Compiles modules of some files each, the first ones first, and has the compiler describe those that are named.
  init(_ modules: [(name: String, files: [String: String])], describing names: [String]? = nil) throws {
    folder = try TemporaryFolder("loopbook-reference")
    let allowed = modules.map(\.name).joined(separator: ",")
    for (module, files) in modules {
      for (name, text) in files { try folder.write("\(module)/\(name)", text) }
      try Self.run(
        "swiftc",
        [
          "-emit-module", "-module-name", module, "-swift-version", "6", "-I", folder.path, "-o",
          folder.path("\(module).swiftmodule"),
        ] + files.keys.sorted().map { [folder] in folder.path("\(module)/\($0)") })
    }
    var graphs: [SymbolGraph] = []
    for module in names ?? modules.map(\.name) {
      let out = folder.path("graphs-\(module)")
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      try Self.run(
        "swift-symbolgraph-extract",
        [
          "-module-name", module, "-I", folder.path, "-target", "x86_64-unknown-linux-gnu", "-output-dir", out,
          "-minimum-access-level", "public", "-emit-extension-block-symbols",
          "-experimental-allowed-reexported-modules=\(allowed)",
        ])
      for file in try FileManager.default.contentsOfDirectory(atPath: out).sorted() {
        graphs.append(try SymbolGraph(parsing: Array(try Data(contentsOf: URL(filePath: "\(out)/\(file)")))))
      }
    }
    self.graphs = graphs
  }

  /// One module of one file.
  init(_ text: String) throws {
    try self.init([("M", ["M.swift": text])])
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let run = try ProgramRun(program, arguments)
    guard run.status == 0 else { throw Failure(description: "\(program) ended with \(run.status): \(run.output)") }
  }

  /// The reference of what was described.
  func reference() -> Reference {
    Reference(
      graphs: graphs, folder: "api",
      name: { $0.hasPrefix(folder.path) ? String($0.dropFirst(folder.path.count + 1)) : nil },
      source: { path in
        (try? Data(contentsOf: URL(filePath: path))).map {
          SourceFile(path: String(path.dropFirst(folder.path.count + 1)), bytes: Array($0))
        }
      })
  }
}

extension Reference {
  /// The Markdown of a page.
  func text(_ path: String) -> String {
    pages.first { $0.path == path }.map { String(decoding: $0.file.bytes, as: UTF8.self) } ?? "there is no '\(path)'"
  }
}
