extension Supplier {
    /// The members of a supplier's record that are none of its fields, as the JSON that they are. They are read when
    /// they are asked for.
    ///
    /// ```swift
    /// supplier.otherFields["address.city"]?.text
    /// ```
    public struct OtherFields: Sendable, Hashable {
        /// The members in JSON without white space, separated by commas: first those that an export has.
        package let json: [UInt8]

        /// The number of bytes of the members that an export has, which are shown. After them come those that a
        /// ``CatalogShape`` takes fields from.
        package let exportedByteCount: Int

        /// Creates the members in a text.
        package init(json: [UInt8] = [], exportedByteCount: Int = 0) {
            (self.json, self.exportedByteCount) = (json, exportedByteCount)
        }

        /// There are no other fields.
        public var isEmpty: Bool { json.isEmpty }

        /// The value at a path; `nil` if the record has none there.
        ///
        /// A path is names, and positions in arrays from 0, separated by dots; a backslash quotes the next character. A
        /// name is matched exactly, else without regard to case; of equal members the last counts. A dot may come
        /// first. A name after an array is that name in each of its elements, and a position one element of each array
        /// on the way: the value is then an array of the values found.
        public subscript(path: String) -> JSONValue? {
            guard let whole = Self.object(of: json[...]) else { return nil }
            if let value = whole.member(path) { return value }
            var steps = Self.steps(of: path)
            if steps.count > 1, steps[0].isEmpty {
                steps.removeFirst()
                if whole.member("." + steps[0]) != nil { steps[0] = "." + steps[0] }
            }
            return whole.value(at: steps)
        }

        private static func object(of members: ArraySlice<UInt8>) -> JSONValue? {
            JSONDocument([UInt8(ascii: "{")] + members + [UInt8(ascii: "}")])?.root
        }

        /// All members, and the number of those that an export has, which come first.
        var members: (all: [(name: String, value: JSONValue)], exportedCount: Int) {
            (Self.object(of: json[...])?.members ?? [], exported?.childCount ?? 0)
        }

        /// The members that an export has, as an object.
        private var exported: JSONValue? { Self.object(of: json.prefix(exportedByteCount)) }

        /// The record has a member of exactly this name, a dot before it aside.
        func hasMember(_ name: String) -> Bool {
            !json.isEmpty && Self.object(of: json[...]).map { $0[name] != nil || $0["." + name] != nil } ?? false
        }

        /// The members to show, with the paths that lead to them: one with a name of a supplier's own fields has a dot
        /// before it.
        package var shown: [(path: String, value: JSONValue)] {
            exported?.members.map { ($0.name, $0.value) } ?? []
        }

        /// The paths of the members that are shown and of the values in them, for hints.
        package var paths: [String] { exported?.memberPaths ?? [] }

        /// Tests if one of the texts that are shown passes a test; numbers and URLs are none.
        func hasText(where test: (String) -> Bool) -> Bool {
            shown.contains { $0.value.hasText(onlyStrings: true) { !$0.isURL && test($0) } }
        }

        /// The most objects that one value is in; one further inside is a leaf.
        private static let depthLimit = 16

        /// Calls a function with the values that are shown and no objects, and with their paths.
        ///
        /// - Parameter isOpened: true for the path of an array whose elements are visited instead of itself. Default
        ///   `false` for each.
        package func forEachLeaf(
            opening isOpened: (String) -> Bool = { _ in false }, _ body: (_ path: String, _ value: JSONValue) -> Void
        ) {
            func visit(_ path: String, _ value: JSONValue, _ depth: Int) {
                var members = depth < Self.depthLimit ? value.members : []
                if value.isArray, depth < Self.depthLimit, isOpened(path) {
                    members = value.elements.enumerated().map { (String($0), $1) }
                }
                if members.isEmpty { body(path, value) }
                for member in members { visit("\(path).\(value.step(to: member.name))", member.value, depth + 1) }
            }
            guard !isEmpty, let exported else { return }
            for (name, value) in exported.members { visit(exported.step(to: name), value, 0) }
        }

        /// The names of a supplier's own fields in catalogs, queries and lists, and those that an export writes itself.
        package static let ownNames = Set(
            Supplier.Field.allCases.flatMap { [$0.rawValue, $0.listName] }
                + ["file", "avatarFile", "avatarState", "edited"])

        /// A name as a step of a path.
        ///
        /// - Parameter special: the characters that get a backslash. Default: those of a path in a query or a column.
        static func step(_ name: some StringProtocol, escaping special: String = #".\"#) -> String {
            name.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
        }

        /// The paths in a list, without the blanks around them. A backslash makes a comma a part of one.
        package static func paths(in list: some StringProtocol) -> [String] {
            list.parts(separatedBy: ",").map { $0.replacing(#"\,"#, with: ",").trimmed }
        }

        /// A path as it stands in such a list.
        package static func listEntry(_ path: String) -> String { path.replacing(",", with: #"\,"#) }

        /// The steps of a path.
        package static func steps(of path: String) -> [String] {
            path.parts(separatedBy: ".").map(\.withoutBackslashes)
        }
    }
}

extension JSONValue {
    /// The paths of an object's members and of the values in them, through arrays, and not more than a person would
    /// name.
    var memberPaths: [String] {
        var (paths, known, visitCount) = ([String](), Set<String>(), 0)
        func visit(_ path: String, _ value: JSONValue, in prefix: String) {
            guard visitCount < 1000 else { return }
            visitCount += 1
            if known.insert(path).inserted { paths.append(path) }
            for element in value.elements.prefix(16) { visit(path, element, in: prefix) }
            for (name, value) in value.members where !name.isEmpty {
                let path = "\(prefix).\(Supplier.OtherFields.step(name))"
                visit(path, value, in: path)
            }
        }
        for (name, value) in members {
            // A member's own name is taken as it is, and may begin with a dot.
            let step = Supplier.OtherFields.step(name.hasPrefix(".") ? name.dropFirst() : name[...])
            visit(name, value, in: (name.hasPrefix(".") ? "." : "") + step)
        }
        return paths
    }

    /// The name of a member as the step of a path. A dot in it is quoted if the path would lead into another member.
    fileprivate func step(to name: String) -> String {
        let isAmbiguous = name.contains(".") && value(at: name.split(separator: ".").map(String.init)) != nil
        return isAmbiguous ? Supplier.OtherFields.step(name) : name
    }
}

extension String {
    /// The text begins with a scheme and `://`, or with `data:`.
    fileprivate var isURL: Bool {
        let rest = drop { $0.isASCII && ($0.isLetter || $0.isNumber) || "+-.".contains($0) }
        return rest.hasPrefix("://") && first?.isLetter == true || hasPrefix("data:")
    }
}

/// Text in which a backslash quotes the next character.
extension StringProtocol {
    /// The parts between separators that are not quoted, with their backslashes.
    func parts(separatedBy separator: Character) -> [String] {
        var (parts, isQuoted) = ([""], false)
        for character in self {
            if character == separator, !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            isQuoted = character == "\\" && !isQuoted
        }
        return parts
    }

    /// The text without the backslashes that quote a character.
    var withoutBackslashes: String {
        var isQuoted = false
        let kept = filter { character in
            isQuoted = character == "\\" && !isQuoted
            return !isQuoted
        }
        return String(kept)
    }

    /// The text without white space around it, unless a backslash quotes that at the end.
    var trimmedOutsideQuotes: String {
        let text = trimmed
        guard text.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 else { return text }
        return text + drop(while: \.isWhitespace).dropFirst(text.count).prefix(1)
    }
}
