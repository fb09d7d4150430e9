import Highlighting
import Testing

@Suite("Other languages")
struct LanguageTests {
  @Test(
    "C",
    arguments: [
      ("#include <stdio.h> // x\n#define N 0x1F", "⟦p #include⟧ ⟦s <stdio.h>⟧ ⟦c // x⟧\n⟦p #define⟧ N ⟦n 0x1F⟧"),
      (
        "static pid_t f(CFRunLoopRef loop, char c) { return 'a' + 1.5e-3f; }",
        "⟦k static⟧ ⟦t pid_t⟧ ⟦f f⟧(⟦t CFRunLoopRef⟧ loop, ⟦t char⟧ c) { ⟦k return⟧ ⟦s 'a'⟧ + ⟦n 1.5e-3f⟧; }"
      ),
      ("if (errno == EAGAIN) L\"a\\\"b\"; /* c", "⟦k if⟧ (errno == EAGAIN) ⟦s L\"a\\\"b\"⟧; ⟦c /* c⟧"),
      ("dispatch_async(q, ^{ x(); });", "⟦f dispatch_async⟧(q, ^{ ⟦f x⟧(); });"),
    ])
  func c(text: String, marked: String) {
    #expect(Highlighter.marked(text, .c) == marked)
  }

  @Test(
    "Objective-C",
    arguments: [
      (
        "@interface Log : NSObject <Reader>\n@property (nonatomic) id x;\n@end",
        "⟦k @interface⟧ ⟦t Log⟧ : ⟦t NSObject⟧ <⟦t Reader⟧>\n⟦k @property⟧ (nonatomic) ⟦t id⟧ x;\n⟦k @end⟧"
      ),
      (
        "[self log:@\"a %@\", @1, @{}, ^(BOOL b) { return YES; }];",
        "[⟦k self⟧ log:⟦s @\"a %@\"⟧, @⟦n 1⟧, @{}, ^(⟦t BOOL⟧ b) { ⟦k return⟧ ⟦k YES⟧; }];"
      ),
    ])
  func objectiveC(text: String, marked: String) {
    #expect(Highlighter.marked(text, .objectiveC) == marked)
  }

  @Test(
    "shell",
    arguments: [
      ("A=1 make -j\"$N\" x | sort # c", "⟦v A⟧=1 ⟦f make⟧ -j⟦s \"⟧⟦v $N⟧⟦s \"⟧ x | ⟦f sort⟧ ⟦c # c⟧"),
      ("for a in b c; do echo ${a%.*}; done", "⟦k for⟧ a ⟦k in⟧ b c; ⟦k do⟧ ⟦f echo⟧ ⟦v ${a%.*}⟧; ⟦k done⟧"),
      ("cat <<'E' > f\nlet $x\nE\nls", "⟦f cat⟧ <<'E' > f\n⟦s let $x\n⟧E\n⟦f ls⟧"),
      ("x \"$(y 'a' \"b\")\" c#d", "⟦f x⟧ ⟦s \"⟧$(⟦f y⟧ ⟦s 'a'⟧ ⟦s \"b\"⟧)⟦s \"⟧ c#d"),
      ("swift build 2>&1 && ./run", "⟦f swift⟧ build ⟦n 2⟧>&⟦n 1⟧ && ⟦f ./run⟧"),
    ])
  func shell(text: String, marked: String) {
    #expect(Highlighter.marked(text, .shell) == marked)
  }

  @Test("in a session, only what follows a prompt is marked")
  func console() {
    #expect(
      Highlighter.marked("$ swift build \\\n    --target \"A\"\nBuild \"complete\" if $ x\n$ ls\n$\n", .console)
        == "⟦q $⟧ ⟦f swift⟧ build \\\n    --target ⟦s \"A\"⟧\nBuild \"complete\" if $ x\n⟦q $⟧ ⟦f ls⟧\n⟦q $⟧\n")
  }

  @Test("JSON and JSON5")
  func json() {
    #expect(
      Highlighter.marked(#"{"a": [1, -2.5e3, true, "b\""], c: null} // d"#, .json)
        == #"{⟦v "a"⟧: [⟦n 1⟧, ⟦n -2.5e3⟧, ⟦k true⟧, ⟦s "b\""⟧], ⟦v c⟧: ⟦k null⟧} ⟦c // d⟧"#)
  }

  @Test(
    "YAML",
    arguments: [
      ("a b: 1 # c\n\"d\": 'it''s'", "⟦v a b⟧: ⟦n 1⟧ ⟦c # c⟧\n⟦v \"d\"⟧: ⟦s 'it''s'⟧"),
      ("- k: |\n    x: 1\n\n    y\n  l: true\n- z", "- ⟦v k⟧: |\n    ⟦s x: 1⟧\n\n    ⟦s y⟧\n  ⟦v l⟧: ⟦k true⟧\n- z"),
      ("a: {b: [1, no], c: x#y}\nu: http://a.b:1", "⟦v a⟧: {⟦v b⟧: [⟦n 1⟧, ⟦k no⟧], ⟦v c⟧: x#y}\n⟦v u⟧: http://a.b:1"),
      ("---\na: &x !t 1.2.3\nb: *x\n...", "⟦p ---⟧\n⟦v a⟧: ⟦a &x⟧ ⟦a !t⟧ 1.2.3\n⟦v b⟧: ⟦a *x⟧\n⟦p ...⟧"),
    ])
  func yaml(text: String, marked: String) {
    #expect(Highlighter.marked(text, .yaml) == marked)
  }

  @Test("a comparison's lines are marked as a whole, its headings only before the first part")
  func diff() {
    #expect(
      Highlighter.marked("--- a\n+++ b\n@@ -1 +1 @@\n x\n-- y\n+++ z\n\\ No newline\n", .diff)
        == "⟦c --- a⟧\n⟦c +++ b⟧\n⟦p @@ -1 +1 @@⟧\n x\n⟦d -- y⟧\n⟦i +++ z⟧\n⟦c \\ No newline⟧\n")
  }
}
