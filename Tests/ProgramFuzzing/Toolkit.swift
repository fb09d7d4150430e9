internal import Execution
import Files
internal import Verification

/// A library such as a package's product is, with a C target below it, for programs to import.
enum Toolkit {
  static let module = "Toolkit"

  private static let header = """
    typedef struct { double x, y; } toolkit_point;
    static inline double toolkit_twice(double value) { return value * 2; }
    int toolkit_count(void);
    """

  private static let implementation = """
    #include "CToolkit.h"
    static int count;
    int toolkit_count(void) { return ++count; }
    """

  private static let interface = """
    public import CToolkit

    public struct Gauge: Equatable, Sendable {
      public var low: Int
      public var high: Int
      public init(low: Int, high: Int) { self.low = low; self.high = high }
      public mutating func widen(by amount: Int, _ body: () -> Void = {}) { low -= amount; body(); high += amount }
    }
    open class Widget {
      public internal(set) var name: String
      public init(_ name: String) { self.name = name }
      open func title() -> String { "widget " + name }
      deinit { print("widget", name, "goes") }
    }
    public protocol Labelled { var label: String { get } }
    extension Labelled { public var label: String { "unlabelled" } }
    extension toolkit_point { public var sum: Double { x + y } }
    public func doubled(_ value: Double) -> Double { toolkit_twice(value) }
    public func counted() -> Int { Int(toolkit_count()) }
    public func modify<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
    @usableFromInline func hidden() {}
    """

  /// Builds it in the workshop; the answer is what programs need to import it.
  static func build(in workshop: Workshop) async throws -> ModuleSettings {
    let folder = workshop.scratch.objects
    let map = "module CToolkit { header \"CToolkit.h\" export * }\n"
    for (name, text) in [
      ("CToolkit.h", header), ("CToolkit.c", implementation), ("Toolkit.swift", interface), ("CToolkit.modulemap", map),
    ] {
      try Disk.write(Array(text.utf8), to: "\(folder)/\(name)")
    }
    let tools = "\(workshop.compiler.toolchain.folder)/bin"
    let flags = ["-Xcc", "-fmodule-map-file=\(folder)/CToolkit.modulemap"]
    for command in [
      ["\(tools)/clang", "-c", "-fPIC", "CToolkit.c", "-o", "CToolkit.o"],
      ["\(tools)/swiftc", "-emit-module", "-emit-library", "-parse-as-library", "-module-name", module] + flags
        + ["Toolkit.swift", "CToolkit.o", "-o", "libToolkit.so"],
    ] {
      let result = try await workshop.supervisor.run(
        Command(
          command[0], Array(command.dropFirst()), environment: workshop.compiler.environment, folder: folder))
      guard result.succeeded else {
        throw PlainSwift.Failure(what: String(decoding: result.output + result.errors, as: UTF8.self))
      }
    }
    var settings = ModuleSettings()
    settings.importFolders = [folder]
    settings.flags = flags
    settings.libraries = [module: ["\(folder)/libToolkit.so"]]
    return settings
  }
}
