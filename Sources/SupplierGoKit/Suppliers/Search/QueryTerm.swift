extension SupplierQuery {
    /// One condition of a query, or its opposite.
    struct Term: Sendable, Hashable {
        enum Condition: Sendable, Hashable {
            case word(Word)
            case empty(Supplier.Field)

            /// A word, or nothing at all, in another field, by its path; in a record without that the word as it was
            /// written.
            case other(String, Word?, literal: Word)

            /// Created in some seconds since 1970-01-01 in UTC.
            case created(Range<Int64>)
            case edited, added, conflict, failedAvatar
        }

        let condition: Condition

        /// The condition must not hold.
        let isExcluded: Bool

        init(_ condition: Condition, isExcluded: Bool = false) {
            (self.condition, self.isExcluded) = (condition, isExcluded)
        }

        init(_ word: Word) { self.init(.word(word)) }

        /// The same word looked for in names alone, if it may be in an id or in another field; other terms stay.
        var inNames: Term {
            guard !isExcluded else { return self }
            return switch condition {
            case .word(let word), .other(_, _, literal: let word): Term(word.inNames)
            default: self
            }
        }

        /// The opposite.
        var inverted: Term { Term(condition, isExcluded: !isExcluded) }

        /// The term is a word without anything to look for.
        var isVoid: Bool { if case .word(let word) = condition { word.folded.isEmpty } else { false } }

        /// The term holds for the fields in a text.
        func matches(_ fields: FieldRanges, in text: Span<UInt8>, _ hasFailed: (Supplier) -> Bool) -> Bool {
            var holds = false
            switch condition {
            case .word(let word):
                for field in word.fields where !holds { holds = word.isIn(text.extracting(fields[field] ?? 0..<0)) }
            case .empty(let field): holds = fields[field]?.isEmpty ?? true
            case .other(let path, let word, let literal):
                holds =
                    Self.isFound(word, in: Supplier.OtherFields(fields, in: text)[path])
                    ?? literal.fields.contains { literal.isIn(text.extracting(fields[$0] ?? 0..<0)) }
            case .created(let seconds):
                let createdAt = Timestamp(utf8: text.extracting(fields.createdAt))
                holds = createdAt.map { seconds.contains($0.secondsSinceEpoch) } ?? false
            case .failedAvatar: holds = Supplier(fields, in: text).map(hasFailed) ?? false
            case .edited, .added, .conflict: holds = matches(fields.edited)
            }
            return holds != isExcluded
        }

        /// The word is in the value, or the value is empty if there is no word; `nil` for a word in no value.
        private static func isFound(_ word: Word?, in value: JSONValue?) -> Bool? {
            guard let word else { return value?.isEmpty ?? true }
            return value.map { $0.texts.contains { word.isIn($0.utf8.span) } }
        }

        private func matches(_ edited: Supplier.EditedFields) -> Bool {
            switch condition {
            case .added: edited.contains(.id)
            case .conflict: edited.hasConflict
            default: !edited.isEmpty && !edited.contains(.id)
            }
        }

        /// The folded word to mark in a field that is shown; `nil` if there is none.
        func markedWord(in field: Supplier.Field) -> [UInt8]? {
            guard case .word(let word) = condition, !isExcluded, word.fields.contains(field) else { return nil }
            return word.folded
        }
    }

    /// A word or a phrase to look for.
    struct Word: Sendable, Hashable {
        /// The fields to look in.
        private(set) var fields: [Supplier.Field]

        /// The word, folded, in UTF-8.
        let folded: [UInt8]

        private let isASCII: Bool

        /// A space is in the word, which stands for any white space.
        private let hasSpace: Bool

        /// All that the field must hold, as it was written; `nil` if it may hold more.
        private let whole: String?

        /// Creates a word as it is, for one field or all of them.
        init(_ word: String, in field: Supplier.Field? = nil) {
            fields = field.map { [$0] } ?? Supplier.Field.searchable
            folded = TextFolding.folded(word.utf8.span)
            isASCII = folded.allSatisfy { $0 < 0x80 }
            hasSpace = folded.contains(UInt8(ascii: " "))
            whole = field == .id ? word : nil
        }

        /// The same word, which is not looked for in ids, unless it is one.
        var inNames: Word {
            var word = self
            if whole == nil { word.fields.removeAll { $0 == .id } }
            return word
        }

        /// The word is in the text, which is valid UTF-8.
        func isIn(_ text: Span<UInt8>) -> Bool {
            if let whole { return String(decoding: text).utf8.elementsEqual(whole.utf8) }
            guard text.isASCII else {
                let folded = TextFolding.folded(text)
                return Self.find(self.folded.span, in: folded.span) { $0 }
            }
            // Most fields are ASCII, which is folded byte by byte, without a copy.
            guard isASCII else { return false }
            return hasSpace
                ? Self.find(folded.span, in: text, folding: TextFolding.folded) : text.holdsIgnoringCase(folded.span)
        }

        @inline(__always)
        private static func find(_ word: Span<UInt8>, in text: Span<UInt8>, folding: (UInt8) -> UInt8) -> Bool {
            guard word.count <= text.count else { return false }
            let first = word[0]
            for start in 0...text.count - word.count where folding(text[start]) == first {
                var length = 1
                while length < word.count, folding(text[start + length]) == word[length] { length += 1 }
                if length == word.count { return true }
            }
            return false
        }
    }
}
