/// What leads Swift's tasks to the virtual clock elsewhere: the toolchain has no tasks for pages.
enum TaskHooks {
  static let leadsClocks = false

  static func add(_ scheduler: VirtualScheduler) {}
}
