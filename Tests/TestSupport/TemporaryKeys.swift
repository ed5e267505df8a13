package import Foundation
import Synchronization

/// GnuPG's folder for one test: keys that are thrown away, an agent of its own, and a pinentry that
/// is a script.
///
/// Its path is short: that of an agent's socket may have 107 bytes.
package final class TemporaryKeys {
  /// The folder: `GNUPGHOME`.
  package let home: String

  /// Whether the programs are there.
  package static let areAvailable =
    ["gpg", "gpgsm", "gpg-agent", "gpgconf", "pinentry-curses"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

  /// Makes a folder without keys.
  package init() throws {
    var template = Array("/tmp/k-XXXXXX".utf8CString)
    home = try template.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress, let made = mkdtemp(base) else {
        throw CocoaError(.fileWriteUnknown)
      }
      return String(cString: made)
    }
    try writeProgram(Self.pinentry, to: "\(home)/pinentry", mode: 0o700)
    // As few rounds as it takes: it measures else for a tenth of a second how many it can do.
    try write("gpg-agent.conf", "pinentry-program \(home)/pinentry\ns2k-count 65536\n")
  }

  /// Makes a folder with a key for each person, as `make(_:passphrase:)` makes it; no agent runs.
  ///
  /// The keys of the same people are made once and copied: making one takes a second.
  package convenience init(of people: [(user: String, passphrase: String)]) throws {
    try self.init()
    let name = people.map { "\($0.user)\n\($0.passphrase)" }.joined(separator: "\n")
    try Self.made.withLock { made in
      if let files = made[name] {
        for (path, data) in files {
          let file = URL(filePath: "\(home)/\(path)")
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
          )
          _ = FileManager.default.createFile(
            atPath: file.path,
            contents: data,
            attributes: [.posixPermissions: 0o600]
          )
        }
        return
      }
      for person in people { try make(person.user, passphrase: person.passphrase) }
      try forget()
      let kept = ["pubring.kbx", "trustdb.gpg", "private-keys-v1.d", "openpgp-revocs.d"]
      let paths = try FileManager.default.subpathsOfDirectory(atPath: home)
      made[name] = Dictionary(
        uniqueKeysWithValues: paths.compactMap { path in
          guard kept.contains(where: { path == $0 || path.hasPrefix("\($0)/") }) else { return nil }
          return FileManager.default.contents(atPath: "\(home)/\(path)").map { (path, $0) }
        }
      )
    }
  }

  /// The files of folders with keys that were made, by the people.
  private static let made = Mutex<[String: [String: Data]]>([:])

  deinit {
    _ = try? run(["gpgconf", "--kill", "all"])
    try? FileManager.default.removeItem(atPath: home)
  }

  /// Logs each start; gives the passphrase that stands in the file `answer`, else cancels.
  private static let pinentry = """
    #!/bin/bash
    folder=$(dirname "$0")
    echo start >> "$folder/questions"
    echo "OK ready"
    while read -r line; do
      case "$line" in
      GETPIN*)
        if [ -f "$folder/hang" ]; then
          sleep 1000
        elif [ -f "$folder/answer" ]; then
          answer=$(cat "$folder/answer"); [ -z "$answer" ] || echo "D $answer"; echo OK
        else
          echo "ERR 83886179 Operation cancelled <Pinentry>"
        fi ;;
      "GETINFO pid"*) echo "D $$"; echo OK ;;
      BYE*) echo OK; exit ;;
      *) echo OK ;;
      esac
    done

    """

  /// How often a person was asked.
  package var questions: Int {
    ((try? String(contentsOfFile: "\(home)/questions", encoding: .utf8)) ?? "").lines.count
  }

  /// Lets the pinentry answer with a passphrase; `nil` cancels.
  package func answer(_ passphrase: String?) throws {
    if let passphrase { return try write("answer", passphrase) }
    try? FileManager.default.removeItem(atPath: "\(home)/answer")
  }

  /// Lets a person be asked on the terminal, by a real pinentry.
  package func asksOnTerminal() throws {
    try write("gpg-agent.conf", "pinentry-program /usr/bin/pinentry-curses\n")
    try forget()
  }

  /// The pinentries that run: they are the agent's children.
  package func pinentries() throws -> [Int32] {
    guard let agent = try agent() else { return [] }
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(agent)/task")
    let children = threads.map { thread in
      (try? String(contentsOfFile: "/proc/\(agent)/task/\(thread)/children", encoding: .utf8)) ?? ""
    }
    return children.joined().split(separator: " ").compactMap { Int32($0) }
      .filter { !Self.hasEnded($0) }
  }

  /// Lets the pinentry never answer.
  package func hang() throws { try write("hang", "") }

  /// The process of the agent, if one runs.
  package func agent() throws -> Int32? {
    let command = ["gpg-connect-agent", "--no-autostart", "GETINFO pid", "/bye"]
    guard let answer = try? run(command) else { return nil }
    return answer.lines.first.flatMap { Int32($0.dropFirst(2)) }
  }

  /// Starts an agent and stops it: it takes connections and answers none.
  ///
  /// - Returns: Its process, which goes on with SIGCONT.
  package func stopAgent() throws -> Int32 {
    try run(["gpgconf", "--launch", "gpg-agent"])
    guard let agent = try agent() else { throw NeverSo(what: "an agent runs") }
    // A thread of it that has answered wakes the others by SIGCONT, which takes a stop back.
    try waitUntil("all of the agent stands still") {
      kill(agent, SIGSTOP)
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(agent)/task")
      return threads.allSatisfy { Self.state(of: "\(agent)/task/\($0)") == "T" }
    }
    return agent
  }

  /// Ends the agent, and with it all that it remembers.
  package func forget() throws {
    let agent = try agent()
    try run(["gpgconf", "--kill", "gpg-agent"])
    // It answers for a while after it was told to end, and takes the socket away with it.
    guard let agent else { return }
    try waitUntil("the agent has ended") { Self.hasEnded(agent) }
  }

  private static func hasEnded(_ process: Int32) -> Bool {
    state(of: "\(process)").map { $0 == "Z" } ?? true
  }

  /// The letter of a state that the kernel has for a process or thread; `nil` if there is none.
  private static func state(of task: String) -> Character? {
    let text = try? String(contentsOfFile: "/proc/\(task)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.dropFirst().first
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(home)/\(name)", atomically: false, encoding: .utf8)
  }
}

