import ArgumentParser
import TriageCore
import TriageEngine

/// The parser's completion scripts, mended where words with a colon, like `tag:inbox`, go wrong.
enum CompletionScript {
  /// The script that the arguments ask for; `nil` if they do not ask, or for no shell we know.
  static func requested(by arguments: [String]) -> String? {
    let option = "--generate-completion-script"
    guard let first = arguments.first, first == option || first.hasPrefix(option + "=") else {
      return nil
    }
    let name =
      first == option ? arguments.dropFirst().first : String(first.dropFirst(option.count + 1))
    guard let name, let shell = CompletionShell(rawValue: name) else { return nil }
    let script = Mulligan.completionScript(for: shell)
    switch shell {
    case .bash: return script + "\n" + bash
    case .zsh:
      return inserting(zsh, before: "\nif [[ \"${funcstack[1]}\" = _mulligan ]]", in: script)
    default: return script
    }
  }

  private static func inserting(_ text: String, before mark: String, in script: String) -> String {
    guard let range = script.ranges(of: mark).last else { return script }
    return script[..<range.lowerBound] + "\n" + text + script[range.lowerBound...]
  }

  /// Bash takes a colon for the end of a word: what stands together is put together, and of the
  /// answers only what follows the last colon is given back.
  private static let bash = #"""
    # Words with colons are single words here.
    _mulligan_with_colons() {
        local line="${COMP_LINE}" word rest last=''
        local -a together=()
        local -i index current=0
        for index in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[index]}"
            rest="${line#"${line%%[![:space:]]*}"}"
            if ((index > 0)) && [[ "${rest}" = "${line}" && ("${word}" = :* || "${last}" = *:) ]]; then
                together[${#together[@]} - 1]+="${word}"
            else
                together+=("${word}")
            fi
            line="${rest#"${word}"}"
            last="${word}"
            if ((index == COMP_CWORD)); then current=$((${#together[@]} - 1)); fi
        done

        local now="${COMP_LINE:0:COMP_POINT}"
        now="${now##*[[:space:]]}"
        if [[ "${COMP_WORDBREAKS}" != *:* || "${now}" != *:* || "${now}" = *[\'\"\\]* ]]; then
            _mulligan "${@}"
        else
            local -a COMP_WORDS=("${together[@]}")
            local -i COMP_CWORD="${current}"
            _mulligan "${1}" "${now}" "${together[current - 1]}"
            local -r before="${now%"${now##*:}"}"
            COMPREPLY=("${COMPREPLY[@]#"${before}"}")
        fi
        # What follows a prefix follows it at once.
        if [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" = *: ]]; then
            compopt -o nospace +o filenames
        fi
    }

    complete -o filenames -F _mulligan_with_colons mulligan

    """#

  /// Zsh takes what follows a colon for a description: the answers are offered as they are.
  private static let zsh = #"""
    # What ends in a colon is followed at once by what it is about.
    __mulligan_custom_complete() {
        local -a answers
        answers=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
        answers=("${answers[@]:0:-1}")
        local -a whole=("${(@)answers:#*:}") prefixes=("${(M@)answers:#*:}")
        if (( ${#whole} )); then compadd -- "${whole[@]}"; fi
        if (( ${#prefixes} )); then compadd -S '' -- "${prefixes[@]}"; fi
    }

    """#
}

/// What shells offer while a command is typed: the actions there are, and what is in the index now.
///
/// An index that cannot be read has nothing to offer, and says nothing of it here.
enum LiveValues {
  /// The words of `apply`: actions before `--`, a query after it.
  static func actionsAndQuery(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    if words.prefix(index).contains("--") { return query(words, index, prefix) }
    let names = names
    let ids = settings.config.actions.allIDs.flatMap { id -> [String] in
      switch ArgumentAction(rawValue: id)?.kind {
      case nil: [id]
      case .tag: prefix.hasPrefix(id + ":") ? names.tags.map { "\(id):\($0)" } : ["\(id):"]
      case .tags: ["\(id):"]
      case .time: SnoozePreset.allCases.map { "\(id):\($0.rawValue)" }
      case .folder: prefix.hasPrefix(id + ":") ? names.folders.map { "\(id):\($0)" } : ["\(id):"]
      }
    }
    return ids + ["--"]
  }

  /// The words of `tag`: changes, then a query.
  static func changesAndQuery(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    guard let sign = prefix.first, sign == "+" || sign == "-", !prefix.hasPrefix("--") else {
      return query(words, index, prefix)
    }
    return names.tags.map { "\(sign)\($0)" }
  }

  /// The words of `move`: a folder, then a query.
  static func folderAndQuery(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    words.prefix(index).contains("--")
      ? query(words, index, prefix) : names.folders + ["--"]
  }

  /// The names of the accounts.
  static func accounts(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    settings.config.accounts.map(\.name)
  }

  /// The folders below the mail root.
  static func folders(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    names.folders
  }

  /// A word of a query: a prefix, or what may stand behind it.
  static func query(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let names = names
    let fields: [(name: String, values: [String])] = [
      ("tag:", names.tags.map(\.text)), ("is:", names.tags.map(\.text)),
      ("folder:", names.folders), ("query:", names.queries.map(\.name)), ("from:", []), ("to:", []),
      ("subject:", []), ("date:", []), ("path:", []), ("id:", []), ("thread:", []),
    ]
    if let field = fields.first(where: { prefix.hasPrefix($0.name) }) {
      return field.values.map { field.name + $0 }
    }
    return fields.map(\.name)
  }

  private static var names: IndexNames {
    let mailbox = try? Mailbox(environment: .current, settings: settings)
    return (try? mailbox?.engine.names()) ?? IndexNames()
  }
}
