/// The value of a field: pieces of text and values of a record. ``text(of:in:isURL:)`` says what becomes of empty ones.
package struct FieldTemplate: Sendable, Hashable {
    /// A change of a value before it is put in: `{path|lower|sha256}`.
    package enum Transform: String, Sendable { case lower, sha256, relative }

    /// A piece: a text, or a value at a path.
    package struct Piece: Sendable, Hashable {
        package var text: [UInt8] = []
        package var value: FieldPath?
        package var transforms: [Transform] = []

        /// The value as a part of a URL has it: a part of another URL stays as it is.
        func encoded(_ value: String) -> String { transforms.last == .relative ? value : value.percentEncoded() }

        /// The index of the value's path in a ``FieldMap``, or the field whose value it is; `nil` for text.
        var path: Int?
        var field: FieldMap.Place?
    }

    package var pieces: [Piece]

    /// It is a path alone, whose value is taken as it is.
    var isBare = false

    /// It is a URL, in which values are percent-encoded.
    var isURL = false

    /// It is empty if one of its values is.
    var needsValues = false

    /// The member whose value is the field's, as it is; `nil` if the field is anything else.
    var memberName: String? {
        guard isBare, let steps = pieces[0].value?.steps, steps.count == 1 else { return nil }
        return steps[0]
    }

    /// The paths in it that are none of a supplier's own fields.
    package var otherPaths: [FieldPath] { pieces.compactMap(\.value).filter { $0.ownField == nil } }

    /// The paths in it as they were written.
    var name: String { pieces.compactMap { $0.value?.text }.joined(separator: ", ") }

    /// The paths in it, as bits.
    var bits: UInt64 { pieces.compactMap(\.path).reduce(0) { $1 < 64 ? $0 | 1 << UInt64($1) : $0 } }
}

extension FieldTemplate {
    /// Creates the template of a member's value, as it is.
    init(ofMember name: String) {
        self.init(pieces: [.init(value: FieldPath(steps: [name], text: name))], isBare: true)
    }
}

extension FieldTemplate.Transform {
    /// Applies the transform to a value.
    package func applied(to text: String) -> String {
        switch self {
        case .lower: text.trimmed.lowercased()
        case .relative: text.pathAndQuery
        // Nothing stays nothing, so that it makes no avatar.
        case .sha256: text.trimmed.isEmpty ? "" : String(hexadecimal: SHA256.digest(of: Array(text.trimmed.utf8)))
        }
    }
}

/// The way to a value in JSON: members' names, and indexes of arrays from 0. A name that no member has finds one that
/// is like it, and of equal names the last counts (`JSONValue.member(_:)`); a map without places has exact names.
package struct FieldPath: Sendable, Hashable {
    let steps: [String]

    /// The path as it was written.
    package let text: String

    /// The step `*`: each member of an object, whose names are no paths to a record, and in a record its own name.
    static let everyMember = "\0*"
}

extension FieldPath {
    /// The supplier's own field that the path means unless the record has such a member; `nil` if it means none.
    package var ownField: Supplier.Field? { Supplier.Field(name: text) ?? .searchable(named: text) }

    /// A name is like the path's first one (`String.nameKey`), and is not that of another path.
    func isLike(_ name: String, unlessIn paths: [FieldPath]) -> Bool {
        name.nameKey == steps[0].nameKey && !paths.contains { $0.steps[0] == name && name != steps[0] }
    }

