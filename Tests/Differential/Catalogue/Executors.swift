import LoopEngine

extension Catalogue {
  /// A loop as the executor of Swift concurrency.
  static let executors = Section { section in
    section.addInProcess(
      "executor-a", "an actor whose executor is a loop's runs on the loop's thread", "there=yes there=yes 2"
    ) {
      probe, loop in
      let resident = Resident(of: loop.handle)
      probe.keepAlive(loop)
      Task {
        probe.note("there", await resident.isHome)
        await Task.yield()
        probe.note("there", await resident.isHome)
        await resident.stop()
      }
      probe.run(for: .seconds(5))
    }

    section.addInProcess("executor-b", "an actor's job wakes the sleeping loop", "E bT bS BW AW job X 2") {
      probe, loop in
      let resident = Resident(of: loop.handle)
      probe.observe(loop)
      probe.keepAlive(loop)
      probe.whileAsleep(loop) { _ in
        Task {
          await resident.note("job", probe)
        }
      }
      probe.run(for: .seconds(5))
    }

    section.addInProcess("executor-c", "an actor's jobs run in the common modes only", "3 job 2") { probe, loop in
      let resident = Resident(of: loop.handle)
      probe.keepAlive(loop)
      probe.keepAlive(loop, in: "plain")
      probe.on(.entry, loop, in: "plain") { Task { await resident.note("job", probe) } }
      probe.run("plain", for: 30.ms)
      probe.run(for: .seconds(5))
    }

    section.addInProcess("executor-d", "a task that prefers a loop's executor runs on the loop's thread", "there=yes 2")
    {
      probe, loop in
      let handle = loop.handle
      probe.keepAlive(loop)
      Task(executorPreference: handle.executor) {
        probe.note("there", handle.isCurrent)
        handle.stop()
      }
      probe.run(for: .seconds(5))
    }
  }
}

/// An actor that lives on a loop's thread.
private actor Resident {
  private nonisolated let executor: LoopExecutor

  init(of loop: LoopHandle) {
    executor = loop.executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  var isHome: Bool { executor.handle.isCurrent }

  func stop() { executor.handle.stop() }

  func note(_ word: String, _ probe: Probe) {
    probe.note(word)
    executor.handle.stop()
  }
}
