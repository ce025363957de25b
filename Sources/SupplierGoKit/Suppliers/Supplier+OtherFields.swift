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
        /// first.
        public subscript(path: String) -> Value? {
            let whole = Value(json: [UInt8(ascii: "{")] + json + [UInt8(ascii: "}")])
            if let value = whole[member: path] { return value }
            var steps = Self.steps(of: path)
            if steps.count > 1, steps[0].isEmpty {
                steps.removeFirst()
                if whole[member: "." + steps[0]] != nil { steps[0] = "." + steps[0] }
            }
            return steps.reduce(Optional(whole)) { value, step in
                value.flatMap { $0[member: step] ?? $0[element: step] }
            }
        }

        /// The members to show, with the paths that lead to them: one with a name of a supplier's own fields has a dot
        /// before it.
        package var shown: [(path: String, value: Value)] {
            let exported = Value(json: [UInt8(ascii: "{")] + json.prefix(exportedByteCount) + [UInt8(ascii: "}")])
            return exported.members.map { ((Self.isOwn($0.name) ? "." : "") + $0.name, $0.value) }
        }

        /// The most objects that one value is in; one further inside is a leaf.
        private static let depthLimit = 16

        /// Calls a function with the values that are shown and no objects, and with their paths.
        package func forEachLeaf(_ body: (_ path: String, _ value: Value) -> Void) {
            func visit(_ path: String, _ value: Value, _ depth: Int) {
                let members = depth < Self.depthLimit ? value.members : []
                if members.isEmpty { body(path, value) }
                for member in members { visit("\(path).\(member.name)", member.value, depth + 1) }
            }
            guard !isEmpty else { return }
            for (path, value) in shown { visit(path, value, 0) }
        }

        /// The names of a record's members that an export writes itself.
        package static let ownNames = Set(
            Supplier.Field.allCases.map(\.rawValue) + ["avatarFile", "avatarState", "edited"])

        /// The name means a supplier's own field in queries and lists.
        static func isOwn(_ name: String) -> Bool {
            ownNames.contains(name) || ["name", "created", "file"].contains(name)
        }

        private static func steps(of path: String) -> [String] {
            var (steps, isQuoted) = ([""], false)
            for character in path {
                if character == "\\", !isQuoted {
                    isQuoted = true
                    continue
                }
                if character == ".", !isQuoted { steps.append("") } else { steps[steps.count - 1].append(character) }
                isQuoted = false
            }
            return steps
        }

        /// A value in a record.
        public struct Value: Sendable, Hashable {
            private let bytes: ArraySlice<UInt8>

            fileprivate init(json: [UInt8]) { bytes = json[...] }

            private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

            /// The value in JSON, without white space.
            public var json: String { String(decoding: bytes, as: UTF8.self) }

            /// A string's text, a number as it is written, `true` or `false`; `nil` for every other value.
            public var text: String? {
                switch bytes.first {
                case UInt8(ascii: "\""): Self.string(bytes)
                case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"), nil: nil
                default: json
                }
            }

            /// The value in a cell of a list: text as it is, an object or an array in JSON, and nothing else.
            package var cellText: String { text ?? (isEmpty ? "" : json) }

            /// The number that this is, or that a text is in plain decimal digits; `nil` for every other value.
            package var number: Double? {
                let text = cellText
                guard bytes.first != UInt8(ascii: "\"") || text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) })
                else { return nil }
                return Double(text).flatMap { $0.isFinite ? $0 : nil }
            }

            /// The value is null, or a text, an object or an array without anything in it.
            package var isEmpty: Bool { [#""""#, "{}", "[]", "null"].contains { bytes.elementsEqual($0.utf8) } }

            /// The text, or the texts of the values in it, found in one pass however deep they are.
            package var texts: [String] {
                var (texts, index) = ([String](), bytes.startIndex)
                while index < bytes.endIndex {
                    guard !"{[]},:".utf8.contains(bytes[index]) else {
                        index += 1
                        continue
                    }
                    let end = end(of: index)
                    let isName = end < bytes.endIndex && bytes[end] == UInt8(ascii: ":")
                    if !isName, let text = Value(bytes[index..<end]).text { texts.append(text) }
                    index = end
                }
                return texts
            }

            /// The members of an object, in their order; none of another value.
            public var members: [(name: String, value: Value)] {
                guard bytes.first == UInt8(ascii: "{") else { return [] }
                let parts = parts
                return stride(from: 0, to: parts.count, by: 2).map { (Self.string(parts[$0]), Value(parts[$0 + 1])) }
            }

            /// The elements of an array, in their order; none of another value.
            public var elements: [Value] {
                bytes.first == UInt8(ascii: "[") ? parts.map { Value($0) } : []
            }

            /// The JSON of an array's elements, or of an object's names and values in turn.
            private var parts: [ArraySlice<UInt8>] {
                var (parts, index): ([ArraySlice<UInt8>], Int) = ([], bytes.startIndex + 1)
                while index < bytes.endIndex - 1 {
                    if bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: ":") { index += 1 }
                    let end = end(of: index)
                    parts.append(bytes[index..<end])
                    index = end
                }
                return parts
            }

            fileprivate subscript(member name: String) -> Value? {
                let members = members
                let found =
                    members.last { $0.name == name } ?? members.last { $0.name.lowercased() == name.lowercased() }
                return found?.value
            }

            fileprivate subscript(element position: String) -> Value? {
                guard let index = Int(position), index >= 0 else { return nil }
                return elements.dropFirst(index).first
            }

            /// The index after the value that begins at an index.
            private func end(of start: Int) -> Int {
                var (index, depth, isString) = (start, 0, false)
                while index < bytes.endIndex {
                    switch bytes[index] {
                    case UInt8(ascii: "\\") where isString: index += 1
                    case UInt8(ascii: "\""): isString.toggle()
                    case _ where isString: break
                    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                    default: break
                    }
                    index += 1
                    guard depth == 0, !isString, index < bytes.endIndex else { continue }
                    if [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(
                        bytes[index])
                    {
                        break
                    }
                }
                return index
            }

            /// A string's text; half of a surrogate pair is replaced.
            private static func string(_ quoted: ArraySlice<UInt8>) -> String {
                let text = Array(quoted.dropFirst().dropLast())
                do throws(JSONText.EncodingError) {
                    return try JSONText.string(text.span, hasEscapes: text.contains(UInt8(ascii: "\\")))
                } catch {
                    return String(decoding: text, as: UTF8.self)
                }
            }
        }
    }
}
