/// A page of ours that shows a page of somebody's mail, and lets it do nothing.
///
/// The policy comes first, before a byte of the mail: no scripts, nothing remote. What a policy does
/// not stop (a page that goes elsewhere by itself, forms, windows) the frame's sandbox does. The mail's
/// page is an attribute of the frame, so that nothing in it can be taken for a part of ours.
enum SandboxedPage {
  /// What comes before the mail's page.
  static let beginning = Array(
    """
    <!DOCTYPE html>
    <html><head>\
    <meta http-equiv="Content-Security-Policy" content="\(policy)">\
    <meta charset="utf-8">\
    <meta name="referrer" content="no-referrer">\
    <meta http-equiv="x-dns-prefetch-control" content="off">\
    <title>Mulligan</title>\
    <style>html,body,iframe{margin:0;border:0;padding:0;width:100%;height:100%}\
    body{overflow:hidden}iframe{display:block;background:#fff}</style>\
    </head><body><iframe sandbox srcdoc="
    """.utf8
  )

  /// What comes after it.
  static let end = Array("\"></iframe></body></html>\n".utf8)

  /// Pictures and fonts that the page brings along, and styles within it; nothing else.
  private static let policy =
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
    + "form-action 'none'; base-uri 'none'"

  /// Writes bytes of the mail's page as text of the attribute.
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      default: result.append(byte)
      }
    }
    return result
  }
}
