internal import Foundation
import TestSupport
import Text
import Words

@testable import Reference

/// A module that the compiler has described.
struct DescribedModule {
  let folder: TemporaryFolder
  let graphs: [SymbolGraph]
  private let names: [String]
  private let allowed: [String]

  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Compiles modules of some files each, the first ones first, and has the compiler describe those that are named.
  init(_ modules: [(name: String, files: [String: String])], describing names: [String]? = nil) throws {
    folder = try TemporaryFolder("loopbook-reference")
    for (module, files) in modules {
      for (name, text) in files { try folder.write("\(module)/\(name)", text) }
      try Self.run(
        "swiftc",
        [
          "-emit-module", "-module-name", module, "-swift-version", "6", "-I", folder.path, "-o",
          folder.path("\(module).swiftmodule"),
        ] + files.keys.sorted().map { [folder] in folder.path("\(module)/\($0)") })
    }
    self.names = names ?? modules.map(\.name)
    self.allowed = modules.map(\.name)
    graphs = try Self.describe(self.names, allowed, in: folder)
  }

  /// What the compiler says of the modules now, from the files as they are.
  func describedAgain() throws -> [SymbolGraph] { try Self.describe(names, allowed, in: folder) }

  private static func describe(_ names: [String], _ allowed: [String], in folder: TemporaryFolder) throws
    -> [SymbolGraph]
  {
    var graphs: [SymbolGraph] = []
    for module in names {
      let out = folder.path("graphs-\(module)")
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      try run(
        "swift-symbolgraph-extract",
        [
          "-module-name", module, "-I", folder.path, "-target", "x86_64-unknown-linux-gnu", "-output-dir", out,
          "-minimum-access-level", "public", "-emit-extension-block-symbols",
          "-experimental-allowed-reexported-modules=\(allowed.joined(separator: ","))",
        ])
      for file in try FileManager.default.contentsOfDirectory(atPath: out).sorted() {
        graphs.append(try SymbolGraph(parsing: Array(try Data(contentsOf: URL(filePath: "\(out)/\(file)")))))
      }
    }
    return graphs
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
  func reference(catalogs: [DocumentationCatalog] = [], words: InterfaceWords = InterfaceWords()) -> Reference {
    reference(of: graphs, catalogs: catalogs, words: words)
  }

  /// The reference of other graphs of the same files.
  func reference(
    of graphs: [SymbolGraph], catalogs: [DocumentationCatalog] = [], words: InterfaceWords = InterfaceWords()
  ) -> Reference {
    Reference(
      graphs: graphs, catalogs: catalogs, folder: "api", words: words,
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

/// The reference of a module with a catalog.
func catalogReference(
  _ articles: [String: String], _ snippets: [String: String] = [:],
  of text: String = "public struct S {\n  /// Own.\n  public func f() {}\n  public func g() {}\n}\n"
) throws -> Reference {
  let catalog = DocumentationCatalog(
    module: "M",
    articles: articles.sorted { $0.key < $1.key }.map { SourceFile(path: "M.docc/\($0.key).md", text: $0.value) },
    snippets: Dictionary(
      uniqueKeysWithValues: snippets.map { ($0.key, SourceFile(path: "Snippets/\($0.key).swift", text: $0.value)) }))
  return try DescribedModule(text).reference(catalogs: [catalog])
}
