import Testing

@testable import Execution

@Suite("What headers mention")
struct HeaderMentionsTests {
  private func asked(_ header: String) -> [String?] {
    HeaderMentions(in: Array(header.utf8)).all.filter { $0.kind == .asked }.map(\.path)
  }

  @Test("Questions for files are found wherever they stand")
  func questions() {
    #expect(asked("#if __has_include(\"a.h\") && !__has_include ( <b/c.h> )\n") == ["a.h", "b/c.h"])
    #expect(asked("#if __has_embed(\"data\" limit(1)) || __has_include_next(<d.h>)\n") == ["data", "d.h"])
    #expect(asked("#if __has_\\\ninclude(\"a.h\")\n") == ["a.h"])
  }

  @Test("A question whose file a macro names is one for any file")
  func computed() {
    #expect(asked("#define HAS(x) __has_include(x)\n") == [nil])
  }

  @Test("Asking whether the compiler knows the question, or answering it, asks for nothing")
  func fallbacks() {
    #expect(asked("#ifndef __has_include\n#define __has_include(x) 0\n#endif\n").isEmpty)
    #expect(asked("#if defined(__has_include)\nint my__has_include(int);\n#endif\n").isEmpty)
  }

  @Test("What is included and embedded is told apart")
  func directives() {
    let all = HeaderMentions(in: Array("#include <a.h>\n# embed \"b\"\n#include NAME\n".utf8)).all
    #expect(all.map(\.path) == ["a.h", "b", nil])
    #expect(all.map(\.kind) == [.included, .embedded, .included])
  }
}
