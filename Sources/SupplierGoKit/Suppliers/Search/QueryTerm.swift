extension SupplierQuery {
    /// One condition of a query, or its opposite.
    struct Term: Sendable, Hashable {
        enum Condition: Sendable, Hashable {
            case word(Word)
            case empty(Supplier.Field)

            /// A test of another field, by its path; in a record without that the word as it was written.
            case other(String, Test, literal: Word)

            /// Created in some seconds since 1970-01-01 in UTC.
            case created(Range<Int64>)
            case state(State)
            case failedAvatar
        }

        /// A state of the user's own edits.
        enum State: String, CaseIterable { case added, conflict, edited }

        /// A test of a field that is not a supplier's own.
        enum Test: Sendable, Hashable {
            case isEmpty
            case has(Word)
            case isNumber(atLeast: JSONValue.Number?, atMost: JSONValue.Number?)
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
            case .word(let word): holds = word.isIn(fields, in: text)
            case .empty(let field): holds = fields[field]?.isEmpty ?? true
            case .other(let path, let test, let literal):
                holds =
                    Self.passes(test, Supplier.OtherFields(fields, in: text)[path]) ?? literal.isIn(fields, in: text)
            case .created(let seconds):
                let createdAt = Timestamp(utf8: text.extracting(fields.createdAt))
                holds = createdAt.map { seconds.contains($0.secondsSinceEpoch) } ?? false
            case .failedAvatar: holds = Supplier(fields, in: text).map(hasFailed) ?? false
            case .state(.added): holds = fields.edited.contains(.id)
            case .state(.conflict): holds = fields.edited.hasConflict
            case .state(.edited): holds = !fields.edited.isEmpty && !fields.edited.contains(.id)
            }
            return holds != isExcluded
        }

        /// The value of another field passes a test; `nil` if there is no value to be tested.
        private static func passes(_ test: Test, _ value: JSONValue?) -> Bool? {
            switch test {
            case .isEmpty: value?.isEmpty ?? true
            case .has(let word): value?.hasText { word.isIn($0.utf8.span) }
            case .isNumber(let least, let most):
                value?.numbers.contains { $0 >= least ?? $0 && $0 <= most ?? $0 }
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

        /// The texts of all other fields are looked in, too.
        private(set) var isInOthers: Bool

        /// The word, folded, in UTF-8.
        let folded: [UInt8]

        /// A space is in the word, which stands for any white space.
        private let hasSpace: Bool

        /// All that the field must hold, as it was written; `nil` if it may hold more.
        private let whole: String?

        /// It finds telephone numbers however they are written.
        let isNumber: Bool

        /// Creates a word as it is, for one field or all of them.
        init(_ word: String, in field: Supplier.Field? = nil) {
            fields = field.map { [$0] } ?? Supplier.Field.searchable
            isInOthers = field == nil
            let folded = TextFolding.folded(word.utf8.span)
            self.folded = folded
            hasSpace = folded.contains(UInt8(ascii: " "))
            whole = field == .id ? word : nil
            isNumber = TelephoneNumber.digits(in: folded.span, isWord: true) != nil
        }

        /// The same word, which is not looked for in other fields, nor in ids, unless it is one.
        var inNames: Word {
            var word = self
            word.isInOthers = false
            if whole == nil { word.fields.removeAll { $0 == .id } }
            return word
        }

        /// The word is in one of the fields.
        func isIn(_ fields: FieldRanges, in text: Span<UInt8>) -> Bool {
            for field in self.fields where isIn(text.extracting(fields[field] ?? 0..<0)) { return true }
            if isNumber, isNumber(in: text.extracting(fields.phone)) { return true }
            return isInOthers && mayBeIn(text.extracting(fields.other))
                && Supplier.OtherFields(fields, in: text).hasText { isIn($0.utf8.span) }
        }

        /// The digits of the number are in those of the text, or the other way round.
        private func isNumber(in text: Span<UInt8>) -> Bool {
            guard fields.contains(.phone), let digits = TelephoneNumber.digits(in: folded.span),
                let others = TelephoneNumber.digits(in: text)
            else { return false }
            return others.span.holdsIgnoringCase(digits.span) || digits.span.holdsIgnoringCase(others.span)
        }

        /// Tests members in JSON as if they were one text, without reading them: most do not have the word.
        private func mayBeIn(_ json: Span<UInt8>) -> Bool {
            !json.isEmpty && (isIn(json) || json.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil)
        }

        /// The word is in the text, which is valid UTF-8.
        func isIn(_ text: Span<UInt8>) -> Bool {
            if let whole { return String(decoding: text).utf8.elementsEqual(whole.utf8) }
            // Most fields are ASCII, which is compared without a copy unless its white space matters.
            if !hasSpace, text.isASCII { return text.holdsIgnoringCase(folded.span) }
            return TextFolding.folded(text).span.holdsIgnoringCase(folded.span)
        }
    }
}
