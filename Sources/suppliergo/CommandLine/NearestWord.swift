import FoundationEssentials
import SupplierGoKit

/// Finds the valid word that a mistyped one most likely stands for.
enum NearestWord {
    /// The candidate with the fewest edits from a word, or that the word is the beginning of; `nil` if none is near
    /// enough to be meant.
    ///
    /// - Parameter limit: the most edits, without regard to beginnings. Default: one for every three characters, at
    ///   least one.
    /// - Complexity: O(candidates × characters²); a word of more than 40 characters is near to nothing.
    static func to(_ word: String, among candidates: [String], within limit: Int? = nil) -> String? {
        guard word.count <= 40 else { return nil }
        let letters = Array(word.lowercased())
        // A member of a record may have an empty name, which nobody means.
        let candidates = candidates.filter { !$0.isEmpty }
        let best = candidates.map { (candidate: $0, edits: edits(from: letters, to: Array($0.lowercased()))) }
            .min { $0.edits < $1.edits }
        if let best, best.edits <= limit ?? max(1, word.count / 3) { return best.candidate }
        let longer = candidates.filter { limit == nil && word.count >= 2 && $0.hasPrefix(word) }
        return longer.count == 1 ? longer.first : nil
    }

    /// The path that was most likely meant by one that no record has; `nil` if none is near.
    ///
    /// - Parameter names: the names of the records' members, whose first one a path shares, and paths through them.
    static func path(to path: String, among names: [String]) -> String? {
        let first = String(path.prefix { $0 != "." })
        return to(path, among: names.filter { $0 != path })
            ?? to(first, among: names.filter { $0 != first }).map { $0 + path.dropFirst(first.count) }
    }

    /// The question if a word was meant: a clause.
    static func question(_ word: String) -> String { "did you mean '\(word.plainName)'?" }

    /// The question if the nearest candidate was meant, as the end of a sentence; empty if none is near enough.
    static func clause(on word: String, among candidates: [String]) -> String {
        to(word, among: candidates).map { ": " + question($0) } ?? ""
    }

    /// The option that was most likely meant by a word that is a URL or an existing file: `-c catalog.json`.
    static func catalogOption(among words: [some StringProtocol]) -> String? {
        let location = words.first { word in
            var isDirectory = false
            return word.lowercased().hasPrefix("http://") || word.lowercased().hasPrefix("https://")
                || FileManager.default.fileExists(atPath: String(word), isDirectory: &isDirectory) && !isDirectory
        }
        return location.map { "\(Options.catalog.row.short.map { "-\($0)" } ?? "") \($0)" }
    }

    /// The catalog that was most likely meant by a location that is no file: one of the settings' by its name, or an
    /// address by its host, port or mistyped scheme; `nil` for any other word.
    static func catalog(_ word: String, among names: [String]) -> String? {
        if let name = to(word, among: names) { return name }
        if let parts = word.wholeMatch(of: /(?:(https?)(?::\/?|\/\/)|\/\/)(.+)/.ignoresCase()) {
            return "\(parts.1?.lowercased() ?? "http")://\(parts.2)"
        }
        return word.prefixMatch(of: /(?:www\.|localhost(?:\/|$)|[^\/:]+:\d+(?:\/|$))/) == nil ? nil : "http://" + word
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours between two words (optimal string
    /// alignment).
    private static func edits(from left: [Character], to right: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var edits = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    edits = min(edits, beforePrevious[column - 1] + 1)
                }
                current.append(edits)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
