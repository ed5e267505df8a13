import TriageCore

@testable import TriageConfig

extension Fuzzer {
  /// Configurations and plans.
  static let settings = Fuzzer("settings", seeds: ["Sources/TriageConfig/default.toml"]) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    for format in [PlanFormat.toml, .json, .batch] { try checkPlan(text, format) }
    guard let table = try? TOMLDocument.read(text) else { return }
    try checkPositions(table)
    try checkConfig(text)
  }

  /// A plan that is right says the same when it is written in either form and read again.
  private static func checkPlan(_ text: String, _ format: PlanFormat) throws {
    let read = Plan.read(text, as: format, ActionTable())
    guard read.problems.isEmpty else { return }
    for form in [PlanFormat.toml, .json] {
      let written = read.plan.text(as: form)
      let again = Plan.read(written, as: form, ActionTable())
      try expect(
        again.problems.isEmpty && again.plan.text(as: form) == written,
        "\(again.problems) \(written) \(again.plan.text(as: form))"
      )
    }
  }

  /// Whatever the library reads has a position.
  private static func checkPositions(_ table: Table) throws(Finding) {
    for entry in table.entries {
      try expect(entry.position != nil, "\(entry.key) is nowhere")
      try checkPositions(entry.node)
    }
  }

  private static func checkPositions(_ node: Node) throws(Finding) {
    try expect(node.position != nil, "\(node.value) is nowhere")
    if let table = node.table { try checkPositions(table) }
    for item in node.array ?? [] { try checkPositions(item) }
  }

  /// Settings that are right are the same when they are written as a file, and can have a view more.
  private static func checkConfig(_ text: String) throws {
    let read = Config.read(text)
    guard read.problems.isEmpty else { return }
    let again = Config.read(read.text)
    try expect(
      again.problems.isEmpty && again.config == read.config,
      "written: \(again.problems)\n\(read.text)"
    )
    let view = SavedView(name: "A \"new\" view", query: "tag:x")
    guard let longer = try? Config.appending(view, to: text) else { return }
    try expect(longer.utf8.starts(with: text.utf8), "an added view changes what was there")
  }
}
