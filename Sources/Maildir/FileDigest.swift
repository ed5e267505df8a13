import CGLib
import Glibc
import TriageCore

extension MaildirFiles {
  package func digest(of file: String) -> [UInt8]? {
    let descriptor = file.withFileName { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      g_checksum_update(checksum, buffer, count)
    }
    var digest = [UInt8](repeating: 0, count: 32)
    var length = gsize(digest.count)
    g_checksum_get_digest(checksum, &digest, &length)
    return digest
  }
}
