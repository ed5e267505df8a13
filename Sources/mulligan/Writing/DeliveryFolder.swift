import Foundation
import TriageCore

/// Whoever a message is handed to so that it leaves.
protocol MessageDelivery {
  /// Hands a message over once.
  ///
  /// - Parameters:
  ///   - wire: The absolute name of the message, exactly as it is to leave.
  ///   - recipients: The envelope's recipients.
  ///   - lock: A descriptor whose lock lasts as long as whoever has the message works on it.
  /// - Returns: How that ended. The message may have left however it ended.
  func run(_ wire: String, to recipients: [String], holding lock: Int32?) -> DeliveryEnd
}

/// Delivers into a Maildir of this machine, and to nobody: what the demo's messages leave for.
struct DeliveryFolder: MessageDelivery {
  /// The Maildir's absolute name; it is made when it is needed.
  let path: String

  func run(_ wire: String, to recipients: [String], holding lock: Int32?) -> DeliveryEnd {
    let files = FileManager.default
    let name = "\(Timestamp.now).\(UUID().uuidString)"
    do {
      for folder in ["cur", "new", "tmp"] {
        try files.createDirectory(
          atPath: "\(path)/\(folder)",
          withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700]
        )
      }
      let envelope = recipients.map { "X-Delivered-For: \($0)\n" }.joined()
      var message = Data(envelope.utf8)
      message += try Data(contentsOf: URL(fileURLWithPath: wire))
      try message.write(to: URL(fileURLWithPath: "\(path)/tmp/\(name)"))
      try files.moveItem(atPath: "\(path)/tmp/\(name)", toPath: "\(path)/new/\(name)")
      return DeliveryEnd(exit: 0)
    } catch {
      return DeliveryEnd(exit: nil, hasBegun: false, errors: error.reason)
    }
  }
}

/// Delivers nothing: the account that a message is written from is not there any more.
struct NoDelivery: MessageDelivery {
  /// Why, for whoever has written the message.
  let reason: String

  func run(_ wire: String, to recipients: [String], holding lock: Int32?) -> DeliveryEnd {
    DeliveryEnd(exit: nil, hasBegun: false, errors: reason)
  }
}
