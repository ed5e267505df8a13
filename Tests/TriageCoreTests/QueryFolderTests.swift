import Testing

@testable import TriageCore

/// The folder whose copies a view shows, found in its query.
@Suite struct QueryFolderTests {
  @Test(
    arguments: [
      ("folder:INBOX", "INBOX"), ("folder:INBOX/", "INBOX"), ("folder:\"\"", ""),
      ("folder:\"Two words\"", "Two words"), ("folder:“Two words”", "Two words"),
      ("folder:\"a \"\"b\"\" c\"", "a \"b\" c"), ("folder:Lists/garden", "Lists/garden"),
      ("tag:unread folder:INBOX", "INBOX"), ("tag:unread and folder:INBOX", "INBOX"),
      ("(folder:INBOX) and (tag:unread)", "INBOX"), ("(tag:unread) AND (folder:INBOX)", "INBOX"),
      ("((from:ann) and (folder:INBOX)) and (tag:a or tag:b)", "INBOX"),
      ("folder:INBOX not tag:spam", "INBOX"), ("folder:INBOX and not folder:Sent", "INBOX"),
      ("folder:INBOX -folder:Sent", "INBOX"), ("folder:INBOX folder:INBOX", "INBOX"),
      ("(folder:INBOX tag:a) or (tag:b folder:INBOX)", "INBOX"), ("+hello folder:INBOX", "INBOX"),
      ("subject:(a or b) folder:INBOX", "INBOX"), ("(folder:INBOX", "INBOX"),
      ("tag:\"folder:Sent and\" folder:INBOX", "INBOX"),
    ]
  )
  func `a term that all matches must have names the folder`(query: String, folder: String) {
    #expect(MailQuery(query).folder == MailFolder(folder))
  }

  @Test(
    arguments: [
      "*", "", "tag:inbox", "folder:", "folder: INBOX", "Folder:INBOX", "path:INBOX/cur",
      "not folder:INBOX", "-folder:INBOX", "tag:a -folder:INBOX", "tag:a not folder:INBOX",
      "tag:a and not (tag:b folder:INBOX)", "tag:a -(folder:INBOX)",
      "folder:INBOX or tag:todo", "tag:todo OR folder:INBOX", "tag:todo xor folder:INBOX",
      "(folder:INBOX or folder:Sent) and tag:a", "folder:INBOX folder:Sent",
      "folder:INBOX and folder:Sent", "folder:/INBOX.*/", "folder:INBOX folder:/S.*/",
      "\"folder:INBOX\"", "subject:\"a folder:INBOX\"", "+hello (folder:INBOX)",
      "folder:INBOX) and tag:a",
    ]
  )
  func `without one there is none`(query: String) {
    #expect(MailQuery(query).folder == nil)
  }

  @Test func `thousands of parentheses are given up, not followed`() {
    let query = String(repeating: "(", count: 100_000) + "folder:INBOX"
    #expect(MailQuery(query).folder == nil)
  }
}
