package import TriageCore

/// A tag of the model.
package enum ModelTag: Int, CaseIterable, Sendable, CustomStringConvertible {
  case inbox, spam, later

  /// All of them; `allCases` makes them anew each time.
  package static let all = allCases

  package var description: String { ["inbox", "spam", "later"][rawValue] }

  /// The tag of the mail.
  package var tag: MailTag { MailTag(description) }
}

/// A tag of a message, by their numbers.
package struct ModelPair: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var message: Int
  package var tag: ModelTag

  package init(_ message: Int, _ tag: ModelTag) {
    self.message = message
    self.tag = tag
  }

  /// Its place in arrays of all pairs.
  var place: Int { message * 3 + tag.rawValue }

  /// The pair of the mail.
  package var pair: Pair { Pair(MessageID("m\(message)"), tag.tag) }

  package var description: String { "(m\(message), \(tag))" }

  package static func < (one: Self, other: Self) -> Bool { one.place < other.place }
}

/// The tags that a message has.
package struct ModelTags: Hashable, Sendable {
  private(set) var bits: UInt8 = 0

  /// No tags.
  package init() {}

  /// Whether it has a tag.
  package subscript(tag: ModelTag) -> Bool {
    get { bits & 1 << UInt8(tag.rawValue) != 0 }
    set {
      let bit: UInt8 = 1 << UInt8(tag.rawValue)
      bits = newValue ? bits | bit : bits & ~bit
    }
  }

  /// Every tag that either has.
  func union(_ other: ModelTags) -> ModelTags {
    var both = self
    both.bits |= other.bits
    return both
  }
}

/// What an index holds, or was last seen to hold: messages with their tags.
package struct ModelIndex: Equatable, Sendable {
  private var tags: [ModelTags?] = []
  /// The messages, in the order of their numbers.
  package private(set) var messages: [Int] = []

  /// The tags of a message; `nil` if it is not there.
  package subscript(message: Int) -> ModelTags? {
    get { message < tags.count ? tags[message] : nil }
    set {
      while tags.count <= message { tags.append(nil) }
      let isKnown = tags[message] != nil
      tags[message] = newValue
      if isKnown != (newValue != nil) { messages = tags.indices.filter { tags[$0] != nil } }
    }
  }

  /// Whether a message has a tag.
  ///
  /// It is `nil` if the message is not there, and setting it does nothing then.
  package subscript(pair: ModelPair) -> Bool? {
    get { self[pair.message]?[pair.tag] }
    set {
      guard let newValue, self[pair.message] != nil else { return }
      self[pair.message]?[pair.tag] = newValue
    }
  }

  /// Whether a message is there.
  package func has(_ message: Int) -> Bool { message < tags.count && tags[message] != nil }

  package static func == (one: Self, other: Self) -> Bool {
    one.messages == other.messages && one.messages.allSatisfy { one[$0] == other[$0] }
  }
}

/// What a step says of a pair.
package struct ModelClaim: Hashable, Sendable {
  package var pair: ModelPair
  package var found: Bool
  package var wanted: Bool
}

/// An action turned on, and the marks that this lifts from it.
package struct ModelLift: Hashable, Sendable {
  package var action: Int
  package var marks: Set<Int>
}

/// One step of a history.
///
/// Its number is given in the order in which all machines make steps, and decides between equal
/// clocks: a journal that is to agree takes it as the step's uid.
package final class ModelStep: Sendable, CustomStringConvertible {
  /// What made it.
  package enum Kind: Sendable {
    case action, `switch`, undo, redo, external, kept

    /// Whether it is a group of its own, that can be undone.
    var isGroup: Bool { self == .action || self == .switch }
  }

  /// What a step is made of, besides number, clock and machine.
  struct Content {
    var claims: [ModelClaim] = []
    /// The actions turned off: each gets this step as mark.
    var off: [Int] = []
    var on: [ModelLift] = []
    /// The group that is undone or redone.
    var of: Int?
    /// Of an outside change: what its machine knew.
    var seen: Set<Int> = []
    /// Of an outside change: whether muchsync had run outside of a sync.
    var echoes = false
    /// When an outside change was found, where that is not its clock.
    var found: Int?
    /// The pairs whose messages were not there.
    var left: Set<ModelPair> = []
    /// Of a kept claim: the horizon that it was left at.
    var horizon = 0
    /// Of a kept claim: when the pair was last touched by what is gone.
    var touched: Int?
  }

  package let id: Int
  package let clock: Int
  package let machine: Int
  package let kind: Kind
  let content: Content

  init(_ id: Int, _ clock: Int, by machine: Int, _ kind: Kind, _ content: Content) {
    self.id = id
    self.clock = clock
    self.machine = machine
    self.kind = kind
    self.content = content
  }

  package var claims: [ModelClaim] { content.claims }
  package var off: [Int] { content.off }
  package var on: [ModelLift] { content.on }
  package var of: Int? { content.of }
  /// Of an outside change: what its machine knew.
  package var seen: Set<Int> { content.seen }
  /// Of an outside change: whether muchsync had run outside of a sync.
  package var echoes: Bool { content.echoes }
  /// Of a turn: the pairs whose messages were not there.
  package var left: Set<ModelPair> { content.left }

  /// When an outside change was found.
  package var found: Int { content.found ?? clock }

  /// The actions that it turns.
  var turned: [Int] { content.off + content.on.map(\.action) }

  /// Whether it claims a pair.
  func claims(_ pair: ModelPair) -> Bool { content.claims.contains { $0.pair == pair } }

  /// Whether it turns an action.
  func turns(_ action: Int) -> Bool {
    content.off.contains(action) || content.on.contains { $0.action == action }
  }

  /// The order of M3; of two kept claims the one that knew more comes later.
  static func isOrdered(_ one: ModelStep, _ other: ModelStep) -> Bool {
    if one.clock != other.clock { return one.clock < other.clock }
    let (touched, others) = (one.content.touched ?? one.clock, other.content.touched ?? other.clock)
    return touched != others ? touched < others : one.id < other.id
  }

  package var description: String {
    let claimed = claims.map { "\($0.pair) \($0.found ? 1 : 0)→\($0.wanted ? 1 : 0)" }
    let lifted = on.map { "\($0.action) lifting \($0.marks.sorted())" }
    let turned = (off.isEmpty ? [] : ["off \(off)"]) + (on.isEmpty ? [] : ["on \(lifted)"])
    let name = "\(id)@\(clock)/\(ModelMachine.name(machine)) \(kind)"
    return ([name] + claimed + turned + (of.map { ["of \($0)"] } ?? [])).joined(separator: " ")
  }
}

/// A set of steps.
package struct ModelSteps {
  private var places: [ModelStep?] = []

  /// The step of a number.
  package subscript(id: Int) -> ModelStep? { id < places.count ? places[id] : nil }

  /// Whether a step is there.
  package func has(_ id: Int) -> Bool { id < places.count && places[id] != nil }

  /// The steps in the order of their numbers.
  package var all: [ModelStep] { places.compactMap(\.self) }

  /// Their numbers.
  package var ids: [Int] { places.indices.filter { places[$0] != nil } }

  mutating func insert(_ step: ModelStep) {
    while places.count <= step.id { places.append(nil) }
    places[step.id] = step
  }

  mutating func remove(_ id: Int) {
    if id < places.count { places[id] = nil }
  }

  mutating func removeAll() { places = [] }
}