extension TemporaryKeys {
  /// Makes a key for signing and encrypting.
  ///
  /// - Returns: Its fingerprint.
  @discardableResult
  package func make(
    _ user: String,
    passphrase: String = "",
    expires: String = "never",
    options: [String] = []
  ) throws -> String {
    try gpg(
      options + [
        "--passphrase", passphrase, "--quick-gen-key", user, "future-default", "default", expires,
      ]
    )
    return try fingerprint(user, options)
  }

  /// The fingerprint of a user's key.
  package func fingerprint(_ user: String, _ options: [String] = []) throws -> String {
    let listing = try gpg(options + ["--with-colons", "--list-keys", "=" + user])
    let line = listing.lines.first { $0.hasPrefix("fpr:") } ?? ""
    return line.split(separator: ":").last.map(String.init) ?? ""
  }

  /// Makes a certificate without a passphrase, its own root, trusted or not.
  package func makeCertificate(
    _ name: String,
    address: String,
    isTrusted: Bool,
    validity: String = "Not-After: 2040-01-01 00:00:00\n"
  ) throws {
    try certify(
      "Key-Usage: sign, encrypt\n\(validity)Name-DN: CN=\(name)\nName-Email: \(address)\n"
    )
    if isTrusted { try trust(address) }
  }

  /// Makes a trusted root, and a certificate without a passphrase that it has signed.
  package func makeCertificate(subject: String, addresses: [String]) throws {
    let end = "Not-After: 2040-01-01 00:00:00\n"
    let isAuthority = "Extension: 2.5.29.19 c 30060101ff020101\n"
    try certify("Key-Usage: cert\n\(end)Name-DN: CN=Root\n\(isAuthority)")
    let root = try trust("Root")
    let emails = addresses.map { "Name-Email: \($0)\n" }.joined()
    try certify(
      "Key-Usage: sign, encrypt\n\(end)Name-DN: \(subject)\n\(emails)"
        + "Issuer-DN: CN=Root\nSigning-Key: \(root)\n"
    )
    try forget()
  }

  /// Makes and imports a certificate.
  private func certify(_ request: String) throws {
    let before = try? String(contentsOfFile: "\(home)/answer", encoding: .utf8)
    try answer("")
    defer { try? answer(before) }
    try write("request", "Key-Type: RSA\nKey-Length: 2048\nSerial: random\n\(request)")
    try run(["gpgsm", "--batch", "--gen-key", "-o", "\(home)/made", "\(home)/request"])
    try run(["gpgsm", "--batch", "--import", "\(home)/made"])
  }

  /// Trusts a root.
  ///
  /// - Returns: What its key is called where it lies.
  @discardableResult
  private func trust(_ name: String) throws -> String {
    let listing = try run(["gpgsm", "--with-colons", "--with-keygrip", "--list-keys", name]).lines
    let names = ["fpr:", "grp:"].map { kind in
      listing.first { $0.hasPrefix(kind) }?.split(separator: ":").first { $0.count == 40 } ?? ""
    }
    try write("trustlist.txt", "\(names[0]) S relax\n")
    try forget()
    return String(names[1])
  }

  /// Runs gpg without questions of its own.
  @discardableResult
  package func gpg(_ arguments: [String], input: String = "") throws -> String {
    let always = ["gpg", "--batch", "--quiet", "--yes", "--pinentry-mode", "loopback"]
    return try run(always + arguments, input: input)
  }

  /// Runs a program of GnuPG.
  @discardableResult
  package func run(_ command: [String], input: String = "") throws -> String {
    String(decoding: try bytes(of: command, input: Data(input.utf8)), as: UTF8.self)
  }

