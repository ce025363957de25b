import SupplierGoKit

extension CommandTable {
    /// This program's commands. A new one takes a type that conforms to ``Command``, in its own folder, and a
    /// place here.
    static let suppliergo = CommandTable(
        version: DataLoader.version, date: "November 25, 2026",
        sections: [
            "LOOK AT SUPPLIERS": [
                ListCommand.self, ShowCommand.self, BrowseCommand.self, FetchCommand.self, OpenCommand.self,
                CheckCommand.self,
            ],
            "CORRECT SUPPLIERS": [
                EditCommand.self, AddCommand.self, RemoveCommand.self, RevertCommand.self, EditsCommand.self,
            ],
            "SET UP AND CLEAN UP": [
                InspectCommand.self, ConfigCommand.self, CachePathCommand.self, CacheInfoCommand.self,
                CacheVerifyCommand.self, CachePruneCommand.self, CacheWhyCommand.self, CacheClearCommand.self,
                CompletionsCommand.self, ManualCommand.self, HelpCommand.self,
            ],
        ],
        hidden: [BackgroundFetchCommand.self, CompleteCommand.self],
        groups: [("cache", "Inspect and clean the cache.")])
}
