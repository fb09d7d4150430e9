extension Difference {
  /// Every listed difference, in the order of the behavior catalogue.
  public static let all: [Difference] = [
    Difference(
      "common-is-no-mode", "1.3",
      coreFoundation: """
        Queuing a block for the common modes makes a mode with the name of the mark, `kCFRunLoopCommonModes`.
        """,
      loopEngine: "`common` is a mark and never a mode: it is not among the loop's modes.",
      reason: "Apple's documentation says that loops never run in it, so it does not belong in a list of modes."),
    Difference(
      "timer-kept", "1.7",
      coreFoundation: """
        A timer is an object: one that is in no mode goes when the program lets go of it, and its handler with it.
        """,
      loopEngine: """
        A timer is a number that its loop gives out. The loop keeps the handler until the timer is invalidated, a timer \
        that fires once has fired, or the loop ends, whether the timer is in a mode or not.
        """,
      reason: """
        A number needs no counting of references, so a loop can have a hundred thousand timers cheaply. On both, \
        invalidating a timer lets its handler go.
        """),
    Difference(
      "outer-limit-silent", "3.5",
      coreFoundation: """
        The limit of a run wakes the loop, whichever run is then asleep. A nested run wakes for nothing when the limit of \
        an outer run passes. So does the next run, if the loop was busy at the limit. And a nested run can take the \
        wake-up that the outer run needs, which then sleeps on.
        """,
      loopEngine: "A nested or a later run sleeps on: each run is woken by its own limit only.",
      reason: "The wake is an accident of how CoreFoundation keeps limits; no program asked for it."),
    Difference(
      "source-pass-any", "5.4",
      coreFoundation: """
        A turn counts as having handled a source if it performed the last source that it looked at. If an earlier source \
        invalidated that one, the turn counts as having handled nothing: the blocks that the sources queued wait, and the \
        loop sleeps.
        """,
      loopEngine: """
        A turn counts as having handled a source if it performed any. The blocks run, and the turn does not wait.
        """,
      reason: """
        A loop is meant not to sleep in a turn that handled a source. Which source came last is an accident of the order, \
        and it can leave queued work asleep.
        """),
    Difference(
      "missed-fires-constant", "6.5",
      coreFoundation: """
        The next date of a repeating timer is found by adding the interval until the sum lies in the future: the cost \
        grows with the number of fires that were missed.
        """,
      loopEngine: "The next date is found by one division, however many fires were missed.",
      reason: """
        The dates are the same. A timer with a short interval on a loop that was blocked, or on a machine that was \
        asleep, must not hold the loop up.
        """),
    Difference(
      "timer-tolerance", "6.11",
      coreFoundation: """
        Setting a timer's tolerance has no effect on Linux and reading it gives zero: each timer wakes the loop at its \
        own date.
        """,
      loopEngine: """
        A timer may fire as late as its tolerance allows, so that timers whose tolerances overlap share a wake. A \
        repeating timer's tolerance is at most half its interval, a negative one is zero.
        """,
      reason: "This is within what Apple's documentation of the tolerance promises."),
    Difference(
      "last-timer-disarmed", "6.12",
      coreFoundation: """
        Removing the last timer of a mode leaves the mode's kernel timer armed: the loop wakes once for nothing at the \
        date of the timer that is gone. If the mode was left empty by that in the middle of a turn, the run ends then, as \
        finished.
        """,
      loopEngine: """
        A timer that was removed wakes nothing. The loop looks whether a mode is empty where a run begins and at the end \
        of each turn. If the mode was left empty in between, the loop sleeps until something wakes it or the run's limit \
        passes; without a limit it can sleep forever.
        """,
      reason: "The wake is a leftover that no program asked for; it costs power and shows up in every trace."),
    Difference(
      "descriptor-seen-late", "2.2",
      coreFoundation: """
        Ready things are taken in the order in which they became ready: a descriptor that was readable before the loop \
        was woken comes before the wake-up.
        """,
      loopEngine: """
        Wake-ups, ports and timers go by the moment they became ready, a descriptor by the moment the loop saw that it is: \
        what became ready after the descriptor, but before the loop saw it, comes first.
        """,
      reason: "The kernel does not say when a descriptor became ready; asking it every turn would cost a system call."),
    Difference(
      "common-run-is-false", "10.3",
      coreFoundation: """
        While a block for the common modes is queued, `run(mode: .common, before:)` returns true at once and runs \
        nothing: a thread that calls it until it is false spins.
        """,
      loopEngine: "`run(mode: .common, before:)` is false, whatever is queued.",
      reason: "A loop cannot run in the common modes; a mistake in the mode must not cost a processor."),
    Difference(
      "taken-timer-fires-nested", "6.1",
      coreFoundation: """
        The loop takes the mode's alarm from the kernel before it calls the observers of `afterWaiting`: a run nested there \
        sees no timer of that mode, neither those that are due nor later ones.
        """,
      loopEngine: "A run nested there fires the timers that are due.",
      reason: "A nested run that sleeps past its timers would be a fault."),
    Difference(
      "ready-place-kept", "2.2",
      coreFoundation: """
        An item that became ready in a mode, and then is not ready any more or was served in another mode, keeps its place \
        among the ready items of the mode until the mode is run: a timer that was due and got another date, a port in \
        several modes, a descriptor that another handler has read, a wake-up. When it is ready again, it comes before items \
        that became ready in between. A port that is added to a further mode is ready there from then on.
        """,
      loopEngine: "Each item goes by the moment it became ready again, in all modes.",
      reason: "The place is a leftover of the kernel's list of ready descriptors."),
    Difference(
      "limit-from-call", "3.5",
      coreFoundation: """
        The limit of a run counts from when the observers of `entry` have returned: a run for a duration takes their time \
        longer, and a run until a date goes beyond it.
        """,
      loopEngine: "The limit counts from the call.",
      reason: "If you ask for a date, the run should keep it."),
    Difference(
      "invalid-leaves-common", "1.11",
      coreFoundation: """
        An observer of the common modes that was taken out of each mode and then invalidated stays among the \
        common items.
        """,
      loopEngine: "An item that is invalid is in no mode and not among the common items.",
      reason: "Invalidating an item is documented to remove it from all modes."),
    Difference(
      "common-timer-found", "1.8",
      coreFoundation: "A timer of the common modes that was taken out of each mode is not found in the common modes.",
      loopEngine: "It is found there, as a source or an observer is.",
      reason: "It still comes into each mode that is made common."),
    Difference(
      "taken-descriptor-served-nested", "13.1",
      coreFoundation: """
        The descriptor that woke the loop belongs to the outer turn: a run nested in an observer of `afterWaiting` does not \
        see it, and afterwards its handler is called, whether it is still ready or not. A port counts as a handled source \
        there even when the nested run has taken its message.
        """,
      loopEngine: "The nested run serves it; the outer turn does so only if it is still ready.",
      reason: "A handler that is called for a descriptor with nothing to read may block."),
  ]
}
