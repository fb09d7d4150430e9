/// What a page asks the program to do.
package struct PreviewRequest: Sendable, Hashable {
  /// What it asks for: the last part of the path.
  package var name: String
  /// The example that it is about, as `chapter#id`; empty where it is about none.
  package var example: String
  /// What it brings.
  package var body: [UInt8]

  /// Does what a page asks for.
  package typealias Action = @Sendable (PreviewRequest) async -> PreviewAnswer
}
