/// The names of charsets that mail uses.
///
/// Names are compared by their letters and digits alone. A name stands for the largest set that mail
/// under it has: `gb2312` for GB 18030, `tis-620` for Windows 874.
enum CharsetNames {
  private static let longest = 64

  /// Returns the name that iconv knows a charset by; `nil` for UTF-7, EBCDIC and unknown names.
  static func converter(_ declared: String) -> String? {
    guard declared.utf8.count <= longest else { return nil }
    return find(
      declared.lowercased().utf8.filter { (97...122).contains($0) || (48...57).contains($0) }[...]
    )
  }

  private static func find(_ name: ArraySlice<UInt8>) -> String? {
    // The most common one needs no table.
    if name.elementsEqual("utf8".utf8) { return "UTF-8" }
    if let known = table[String(decoding: name, as: UTF8.self)] ?? numbered(name) { return known }
    for prefix in ["x", "cs"] where name.starts(with: prefix.utf8) && name.count > prefix.utf8.count
    {
      if let known = find(name.dropFirst(prefix.utf8.count)) { return known }
    }
    return nil
  }

  /// The families whose names differ by a number only: `ISO_8859-1:1987`, `windows-1252`, `ms936`.
  private static func numbered(_ name: ArraySlice<UInt8>) -> String? {
    for prefix in ["iso8859", "windows", "win", "ibm", "ccsid", "cp", "ms", ""]
    where name.starts(with: prefix.utf8) {
      let rest = String(decoding: name.dropFirst(prefix.utf8.count), as: UTF8.self)
      guard prefix == "iso8859" else { return Int(rest).flatMap(page) }
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      // The year of the standard may follow, or the order of letters.
      guard number.count <= 6, let part = Int(number.count > 4 ? number.dropLast(4) : number) else {
        return nil
      }
      return page(28590 + part)
    }
    return nil
  }

  /// A code page of Windows or IBM.
  private static func page(_ number: Int) -> String? {
    switch number {
    case 437, 737, 775, 850...852, 855, 857, 858, 860...863, 865, 866, 868, 869, 874, 932, 949, 950,
      1250...1258, 1361:
      "CP\(number)"
    case 28601: "CP874"
    case 28591...28601, 28603...28606: "ISO-8859-\(number - 28590)"
    case 367, 20127, 65001: "UTF-8"
    case 819: "ISO-8859-1"
    case 936, 54936: "GB18030"
    case 951: "BIG5-HKSCS"
    case 10000: "MACINTOSH"
    case 10007: "MAC-CYRILLIC"
    case 20866: "KOI8-R"
    case 21866: "KOI8-U"
    case 20932, 51932: "EUC-JP-MS"
    case 50220...50222: "ISO-2022-JP-3"
    case 51949: "CP949"
    default: nil
    }
  }

  private static let table: [String: String] = {
    var table: [String: String] = [:]
    for line in lines.utf8.split(separator: 0x0A) {
      let words = line.split(separator: 0x20).map { String(Substring($0)) }
      for name in words.dropFirst() { table[name] = words[0] }
    }
    return table
  }()

