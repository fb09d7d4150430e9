import Book
import Text
import Verification

/// A type of value and how it is written in an argument.
struct ArgumentType<Value> {
  /// Makes a value of the text.
  let read: (String) throws(ArgumentProblem) -> Value
}

extension ArgumentType<String> {
  /// Any text that is not empty.
  static func text(_ needs: String) -> Self {
    Self { text throws(ArgumentProblem) in
      guard !text.isEmpty else { throw ArgumentProblem(needs: needs) }
      return text
    }
  }

  /// The name of a commit; an empty one most often came from a variable that is not set.
  static var commit: Self {
    Self { text throws(ArgumentProblem) in
      guard (1...200).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
        throw ArgumentProblem(needs: "the name of a commit in one word, such as git rev-parse HEAD prints")
      }
      return text
    }
  }

  static var file: Self { text("the name of a file") }
  static var folder: Self { text("the name of a folder") }
}

extension ArgumentType<Int> {
  /// A whole number within bounds.
  static func number(_ range: ClosedRange<Int>) -> Self {
    Self { text throws(ArgumentProblem) in
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number) else {
        throw ArgumentProblem(
          needs: range.upperBound == .max
            ? "a whole number, \(range.lowerBound) or more"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// How many there are to be of something.
  static var count: Self { number(1...Int.max) }
}

extension ArgumentType<Duration> {
  /// A length of time with its unit, as in `500ms`, `2s`, `1.5m`.
  static var duration: Self {
    Self { text throws(ArgumentProblem) in
      do throws(TimeProblem) { return try TimeSpan(parsing: text).duration } catch {
        let needs = "a time with its unit, such as 500ms, 2s or 1.5m"
        switch error {
        case .noUnit: throw ArgumentProblem(needs: needs, suggestion: text + "s")
        case .tooLong: throw ArgumentProblem(needs: "a time of at most a day")
        default: throw ArgumentProblem(needs: needs)
        }
      }
    }
  }
}

extension ArgumentType<Glob> {
  /// A pattern for names of examples.
  static var glob: Self {
    Self { text throws(ArgumentProblem) in
      do throws(Glob.Malformed) {
        return try Glob(text)
      } catch {
        // That a text is empty is told of any.
        let reason = text.isEmpty ? "" : "; this one \(error.reason)"
        throw ArgumentProblem(needs: "a pattern such as 'timers#*'\(reason)")
      }
    }
  }
}

extension ArgumentType<RemoteCacheChoice> {
  /// Where a shared cache is, or the word `off`.
  static var remoteCache: Self {
    Self { text throws(ArgumentProblem) in
      do throws(CacheAddressProblem) {
        return try RemoteCacheChoice(parsing: text)
      } catch {
        throw ArgumentProblem(
          needs: "'off' or \(CacheAddressProblem.form): \(error.message)", suggestion: nil, isSecret: true)
      }
    }
  }
}

extension ArgumentType<Shard> {
  /// One of several parts, as in `2/5`.
  static var shard: Self {
    Self { text throws(ArgumentProblem) in
      guard let shard = Shard(text) else {
        throw ArgumentProblem(needs: "a part and the number of parts, such as 2/5 for the second of five")
      }
      return shard
    }
  }
}
