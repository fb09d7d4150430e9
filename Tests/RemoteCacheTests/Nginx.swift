import Foundation
import Testing

/// Debian's nginx with WebDAV, on loopback, as a process of this user with a folder of its own.
final class Nginx {
  private let process = Process()
  private let folder: URL
  let address: String

  /// The files that were put there.
  var data: URL { folder.appending(path: "data") }

  init() throws {
    let manager = FileManager.default
    let program = "/usr/sbin/nginx"
    try #require(manager.isExecutableFile(atPath: program), "apt-get install nginx-light")
    folder = manager.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try manager.createDirectory(at: folder.appending(path: "data"), withIntermediateDirectories: true)
    // A port that was free a moment ago.
    let probe = try RawServer { _ in .silence }
    probe.stop()
    address = probe.address
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path)/\($0);" }
    let text = """
      daemon off;
      master_process off;
      pid \(folder.path)/pid;
      error_log \(folder.path)/errors;
      events {}
      http {
        access_log off;
        \(temporary.joined(separator: "\n"))
        client_max_body_size 0;
        server {
          listen 127.0.0.1:\(probe.port);
          root \(folder.path)/data;
          location / {
            dav_methods PUT;
            create_full_put_path on;
          }
        }
      }
      """
    let file = folder.appending(path: "nginx.conf")
    try Data(text.utf8).write(to: file)
    process.executableURL = URL(filePath: program)
    process.arguments = ["-p", folder.path, "-c", file.path, "-e", "\(folder.path)/errors"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It writes its number once it listens.
    for _ in 0..<1000 where !manager.fileExists(atPath: "\(folder.path)/pid") && process.isRunning { usleep(10_000) }
    try #require(process.isRunning, "nginx ended; see its configuration")
    try #require(manager.fileExists(atPath: "\(folder.path)/pid"), "nginx does not listen after ten seconds")
  }

  deinit {
    // A polite end comes only when its connections are closed.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // What is left lies in the folder for temporary files.
    try? FileManager.default.removeItem(at: folder)
  }
}
