import CNotmuch
package import TriageCore

extension NotmuchIndex {
  package func trees(
    _ threads: [ThreadID],
    of query: MailQuery,
    limit: Int
  ) throws(TriageFailure) -> [ThreadTree] {
    // A query that cannot be joined with a thread is looked through once for all of them.
    let matches = JoinableQuery(query.text).canBeJoined ? nil : Set(try ids(query, limit: nil))
    var trees: [ThreadTree] = []
    for thread in threads {
      guard thread.isWellFormed else {
        trees.append(ThreadTree(thread: thread, messages: []))
        continue
      }
      let tree = try page(of: query) { database throws(IndexError) in
        let matched: Set<MessageID>
        if let matches {
          matched = matches
        } else {
          matched = try self.matched(query, in: [thread], of: database)
        }
        return try self.tree(thread, matched: matched, limit: limit, in: database)
      }
      trees.append(tree)
    }
    return trees
  }

  /// Reads the tree of a thread from one state of the index.
  private func tree(
    _ thread: ThreadID,
    matched: Set<MessageID>,
    limit: Int,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> ThreadTree {
    var tree = ThreadTree(thread: thread, messages: [])
    let members = try MatchQuery(thread.query, sort: NOTMUCH_SORT_OLDEST_FIRST, in: database)
    try members.forEachAnswer(in: database) { message, depth throws(IndexError) in
      guard tree.messages.count < limit else {
        tree.omitted += 1
        return
      }
      let (id, tags) = (try message.decodedID(), try message.tags())
      if tags.areOfDiscardedDraft, !matched.contains(id) { return }
      tree.messages.append(
        TreeMessage(
          id: id,
          depth: depth,
          date: usableDate(message.time),
          author: authorName(from: try message.sender(in: database)),
          subject: withoutReplyMarks(try message.subject(in: database)),
          tags: tags,
          isMatched: matched.contains(id)
        )
      )
    }
    return tree
  }
}
