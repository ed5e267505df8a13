import ArgumentParser
import TriageUI

/// `history`, alone and with what it takes to look into it and to turn groups in it.
struct History: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history",
      abstract: helpText("verb.history"),
      subcommands: [
        HistoryList.self, HistoryShow.self, HistoryRevert.self, HistoryReapply.self,
        HistoryRestore.self, HistoryRecover.self, HistoryVerify.self, HistoryPrune.self,
        HistoryReset.self,
      ],
      defaultSubcommand: HistoryList.self
    )
  }

  @OptionGroup var global: GlobalOptions
}

/// The configuration of a verb of the history, with its help from the catalog.
func historyVerb(_ name: String) -> CommandConfiguration {
  CommandConfiguration(
    commandName: name,
    abstract: helpText("verb.history.\(name)")
  )
}
