import SupplierGoKit

/// What a shell's completions ask for: how a word may go on, after the words of a command line that is not finished.
struct CompletionRequest: Sendable {
    /// The word's beginning.
    let prefix: String

    /// The words before it.
    private let words: ArraySlice<String>

    /// Reads the word and the words before it, as the shell has them: quotes and all.
    init(_ arguments: Arguments) {
        let words = arguments.words.map { Self.unquoted($0, home: arguments.environment[.home]) }
        prefix = words.first ?? ""
        self.words = words.dropFirst()
    }

    /// Where its suppliers come from; `nil` where the command line does not say, or what it says is unusable: a command
    /// line that is not finished may be wrong in any way.
    func loadingOptions(_ arguments: Arguments) -> LoadingOptions? {
        do throws(UsageError) {
            let line = try ArgumentWords(["--offline"] + Self.locations(in: words))
            return try LoadingOptions(
                Arguments(
                    line, for: ListCommand.description, in: arguments.environment, settings: arguments.settings))
        } catch {
            return nil
        }
    }

    /// The options among the words that say where the suppliers are.
    private static func locations(in words: ArraySlice<String>) -> [String] {
        let spellings = [Options.catalog.row, Options.cacheDirectory.row].flatMap(\.spellings)
        var locations: [String] = []
        var rest = words
        while let word = rest.popFirst() {
            if spellings.contains(word), let value = rest.popFirst() {
                locations += [word, value]
            } else if spellings.contains(where: { word.hasPrefix($0.hasPrefix("--") ? $0 + "=" : $0) }) {
                locations.append(word)
            }
        }
        return locations
    }

    /// A word as the shell would pass it on: without backslashes and quotes, and with the home directory for `~/`.
    static func unquoted(_ word: String, home: String?) -> String {
        var result = ""
        var quote: Character?
        var rest = word[...]
        if rest.hasPrefix("~/"), let home {
            result = home
            rest.removeFirst()
        }
        while let character = rest.popFirst() {
            if character == "\\", quote != "'", let next = rest.popFirst() {
                result.append(next)
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                result.append(character)
            }
        }
        return result
    }
}
