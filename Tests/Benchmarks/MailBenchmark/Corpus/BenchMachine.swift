/// A machine of the benchmark: a mailbox with its index, a home of its own, and a way to the others.
struct BenchMachine {
  let name: String
  let folder: String

  /// How many messages each has.
  static let size = 10_000

  var notmuch: Notmuch { Notmuch(configuration: "\(folder)/notmuch-config") }
  var index: String { "\(folder)/mail/.notmuch/xapian" }
  private var ssh: String { "\(folder)/ssh" }

  /// What programs are started with; another state is another history of the same mail.
  func environment(state: String = "state") -> [String: String] {
    var environment = notmuch.environment
    environment["HOME"] = "\(folder)/home"
    for name in ["CONFIG", "CACHE", "DATA"] {
      environment["XDG_\(name)_HOME"] = "\(folder)/\(name.lowercased())"
    }
    environment["XDG_STATE_HOME"] = "\(folder)/\(state)"
    return environment
  }

  /// Makes machines that have the same mail and reach each other.
  static func make(_ names: [String], in folder: String, mulligan: String) throws -> [BenchMachine]
  {
    let machines = names.map { BenchMachine(name: $0, folder: "\(folder)/\($0)") }
    guard let first = machines.first else { return [] }
    // The corpus is another process's work: memory this one had would count as its children's.
    let maker = ["/proc/self/exe", "corpus", first.folder, "\(size)"]
    _ = try Program(arguments: maker, environment: Spawning.environment).run()
    for machine in machines.dropFirst() {
      _ = try Program(arguments: ["cp", "-a", first.folder, machine.folder], environment: [:]).run()
      let configuration = Files.read(first.notmuch.configuration) ?? ""
      try Files.write(
        configuration.replacing(first.folder, with: machine.folder),
        to: machine.notmuch.configuration
      )
    }
    for machine in machines { try machine.introduce(machines, mulligan) }
    return machines
  }

  /// Writes what goes for ssh, and the settings of a sync.
  private func introduce(_ machines: [BenchMachine], _ mulligan: String) throws {
    for name in ["home", "config/mulligan", "state", "cache", "data"] {
      try Files.makeFolder("\(folder)/\(name)")
    }
    let hosts = machines.filter { $0.name != name }.map { other in
      let wanted = other.environment().filter {
        ["HOME", "PATH", "NOTMUCH_CONFIG"].contains($0.key) || $0.key.hasPrefix("XDG_")
      }
      let variables = wanted.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
      return
        "\(other.name)) exec env -i \(variables.joined(separator: " ")) LC_ALL=C.UTF-8 sh -c \"$*\" ;;"
    }
    let lines = ["#!/bin/sh", "host=$1", "shift", "case \"$host\" in"] + hosts + ["esac", ""]
    try Files.write(lines.joined(separator: "\n"), to: ssh)
    _ = try Program(arguments: ["chmod", "755", ssh], environment: [:]).run()
    try Files.write(
      """
      [sync]
      name = "\(name)"
      command = ["\(ssh)"]
      remote = ["\(mulligan)", "sync", "--stdio"]
      muchsync = ["muchsync", "-s", "\(ssh)", "--nonew"]

      """,
      to: "\(folder)/config/mulligan/config.toml"
    )
  }

  /// muchsync alone, from here.
  func muchsync(_ other: BenchMachine) -> Program {
    Program(
      arguments: ["muchsync", "-s", ssh, "--nonew", other.name, "--nonew"],
      environment: environment()
    )
  }
}
