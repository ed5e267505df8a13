/// The name under which a part may be saved, whatever name it came with.
package enum AttachmentName {
  /// The longest name in bytes.
  static let longest = 200

  /// Endings that a system or a desktop would run rather than show.
  private static let active: Set<String> = [
    "action", "apk", "app", "appimage", "application", "awk", "bash", "bat", "cgi", "class",
    "cmd", "com", "command", "cpl", "csh", "deb", "desktop", "directory", "elf", "exe", "expect",
    "fish", "flatpak", "flatpakref", "flatpakrepo", "gadget", "hta", "inf", "jar", "jnlp", "js",
    "jse", "ksh", "kts", "lnk", "lua", "mjs", "msi", "msp", "nautilus", "out", "php", "pif", "pl",
    "pm", "ps1", "pyc", "py", "pyw", "rb", "reg", "rpm", "run", "scpt", "scr", "service", "sh",
    "snap", "so", "swf", "tcl", "tcsh", "url", "vb", "vbe", "vbs", "webloc", "wsf", "wsh", "xpi",
    "zsh",
  ]

  /// Endings for parts that came without a name.
  private static let endings = [
    "text/plain": "txt", "text/html": "html", "text/calendar": "ics", "text/vcard": "vcf",
    "text/x-vcard": "vcf", "text/x-patch": "patch", "text/x-diff": "diff", "text/csv": "csv",
    "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp",
    "image/svg+xml": "svg", "application/pdf": "pdf", "application/zip": "zip",
    "application/json": "json", "message/rfc822": "eml", "application/pgp-signature": "asc",
  ]

  /// What a name must be fit for.
  package enum Use: Sendable {
    /// A file that a person keeps: the name stays as it can be read.
    case saving
    /// A file that is given to another program, which may hand its name to a shell.
    case programs
  }

  /// Returns a name without a path that is safe on any file system, and for any program if it is for one.
  ///
  /// It is never empty, hidden or `..`, does not begin with a hyphen, tilde or blank, has at most
  /// `longest` bytes, and nothing invisible but single blanks. For programs it begins with a letter or
  /// digit and consists of letters, digits, marks of letters, and `._-+`. A name whose ending would
  /// make it run gets `.txt` behind it.
  ///
  /// - Parameters:
  ///   - name: The name the sender gave, decoded.
  ///   - type: The part's MIME type, for parts without a usable name.
  ///   - part: The part's number, for the same.
  ///   - use: What the name is for.
  /// - Returns: A name for one folder entry.
  package static func safe(
    _ name: String?,
    type: String,
    part: Int,
    for use: Use = .saving
  ) -> String {
    let base = (name ?? "").split { $0 == "/" || $0 == "\\" || $0 == "\0" }.last ?? ""
    var result = cleaned(base, for: use)
    if result.isEmpty { result = "part-\(part).\(endings[type.lowercased()] ?? "bin")" }
    if active.contains(ending(of: result).lowercased()), result.contains(".") { result += ".txt" }
    return shortened(result, toBytes: longest)
  }

  /// Returns the name to try when one is taken: `report-1.pdf` for `report.pdf`.
  package static func numbered(_ name: String, _ number: Int) -> String {
    let ending = suffix(of: name)
    let stem = name.dropLast(ending.count)
    let mark = "-\(number)"
    let room = longest - ending.utf8.count - mark.utf8.count
    return String(stem).cut(toBytes: room) + mark + ending
  }

  /// Replaces every run of unsafe characters by one `_`, or by a blank in a name to read, and drops what
  /// must not begin or end a name.
  private static func cleaned(_ text: Substring, for use: Use) -> String {
    let filler: Character = use == .programs ? "_" : " "
    var result = ""
    var marks = 0
    // Of an endless name only the ends count.
    let scalars =
      Array(text.unicodeScalars.prefix(longest))
      + text.unicodeScalars.dropFirst(longest)
      .suffix(longest)
    for scalar in scalars {
      if isInvisible(scalar) { continue }
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      marks = isMark ? marks + 1 : 0
      if isMark, result.isEmpty || marks > 8 { continue }
      if use == .programs ? isSafe(scalar) : isReadable(scalar) {
        result.unicodeScalars.append(scalar)
      } else if result.last != filler {
        result.append(filler)
      }
    }
    let begins = { (first: Character) in
      use == .programs ? first.isLetter || first.isNumber : !".-~ ".contains(first)
    }
    result.removeSubrange(..<(result.firstIndex(where: begins) ?? result.endIndex))
    let ends = use == .programs ? "._-+" : ". "
    while let last = result.last, ends.contains(last) { result.removeLast() }
    return result
  }

  /// Whether a character has a look of its own: letters, digits, punctuation, symbols.
  private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
    // These are letters and symbols by name, and blanks to the eye.
    if [0x115f, 0x1160, 0x2800, 0x3164, 0xffa0].contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .enclosingMark:
      return false
    default: return true
    }
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._-+".unicodeScalars.contains(scalar)
    }
    // These are letters by name, and blanks to the eye.
    if [0x115f, 0x1160, 0x3164, 0xffa0].contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  /// Characters that have no look of their own: direction marks, joiners, zero widths.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format || scalar.properties.isVariationSelector
      || scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func ending(of name: String) -> Substring { suffix(of: name).dropFirst() }

  /// The last dot of a name and what follows it, if that is short enough to be an ending.
  private static func suffix(of name: String) -> Substring {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 20
    else { return "" }
    return name[dot...]
  }

  private static func shortened(_ name: String, toBytes limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    let ending = suffix(of: name)
    return String(name.dropLast(ending.count)).cut(toBytes: limit - ending.utf8.count) + ending
  }
}
