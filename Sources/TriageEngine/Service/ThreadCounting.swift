package import TriageCore

/// Counts the threads of queries beside the index thread; the answers go to the screen from there.
package protocol ThreadCounting: AnyObject {
  /// Queues a query to be counted.
  func count(_ query: MailQuery, for request: RequestID)

  /// Gives up a count that is no longer wanted, if it is one of these.
  func cancel(_ request: RequestID)
}
