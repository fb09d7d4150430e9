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
    settings = plan.settings
    portable = .failure(reason)
  }
}

extension PackagePlan {
  /// How programs are compiled and loaded with what was built, where SwiftPM left it.
  var settings: ModuleSettings {
    var settings = ModuleSettings()
    for (flag, value) in zip(arguments, arguments.dropFirst()) {
      switch flag {
      case "-I": settings.importFolders.append(value)
      case "-Xcc": settings.flags += [flag, value]
      // For the compiler proper, as all that a program is compiled with.
      case "-Xfrontend" where value == ModuleSettings.macroFlag: settings.flags.append(value)
      case "-Xfrontend" where settings.flags.last == ModuleSettings.macroFlag: settings.flags.append(value)
      default: break
      }
    }
    for module in modules.keys { settings.libraries[module] = libraries }
    for map in settings.moduleMaps {
      for module in ModuleMapNames.read(Disk.text(of: map) ?? "") { settings.libraries[module] = libraries }
    }
    return settings
  }
}
