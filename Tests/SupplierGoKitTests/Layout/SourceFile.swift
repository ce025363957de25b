import FoundationEssentials
import TestSupport

/// A source file by the names that it declares and uses. The code is formatted: a line's indentation is its depth.
struct SourceFile {
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "func", "let", "var", "case",
    ]

    /// The path below the product's folder.
    let path: String

    /// The declarations at the top level that other files see.
    private(set) var topLevelNames: Set<Substring> = []

    /// The members of types and extensions that other files see.
    private(set) var memberNames: Set<Substring> = []

    /// Those of `memberNames` that stand in an extension, by the name of the extended type.
    private(set) var extensionMembers: [Substring: Set<Substring>] = [:]

    /// All names that the file declares, private and local ones too.
    private(set) var declaredNames: Set<Substring> = []

    /// All words of the code, and those that follow a dot.
    private(set) var words: Set<Substring> = [], wordsAfterDot: Set<Substring> = []

    private var extendedType: Substring?

    init(path: String, text: String) {
        self.path = path
        var isInText = false
        for line in text.split(separator: "\n") {
            let delimiters = line.ranges(of: "\"\"\"").count
            if delimiters == 1 { isInText.toggle() }
            if delimiters == 0, !isInText { read(line) }
        }
    }

    /// All files of a product.
    ///
    /// - Parameter isRoom: whether the product's own folder is a room, and so a part of the files' paths.
    static func all(in folder: String, asRoom isRoom: Bool = false) throws -> [SourceFile] {
        let root = URL(filePath: TestData.directory).deletingLastPathComponent().appending(path: "Sources/\(folder)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path())
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            SourceFile(
                path: isRoom ? "\(folder)/\(path)" : path,
                text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
        }
    }

    private mutating func read(_ line: Substring) {
        // The text of a literal names nothing; one with code in it is left as it is.
        let line = line.contains("\"") ? line.replacing(#/"[^"\\]*"/#, with: "") : line
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        let tokens = code.utf8.split { byte in
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            return !isDigit && !isLetter && byte != UInt8(ascii: "_")
        }.map { Substring($0) }
        var last: Substring = ""
        for token in tokens {
            words.insert(token)
            if token.startIndex > code.startIndex, code.utf8[code.utf8.index(before: token.startIndex)] == 0x2e {
                wordsAfterDot.insert(token)
            }
            if Self.kinds.contains(last) { declaredNames.insert(token) }
            last = token
        }
        readDeclaration(tokens, depth: code.utf8.prefix { $0 == 0x20 }.count, endsBlock: code.hasPrefix("}"))
    }

    private mutating func readDeclaration(_ tokens: [Substring], depth: Int, endsBlock: Bool) {
        let privacy = tokens.firstIndex { $0 == "private" || $0 == "fileprivate" }
        let isPrivate = privacy.map { tokens.dropFirst($0 + 1).first != "set" } ?? false
        if depth == 0, let position = tokens.firstIndex(of: "extension") {
            extendedType = isPrivate ? nil : tokens.dropFirst(position + 1).first
        } else if endsBlock {
            extendedType = nil
        }
        guard !isPrivate, let kind = tokens.firstIndex(where: Self.kinds.contains),
            let name = tokens.dropFirst(kind + 1).first
        else { return }
        if depth == 0 {
            topLevelNames.insert(name)
        } else if depth == 4 {
            memberNames.insert(name)
            if let extendedType { extensionMembers[extendedType, default: []].insert(name) }
        }
    }
}
