package import TriageCore

// What is claimed of the leaving of messages of one's own.

extension InMemoryHistory {
  /// Adds a message of one's own, or what is known of it now.
  package func put(_ record: OutgoingRecord) { records[record.id] = record }

  /// The messages of one's own, in the order of their numbers.
  package func outgoing() -> [OutgoingRecord] { records.values.sorted { $0.id < $1.id } }

  /// Lets a step that is past its commit point take effect on the messages that it names.
  func apply(_ entry: Entry) {
    for departure in entry.departed
    where records[departure.outgoing]?.state == departure.found {
      records[departure.outgoing]?.state = departure.wanted
    }
  }

  package func departures(claimedBy actions: [StepID]) -> [KnownDeparture] {
    let claimed = finished(actions).flatMap(\.departures).map(\.outgoing)
    return departures(of: Set(claimed).sorted())
  }

  package func departures(of messages: [OutgoingID]) -> [KnownDeparture] {
    messages.compactMap { records[$0] }.map { record in
      var known = KnownDeparture(record)
      for entry in entries where entry.isFinished {
        for departure in entry.departures where departure.outgoing == record.id {
          known.versions[entry.id] = departure.version
          known.history.claims.append(
            RecordedClaim(
              step: entry.id,
              found: departure.found,
              wanted: departure.wanted,
              stands: fold.stands(departure.message, .departure(record.id), in: entry.id),
              external: entry.draft.kind == .external
            )
          )
        }
      }
      return known
    }
  }

  package func departures(of step: StepID) -> [Departure] {
    entries.first { $0.id == step }.map { $0.departures + $0.departureEffects.map(\.departure) }
      ?? []
  }
}