  /// The labels that the rules above do not make, each line behind the converter it stands for.
  ///
  /// They are those of the WHATWG Encoding standard and the names and aliases of IANA's registry. A
  /// script has made them of `encodings.json` and `character-sets.xml`.
  private static let lines = """
    ANSI_X3.110-1983 ansix31101983 csat5001983 csiso99naplps isoir99 naplps
    ARMSCII-8 armscii8
    BIG5-HKSCS big5 big5eten big5hkscs cnbig5
    BS_4730 bs4730 csiso4unitedkingdom gb iso646gb isoir4 uk
    CP1250 cswindows31latin2 iso88592windowslatin2
    CP1252 cswindows30latin1 cswindows31latin1 iso88591windows30latin1 iso88591windows31latin1
    CP1254 cswindows31latin5 iso88599windowslatin5
    CP437 cspc8codepage437
    CP775 cspc775baltic
    CP850 cspc850multilingual
    CP852 cspcp852
    CP858 pcmultilingual850euro
    CP861 cpis
    CP862 cspc862latinhebrew
    CP868 cpar
    CP869 cpgr
    CP874 dos874 tis620
    CP891 cp891 ibm891
    CP903 cp903 ibm903
    CP904 904 cp904 csibbm904 ibm904
    CP932 mskanji shiftjis sjis windows31j
    CP949 euckr isoir149 korean ksc5601 ksc56011987 ksc56011989 uhc unifiedhangul
    CSA_Z243.4-1985-1 ca csa71 csaz243419851 csiso121canadian1 iso646ca isoir121
    CSA_Z243.4-1985-2 csa72 csaz243419852 csiso122canadian2 iso646ca2 isoir122
    CSN_369103 csiso139csn369103 csn369103 isoir139
    DEC-MCS dec decmcs
    DIN_66003 csiso21german de din66003 iso646de isoir21
    DS_2089 csiso646danish dk ds2089 iso646dk
    ECMA-CYRILLIC csiso111ecmacyrillic ecmacyrillic isoir111 koi8e
    ES csiso17spanish es iso646es isoir17
    ES2 csiso85spanish2 es2 iso646es2 isoir85
    EUC-JP-MS cseucpkdfmtjapanese eucjp eucjpms eucjpwin
    EUC-JP-MS extendedunixcodepackedformatforjapanese
    EUC-TW euctw
    GB18030 chinese csiso58gb231280 euccn gb18030 gb2312 gb231280 gbk isoir58
    GB_1988-80 cn csiso57gb1988 gb198880 iso646cn isoir57
    GEORGIAN-PS georgianps
    GOST_19768-74 csiso153gost1976874 gost1976874 isoir153 stsev35888
    HP-ROMAN8 hproman8 r8 roman8
    IEC_P27-1 csiso143iecp271 iecp271 isoir143
    ISO-2022-CN iso2022cn
    ISO-2022-CN-EXT iso2022cnext
    ISO-2022-JP-2 iso2022jp2
    ISO-2022-JP-3 iso2022jp iso2022jp1 iso2022jp3 iso2022jpms
    ISO-2022-KR iso2022kr
    ISO-8859-1 isoir100 isolatin1 l1 latin1
    ISO-8859-10 csisolatin6 isoir157 l6 latin6
    ISO-8859-14 isoceltic isoir199 l8 latin8
    ISO-8859-15 csisolatin9 l9 latin0 latin15 latin9
    ISO-8859-16 isoir226 l10 latin10
    ISO-8859-2 csisolatin2 isoir101 l2 latin2
    ISO-8859-3 csisolatin3 isoir109 l3 latin3
    ISO-8859-4 csisolatin4 isoir110 l4 latin4
    ISO-8859-5 csisolatincyrillic cyrillic isoir144
    ISO-8859-6 arabic asmo708 csisolatinarabic ecma114 isoir127
    ISO-8859-7 csisolatingreek ecma118 elot928 greek greek8 isoir126 suneugreek
    ISO-8859-8 csisolatinhebrew hebrew isoir138 logical visual
    ISO-8859-9 csisolatin5 isoir148 l5 latin5
    ISO-IR-90 csiso90 isoir90
    ISO_10367-BOX iso10367box isoir155
    IT csiso15italian iso646it isoir15 it
    JIS_C6220-1969-RO csiso14jisc6220ro iso646jp isoir14 jisc62201969ro jp
    JIS_C6229-1984-B csiso92jisc62991984b iso646jpocrb isoir92 jisc62291984b jpocrb
    JOHAB johab
    JUS_I.B1.002 csiso141jusib1002 iso646yu isoir141 js jusib1002 yu
    KOI8-R koi koi8 koi8r
    KOI8-T koi8t
    KOI8-U koi8ru koi8u
    KSC5636 iso646kr ksc5636
    MAC-CENTRALEUROPE macce maccentraleurope
    MAC-CYRILLIC maccyrillic xmacukrainian
    MACINTOSH mac macintosh macroman
    MSZ_7795.3 csiso86hungarian hu iso646hu isoir86 msz77953
    NATS-SEFI isoir81 natssefi
    NC_NC00-10:81 csiso151cuba cuba iso646cu isoir151 ncnc001081
    NF_Z_62-010 csiso69french fr iso646fr isoir69 nfz62010
    NF_Z_62-010_(1973) csiso25french iso646fr1 isoir25 nfz620101973
    NS_4551-1 csiso60danishnorwegian csiso60norwegian1 iso646no isoir60 no ns45511
    NS_4551-2 csiso61norwegian2 iso646no2 isoir61 no2 ns45512
    PT csiso16portuguese iso646pt isoir16 pt
    PT154 cp154 cyrillicasian pt154 ptcp154
    PT2 csiso84portuguese2 iso646pt2 isoir84 pt2
    SEN_850200_B csiso10swedish fi iso646fi iso646se isoir10 se sen850200b
    SEN_850200_C csiso11swedishfornames iso646se2 isoir11 se2 sen850200c
    STRK1048-2002 kz1048 rk1048 strk10482002
    T.61-8BIT csiso103t618bit isoir103 t61 t618bit
    TCVN tcvn
    TSCII tscii
    UTF-16 iso10646ucs2 ucs2 unicode unicode11 unicodefeff utf16
    UTF-16BE unicodefffe utf16be
    UTF-16LE utf16le
    UTF-32 csucs4 iso10646ucs4 utf32
    UTF-32BE utf32be
    UTF-32LE utf32le
    UTF-8 646 ansix341968 ansix341986 ascii iso646irv1991 iso646us isoir6 unicode11utf8
    UTF-8 unicode20utf8 us usascii utf8 utf8bom utf8mb4
    VISCII viscii
    """
}
