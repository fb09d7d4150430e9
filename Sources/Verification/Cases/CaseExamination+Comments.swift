internal import Text

/// Whether what the comments of a program say is so, where its output alone does not show it.
extension CaseExamination {
  /// Whether it is still to be asked what its comments say.
  var needsProbing: Bool {
    let findings = self.findings
    // Comments that are known to be wrong hide no others, and nor does an output that is not recorded yet.
    let isElse = findings.judgements.flatMap(\.problems).contains {
      ![PrintedClaims.problemID, "missing-recording"].contains($0.id)
    }
    return findings.needsProbing(of: subject) && findings.skipped == nil && !isElse
  }

  /// Judges what the cache knows of its comments.
  func recallProbes(from cache: ResultCache) {
    guard needsProbing, let probes = subject.probes, let record = cache.record(probes.task) else { return }
    judgeProbes(record)
  }

  /// Runs its program with calls that answer what its comments say.
  func probe(on bench: Workbench) async {
    guard let probes = subject.probes, let probedRunner else { return }
    judgeProbes(await probedRunner.probedRecord(of: probes.comments.probed, on: bench))
  }

  private func judgeProbes(_ record: ProgramRecord) {
    guard let comments = subject.probes?.comments else { return }
    note { findings in
      findings.isProbed = true
      let uncompiled = findings.judgements.map(\.uncompiledLines)
      let result = comments.result(record, beside: findings.record, uncompiled: uncompiled)
      for index in findings.judgements.indices {
        findings.judgements[index].problems.removeAll {
          $0.id == PrintedClaims.problemID && $0.place.map(result.right.contains) == true
        }
      }
      for finding in result.findings {
        let known = findings.judgements[finding.block].problems
        if let index = known.firstIndex(where: { $0.place == finding.diagnostic.place }) {
          // What its own call prints tells more than all that is printed.
          if finding.isProblem, PrintedClaims.isAboutOutput(known[index]) {
            findings.judgements[finding.block].problems[index] = finding.diagnostic
          }
        } else if finding.isProblem {
          findings.judgements[finding.block].problems.append(finding.diagnostic)
        } else {
          findings.judgements[finding.block].warnings.append(finding.diagnostic)
        }
      }
    }
  }
}
