import Execution
import Files
import Foundation
import Testing

@testable import RemoteCache
@testable import Verification

/// What another machine sends of a package is what it has to be, or is nothing.
@Suite("Packages that come from elsewhere")
struct PortablePackageTests {
  private static let files = [
    "contents": """
    module Garden
    library libFruit.so
    library libBookModules.so
    map Headers/map0/module.modulemap
    headers Headers/0
    flag -fPIC
    flag -DPLOT=7

    """,
    "description": "product\tGarden\tlibrary\n", "Modules/Garden.swiftmodule": "module", "libFruit.so": "fruit",
    "libBookModules.so": "modules",
    "Headers/map0/module.modulemap": "module CSeeds { umbrella \"../0\" }\n",
    "Headers/0/seeds.h":
      "#include \"more/soil.h\"\n/* why */ # include /* in all */ <stdio.h> // not \"../..\"\n#define x don't\n",
    "Headers/0/more/soil.h": "# include \"../seeds.h\"\n",
  ]

  private static func bytes(_ files: [String: String]) -> [String: [UInt8]] { files.mapValues { Array($0.utf8) } }

  @Test("a package is read back from its archive, byte for byte")
  func archive() throws {
    let package = try PortablePackage(Self.bytes(Self.files))
    let back = try #require(PortablePackage(archive: package.archive))
    #expect(back == package && back.name == package.name)
  }

  @Test("an archive that lacks bytes, or has more of them, is none")
  func cut() throws {
    let archive = try PortablePackage(Self.bytes(Self.files)).archive
    for count in 0..<archive.count { #expect(PortablePackage(archive: Array(archive.prefix(count))) == nil) }
    #expect(PortablePackage(archive: archive + [0]) == nil)
  }

  /// Each with the file that is changed, and what it is then; `nil`: it is missing.
  private static let changes: [(String, String?)] = [
    ("contents", nil), ("Modules/Garden.swiftmodule", nil), ("libFruit.so", nil), ("libBookModules.so", nil),
    ("Headers/map0/module.modulemap", nil), ("contents", "module Garden\nlibrary libBookModules.so\nload /tmp/x.so\n"),
    ("contents", "module ../Garden\n"), ("contents", "library Modules/Garden.swiftmodule\n"),
    ("contents", "library /usr/lib/libc.so\n"), ("contents", "map module.modulemap\n"),
    ("contents", "headers /usr/include\n"), ("contents", "headers Headers/../..\n"),
    ("contents", "flag -fplugin=/tmp/x.so\n"), ("contents", "flag -I/tmp\n"), ("contents", "flag -include\n"),
    ("contents", "flag -load\n"), ("contents", "flag -DX=/tmp/x.h\n"), ("contents", "flag @/tmp/more\n"),
    ("../outside", "x"), ("/outside", "x"), ("Modules/../../outside", "x"), ("a//b", "x"), ("a/./b", "x"), ("", "x"),
    ("a\nb", "x"), ("Headers/0/seeds.h", "#include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#include \"../1/other.h\"\n"), ("Headers/0/seeds.h", "\t#  import </etc/passwd>\n"),
    ("Headers/0/more/soil.h", "#include \"../../1/other.h\"\n"),
    ("Headers/map0/module.modulemap", "module CSeeds { header \"/etc/passwd\" }\n"),
    ("Headers/map0/module.modulemap", "module CSeeds { umbrella \"../../..\" }\n"),
    ("Headers/map0/module.modulemap", "// don\"t\nmodule CSeeds { header \"/etc/passwd\" }\n"),
    ("Headers/map0/module.modulemap", "module CSeeds { header \"\\057etc/passwd\" }\n"),
    // What the compiler reads as a directive, in each of the ways to write one that looks like something else.
    ("Headers/0/seeds.h", "#define FILE \"/etc/passwd\"\n#include FILE\n"),
    ("Headers/0/seeds.h", "#define FILE </etc/passwd>\n#include_next FILE\n"),
    ("Headers/0/seeds.h", "/* more */ #include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#/* more */include/* more */\"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#/*\n*/include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "/*\u{301}*/ #include \"/etc/passwd\"\n/**/\n"),
    ("Headers/0/seeds.h", "/* more *\u{301}/ */ #include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#inc\\\nlude \"/etc/passwd\"\n"), ("Headers/0/seeds.h", "#inc\\ \nlude \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#include \"\\\n/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "// more\r#include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#inc??/\nlude \"/etc/passwd\"\n"), ("Headers/0/seeds.h", "??=include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "%:include \"/etc/passwd\"\n"), ("Headers/0/seeds.h", "#embed \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#define more 1'0 /* ' */\n#include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "R\"(\n/*)\"\n#include \"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#include \u{c}\"/etc/passwd\"\n"), ("Headers/0/seeds.h", "#include\0\"/etc/passwd\"\n"),
    ("Headers/0/seeds.h", "#include \"/etc/passwd\n"), ("Headers/0/seeds.h", "#include "),
  ]

  @Test("what lacks a part, leaves its folder, or has the compiler load something is none", arguments: changes.indices)
  func unsound(index: Int) {
    let (name, text) = Self.changes[index]
    var files = Self.files
    files[name] = text
    #expect(throws: Unshareable.self, "\(name): \(text ?? "missing")") { try PortablePackage(Self.bytes(files)) }
  }

  /// What a server may answer in place of a package.
  private static let lies: [(String, @Sendable ([UInt8]) -> (name: String, bytes: [UInt8]))] = [
    ("another name", { ("record", $0) }), ("less", { ("package", $0.dropLast()) }), ("more", { ("package", $0 + [0]) }),
    ("nothing", { _ in ("package", []) }), ("a text", { _ in ("package", Array("<html>".utf8)) }),
    (
      "what loads a plugin",
      { _ in
        var writer = ByteWriter()
        writer.write("LOOPBOOK PACKAGE 1")
        writer.write([("contents", "flag -fplugin=/tmp/x.so\n")]) { writer, file in
          writer.write(file.0)
          writer.write(file.1)
        }
        return ("package", writer.bytes)
      }
    ),
  ]

  @Test("a content with the right hash that is no package is none", arguments: lies.indices)
  func lie(index: Int) throws {
    let archive = try PortablePackage(Self.bytes(Self.files)).archive
    let key = Fingerprint(["key"])
    func ask(_ content: (name: String, bytes: [UInt8])) throws -> PortablePackage? {
      let server = try RawServer { request in
        guard request.path.hasPrefix("/ac/") else { return .status(200, content.bytes) }
        let hash = Fingerprint(content: content.bytes).description
        let file = ActionResult.File(path: "\(key)/\(content.name)", hash: hash, size: content.bytes.count)
        return .status(200, ActionResult(files: [file]).encoded)
      }
      defer { server.stop() }
      let remote = RemoteCache(
        RemoteAccess(address: server.address, agent: "test"), hash: { Fingerprint(content: $0).description },
        warn: { _ in })
      return SharedResults(remote).package(key)
    }
    #expect(try ask(("package", archive)) != nil)
    #expect(try ask(Self.lies[index].1(archive)) == nil, "\(Self.lies[index].0)")
  }
}
