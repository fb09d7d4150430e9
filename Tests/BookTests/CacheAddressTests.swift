import Book
import Testing

@Suite("Addresses of a shared cache")
struct CacheAddressTests {
  @Test(
    "an address is shown without its login and its last slash",
    arguments: [
      ("https://cache.example.org", "https://cache.example.org", true),
      ("https://Cache.Example.org:8443/book/", "https://cache.example.org:8443/book", true),
      ("HTTP://10.0.0.7/", "http://10.0.0.7", false), ("http://localhost:80/x//", "http://localhost:80/x", true),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080", true), ("http://[::1]:8080/a", "http://[::1]:8080/a", true),
      ("http://127.0.0.1.example.org", "http://127.0.0.1.example.org", false),
      ("http://localhost.example.org", "http://localhost.example.org", false),
      ("https://robin:p%40ss@example.org/b", "https://example.org/b", true),
    ])
  func shown(text: String, shown: String, isProtected: Bool) throws {
    let address = try CacheAddress(parsing: text)
    #expect("\(address)" == shown && String(reflecting: address) == shown)
    #expect(address.isProtected == isProtected)
    #expect(address.login == (text.contains("@") ? "robin:p@ss" : nil))
  }

  @Test(
    "what is no address of a server is refused",
    arguments: [
      "", "cache", "file:///etc/passwd", "ftp://example.org", "gopher://example.org", "https://", "https:///x",
      "https://a b", "https://a\nb", "https://example.org:0", "https://example.org:99999", "https://example.org:x",
      "https://a@b@c", "https://user@example.org", "https://example.org/?q", "https://example.org/#f",
      "https://example.org/a/../b", "https://ex\u{E4}mple.org", "https://[::1", "https://[x]/",
      "https://a:b%0Ac@example.org",
      "https://example.org\\@other.org", "https://-option{x}",
    ])
  func refused(text: String) {
    #expect(throws: CacheAddressProblem.self) { try CacheAddress(parsing: text) }
  }
}
