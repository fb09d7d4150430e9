import Book
import Testing

/// What is wrong in a configuration: each message with its place and its cure.
@Suite("Mistakes in a configuration")
struct ConfigurationMistakeTests {
  @Test(
    "a value that is wrong is told at its place",
    arguments: [
      (
        "titel: x",
        """
        content/loopbook.yml:1:1: error: there is no key 'titel' [unknown-key]
         1 | titel: x
           | ^~~~~
        help: did you mean 'title'?

        """
      ),
      (
        "examples: {color: red}",
        """
        content/loopbook.yml:1:12: error: there is no key 'color' [unknown-key]
         1 | examples: {color: red}
           |            ^~~~~
        help: the keys are use, signatures, hidden-lines, imports, timeout, compile-timeout, cpu, memory, output, processes, files, sandbox, live, types, other-names, schedules, warnings, reference and reference-reason

        """
      ),
      (
        "authors: 5",
        """
        content/loopbook.yml:1:10: error: 'authors' must be a list of names, but it is a number [wrong-type]
         1 | authors: 5
           |          ^
        help: write 'authors: [5]'

        """
      ),
      (
        "authors: [Ada, [Bo]]",
        """
        content/loopbook.yml:1:16: error: 'authors' must be text, but it is a list [wrong-type]
         1 | authors: [Ada, [Bo]]
           |                ^~~~

        """
      ),
      (
        "title: 1984",
        """
        content/loopbook.yml:1:8: error: 'title' must be text, but it is a number [wrong-type]
         1 | title: 1984
           |        ^~~~
        help: put it in quotes: "1984"

        """
      ),
      (
        "title:",
        """
        content/loopbook.yml:1:7: error: 'title' must be text, but it is empty [wrong-type]
         1 | title:
           |       ^

        """
      ),
      (
        "title: ''",
        """
        content/loopbook.yml:1:8: error: 'title' must not be empty [wrong-value]
         1 | title: ''
           |        ^~

        """
      ),
      (
        "- a",
        """
        content/loopbook.yml:1:1: error: 'loopbook.yml' must be keys with values, but it is a list [wrong-type]
         1 | - a
           | ^~~
        help: write 'key: value' on each line

        """
      ),
      (
        "swift: 4",
        """
        content/loopbook.yml:1:8: error: 'swift' must be 5 or 6, a language mode [wrong-value]
         1 | swift: 4
           |        ^

        """
      ),
      (
        "html: maybe",
        """
        content/loopbook.yml:1:7: error: 'html' must be true or false, but it is text [wrong-type]
         1 | html: maybe
           |       ^~~~~

        """
      ),
      (
        "examples:\n  timeout: 2",
        """
        content/loopbook.yml:2:12: error: 'timeout' must be a time: '2' has no unit [wrong-value]
         2 |   timeout: 2
           |            ^
        help: write '2s' for seconds, or '2ms' for milliseconds

        """
      ),
      (
        "examples:\n  memory: lots",
        """
        content/loopbook.yml:2:11: error: 'memory' must be a size: 'lots' does not begin with a number [wrong-value]
         2 |   memory: lots
           |           ^~~~
        help: write a number and B, K, M or G, such as 64K or 512M

        """
      ),
      (
        "examples:\n  schedules: 0",
        """
        content/loopbook.yml:2:14: error: 'schedules' must be a whole number from 1 to 100000, but it is a number [wrong-type]
         2 |   schedules: 0
           |              ^

        """
      ),
      (
        "examples:\n  reference: off",
        """
        content/loopbook.yml:2:14: error: 'reference: off' needs a reason, which the pages show [wrong-value]
         2 |   reference: off
           |              ^~~
        help: add 'reference-reason: …' below it

        """
      ),
      (
        "examples:\n  reference-reason: no screen",
        """
        content/loopbook.yml:2:3: error: 'reference-reason' has an effect only with 'reference: off' [wrong-value]
         2 |   reference-reason: no screen
           |   ^~~~~~~~~~~~~~~~
        help: add 'reference: off', or remove the reason

        """
      ),
      (
        "cache: https://example.org/cache",
        """
        content/loopbook.yml:1:8: error: 'cache' is a folder, not an address [wrong-value]
         1 | cache: https://example.org/cache
           |        ^~~~~~~~~~~~~~~~~~~~~~~~~
        help: for a cache that machines share, write 'cache: {remote: "https://example.org/cache"}'

        """
      ),
      (
        "cache: {folder: \"http://a\"}",
        """
        content/loopbook.yml:1:17: error: 'folder' is a folder, not an address [wrong-value]
         1 | cache: {folder: "http://a"}
           |                 ^~~~~~~~~~
        help: for a cache that machines share, write 'remote: "http://a"'

        """
      ),
      (
        "output: https://example.org",
        """
        content/loopbook.yml:1:9: error: 'output' is a folder, not an address [wrong-value]
         1 | output: https://example.org
           |         ^~~~~~~~~~~~~~~~~~~
        help: name a folder; the address that the site will have belongs to 'url'

        """
      ),
      (
        "package: https://example.org/garden",
        """
        content/loopbook.yml:1:10: error: 'package' is a folder, not an address [wrong-value]
         1 | package: https://example.org/garden
           |          ^~~~~~~~~~~~~~~~~~~~~~~~~~
        help: name a folder of this machine

        """
      ),
      (
        "repository: github.com/a",
        """
        content/loopbook.yml:1:13: error: 'repository' must be a web address: it does not begin with https:// [wrong-value]
         1 | repository: github.com/a
           |             ^~~~~~~~~~~~
        help: write the whole address, such as https://example.org/book

        """
      ),
      (
        "url: https://bücher.example/",
        """
        content/loopbook.yml:1:6: error: 'url' must be a web address: its host has characters other than ASCII [wrong-value]
         1 | url: https://bücher.example/
           |      ^~~~~~~~~~~~~~~~~~~~~~~
        help: write the host's name in ASCII, as browsers send it, such as xn--bcher-kva.example for bücher.example

        """
      ),
      (
        "edit-link: https://example.org/edit",
        """
        content/loopbook.yml:1:12: error: 'edit-link' must be a web address: it has no {path} [wrong-value]
         1 | edit-link: https://example.org/edit
           |            ^~~~~~~~~~~~~~~~~~~~~~~~
        help: write {path} where the chapter's path belongs, such as https://example.org/edit/main/content/{path}

        """
      ),
      (
        "language: English language",
        """
        content/loopbook.yml:1:11: error: 'language' must be a language tag: it is empty, or has something other than letters, digits and hyphens [wrong-value]
         1 | language: English language
           |           ^~~~~~~~~~~~~~~~
        help: write it as HTML does, such as en, de or zh-Hans

        """
      ),
      (
        "products: [a b]\nmodules: .",
        """
        content/loopbook.yml:1:12: error: 'a b' is not a name that Swift can import [wrong-value]
         1 | products: [a b]
           |            ^~~

        """
      ),
      (
        "products: [A]",
        """
        content/loopbook.yml:1:1: error: 'products' names what to import, but nothing says from which package [wrong-value]
         1 | products: [A]
           | ^~~~~~~~
        help: add 'package: ..' with the package's folder, or 'modules'

        """
      ),
      (
        "reference: {prodcts: [A]}",
        """
        content/loopbook.yml:1:13: error: there is no key 'prodcts' [unknown-key]
         1 | reference: {prodcts: [A]}
           |             ^~~~~~~
        help: did you mean 'products'?

        """
      ),
      (
        "reference: on",
        """
        content/loopbook.yml:1:12: error: 'reference' must be keys with values, but it is text [wrong-type]
         1 | reference: on
           |            ^~
        help: write 'reference: {}' for none of them; the keys are products, folder, strict and source-link

        """
      ),
      (
        "reference: {products: []}",
        """
        content/loopbook.yml:1:23: error: 'products' is empty, so there is nothing to make pages from [wrong-value]
         1 | reference: {products: []}
           |                       ^~
        help: name a product, or remove the line for all of them

        """
      ),
      (
        "reference: {folder: ../api}",
        """
        content/loopbook.yml:1:21: error: 'folder' must be a folder in the book: it leads out of the book [wrong-value]
         1 | reference: {folder: ../api}
           |                     ^~~~~~
        help: write a name such as api

        """
      ),
      (
        "reference: {strict: maybe}",
        """
        content/loopbook.yml:1:21: error: 'strict' must be true or false, but it is text [wrong-type]
         1 | reference: {strict: maybe}
           |                     ^~~~~

        """
      ),
      (
        "package: ../nowhere",
        """
        content/loopbook.yml:1:10: error: there is no folder 'nowhere' [missing-folder]
         1 | package: ../nowhere
           |          ^~~~~~~~~~
        help: paths are relative to the folder of loopbook.yml

        """
      ),
      (
        "package: .",
        """
        content/loopbook.yml:1:10: error: there is no Package.swift in 'content' [missing-folder]
         1 | package: .
           |          ^

        """
      ),
      (
        "output: .",
        """
        content/loopbook.yml:1:9: error: 'output' is the book's own folder or contains it, and would replace the book [wrong-value]
         1 | output: .
           |         ^
        help: name a folder of its own

        """
      ),
    ])
  func problems(yaml: String, expected: String) throws {
    #expect(try ConfigurationTests.load(yaml).1 == expected)
  }

  @Test("a folder with other files is not taken for the cache, one with its own is")
  func cache() throws {
    let (configuration, messages) = try ConfigurationTests.load("cache: ../Sources", ["Sources/x.swift": ""])
    #expect(
      messages == """
        content/loopbook.yml:1:8: error: 'cache' names a folder with files that loopbook did not make, such as 'x.swift' [wrong-value]
         1 | cache: ../Sources
           |        ^~~~~~~~~~
        help: name a folder of its own

        """)
    #expect(configuration?.cache.hasSuffix("content/.loopbook") == true)
    #expect(try ConfigurationTests.load("cache: ../kept", ["kept/results/ab/cd": "", "kept/.DS_Store": ""]).1 == "")
  }

  @Test("all problems are told at once, in the order of the file")
  func several() throws {
    let (configuration, messages) = try ConfigurationTests.load(
      "lang: en\ntitle: [x]\nexamples:\n  cpu: 1parsec\nauthors: [a]\n")
    #expect(configuration?.authors == ["a"])
    #expect(messages.split(separator: "\n").filter { $0.contains("error:") }.count == 3)
    #expect(messages.contains("'cpu' must be a time: there is no unit 'parsec'"))
  }
}
