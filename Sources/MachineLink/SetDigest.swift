private import CGLib
package import TriageCore

/// Says of a set of steps which ones it holds: how many, and the exclusive or of the SHA-256 of their ids.
package struct SetDigest: Hashable, Sendable {
  /// How many steps.
  package private(set) var count = 0
  /// The digest: 32 bytes.
  package private(set) var bytes = [UInt8](repeating: 0, count: SHA256.byteCount)

  /// The digest of no steps.
  package init() {}

  /// The digest of some steps.
  package init(of uids: some Sequence<UniqueID>) {
    for uid in uids { insert(uid) }
  }

  init(count: Int, bytes: [UInt8]) {
    (self.count, self.bytes) = (count, bytes)
  }

  /// Adds a step that is not there yet.
  package mutating func insert(_ uid: UniqueID) {
    count += 1
    for (index, byte) in SHA256.digest(of: uid.bytes).enumerated() { bytes[index] ^= byte }
  }
}

/// GLib's SHA-256.
package enum SHA256 {
  /// The length of a digest.
  package static let byteCount = 32

  /// Returns the digest of some bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    g_checksum_update(checksum, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: byteCount)
    var length = gsize(byteCount)
    g_checksum_get_digest(checksum, &digest, &length)
    return digest
  }
}
