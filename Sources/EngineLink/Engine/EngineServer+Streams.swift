extension EngineServer {
  /// Serves over a process's standard input and output.
  ///
  /// - Throws: `.system`.
  package convenience init(
    over streams: consuming FrameStreams,
    as ours: Greeting
  ) throws(LinkError) {
    try self.init(reading: streams.input, writing: streams.output, as: ours)
  }
}
