import SupplierGoKit

/// What a shell's completions ask for: how a word may go on, behind the words of a command line that is not finished.
struct CompletionRequest: Sendable {
    /// The word's beginning.
    let prefix: String

    /// Where its suppliers come from; `nil` where the command line does not say, or what it says is unusable.
    let loading: LoadingArguments?

    /// The cache's directory; `nil` like ``loading``.
    let common: CommonArguments?

    /// The settings' named catalogs that go on from the word, one a line, with their locations.
    let catalogs: String

    /// Reads the word and the words before it, as the shell has them: quotes and all.
    ///
    /// Nothing is wrong with a command line that is not finished, so whatever cannot be understood is passed over.
    init(_ values: ArgumentValues) {
        let words = values.arguments.map { Self.unquoted($0, home: values.surroundings[.home]) }
        prefix = words.first ?? ""
        let prefix = prefix
        catalogs = values.settings.sections.filter { $0.name.hasPrefix(prefix) }.map { section in
            let location = values.location(in: section)?.hidingCredentials.visibleText ?? ""
            return "\(section.name)\t\(location)\n"
        }.joined()
        var loading: LoadingArguments?
        var common: CommonArguments?
        do throws(ArgumentError) {
            let line = try ArgumentWords(["--offline"] + Self.places(in: words.dropFirst()))
            let values = try ArgumentValues(line, for: .list, in: values.surroundings, settings: values.settings)
            (loading, common) = (try values.loadingArguments(), try values.commonArguments())
        } catch {
            (loading, common) = (nil, nil)
        }
        (self.loading, self.common) = (loading, common)
    }

    /// The options among the words that say where suppliers are to be had.
    private static func places(in words: ArraySlice<String>) -> [String] {
        let rows = [Option.catalog, .cacheDirectory].flatMap(OptionDescription.of)
        let spellings = rows.flatMap(\.spellings)
        var places: [String] = []
        var rest = words
        while let word = rest.popFirst() {
            if spellings.contains(word), let value = rest.popFirst() {
                places += [word, value]
            } else if spellings.contains(where: { word.hasPrefix($0.hasPrefix("--") ? $0 + "=" : $0) }) {
                places.append(word)
            }
        }
        return places
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
