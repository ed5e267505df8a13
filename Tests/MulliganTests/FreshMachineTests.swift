import Foundation
import TestSupport
import Testing

/// The package that `MULLIGAN_PACKAGES` names, on a Debian 12 that has no Swift and no developer's
/// libraries: a folder that `mmdebstrap` makes from the network, in some minutes.
@Suite(.serialized, .enabled(if: FreshMachine.missing == nil, "\(FreshMachine.missing ?? "")"))
struct FreshMachineTests {
  @Test func `the package installs, runs, upgrades and goes without a trace`() throws {
    let mail = try TemporaryMail()
    let machine = try FreshMachine(for: mail)
    let new = try FreshMachine.package()
    let old = try machine.olderPackage(of: new)
    try machine.install(old)
    let before = try machine.files()
    try machine.run("useradd --create-home --shell /bin/sh robin")
    for person in ["root", "robin"] { try tryDemo(as: person, mail, machine) }
    try keepMail(of: "robin", mail, machine)
    try checkUnits(machine)

    func robin(_ verb: String) throws -> String {
      try machine.run("su - robin -c '. ./demo && mulligan \(verb)'")
    }
    let (history, archived) = (try robin("history"), try robin("list date:.."))
    try machine.install(new)
    #expect(try robin("history") == history && robin("list date:..") == archived)
    #expect(try robin("count tag:inbox") == "0\n")
    _ = try robin("undo")
    #expect(try robin("count tag:inbox") == "48\n")
    #expect(try machine.files() == before)

    try machine.run("apt-get purge --yes --quiet mulligan")
    #expect(try machine.files() == [])
    #expect(try machine.run("ls -A /home/robin").lines.contains("kept"), "what is a person's stays")
  }

  /// Opens the demo in a terminal, archives, takes back and leaves.
  private func tryDemo(as person: String, _ mail: TemporaryMail, _ machine: FreshMachine) throws {
    let screen = try TmuxScreen(mail, shell: machine.command("su - \(person)"))
    try screen.wait(for: person == "root" ? "#" : "$")
    try screen.type("stty -echo; export LANG=C.UTF-8; mulligan demo; echo left with $?")
    try screen.wait(for: "Seed swap on")
    try screen.press("A")
    try screen.wait(for: "Undo Mark as Read and Archive")
    try screen.press("u")
    try screen.wait(for: "Undid Mark as Read and Archive")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try machine.run("ls -A /tmp").lines.filter { $0.hasPrefix("mulligan") } == [])
  }

  /// Makes a mailbox that stays, and a group in its history.
  private func keepMail(
    of person: String,
    _ mail: TemporaryMail,
    _ machine: FreshMachine
  ) throws {
    let file =
      "export NOTMUCH_CONFIG=~/kept/notmuch-config XDG_STATE_HOME=~/kept/state LANG=C.UTF-8"
    try machine.run("su - \(person) -c 'mulligan demo --keep kept && cat > demo'", input: file)
    try machine.run("su - \(person) -c '. ./demo && mulligan apply --yes archive -- tag:inbox'")
  }

  /// The units are right, on until nobody has said so, and do their work.
  private func checkUnits(_ machine: FreshMachine) throws {
    let units = try machine.files().filter { $0.hasPrefix("/usr/lib/systemd/user/") }
    #expect(units.count == 6)
    let verify = "XDG_RUNTIME_DIR=/tmp systemd-analyze --user --man=no verify"
    #expect(try machine.run("\(verify) \(units.joined(separator: " ")) 2>&1") == "")
    for timer in units where timer.hasSuffix(".timer") {
      let name = URL(filePath: timer).lastPathComponent
      let state = try machine.run("systemctl --global is-enabled \(name) || true")
      #expect(state == "disabled\n")
      try machine.run("systemctl --global enable \(name) && systemctl --global disable \(name)")
    }
  }
}

/// A folder with a Debian of its own, entered as root.
struct FreshMachine {
  private let folder: String
  private let mail: TemporaryMail

  /// Why there can be none here; `nil` if there can.
  static var missing: String? {
    if ProcessInfo.processInfo.environment["MULLIGAN_PACKAGES"] == nil {
      return "MULLIGAN_PACKAGES does not name the folder with the package"
    }
    if !Program.isInstalled("mmdebstrap") { return "mmdebstrap is not installed" }
    return getuid() == 0 ? nil : "who runs the tests is not root"
  }

  /// The path of the package.
  static func package() throws -> String {
    let folder = ProcessInfo.processInfo.environment["MULLIGAN_PACKAGES"] ?? ""
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = names.first { $0.hasPrefix("mulligan_") && $0.hasSuffix(".deb") }
    return "\(folder)/\(try #require(name, "no package in \(folder)"))"
  }

  init(for mail: TemporaryMail) throws {
    self.mail = mail
    folder = "\(mail.folder)/machine"
    try mail.run([
      "mmdebstrap", "--quiet", "--mode=root", "--variant=minbase",
      "--include=ca-certificates,systemd", "--skip=cleanup/apt", "bookworm", folder,
    ])
  }

  /// The words that run a command line there; what they mount ends with it.
  func command(_ line: String) -> String {
    let enter = """
      mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" \
      && exec env -i TERM=tmux-256color PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$0" \(line)
      """
    return "unshare --mount --fork sh -c '\(enter)' '\(folder)'"
  }

  /// Runs a line of the shell there as root, and returns what it prints.
  @discardableResult func run(_ line: String, input: String = "") throws -> String {
    try mail.run(["sh", "-c", command("sh -c \"$1\"") + " \"$1\"", "sh", line], input: input)
  }

  /// Installs a package with what it depends on, as README says it.
  func install(_ package: String) throws {
    let name = URL(filePath: package).lastPathComponent
    try mail.run(["cp", package, "\(folder)/tmp/\(name)"])
    try run("DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet /tmp/\(name)")
    try run("rm /tmp/\(name)")
  }

  /// The same package as a version that is older.
  func olderPackage(of package: String) throws -> String {
    let (tree, old) = ("\(mail.folder)/old", "\(mail.folder)/mulligan_0.0.1.deb")
    try mail.run(["dpkg-deb", "--raw-extract", package, tree])
    try mail.run(["sed", "-i", "s/^Version: .*/Version: 0.0.1/", "\(tree)/DEBIAN/control"])
    try mail.run(["dpkg-deb", "-Znone", "--root-owner-group", "--build", tree, old])
    return old
  }

  /// The files there that have the program's name, but for those of persons and of dpkg.
  func files() throws -> [String] {
    try run(
      "find / -xdev -name '*mulligan*' ! -type d ! -path '/home/*' ! -path '/var/lib/dpkg/*' | sort"
    ).lines
  }
}
