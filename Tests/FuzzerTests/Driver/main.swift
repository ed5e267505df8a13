import CFuzzer
import Glibc

/// `FUZZER=NAME fuzz [libFuzzer's arguments] FOLDER…`: lets libFuzzer look for bytes that do not pass a
/// fuzzer's check.
enum Driver {
  static let fuzzer: Fuzzer? = {
    let name = getenv("FUZZER").map { String(cString: $0) }
    return Fuzzer.all.first { $0.name == name }
  }()

  static func run() -> Int32 {
    guard fuzzer != nil else {
      print("FUZZER= one of", Fuzzer.all.map(\.name).joined(separator: " "))
      return EXIT_FAILURE
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    return LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      do {
        try Driver.fuzzer?.check(Array(UnsafeBufferPointer(start: data, count: size)))
      } catch {
        print("found:", error)
        fflush(nil)
        abort()
      }
      return 0
    }
  }
}

exit(Driver.run())
