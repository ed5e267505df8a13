import Foundation
import PackagePlugin

/// Compiles each strings catalog of a target into Swift: `Localizable.xcstrings` becomes an enum
/// `Localizable` with a `table` for `CompiledCatalog`, and with the `source` as translators know it.
@main struct CompileStrings: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let compiler = try context.tool(named: "strings-compiler").url
    let files = (target as? any SourceModuleTarget)?.sourceFiles.map(\.url) ?? []
    return files.filter { $0.pathExtension == "xcstrings" }.map { file in
      let name = file.deletingPathExtension().lastPathComponent
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
      return .buildCommand(
        displayName: "Compiling \(file.lastPathComponent)",
        executable: compiler,
        arguments: [file.path(percentEncoded: false), output.path(percentEncoded: false)],
        inputFiles: [file],
        outputFiles: [output]
      )
    }
  }
}
