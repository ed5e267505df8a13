import Glibc

// Measures the goals of speed, ours beside its peers in one run, and says which are met.
// `swift run -c release MailBenchmark` says how.

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  switch options.words.first {
  case "corpus" where options.words.count == 3:
    let count = try Options.number(options.words[2])
    try CorpusMaker(folder: options.words[1], count: count).make()
  case "sets" where options.words.count == 2: try CorpusMaker.adopt(options.words[1])
  case "run" where options.words.count == 2: try Campaign(options).run(on: options.words[1])
  case "seals": try Campaign(options).seals()
  case "writing": try Campaign(options).writing()
  case "later" where options.words.count == 2: try Campaign(options).later(options.words[1])
  case "machines": try Campaign(options).machines()
  case "gross": exit(try Campaign(options).gross() ? 0 : 1)
  default: throw Failure(Options.usage)
  }
} catch {
  let text = Array("\(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(64)
}
