internal import Execution
internal import Files
internal import LoopEngine

/// Builds what would otherwise be built when a book first needs it.
package enum MachinePreparation {
  /// Builds the libraries for examples, where they are of another compiler, and the engine for pages; what is there
  /// already stays.
  package static func prepare(
    environment: [String: String], progress: any VerificationProgress
  ) async throws(MachineLack) {
    var (installation, toolchain) = try await parts(environment)
    installation.runtimeFolder = try await RuntimeBuild(installation, toolchain, environment: environment)
      .folder(progress)
    let tools = try PageTools(
      installation, toolchain, FileIdentities(folder: nil), environment: environment, progress: progress)
    let supervisor: Supervisor
    do throws(SystemError) { supervisor = try Supervisor() } catch {
      throw MachineLack("no thread can be started: \(error)", cure: "End other programs.")
    }
    Abandonment.remember(supervisor)
    let made: Result<String, MachineLack>
    do throws(MachineLack) { made = .success(try await tools.engine.folder(supervisor, progress)) } catch {
      made = .failure(error)
    }
    Abandonment.forget(supervisor)
    await supervisor.stop()
    _ = try made.get()
  }

  /// Whether books can have live examples here without waiting for the engine.
  package static func isReadyForLiveExamples(environment: [String: String]) async -> Bool {
    guard let (installation, toolchain) = try? await parts(environment) else { return false }
    let files = FileIdentities(folder: nil)
    let tools = try? PageTools(
      installation, toolchain, files, environment: environment, progress: UnseenProgress())
    return tools?.engine.place != nil
  }

  private static func parts(
    _ environment: [String: String]
  ) async throws(MachineLack) -> (installation: Installation, toolchain: Toolchain) {
    let installation: Installation
    do throws(Installation.Missing) { installation = try Installation() } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
    do throws(Toolchain.Missing) { return (installation, try await Toolchain(environment: environment)) } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
  }
}
