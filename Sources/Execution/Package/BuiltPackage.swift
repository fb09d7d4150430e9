internal import Files

/// A package that programs can import from now.
package struct BuiltPackage: Sendable {
  /// How programs are compiled and loaded with it.
  package let settings: ModuleSettings

  /// The same for other machines, or why there is no such thing.
  package let portable: Result<PortablePackage, Unshareable>

  /// What the package says of itself, where that is kept with it.
  package var description: PackageDescription? { try? portable.get().saying }

  /// One whose files are in a folder.
  init(_ portable: PortablePackage, in folder: String) {
    settings = portable.settings(in: folder)
    self.portable = .success(portable)
  }

  /// One that is used where SwiftPM built it.
  init(_ plan: PackagePlan, _ reason: Unshareable) {
    var settings = ModuleSettings()
    for (flag, value) in zip(plan.arguments, plan.arguments.dropFirst()) {
      switch flag {
      case "-I": settings.importFolders.append(value)
      case "-Xcc": settings.flags += [flag, value]
      default: break
      }
    }
    for module in plan.modules.keys { settings.libraries[module] = plan.libraries }
    for map in settings.moduleMaps {
      for module in ModuleMapNames.read(Disk.text(of: map) ?? "") { settings.libraries[module] = plan.libraries }
    }
    self.settings = settings
    portable = .failure(reason)
  }
}
