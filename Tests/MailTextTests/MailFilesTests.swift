import Foundation
import Glibc
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// What stands in the place of a mail file.
@Suite struct MailFilesTests {
  private let mail = "Subject: here\n\ntext\n"

  @Test func `pipes, sockets and folders are refused at once`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(Mail.content(pipe).notices == [.notAFile])
    let socket = folder.path + "/socket"
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8.prefix(100)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(descriptor, $0, size) }
    }
    #expect(Mail.content(socket).notices == [.notAFile])
    close(descriptor)
    #expect(Mail.content(folder.path).notices == [.notAFile])
    #expect(Mail.content("/dev/zero").notices == [.notAFile])
  }

  @Test func `links are followed, but not in circles`() throws {
    let folder = try TemporaryFolder()
    let (file, link, circle) = (folder.path + "/a", folder.path + "/b", folder.path + "/c")
    try mail.write(toFile: file, atomically: false, encoding: .utf8)
    #expect(symlink(file, link) == 0 && symlink(circle, circle) == 0)
    #expect(Mail.content(link).lines.map(\.text) == ["text"])
    #expect(Mail.content(circle).notices == [.fileUnreadable(ELOOP)])
  }

  @Test(.enabled(if: getuid() != 0)) func `a file that may not be read says why`() throws {
    let file = try MailFile(mail)
    #expect(chmod(file.path, 0) == 0)
    #expect(Mail.content(file.path).notices == [.fileUnreadable(EACCES)])
  }

  @Test func `the first file that is there is taken`() throws {
    let file = try MailFile(mail)
    let content = MessageReader().content(
      of: MessageID("x"),
      files: ["/nonexistent", file.path],
      options: MessageOptions()
    )
    #expect(content.header("subject")?.value == "here")
    #expect(content.notices == [])
  }

  @Test func `a sparse file of ten gigabytes is cut`() throws {
    let file = try MailFile(mail)
    #expect(truncate(file.path, 10 << 30) == 0)
    let start = processorTime()
    let content = file.content()
    #expect(processorTime() - start < .seconds(2))
    #expect(content.lines.first?.text == "text")
    #expect(content.notices.contains(.bodyCut))
    #expect(content.isCut)
    #expect(file.content(MessageOptions(raw: true)).lines.first?.text == "Subject: here")
  }

  @Test func `a file that shrinks or grows while it is read ends where it ends`() throws {
    let file = try MailFile(mail + String(repeating: "line\n", count: 40_000))
    let path = file.path
    let writer = Thread {
      for round in 0..<200 { truncate(path, off_t(round % 2 == 0 ? 30 : 200_000)) }
    }
    writer.start()
    for _ in 0..<20 { #expect(file.content().header("subject") != nil) }
    #expect(eventually { writer.isFinished })
  }

  @Test func `a damaged gzip file ends where it stops to make sense`() throws {
    let packed = try Data(
      contentsOf: URL(fileURLWithPath: Fixtures.file("hostile/head-29-gzip.eml"))
    )
    for length in [3, 12, packed.count / 2, packed.count - 5] {
      let file = try MailFile(bytes: packed.prefix(length))
      _ = file.content()
      _ = try file.part(0)
    }
  }
}
