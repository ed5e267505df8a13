/// Whether the histories that tests make are shared with another machine.
///
/// What holds for a history of one machine holds for one that machines share.
package enum SharedHistory {
  /// Whether those made in this task are.
  @TaskLocal package static var isOn = false

  /// Runs a test on a history of one machine, then on one that is shared.
  package static func both(_ test: @Sendable @concurrent () async throws -> Void) async throws {
    try await test()
    try await $isOn.withValue(true) { try await test() }
  }
}