  /// The same, with bytes.
  package func bytes(of command: [String], input: Data) throws -> Data {
    let program = Process()
    let file = command.first.flatMap(pathOfProgram)
    program.executableURL = URL(fileURLWithPath: file ?? "/usr/bin/env")
    program.arguments = Array(command.dropFirst(file == nil ? 0 : 1))
    program.environment = [
      "HOME": home, "GNUPGHOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
    ]
    let (feed, output) = ("\(home)/in-\(UUID().uuidString)", "\(home)/out-\(UUID().uuidString)")
    for (path, data) in [(feed, input), (output, Data()), (output + "e", Data())] {
      _ = FileManager.default.createFile(atPath: path, contents: data)
    }
    defer {
      for path in [feed, output, output + "e"] { try? FileManager.default.removeItem(atPath: path) }
    }
    program.standardInput = FileHandle(forReadingAtPath: feed)
    program.standardOutput = FileHandle(forWritingAtPath: output)
    program.standardError = FileHandle(forWritingAtPath: output + "e")
    try program.run()
    program.waitUntilExit()
    guard program.terminationStatus == 0 else {
      let errors = (try? String(contentsOfFile: output + "e", encoding: .utf8)) ?? ""
      throw ProgramFailure(command: command, status: program.terminationStatus, errors: errors)
    }
    return FileManager.default.contents(atPath: output) ?? Data()
  }
}

/// Sealed mail, made with a test's keys.
extension TemporaryKeys {
  /// A whole message around a content with its own header.
  package static func message(
    _ id: String,
    from: String = "Ann <ann@example.org>",
    subject: String = "A subject",
    headers: String = "",
    _ content: String
  ) -> String {
    """
    From: \(from)
    To: Bob <bob@example.org>
    Subject: \(subject)
    Message-ID: <\(id)>
    Date: Sat, 01 Jan 2022 12:00:00 +0000
    \(headers)MIME-Version: 1.0
    \(content)
    """
  }

  /// A text as a part of its own.
  package static func text(_ text: String, headers: String = "") -> String {
    "\(headers)Content-Type: text/plain; charset=utf-8\n\n\(text)"
  }

  /// A `multipart/signed` of one part, by a key.
  package func signed(
    _ content: String,
    by key: String,
    boundary: String = "sig",
    options: [String] = [],
    change: (String) -> String = { $0 }
  ) throws -> String {
    let sent = content.hasSuffix("\n") ? content : content + "\n"
    let bytes = sent.dropLast().replacing("\n", with: "\r\n")
    let signature = try gpg(
      options + ["-u", key, "--armor", "--detach-sign"],
      input: String(bytes)
    )
    return """
      Content-Type: multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature";
       boundary="\(boundary)"

      --\(boundary)
      \(change(String(sent.dropLast())))
      --\(boundary)
      Content-Type: application/pgp-signature; name="signature.asc"

      \(signature)
      --\(boundary)--

      """
  }

  /// A `multipart/encrypted` for some keys; `options` may sign it, too.
  package func encrypted(
    _ content: String,
    to keys: [String],
    boundary: String = "enc",
    options: [String] = []
  ) throws -> String {
    let recipients = keys.flatMap { ["-r", $0] }
    let armor = try gpg(
      options + ["--trust-model", "always", "--armor", "--encrypt"] + recipients,
      input: content
    )
    return Self.encrypted(armor: armor, boundary: boundary)
  }

  /// A `multipart/encrypted` around what was encrypted already.
  package static func encrypted(armor: String, boundary: String = "enc") -> String {
    """
    Content-Type: multipart/encrypted; protocol="application/pgp-encrypted";
     boundary="\(boundary)"

    --\(boundary)
    Content-Type: application/pgp-encrypted

    Version: 1

    --\(boundary)
    Content-Type: application/octet-stream; name="encrypted.asc"

    \(armor)
    --\(boundary)--

    """
  }

  /// Several parts after one another.
  package static func mixed(_ parts: [String], boundary: String = "mix") -> String {
    let inner = parts.map { "--\(boundary)\n\($0)\n" }.joined()
    return "Content-Type: multipart/mixed; boundary=\"\(boundary)\"\n\n\(inner)--\(boundary)--\n"
  }

  /// An `application/pkcs7-mime` part of a content.
  package func cms(
    _ content: String,
    by address: String,
    isEncrypted: Bool,
    options: [String] = []
  ) throws -> String {
    let how = options + (isEncrypted ? ["--encrypt", "-r", address] : ["--sign", "-u", address])
    let made = try bytes(
      of: ["gpgsm", "--batch", "--disable-crl-checks"] + how,
      input: Data(content.replacing("\n", with: "\r\n").utf8)
    )
    let kind = isEncrypted ? "enveloped-data" : "signed-data"
    return """
      Content-Type: application/pkcs7-mime; smime-type=\(kind); name="smime.p7m"
      Content-Transfer-Encoding: base64

      \(made.base64EncodedString(options: .lineLength76Characters))

      """
  }
}
