/// What the screen hears of the engine.
package enum LinkEvent<Message: Sendable>: Sendable {
  /// The engine is there and speaks our protocol.
  case ready(Greeting)
  case message(Message)
  /// The engine is gone; nothing comes after this.
  case ended(EngineEnd)
}

extension LinkEvent: Equatable where Message: Equatable {}

/// How an engine ended.
package struct EngineEnd: Hashable, Sendable {
  /// Why the connection was given up, if that came first.
  package var cause: LinkError?
  /// What became of its process.
  package var status: ChildEnd
  /// What the engine was, if it came so far as to say it.
  package var greeting: Greeting?

  /// Whether a new start of the same program may help: `RestartPolicy` says how often.
  package var mayRestart: Bool { cause?.mayPass ?? true }

  /// Makes a record of an end.
  package init(cause: LinkError? = nil, status: ChildEnd, greeting: Greeting? = nil) {
    self.cause = cause
    self.status = status
    self.greeting = greeting
  }
}
