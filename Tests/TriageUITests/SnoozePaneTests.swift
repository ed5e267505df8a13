import Screen
import ScreenTestSupport
import StringsCatalog
import TestSupport
import Testing
import TriageConfig

@testable import TriageCore

@testable import TriageUI

/// The times until which mail is put away, chosen by a key.
@Suite struct SnoozePaneTests {
  /// The words of the box, without blanks that only align.
  private func offered(_ play: Screenplay) -> String {
    play.rows.joined(separator: " ").replacing(#/\s+/#, with: " ")
  }

  @Test func `L15 each time stands there with its key and what it would be`() throws {
    var play = try Screenplay(.sample)
    play.press("b")
    let text = offered(play)
    for line in [
      "l Later today Fri, Aug 21, 17:00", "t Tomorrow Sat, Aug 22, 09:00",
      "n Next week Mon, Aug 24, 09:00",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(text.contains("Tab Another time…") && !text.contains("Wake"))
  }

  @Test func `a letter alone puts away after a moment, by Enter at once`() throws {
    var play = try Screenplay(.sample)
    let before = play.mailbox.dump
    play.press("b t")
    #expect(play.mailbox.dump == before && play.prompt.contains("Enter chooses"), "\(play.rows)")
    play.wait(for: .letter)
    #expect(play.said.contains("Snoozed 1 thread until Sat 09:00"))
    play.press("u b t Enter")
    #expect(play.said.contains("Snoozed 1 thread until Sat 09:00"))
    play.press("u b t Esc")
    play.wait(for: .letter)
    play.press("b t Down")
    play.wait(for: .letter)
    play.press("Esc")
    #expect(play.mailbox.dump == before, "what was given up or left does not choose")
  }

  @Test(arguments: [
    "mon 9:00", "mon evening", "tomorrow evening", "tue 14", "next monday", "wed", "evening",
    "noon", "90m", "2 weeks", "weekend", "later today",
  ])
  func `any time can be typed into the box, whatever its letters choose`(text: String) throws {
    var play = try Screenplay(.sample)
    play.press("b")
    play.type(text)
    #expect(play.state.prompt?.field.text == text, "\(play.rows)")
    play.press("Enter")
    #expect(play.said.contains("Snoozed 1 thread until"), "\(play.said)")
    #expect(!play.effects.contains { $0.hasPrefix("enter") })
  }

  @Test func `times stand in the order in which they come`() throws {
    var play = try Screenplay(.sample)
    play.press("b")
    let names = { (play: Screenplay) in
      ["Later today", "This evening", "Tomorrow", "Next week"].compactMap { name in
        play.rows.firstIndex { $0.contains(name) }
      }
    }
    #expect(names(play) == names(play).sorted())
    let read = Config.read("[snooze]\nevening = \"15:00\"\n")
    play = try Screenplay(.sample, config: read.config)
    play.press("b")
    let evening = try #require(play.rows.firstIndex { $0.contains("This evening") })
    let later = try #require(play.rows.firstIndex { $0.contains("Later today") })
    #expect(evening < later, "\(play.rows)")
  }

  @Test func `L15 Tab and a digit lead to the field`() throws {
    var play = try Screenplay(.sample)
    play.press("b t Enter")
    #expect(play.said.contains("Snoozed 1 thread until Sat 09:00"))
    play.press("u b Tab")
    play.type("mon 9:00")
    play.press("Enter")
    #expect(play.said.contains("until Mon 09:00"))
    play.press("u b 3")
    play.type("d")
    play.press("Enter")
    #expect(play.said.contains("until Mon"))
  }

  @Test(arguments: [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
  func `L15 what chooses nothing begins a time, and Esc leads back to the choices`(
    size: ScreenSize
  ) throws {
    var play = try Screenplay(.sample, size: size)
    let before = play.mailbox.dump
    play.press("b f")
    #expect(play.state.prompt?.field.text == "f", "\(play.rows)")
    play.press("Esc")
    #expect(play.state.prompt == nil && offered(play).contains("Later today"), "\(play.rows)")
    play.press("G Enter")
    #expect(play.state.prompt?.field.text == "", "\(play.rows)")
    play.press("Esc Esc")
    #expect(!offered(play).contains("Later today") && play.mailbox.dump == before)
    play.press("b i")
    play.type("n 3 days")
    play.press("Enter")
    #expect(play.said.contains("until Mon"), "\(play.said)")
    #expect(!offered(play).contains("Later today"), "\(play.rows)")
  }

  @Test func `L15 Enter takes the marked time, at first the first, and the marker moves`() throws {
    var play = try Screenplay(.sample)
    play.press("b")
    #expect(play.prompt.contains("Enter"), "\(play.prompt)")
    play.press("Enter")
    #expect(play.said.contains("Snoozed 1 thread until 17:00"), "\(play.said)")
    play.press("u b j j Enter")
    #expect(play.said.contains("until Sat 09:00"), "\(play.said)")
    play.press("u b Esc")
    #expect(!offered(play).contains("Later today"))
  }

  @Test func `L15 this evening is faint once it is less than an hour off`() throws {
    for (evening, isFaint) in [("14:30", true), ("15:30", false)] {
      let read = Config.read("[snooze]\nevening = \"\(evening)\"\n")
      var play = try Screenplay(.sample, config: read.config)
      play.press("b")
      let row = try #require(play.rows.firstIndex { $0.contains("This evening") })
      let column = play.rows[row].split(separator: "T")[0].count
      let style = play.picture.frame.grid.style(row: row, column: column)
      #expect((style == play.state.look[.faint]) == isFaint, "\(evening): \(style)")
    }
  }

  @Test func `L15 a time that is over is shown as over, and not taken`() throws {
    let read = Config.read("[snooze]\npresets = [{ key = \"x\", when = \"2020-01-01\" }]\n")
    var play = try Screenplay(.sample, config: read.config)
    let before = play.mailbox.dump
    play.press("b")
    #expect(offered(play).contains("Jan 1, 2020 is already over"), "\(play.rows)")
    play.press("Enter")
    #expect(play.mailbox.dump == before && play.said.contains("already over"), "\(play.said)")
  }

  @Test func `L15 what is typed is said as the moment that it would be, or that it is none`() throws
  {
    var play = try Screenplay(.sample)
    play.press("b Tab")
    for (text, meaning) in [
      ("fri 14:00", "Aug 28, 14:00"), ("Next Week", "Mon 09:00"), ("90m", "15:17"),
      ("2020-01-01", "Jan 1, 2020 is already over"), ("soon", "not understood; say 3d"),
      ("2050-01-01", "more than ten years ahead"), ("3 days", "Mon 13:47"), ("tue 14", "Tue 14:00"),
      ("tonight", "18:00"), ("next monday", "Mon 09:00"), ("in 2 weeks", "Sep 4, 13:47"),
      ("tomorrow at noon", "Sat 12:00"), ("monday evening", "Mon 18:00"), ("midday", "Sat 12:00"),
    ] {
      play.press("Ctrl-U")
      play.type(text)
      #expect(play.rows.last?.contains(meaning) == true, "\(text): \(play.rows)")
    }
    play.press("Ctrl-U t o Tab")
    #expect(play.rows.last?.contains("tomorrow ") == true)
  }

  @Test(arguments: WordingTests.languages)
  func `L12 in the smallest window the way out of the times is said`(language: LanguageTag) throws {
    let small = ScreenSize(columns: 40, rows: 10)
    var play = try Screenplay(.sample, size: small, language: language)
    play.press("b")
    let words = try Wording.test(language)
    let out = "\(words.keys("Esc").text) \(words.text(.title(of: .command(.cancel))).text)"
    #expect(play.prompt.hasSuffix(out), "\(play.prompt)")
  }

  @Test func `L15 a day of the month is the next one, in the reader's order and any other`() throws
  {
    for (language, texts) in [
      ("en", ["dec 3", "3 Dec", "3 December", "December 3rd", "the 3rd of December"]),
      ("de", ["3. Dez.", "3 dez", "3. Dezember", "am 3. Dezember", "3.12.", "3.12", "03.12."]),
      ("es", ["3 de diciembre", "el 3 de diciembre", "3 dic", "3/12"]),
      ("fr", ["le 3 décembre", "3 déc.", "3/12"]), ("ru", ["3 дек", "3 декабря", "3.12."]),
      ("ja", ["12月3日", "12/3"]), ("zh-Hans", ["12月3日", "12/3"]), ("zh-Hant", ["12月3日", "12/3"]),
    ] {
      let tag = try #require(LanguageTag(language))
      var words = Wording(try testCatalog().localizer(for: tag), isUTF8: true)
      words.clock = .utc(now: Screenplay.now)
      let year = LocalDay(Screenplay.now).year
      for text in texts {
        #expect(Lexicon(words).time(text)?.text == "\(year)-12-03", "\(text)")
        #expect(Lexicon(words).time("\(text) 14:00")?.text == "\(year)-12-03 14:00", "\(text)")
      }
    }
  }

  @Test func `L15 a day in digits that may be two is not guessed, and neither is a bare number`()
    throws
  {
    var play = try Screenplay(.sample)
    play.press("b Tab")
    for (text, meaning) in [
      ("3/12", "either Dec 3 or Mar 12: name the month"), ("24.12.", "Dec 24, 09:00"),
      ("24/12 14:00", "Dec 24, 14:00"), ("12/24", "Dec 24, 09:00"), ("5/5", "May 5, 2027"),
      ("24.12.2030", "Dec 24, 2030"), ("14", "a number alone is no time; say 14:00 or 14d"),
      ("30", "say 30m or 30d"), ("yesterday", "is already over"), ("31.2.", "not understood"),
      ("tomorrow afternoon", "Sat 15:00"), ("in a week", "13:47"), ("in an hour", "14:47"),
      ("next friday", "Aug 28"), ("friday next week", "Aug 28, 09:00"),
    ] {
      play.press("Ctrl-U")
      play.type(text)
      #expect(play.rows.last?.contains(meaning) == true, "\(text): \(play.rows)")
    }
    play.press("Ctrl-U")
    play.type("14")
    play.press("Enter")
    #expect(play.rows.last?.contains("say 14:00 or 14d") == true, "\(play.rows)")
  }

  /// What people type in their language, and the words of files for it.
  private static let typed: [(language: String, text: String, words: String)] = [
    ("de", "Morgen 14:00", "tomorrow 14:00"), ("de", "montag", "mon"),
    ("de", "Di 9:00", "tue 9:00"),
    ("fr", "demain", "tomorrow"), ("es", "mañana 8:00", "tomorrow 8:00"),
    ("ru", "Завтра 9:00", "tomorrow 9:00"), ("ru", "пт 14:00", "fri 14:00"),
    ("ru", "на следующей неделе", "next-week"), ("ja", "明日9:00", "tomorrow 9:00"),
    ("zh-Hans", "明天 9:00", "tomorrow 9:00"), ("zh-Hans", "周五14:00", "fri 14:00"),
    ("zh-Hant", "下週", "next-week"), ("ru", "mon 9:00", "mon 9:00"),
    ("de", "next week", "next-week"), ("de", "Heute Abend", "evening"), ("de", "di 14", "tue 14"),
    ("de", "3 Tage", "3d"), ("ru", "5 дней", "5d"), ("fr", "1 semaine", "1w"),
    ("zh-Hans", "3天", "3d"),
    ("ja", "2か月", "2mo"), ("de", "3 days", "3d"),
    ("en", "next monday", "mon"), ("en", "in 2 weeks", "2w"), ("en", "in 3 days", "3d"),
    ("en", "midday", "noon"), ("en", "tomorrow evening", "tomorrow evening"),
    ("en", "Monday at noon", "mon 12:00"), ("en", "90 min", "90m"),
    ("de", "nächsten Montag", "mon"), ("de", "in 3 Tagen", "3d"), ("de", "3 T", "3d"),
    ("de", "morgen Mittag", "tomorrow noon"), ("de", "Montagabend", "mon evening"),
    ("de", "Morgen früh", "tomorrow morning"), ("de", "in 2 Monaten", "2mo"),
    ("fr", "lundi prochain", "mon"), ("fr", "dans 2 semaines", "2w"), ("fr", "3j", "3d"),
    ("fr", "2 sem", "2w"), ("fr", "demain soir", "tomorrow evening"), ("fr", "midi", "noon"),
    ("fr", "ven. 17h30", "fri 17:30"), ("fr", "la semaine prochaine", "next-week"),
    ("es", "el próximo lunes", "mon"), ("es", "dentro de 3 días", "3d"), ("es", "2 sem", "2w"),
    ("es", "mañana por la noche", "tomorrow evening"), ("es", "mediodía", "noon"),
    ("es", "mañana por la mañana", "tomorrow morning"),
    ("es", "mañana al mediodía", "tomorrow noon"),
    ("ru", "в понедельник", "mon"), ("ru", "в среду", "wed"),
    ("ru", "в пятницу вечером", "fri evening"), ("ja", "水曜", "wed"), ("de", "Sonnabend", "sat"),
    ("zh-Hans", "礼拜天", "sun"), ("ru", "через 2 недели", "2w"), ("ru", "3 дн", "3d"),
    ("ru", "завтра вечером", "tomorrow evening"), ("ru", "завтра в полдень", "tomorrow noon"),
    ("ja", "次の月曜日", "mon"), ("ja", "2週間後", "2w"), ("ja", "明日の夕方", "tomorrow evening"),
    ("ja", "正午", "noon"), ("zh-Hans", "下个周一", "mon"), ("zh-Hans", "3天后", "3d"),
    ("zh-Hans", "明天晚上", "tomorrow evening"), ("zh-Hans", "周一中午", "mon noon"),
    ("zh-Hant", "2週後", "2w"), ("zh-Hant", "明天中午", "tomorrow noon"),
    ("en", "in a week", "1w"), ("en", "in an hour", "1h"), ("en", "this friday", "fri"),
    ("en", "tomorrow afternoon", "tomorrow afternoon"), ("en", "this afternoon", "afternoon"),
    ("en", "the day after tomorrow", "day-after-tomorrow"), ("en", "Yesterday", "yesterday"),
    ("en", "Friday of next week", "next-week-fri"), ("en", "tomorrow morning", "tomorrow morning"),
    ("de", "in einer Woche", "1w"), ("de", "in einer Stunde", "1h"),
    ("de", "übermorgen", "day-after-tomorrow"), ("de", "gestern", "yesterday"),
    ("de", "morgen Nachmittag", "tomorrow afternoon"), ("de", "heute Nachmittag", "afternoon"),
    ("de", "kommenden Freitag", "fri"), ("de", "nächste Woche Freitag", "next-week-fri"),
    ("de", "morgen um 9 Uhr", "tomorrow 9"), ("de", "Montagnachmittag", "mon afternoon"),
    ("es", "pasado mañana", "day-after-tomorrow"), ("es", "en una semana", "1w"),
    ("es", "dentro de una hora", "1h"), ("es", "el martes que viene", "tue"),
    ("es", "el viernes que viene", "fri"), ("es", "mañana por la tarde", "tomorrow afternoon"),
    ("es", "esta tarde", "afternoon"), ("es", "ayer", "yesterday"),
    ("es", "pasado mañana por la noche", "day-after-tomorrow evening"),
    ("es", "la semana que viene", "next-week"),
    ("fr", "dans une semaine", "1w"), ("fr", "dans une heure", "1h"), ("fr", "hier", "yesterday"),
    ("fr", "après-demain", "day-after-tomorrow"), ("fr", "demain matin", "tomorrow morning"),
    ("fr", "demain après-midi", "tomorrow afternoon"), ("fr", "cet après-midi", "afternoon"),
    ("fr", "aujourd'hui 17h", "today 17:00"),
    ("fr", "vendredi prochain", "fri"), ("fr", "après-demain soir", "day-after-tomorrow evening"),
    ("ru", "через неделю", "1w"), ("ru", "через час", "1h"), ("ru", "вчера", "yesterday"),
    ("ru", "послезавтра", "day-after-tomorrow"), ("ru", "завтра днём", "tomorrow afternoon"),
    ("ru", "завтра утром", "tomorrow morning"), ("ru", "в следующую пятницу", "fri"),
    ("ru", "в пятницу на следующей неделе", "next-week-fri"),
    ("ja", "一週間後", "1w"), ("ja", "1時間後", "1h"), ("ja", "明後日", "day-after-tomorrow"),
    ("ja", "明日の午後", "tomorrow afternoon"), ("ja", "明日の朝", "tomorrow morning"),
    ("ja", "来週の金曜日", "next-week-fri"), ("ja", "昨日", "yesterday"),
    ("zh-Hans", "一周后", "1w"), ("zh-Hans", "一个小时后", "1h"), ("zh-Hans", "昨天", "yesterday"),
    ("zh-Hans", "后天", "day-after-tomorrow"), ("zh-Hans", "明天下午", "tomorrow afternoon"),
    ("zh-Hans", "后天上午", "day-after-tomorrow morning"), ("zh-Hans", "下周五", "next-week-fri"),
    ("zh-Hant", "一週後", "1w"), ("zh-Hant", "一小時後", "1h"), ("zh-Hant", "昨天", "yesterday"),
    ("zh-Hant", "後天下午", "day-after-tomorrow afternoon"), ("zh-Hant", "下週五", "next-week-fri"),
    ("zh-Hant", "明天早上", "tomorrow morning"),
  ]

  @Test(arguments: typed)
  func `L15 times are typed in the words of the reader's language, and of files`(
    language: String,
    text: String,
    words: String
  ) throws {
    let tag = try #require(LanguageTag(language))
    let lexicon = Lexicon(Wording(try testCatalog().localizer(for: tag), isUTF8: true))
    #expect(lexicon.time(text)?.meaning == SnoozePhrase(words)?.meaning)
    #expect(lexicon.time("\(text)x") == nil)
  }

  @Test(arguments: ["en", "de", "fr", "es", "ru", "ja", "zh-Hans", "zh-Hant"])
  func `L15 the times fit into each window, in each language`(language: String) throws {
    let tag = try #require(LanguageTag(language))
    for (columns, rows) in [(40, 10), (80, 24), (200, 60)] {
      let size = ScreenSize(columns: columns, rows: rows)
      var play = try Screenplay(.asleep, size: size, language: tag)
      play.press("b")
      let text = offered(play)
      for time in ["17:00", "18:00", "9:00", "Tab "] {
        #expect(text.contains(time), "\(language) \(columns): \(text)")
      }
    }
  }

  @Test(arguments: ["en", "de", "fr", "es", "ru", "ja", "zh-Hans", "zh-Hant"])
  func `L15 a time is read as it is shown`(language: String) throws {
    let tag = try #require(LanguageTag(language))
    var words = Wording(try testCatalog().localizer(for: tag), isUTF8: true)
    words.clock = .utc(now: Screenplay.now)
    let calendar = SnoozeCalendar(clock: words.clock, hours: Config.standard.snooze)
    let morning = Screenplay.now / 86_400 * 86_400 + 9 * 3_600
    for days in [1, 2, 5, 12, 40, 200, 300] as [Timestamp] {
      let time = WakeTime(notBefore: morning + days * 86_400)
      let shown = words.moment(time.time)
      for text in [shown, shown.uppercased()] {
        let phrase = Lexicon(words).time(text)
        #expect(phrase.flatMap(calendar.wakeTime) == time, "\(text)")
      }
    }
    #expect(Lexicon(words).time("99. Xyz., 09:00") == nil)
  }

  @Test func `L15 what is no time is told with an example in the reader's words`() throws {
    var play = try Screenplay(.asleep, language: "de")
    play.press("b Tab")
    play.type("bald")
    #expect(play.rows.contains { $0.contains("etwa 3d oder mo 9:00") }, "\(play.rows)")
  }

  @Test func `L14 where something sleeps, b b wakes it`() throws {
    var play = try Screenplay(.asleep)
    play.press("g b b")
    #expect(offered(play).contains("b Wake"))
    play.press("b")
    #expect(play.said.contains("Woke 1 thread"))
    #expect(play.mailbox.dump.values.contains { $0.contains(WakeTime.woken) })
  }

  @Test func `L15 the times to choose are the person's, and mistakes in them are named`() throws {
    let text = "[snooze]\npresets = [\"tomorrow\", { key = \"f\", when = \"fri 14:00\" }]\n"
    let read = Config.read(text)
    #expect(read.problems == [])
    var play = try Screenplay(.sample, config: read.config)
    play.press("b")
    #expect(offered(play).contains("f fri 14:00 Fri, Aug 28, 14:00"))
    #expect(!offered(play).contains("Next week"))
    for wrong in ["\"never\"", "{ key = \"ff\", when = \"fri\" }", "\"tomorrow\", \"tomorrow\""] {
      #expect(Config.read("[snooze]\npresets = [\(wrong)]\n").problems.count == 1, "\(wrong)")
    }
  }
}
