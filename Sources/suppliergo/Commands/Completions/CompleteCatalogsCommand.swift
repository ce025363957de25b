/// What completions run: prints the named catalogs of the settings file that go on from a word, one a line, with their
/// locations.
struct CompleteCatalogsCommand: TextCommand {
    static let description = CommandDescription(
        name: "complete-catalogs", overview: "Print named catalogs that a word may mean.", isHidden: true)

    private let lines: [String]

    init(_ arguments: Arguments) {
        let prefix = CompletionRequest(arguments).prefix
        lines = arguments.settings.sections.filter { $0.name.hasPrefix(prefix) }.map { section in
            let location = arguments.location(of: section)?.hidingCredentials.visibleText ?? ""
            return "\(section.name)\t\(location)\n"
        }
    }

    func text(width: Int?) -> String { lines.joined() }
}
