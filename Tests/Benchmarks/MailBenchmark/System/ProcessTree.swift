import Glibc

/// A process with all that it has started, as `/proc` shows them.
struct ProcessTree {
  let root: pid_t

  /// The processes: the root and what descends from it.
  var members: [pid_t] {
    var parents: [pid_t: pid_t] = [:]
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let process = pid_t(name), let parent = Self.fields(process)?[1] else { continue }
      parents[process] = pid_t(parent)
    }
    var found: [pid_t] = [root]
    var next = 0
    while next < found.count {
      found += parents.filter { $0.value == found[next] }.map(\.key)
      next += 1
    }
    return found
  }

  /// The processor time all of them have had, in seconds.
  var processorTime: Double {
    let ticks = members.compactMap(Self.fields).reduce(0) { sum, fields in
      sum + (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The memory of all of them in megabytes; what they share is counted once.
  var memory: Double {
    members.reduce(0) { $0 + Self.kilobytes("/proc/\($1)/smaps_rollup", "Pss:") } / 1_024
  }

  /// The most memory a process has had so far, in megabytes.
  static func peak(of process: pid_t) -> Double {
    kilobytes("/proc/\(process)/status", "VmHWM:") / 1_024
  }

  /// The memory of a process that it shares with nobody, in megabytes.
  static func own(of process: pid_t) -> Double {
    let path = "/proc/\(process)/smaps_rollup"
    return ["Private_Clean:", "Private_Dirty:"].reduce(0) { $0 + kilobytes(path, $1) } / 1_024
  }

  /// The processor time of one process, in seconds, finer than in ticks.
  static func processor(of process: pid_t) -> Double {
    let text = Files.read("/proc/\(process)/schedstat")?.split(separator: " ").first
    return (text.flatMap { Double($0) } ?? 0) / 1e9
  }

  /// What `/proc/N/stat` says after the name.
  private static func fields(_ process: pid_t) -> [Substring]? {
    guard let text = Files.read("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[end...].dropFirst(2).split(separator: " ")
    return fields.count > 12 ? fields : nil
  }

  private static func kilobytes(_ path: String, _ name: String) -> Double {
    guard let line = Files.read(path)?.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return Double(line.split(separator: " ").dropFirst().first ?? "") ?? 0
  }
}
