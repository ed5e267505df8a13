import TriageCore

/// What is done with a leaf of a message.
enum PartRole: Equatable {
  case text
  case html
  case patch
  case calendar
  case contact
  /// Fields in plain words: delivery reports and receipts.
  case report
  /// The header of a message that is not there.
  case header
  /// Named in the text, nothing more.
  case named(PartLabel)

  init(_ node: PartNode) {
    switch node.type {
    case "text/calendar", "application/ics": self = .calendar
    case "text/vcard", "text/x-vcard", "text/directory": self = .contact
    case "text/x-patch", "text/x-diff", "text/x-patch-file": self = .patch
    case "text/html", "application/xhtml+xml":
      self = node.isSentAsAttachment ? .named(.attachment) : .html
    case "text/rfc822-headers", "message/rfc822-headers", "message/global-headers": self = .header
    case "message/delivery-status", "message/global-delivery-status",
      "message/disposition-notification", "message/feedback-report", "message/tracking-status":
      self = .report
    case "message/external-body": self = .named(.external)
    case "message/partial": self = .named(.partial)
    case "application/pgp-signature", "application/pkcs7-signature",
      "application/x-pkcs7-signature":
      self = .named(.signature)
    case "application/pkcs7-mime", "application/x-pkcs7-mime":
      let isSigned = node.parameters["smime-type"]?.lowercased() == "signed-data"
      self = .named(isSigned ? .signed : .encrypted)
    default: self = Self.other(node)
    }
  }

  private static func other(_ node: PartNode) -> PartRole {
    if node.type.hasPrefix("image/") { return .named(.image) }
    guard node.isText, !unreadable.contains(node.type) else { return .named(.attachment) }
    let name = node.filename?.lowercased() ?? ""
    if name.hasSuffix(".patch") || name.hasSuffix(".diff") { return .patch }
    return node.isSentAsAttachment ? .named(.attachment) : .text
  }

  /// Texts that no person can read.
  private static let unreadable: Set = ["text/rtf", "text/richtext", "text/x-amp-html"]

  /// Whether a part in this role can be the text of a message.
  var isBody: Bool { self == .text || self == .html }
}
