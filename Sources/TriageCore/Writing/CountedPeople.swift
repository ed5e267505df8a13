/// People by how much mail they get.
package struct CountedPeople: Sendable {
  private var people: [String: (person: NamedAddress, count: Int, index: Int)] = [:]

  /// Makes an empty count.
  package init() {}

  /// Counts those who got a message; of several names of an address the first that is one counts.
  package mutating func add(_ recipients: [NamedAddress]) {
    for recipient in recipients {
      let key = recipient.address.asciiLowercased
      var known = people[key] ?? (recipient, 0, people.count)
      if known.person.name.isEmpty { known.person = recipient }
      known.count += 1
      people[key] = known
    }
  }

  /// All of them, those first who got most, else those who were added first.
  package var byUse: [NamedAddress] {
    people.values.sorted { (-$0.count, $0.index) < (-$1.count, $1.index) }.map(\.person)
  }
}
