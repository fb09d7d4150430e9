/// A word or sentence of the site's own, apart from the book's text.
///
/// Templates, scripts and pictures take them from one table for each language; `words` in `loopbook.yml` replaces
/// single ones by their names.
package enum InterfaceWord: String, CaseIterable, Sendable {
  // The frame of a page.
  case skip, chapters, close, contents, print, sources, allParts, allChapters, onThisPage, whereThisIs, turnPages
  case previous, next, editPage, wholeBook, notFound, noSuchPage, noSuchPageWhy, toBeginning, toContents, moved
  // The reference.
  case apiReference, usedInExamples, moreExamples
  // The reference: kinds of declarations.
  case kindModule, kindArticle, kindProtocol, kindClass, kindActor, kindStructure, kindEnumeration, kindCase
  case kindAssociatedType, kindInitializer, kindDeinitializer, kindInstanceProperty, kindInstanceMethod
  case kindInstanceSubscript, kindTypeProperty, kindTypeMethod, kindTypeSubscript, kindOperator, kindMacro
  case kindFunction, kindVariable, kindTypeAlias, kindType
  // The reference: kinds of what another module declares.
  case extendedProtocol, extendedClass, extendedActor, extendedStructure, extendedEnumeration, extendedType
  // The reference: what is together below a heading.
  case protocols, classes, actors, structures, enumerations, macros, functions, operators, variables, typeAliases
  case associatedTypes, cases, initializers, deinitializers, instanceProperties, instanceMethods, subscripts
  case typeProperties, typeMethods, typeSubscripts, otherMembers, defaultImplementations, inheritedMembers
  case extendedTypes, articles, topics, inheritsFrom, inheritedBy, conformsTo, conformingTypes
  // The reference: what is said of a declaration.
  case membersFrom, ofModule, extensionOf, labeled, available, availableWhen, presentWhen, conformsIf, inheritsIf
  case isIf, isClassIf, bothConditions, deprecated, deprecatedOn, deprecatedSince, unavailable, unavailableOn
  case unavailableFrom, renamed, required, defaultIs, defaultOf, overrides, documentedAt
  // The reference: fields of doc comments.
  case fieldParameters, fieldReturns, fieldThrows, fieldComplexity, fieldPrecondition
  case fieldPostcondition, fieldRequires, fieldInvariant, fieldSeeAlso, fieldAuthor, fieldAuthors, fieldCopyright
  case fieldDate, fieldSince, fieldVersion, fieldMutatingVariant, fieldNonmutatingVariant, fieldAttention
  case fieldBug, fieldExperiment, fieldRemark, fieldToDo
  // Callouts and footnotes.
  case note, tip, important, warning, caution, answer, backToText
  // Examples.
  case example, hiddenLines, input, output, lines, message, trace, whatDiffers, why, notComparedBecause, recordingAsJSON
  case isVerified, isCompiled, onlyDeclares, isRun, failsAsShown, trapsAsShown, isQuoted, uncompiledLines
  case isNotVerified, sameOrder, sameOrderWhy
  case differs, notCompared, events, schedules, realTime
  case rerunsInWords, reruns, changesFrom, foldedLines, whatNamesMean, otherNames
  // Examples with values that readers choose.
  case variantsInWords, valuesToChoose, ranWith, insteadOf, linesDiffer, nothingDiffers, isRecording, reset, runsMissing
  case comparedAsWritten
  // Examples that readers change.
  case sameInBrowser, notInBrowser, changeIt, changeHint, valueInLine, schedule, scheduleNumber, anotherSchedule,
    trySchedules, schedulesEndLike, schedulesEnd,
    ranHere, ranIntoDeadlock
  case endedWithStatus, linesShown, notDrawn, wasEndless, wasTrapped, trapUntold, intIsSmall, cannotRun, cannotStand
  case layoutIsSmall
  case wasTooDeep, memoryIsFull, isRunning, notAsWritten, commentsAsWritten, otherOrder, whichNumbers, whichDecimals,
    whichTexts, noMinus
  case browserCannot
  case programMissing, addressDoesNotFit, stepState, stateNone, stateDiffers
  // Examples that readers predict.
  case predictTrace, predictOutput, predictOf, predictNothing, predictRight, predictWrong, predictThat, predictHere
  case predictNoLoop, predictDone, predictShow, predictSoFar
  // Two runs beside each other.
  case comparedWith, notInBoth, differsAt, linesOfOne, tracesAreSame, lineByLine
  // The page of examples.
  case verification, verificationLead, seeForYourself, compiledBy, ofCommit, importsAlways, result
  case examples, verifiedRun, all, theSameOrder, documentedDifference, notComparedForReason, nothingToCompare
  case tracesHave, verificationOrder
  case eventsColumn, schedulesColumn, inRealTime, differsAs, notComparedAs
  // Scripts.
  case search, searchField, nothingFound, pagesFound, bestPages, searchedInstead, searchBroken, indexUnreadable
  case searchMissing
  case colors, colorsAuto, colorsLight, colorsDark, changeColors, keys, thisList, foldAll, copy, copyCode, copied
  case selected, stepThrough, stepHint, firstEvent, previousEvent, nextEvent, lastEvent, stepOf, stepNumber
  case stepLine
  // Pictures: the table of events.
  case everyEvent, noEvents, eventTable, firstEvents, timeColumn, threadColumn, eventColumn, detailColumn
  case lineColumn
  // Pictures: what threads do, in sentences.
  case timeline, timelineOf, timelineEmpty, overviewOf, overviewFromTo, hasNoWork, worksAt, moreTimes, goesRound
  case andMore, moreSentences, waitsInTheEnd, sleepsInTheEnd, sleepsInTheEndFrom, does, sentence, listComma
  case listEnd, isBlocked, isBlockedFromTo, sleeps, sleepsFromTo, isWokenBy, insideCallout, prints, printsError
  case takesSnapshot, runsLoop, endsRun, isAt, calls, returnsFrom, signals, asksToWake, asksToStop, asksToStopIn
  case givesBlock, begins, ends, loopNamed, loopUnnamed, itemNamed, itemOfLine, line
  // Pictures: kinds of things, and what wakes a loop.
  case timer, source, descriptor, descriptorSource, port, block, observer, mainQueue, theMainQueue, wakeUp, signal
  case stop, timeLimit, noReason, printing, printingError, snapshot, threadMark, aWakeUp, aTimer, aPort, endOfTime
  case nothingInParticular
  // Pictures: their keys.
  case oneMoment, awakeInRun, asleepInLoop, blocked, stepOfChart, wakesThread, isForLoop, timeShorter, atWork
  case turnWithoutWork, waitsBlocked
  // Pictures: the flow chart.
  case chartTitle, stepPerforms, stepLooks, stepSleeps, stepServes, stepDecides, whatEntry, whatBeforeTimers
  case whatBeforeSources, whatPerforms, whatLooks, whatBeforeWaiting, whatSleeps, whatAfterWaiting, whatServes
  case whatDecides, whatExit, chartSkips, chartRepeats, yes, no
  // Pictures: the timeline.
  case forever, asleep, waitsForever, sleepsNotWoken, waitsNotWoken, isBlockedWhile, sleepsWhile, sleepsUntil
  case aWhile, leftOut, pictureEnds, threadsShown, drawnShorter, orderOnly, runNeverBegins, runOf, runInside
  case runResult, runEndless
  // Pictures: the structure of a loop.
  case structure, loopTitle, sourcesGroup, portsGroup, timersGroup, observersGroup, emptyMode, modeNamed, current
  case common, waitingBlocks, blockFor, inSeveralModes, inCommonModes, hasMessages, signaled, neverFires, firesAt
  case everyTime, orderIs, invalid, alsoElsewhere, runsInMode, doesNotRun, isAsleep, isStopping, loopSays
  case modeIsEmpty, commonIsEmpty, modeHolds, commonHolds, commonItems, blocksWait, quoted, nameFor, ofLine
  case withoutName
  // Pictures: a stack.
  case stackTitle, stackOrder, stackStep, stackMark, stackEmpty

  /// Those that templates may ask for: what is to be filled in or counted stands in other keys.
  package static let forTemplates: [InterfaceWord] = [
    .skip, .chapters, .close, .contents, .print, .sources, .allParts, .allChapters, .onThisPage, .whereThisIs,
    .turnPages, .previous, .next, .editPage, .wholeBook, .notFound, .noSuchPage, .noSuchPageWhy, .toBeginning,
    .toContents, .moved, .note, .tip, .important, .warning, .caution, .answer, .example, .input, .output, .message,
    .trace,
    .whatDiffers, .why, .notComparedBecause, .recordingAsJSON, .isVerified, .isCompiled, .onlyDeclares,
    .isRun, .failsAsShown,
    .trapsAsShown, .isQuoted, .isNotVerified, .sameOrder, .sameOrderWhy, .differs, .notCompared, .realTime, .reruns,
    .changesFrom, .whatNamesMean, .sameInBrowser, .notInBrowser, .changeIt, .predictShow, .comparedWith, .verification,
    .verificationLead,
    .seeForYourself, .compiledBy, .ofCommit,
    .importsAlways, .result, .examples, .verifiedRun, .all, .theSameOrder, .documentedDifference, .notComparedForReason,
    .nothingToCompare, .verificationOrder,
    .eventsColumn, .schedulesColumn, .inRealTime, .differsAs, .notComparedAs,
  ]

  /// Those that scripts ask for.
  package static let forScripts: [InterfaceWord] = [
    .chapters, .close, .turnPages, .search, .searchField, .nothingFound, .pagesFound, .bestPages, .searchedInstead,
    .searchBroken, .indexUnreadable, .searchMissing, .colors, .colorsAuto, .colorsLight, .colorsDark, .changeColors,
    .keys, .thisList, .foldAll, .copy, .copyCode, .copied, .selected, .stepThrough, .stepHint, .firstEvent,
    .previousEvent, .nextEvent, .lastEvent, .stepOf, .stepNumber, .stepLine,
  ]

  /// Those that scripts ask for that only some pages have, by the file that they stand before.
  package static let forScriptsOfSome: [String: [InterfaceWord]] = [
    "results.js": [.insteadOf, .linesDiffer, .nothingDiffers, .comparedAsWritten, .isRecording, .reset, .listComma],
    "choices.js": [.valuesToChoose, .ranWith, .runsMissing],
    "types.js": [.otherNames],
    "predict.js": [
      .predictTrace, .predictOutput, .predictOf, .predictNothing, .predictRight, .predictWrong, .predictThat,
      .predictHere, .predictNoLoop, .predictDone, .predictSoFar, .stepPerforms, .stepLooks, .stepSleeps, .stepServes,
      .stepDecides, .whatEntry, .whatBeforeTimers, .whatBeforeSources, .whatPerforms, .whatLooks, .whatBeforeWaiting,
      .whatSleeps, .whatAfterWaiting, .whatServes, .whatDecides,
    ],
    "live.js": [
      .changeIt, .changeHint, .valueInLine, .schedule, .scheduleNumber, .anotherSchedule, .trySchedules,
      .schedulesEndLike, .schedulesEnd, .ranHere, .ranIntoDeadlock,
      .endedWithStatus, .linesShown, .notDrawn, .wasEndless, .wasTrapped, .trapUntold, .intIsSmall, .layoutIsSmall,
      .cannotRun,
      .cannotStand, .wasTooDeep, .memoryIsFull, .isRunning, .notAsWritten, .commentsAsWritten, .otherOrder,
      .whichNumbers, .whichDecimals, .whichTexts, .noMinus, .browserCannot,
      .programMissing, .addressDoesNotFit, .output, .message, .stepState,
    ],
    "state.js": [.stateDiffers],
  ]
}
