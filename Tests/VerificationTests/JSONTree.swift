import Foundation

/// JSON as Foundation reads it, for tests that read a report back.
enum JSONTree {
  static func read(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

  /// What a schema (of JSON Schema, the words that ours use) has against a value; an unknown word is against it, too.
  static func problems(_ value: Any, _ schema: [String: Any], root: [String: Any], at path: String = "$") -> [String] {
    schema.sorted { $0.key < $1.key }.flatMap { word, argument -> [String] in
      switch (word, argument) {
      case ("$schema", _), ("title", _), ("$defs", _): return []
      case ("$ref", let name as String):
        let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
        guard let target = definitions[String(name.dropFirst("#/$defs/".count))] else { return ["\(path): \(name)"] }
        return problems(value, target, root: root, at: path)
      case ("type", let type as String): return isOf(type, value) ? [] : ["\(path): not of type \(type)"]
      case ("const", let expected as NSObject): return expected.isEqual(value) ? [] : ["\(path): not \(expected)"]
      case ("enum", let expected as [NSObject]):
        return expected.contains { $0.isEqual(value) } ? [] : ["\(path): not one of \(expected)"]
      case ("minimum", let least as NSNumber):
        guard let number = value as? NSNumber else { return [] }
        return number.doubleValue >= least.doubleValue ? [] : ["\(path): below \(least)"]
      case ("minItems", let least as Int):
        return (value as? [Any]).map { $0.count >= least } ?? true ? [] : ["\(path): too few"]
      case ("items", let items as [String: Any]):
        return (value as? [Any] ?? []).enumerated().flatMap {
          problems($0.element, items, root: root, at: "\(path)[\($0.offset)]")
        }
      case ("properties", let properties as [String: [String: Any]]):
        return (value as? [String: Any] ?? [:]).flatMap { name, member -> [String] in
          // A schema that forgets a key describes nothing: the writer may have no key that is not in it.
          guard let property = properties[name] else { return ["\(path).\(name): not in the schema"] }
          return problems(member, property, root: root, at: "\(path).\(name)")
        }
      case ("required", let names as [String]):
        let members = value as? [String: Any] ?? [:]
        return names.filter { members[$0] == nil }.map { "\(path): lacks \($0)" }
      case ("dependentRequired", let rules as [String: [String]]):
        let members = value as? [String: Any] ?? [:]
        return rules.filter { members[$0.key] != nil }.flatMap(\.value).filter { members[$0] == nil }
          .map { "\(path): lacks \($0)" }
      case ("oneOf", let schemas as [[String: Any]]):
        let count = schemas.count { problems(value, $0, root: root, at: path).isEmpty }
        return count == 1 ? [] : ["\(path): \(count) of \(schemas.count) fit"]
      default: return ["\(path): the schema says \(word)"]
      }
    }
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    let isBool = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "boolean": return isBool
    case "integer": return !isBool && value is Int
    case "number": return !isBool && value is NSNumber
    default: return false
    }
  }
}
