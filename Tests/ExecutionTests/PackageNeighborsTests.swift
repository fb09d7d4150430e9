import Files
import TestSupport
import Testing

@testable import Execution

@Suite("The packages beside a book's own")
struct PackageNeighborsTests {
  @Test("are those that SwiftPM noted, but for the package itself; what it cloned is no folder to watch")
  func noted() throws {
    let folder = try TemporaryFolder()
    func dependency(_ kind: String, _ location: String) -> String {
      """
            {
              "basedOn" : null,
              "packageRef" : {
                "identity" : "some",
                "kind" : "\(kind)",
                "location" : "\(location)",
                "name" : "Some"
              }
            }
      """
    }
    let dependencies = [
      dependency("fileSystem", "\\/shops\\/shop"), dependency("fileSystem", "/shops/words"),
      dependency("localSourceControl", "/shops/letters"), dependency("remoteSourceControl", "https://host/far.git"),
    ].joined(separator: ",\n")
    try folder.write("cache/loopbook-modules/.build/workspace-state.json", "{ [\n\(dependencies)\n] }")
    let neighbors = PackageNeighbors(of: "/shops/shop", in: CacheFolder(folder.path("cache")))
    #expect(neighbors.folders == ["/shops/words"])
    #expect(neighbors.repositories == ["/shops/letters"])
    #expect(PackageNeighbors(of: "/shops/shop", in: CacheFolder(folder.path("none"))).folders.isEmpty)
  }
}
