/// What a browser gets.
package struct PreviewAnswer: Sendable, Hashable {
  package var status: Int
  package var type: String
  package var bytes: [UInt8]

  package init(status: Int = 200, type: String, bytes: [UInt8]) {
    self.status = status
    self.type = type
    self.bytes = bytes
  }

  package init(status: Int = 200, type: String, text: String) {
    self.init(status: status, type: type, bytes: Array(text.utf8))
  }
}
