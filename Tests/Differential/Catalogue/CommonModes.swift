import LoopEngine

extension Catalogue {
  /// Section 1.8 and 1.9: common modes and common items.
  static let commonModes = Section { section in
    section.add(
      "1.8a", "a common item is added to each common mode, also to one that is marked later",
      "+S(default) +S(a) has=yes has=yes has=yes"
    ) { probe, loop in
      let source = probe.source("S", hooks: true)
      loop.add(source, to: .common)
      probe.markCommon("a", in: loop)
      probe.note("has", loop.contains(source))
      probe.note("has", loop.contains(source, in: "a"))
      probe.note("has", loop.contains(source, in: .common))
    }

    section.add("1.8b", "a common timer fires in whichever common mode runs", "T 3 T 3") { probe, loop in
      probe.markCommon("a", in: loop)
      probe.timer("T", every: 1.ms, on: loop, in: .common)
      LoopThread.sleep(for: 2.ms)
      probe.poll()
      LoopThread.sleep(for: 3.ms)
      probe.poll("a")
    }

    section.add("1.8c", "adding a common item to one of the common modes has no effect", "+S(default) has=yes") {
      probe, loop in
      let source = probe.source("S", hooks: true)
      loop.add(source, to: .common)
      loop.add(source)
      probe.note("has", loop.contains(source))
    }

    section.add(
      "1.8d", "a common item removed from one mode stays a common item",
      "+S(default) -S(default) has=no has=yes +S(a)"
    ) { probe, loop in
      let source = probe.source("S", hooks: true)
      loop.add(source, to: .common)
      loop.remove(source)
      probe.note("has", loop.contains(source))
      probe.note("has", loop.contains(source, in: .common))
      probe.markCommon("a", in: loop)
    }

    section.add(
      "1.8e", "removing a common item takes it out of every common mode, wherever it was added as well",
      "+S(default) +S(a) +S(plain) -S -S has=no has=no has=yes has=no"
    ) { probe, loop in
      let source = SignalSource(
        schedule: { probe.note("+S(\($1))") }, cancel: { _, _ in probe.note("-S") }, perform: {})
      loop.add(source)
      probe.markCommon("a", in: loop)
      loop.add(source, to: .common)
      loop.add(source, to: "plain")
      loop.remove(source, from: .common)
      probe.note("has", loop.contains(source))
      probe.note("has", loop.contains(source, in: "a"))
      probe.note("has", loop.contains(source, in: "plain"))
      probe.note("has", loop.contains(source, in: .common))
    }

    section.add(
      "1.8f", "removing from the common modes what is no common item has no effect", "+S(default) has=yes"
    ) { probe, loop in
      let source = probe.source("S", hooks: true)
      loop.add(source)
      loop.remove(source, from: .common)
      probe.note("has", loop.contains(source))
    }

    section.add("1.8g", "an item of a common mode is not for that a common item", "has=no has=no") { probe, loop in
      let source = probe.source("S")
      loop.add(source)
      probe.note("has", loop.contains(source, in: .common))
      probe.markCommon("a", in: loop)
      probe.note("has", loop.contains(source, in: "a"))
    }

    section.add("1.8h", "common observers and ports follow the common modes", "has=yes has=yes has=no has=no") {
      probe, loop in
      let observer = LoopObserver(.all) { _, _ in }
      let port = probe.port("P")
      loop.add(observer, to: .common)
      loop.add(port, to: .common)
      probe.markCommon("a", in: loop)
      probe.note("has", loop.contains(observer, in: "a"))
      probe.note("has", loop.contains(port, in: "a"))
      loop.remove(observer, from: .common)
      loop.remove(port, from: .common)
      probe.note("has", loop.contains(observer, in: "a"))
      probe.note("has", loop.contains(port, in: "a"))
    }

    section.add("1.8i", "marking a mode as common again has no effect", "+S(default) +S(a) a,default") { probe, loop in
      loop.add(probe.source("S", hooks: true), to: .common)
      probe.markCommon("a", in: loop)
      probe.markCommon("a", in: loop)
      probe.note(probe.names(loop.commonModes))
    }

    section.add(
      "1.8j", "an item that is in the mode already when that is marked as common is left alone",
      "+S(a) +S(default) -S -S"
    ) {
      probe, loop in
      let source = SignalSource(
        schedule: { probe.note("+S(\($1))") }, cancel: { _, _ in probe.note("-S") }, perform: {})
      loop.add(source, to: "a")
      loop.add(source, to: .common)
      probe.markCommon("a", in: loop)
      loop.remove(source, from: .common)
    }

    section.add(
      "1.8k", "a running mode that is marked as common takes the common items at once",
      "+S(default) E bT +S(a) bS S X 4"
    ) {
      probe, loop in
      let source = probe.source("S", hooks: true)
      probe.keepAlive(loop, in: "a")
      probe.observe(loop, in: "a")
      loop.add(source, to: .common)
      source.signal()
      probe.on(.beforeTimers, loop, in: "a") { probe.markCommon("a", in: loop) }
      probe.run("a", for: .seconds(5), handled: true)
    }

    section.add("1.9a", "the common modes are recognised by name", "+S(default) has=yes default") { probe, loop in
      let source = probe.source("S", hooks: true)
      loop.add(source, to: Mode("common"))
      probe.note("has", loop.contains(source, in: .common))
      probe.note(probe.names(loop.allModes))
    }
  }
}