    /// Creates the path of some steps.
    package init(_ steps: [String]) {
        let text = steps.map { $0 == "*" ? #"\*"# : Supplier.OtherFields.step($0, escaping: #".\{}|""#) }
        let path = text.joined(separator: ".")
        // A blank at an end is part of a name if a backslash quotes it.
        let isQuoted = path.first == " " || path.last == " "
        self.init(steps: steps, text: isQuoted ? path.replacing(#/^ | $/#, with: #"\ "#) : path)
    }
}

extension FieldTemplate {
    /// The text with the values at its paths put in.
    ///
    /// - Parameters:
    ///   - isURL: the text is a URL.
    ///   - value: the value at a path; empty if there is none.
    package func text(isURL: Bool, _ value: (FieldPath) -> String) -> String? {
        var text = ""
        for piece in pieces {
            guard let path = piece.value else {
                text += String(decoding: piece.text, as: UTF8.self)
                continue
            }
            guard let value = self.text(of: value(path), in: piece, isURL: isURL) else { return nil }
            text += value
        }
        return text
    }

    /// A value as a piece of the text: transformed, and in a URL percent-encoded; `nil` if there is no text, since each
    /// value is needed and this one is blank, or in a URL another directory.
    func text(of value: String, in piece: Piece, isURL: Bool) -> String? {
        let value = piece.transforms.reduce(value) { $1.applied(to: $0) }
        let none = isURL ? ["", ".", ".."] : needsValues ? [""] : []
        return none.contains(value.trimmed) ? nil : isURL ? piece.encoded(value) : value
    }

    /// A value is put into the scheme, the host or the port of the URL.
    var hasValueInOrigin: Bool {
        let text = pieces.map { $0.value == nil ? String(decoding: $0.text, as: UTF8.self) : "\0" }.joined()
        let scheme = text.prefix { !"/?#".contains($0) }
        guard !scheme.contains("\0") || !scheme.contains(":") else { return true }
        let rest = scheme.contains(":") ? text[scheme.endIndex...] : text[...]
        return rest.hasPrefix("//") && rest.dropFirst(2).prefix { !"/?#".contains($0) }.contains("\0")
    }
}

extension FieldTemplate {
    /// Parses the places of a ``CatalogShape``.
    package struct Parser {
        private let part: CatalogShape.Part
        private let place: String
        private var rest: Substring

        package init(_ place: String, _ part: CatalogShape.Part) {
            (self.part, self.place) = (part, place)
            rest = place.trimmedOutsideQuotes[...]
        }

        private func error(_ reason: String) -> CatalogShape.ParseError {
            CatalogShape.ParseError(part: part, place: place, reason: reason)
        }

        /// Parses all of the text as a path.
        mutating func path() throws(CatalogShape.ParseError) -> FieldPath { try path(upTo: []) }

        /// Parses a path, a text in quotation marks, or a text with paths in braces.
        package mutating func template() throws(CatalogShape.ParseError) -> FieldTemplate {
            if rest.hasPrefix("\"") {
                guard rest.count > 1, rest.hasSuffix("\"") else { throw error("has no closing quotation mark") }
                return FieldTemplate(pieces: [.init(text: Array(rest.dropFirst().dropLast().utf8))])
            }
            guard rest.parts(separatedBy: "{").count > 1 else {
                return FieldTemplate(pieces: [.init(value: try path())], isBare: true)
            }
            var (pieces, text): ([FieldTemplate.Piece], String) = ([], "")
            while let next = rest.popFirst() {
                if next == "{" || next == "}", rest.first == next {
                    text.append(rest.removeFirst())
                } else if next == "{" {
                    if !text.isEmpty { pieces.append(.init(text: Array(text.utf8))) }
                    text = ""
                    pieces.append(try value())
                } else if next == "}" {
                    throw error("has a '}' without a '{' before it")
                } else {
                    text.append(next)
                }
            }
            if !text.isEmpty { pieces.append(.init(text: Array(text.utf8))) }
            var template = FieldTemplate(pieces: pieces)
            // One that begins with a value, as `{base}{path}` does, has parts of a URL in its values.
            template.isURL = part == .avatar && pieces.first?.value == nil
            template.needsValues = part == .avatar && pieces.contains { $0.value == nil }
            return template
        }

        /// Parses a path and its transforms, up to the closing brace.
        private mutating func value() throws(CatalogShape.ParseError) -> FieldTemplate.Piece {
            let path = try path(upTo: ["|", "}"])
            var transforms: [FieldTemplate.Transform] = []
            while rest.first == "|" {
                let name = rest.dropFirst().prefix { $0 != "|" && $0 != "}" }
                guard let transform = FieldTemplate.Transform(rawValue: name.trimmed) else {
                    let known = "there are lower, sha256 and relative"
                    throw error("has an unknown transform '\(name.trimmed)': \(known)")
                }
                transforms.append(transform)
                rest = rest[name.endIndex...]
            }
            guard rest.popFirst() == "}" else { throw error("has a '{' without a '}' after it") }
            return .init(value: path, transforms: transforms)
        }

        /// Parses a path up to one of some characters, or to the end. In braces blanks around it do not count.
        private mutating func path(upTo ends: Set<Character>) throws(CatalogShape.ParseError) -> FieldPath {
            let isEmpty = rest.isEmpty
            var isQuoted = false
            let end = rest.firstIndex { character in
                if !isQuoted, ends.contains(character) { return true }
                isQuoted = character == "\\" && !isQuoted
                return false
            }
            let text = rest[..<(end ?? rest.endIndex)]
            rest = rest[text.endIndex...]
            if !ends.isEmpty, text.parts(separatedBy: "{").count > 1 { throw error("has a '{' without a '}' after it") }
            if isQuoted { throw error("ends with a backslash that quotes nothing") }
            var steps = text.parts(separatedBy: ".")
            if steps.count > 1, steps[0].isEmpty { steps.removeFirst() }
            if !ends.isEmpty {
                for index in [0, steps.count - 1] { steps[index] = steps[index].trimmedOutsideQuotes }
            }
            guard !steps.contains("") else {
                let advice = text.contains(".") ? #": write '\.' for a dot in a name"# : ""
                throw error(isEmpty ? "is empty" : "has an empty name in its path\(advice)")
            }
            let names = steps.map { $0 == "*" ? FieldPath.everyMember : $0.withoutBackslashes }
            return FieldPath(steps: names, text: text.trimmed)
        }
    }
}
