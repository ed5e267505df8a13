import Foundation
import TestSupport
import Testing

/// Messages that leave through msmtp to a real server on this machine.
@Suite(.serialized, .enabled(if: Sink.isThere, "needs msmtp and python3-aiosmtpd"))
struct MsmtpTests {
  @Test(
    arguments: [
      ("ann", 0, "sent", 1), ("450", 75, "held", 0), ("451", 75, "held", 0),
      ("550", 1, "draft", 0), ("554", 1, "draft", 0), ("drop", 3, "unknown", 1),
      ("silent", 3, "unknown", 1),
    ] as [(String, Int32, String, Int)]
  )
  func `W22: what a server says, or does not say, decides what a message becomes`(
    name: String,
    status: Int32,
    state: String,
    copies: Int
  ) throws {
    let mail = try TemporaryMail()
    let sink = try Sink(mail)
    let config = try mail.file("config.toml", "[compose]\nsendmail = [\(sink.sendmail)]\n")
    let run = try mail.mulligan(
      [
        "compose", "--config", config, "--send", "--hold", "0", "--wait", "--json", "--to",
        "\(name)@example.org", "--bcc", "eve@example.org", "--subject", "Zebra",
      ],
      input: ".\nFrom here – on\n"
    )
    #expect(run.status == status, "\(run)")
    let item = try #require(run.objects.first)
    #expect(item["state"] as? String == state, "\(run)")
    let reason = item["reason"] as? String
    #expect(state == "sent" ? reason == nil : reason?.contains("msmtp:") == true, "\(run)")
    let messages = try sink.messages
    #expect(messages.count == copies)
    #expect(messages.allSatisfy { $0.contains("To: \(name)@") && !$0.contains("eve@") })
    #expect(messages.allSatisfy { $0.hasSuffix("\n\n.\nFrom here =E2=80=93 on\n") })
    if state == "held" {
      #expect(try mail.mulligan("outbox", "cancel", "--config", config, "1").status == 0)
    }
  }
}

/// A server that takes messages, refuses whom it is told to by number, and falls silent.
private final class Sink {
  private let mail: TemporaryMail
  private let server: Process
  private let port: Int

  /// The program that hands a message to it, as the words of the configuration.
  var sendmail: String {
    [
      "msmtp", "--host=127.0.0.1", "--port=\(port)", "--from=robin@example.org", "--tls=off",
      "--auth=off", "--timeout=2",
    ].map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// What it has got.
  var messages: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder).map {
        try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
      }
    }
  }

  private var folder: String { "\(mail.folder)/server" }

  /// Whether the programs are there that it takes.
  static let isThere: Bool = {
    let test = Process()
    test.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    test.arguments = ["-c", "import aiosmtpd"]
    test.standardError = FileHandle.nullDevice
    guard (try? test.run()) != nil else { return false }
    test.waitUntilExit()
    return test.terminationStatus == 0
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/msmtp")
  }()

  init(_ mail: TemporaryMail) throws {
    self.mail = mail
    let folder = "\(mail.folder)/server"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = try mail.file("server.py", Self.script)
    server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    server.arguments = [script, folder]
    let output = Pipe()
    server.standardOutput = output
    try server.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = Int(line.prefix { $0.isNumber }) ?? 0
  }

  deinit { kill(server.processIdentifier, SIGKILL) }

  private static let script = """
    import asyncio, os, sys, uuid
    from aiosmtpd.smtp import SMTP

    class Handler:
        async def handle_RCPT(self, server, session, envelope, address, options):
            name = address.split("@")[0]
            if name.isdigit():
                return name + " no"
            envelope.rcpt_tos.append(address)
            return "250 OK"

        async def handle_DATA(self, server, session, envelope):
            with open(os.path.join(sys.argv[1], uuid.uuid4().hex), "wb") as file:
                file.write(envelope.content.replace(b"\\r\\n", b"\\n"))
            if "drop@example.org" in envelope.rcpt_tos:
                server.transport.abort()
            if "silent@example.org" in envelope.rcpt_tos:
                await asyncio.sleep(1000)
            return "250 OK"

    async def main():
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(Handler()), "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())

    """
}
