import Glibc

/// Opens an address in the browser of the person at this machine.
enum BrowserStart {
  /// Asks the desktop to; answers why it could not be asked.
  static func open(_ address: String) -> String? {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // What a browser has to say does not belong among the book's messages.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "xdg-open", &actions, nil, &arguments, environ)
    return code == 0 ? nil : String(cString: strerror(code))
  }
}
