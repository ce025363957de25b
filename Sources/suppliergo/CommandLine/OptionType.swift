import SupplierGoFleet
import SupplierGoKit

/// The type of an option's values: their form, and the functions that read and write them.
struct OptionType<Value: Sendable>: Sendable {
    let form: OptionForm

    /// Reads a value, or `nil` if the text is not one.
    let read: @Sendable (String) -> Value?

    /// A default as help prints it, or `nil` if it goes without saying.
    var text: @Sendable (Value) -> String? = { _ in nil }
}

/// The form of an option's value.
struct OptionForm: Sendable {
    /// The name help gives the value; `nil` for a flag.
    let name: String?

    /// A noun phrase for messages: `a path`.
    let expectation: String

    var completion = Completion.nothing

    /// Corrects a value of another form than a list of ``choices``; `nil` if none is near.
    var correct: (@Sendable (String) -> String?)?

    /// The words it takes, or none if it takes any text or nothing.
    var choices: [String] {
        if case .words(let words) = completion { words.map(\.word) } else { [] }
    }

    /// The first word that a list has twice, under any of its names; `nil` without one, or the value is no list.
    func repeatedWord(in text: String) -> String? {
        guard name?.hasSuffix(",…") == true else { return nil }
        var known: Set<String> = []
        let words = Supplier.OtherFields.paths(in: text).map { ListColumn.named($0)?.rawValue ?? "" }
        return words.first { !$0.isEmpty && !known.insert($0).inserted }
    }

    /// The valid value that a wrong one was most likely meant to be. In a list the first wrong word is corrected.
    func nearest(to text: String) -> String? {
        if let correct { return correct(text) }
        let choices = name == nil ? ["true", "false"] : choices
        var words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let wrong = words.firstIndex(where: { !choices.contains($0) }),
            let nearest = NearestWord.to(words[wrong], among: choices)
        else { return nil }
        words[wrong] = nearest
        return words.joined(separator: ",")
    }
}

extension OptionType {
    /// Creates a type.
    ///
    /// - Parameters:
    ///   - name: the name help gives the value; `nil` for a flag.
    ///   - expectation: a noun phrase for messages.
    init(
        _ name: String?, _ expectation: String, _ completion: Completion = .nothing,
        text: @escaping @Sendable (Value) -> String? = { _ in nil }, read: @escaping @Sendable (String) -> Value?
    ) {
        self.init(
            form: OptionForm(name: name, expectation: expectation, completion: completion), read: read, text: text)
    }
}

extension OptionType where Value == Bool {
    static var flag: Self { Self(nil, "true or false") { Bool($0) } }
}

extension OptionType where Value: RawRepresentable<String> & CaseIterable {
    /// One of some words. Default: of all that there are.
    static func choice(_ name: String, of values: [Value] = Array(Value.allCases)) -> Self {
        let words = values.map(\.rawValue)
        return Self(name, "one of " + words.joined(separator: ", "), .choices(words), text: { $0.rawValue }) {
            words.contains($0) ? Value(rawValue: $0) : nil
        }
    }
}

extension OptionType where Value == Int {
    /// A whole number from `least` to `most`.
    static func count(_ name: String, from least: Int = 1, to most: Int = 1_000_000) -> Self {
        Self(name, "a whole number from \(least) to \(most)", text: { String($0) }) { text in
            guard text.isDecimal, let count = Int(text) else { return nil }
            return (least...most).contains(count) ? count : nil
        }
    }

    /// A number of bytes from `least`, in binary multiples if a letter follows.
    static func bytes(_ name: String, from least: Int = 1) -> Self {
        let bound = least > 0 ? " above 0" : ""
        return Self(name, "a number of bytes\(bound), optionally followed by K, M or G", text: { String($0) }) { text in
            let shift = text.last.flatMap { ["K": 10, "M": 20, "G": 30][$0.uppercased()] }
            let digits = String(shift == nil ? text[...] : text.dropLast())
            guard digits.isDecimal, let number = Int(digits), number >= least else { return nil }
            let count = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
            return count.overflow ? nil : count.partialValue
        }
    }
}

extension OptionType where Value == Duration {
    /// A number of seconds with up to nine fraction digits, from `least` to 1,000,000.
    static func seconds(_ name: String, from least: Int? = nil) -> Self {
        let shortest = least.map { Duration.seconds($0) } ?? .milliseconds(1)
        let expectation = "a number of seconds from \(least.map(String.init) ?? "0.001") to 1000000"
        return Self(name, expectation, text: { String($0.components.seconds) }) { text in
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.allSatisfy(\.isDecimal), parts.count == 1 || parts[1].count <= 9, let seconds = Double(text),
                seconds <= 1_000_000
            else { return nil }
            let duration = Duration.nanoseconds(Int64((seconds * 1e9).rounded()))
            return duration >= shortest ? duration : nil
        }
    }
}

extension OptionType where Value == String {
    static func text(_ name: String) -> Self { Self(name, "text") { $0 } }

    static func file(_ name: String, _ expectation: String = "a path") -> Self { filled(name, expectation, .files) }

    static func directory(_ name: String) -> Self { filled(name, "a path", .directories) }

    /// An image: a URL, or a file's path.
    static func image(_ name: String) -> Self { Self(name, "a URL or a path", .files) { $0 } }

    /// The id of a supplier that is edited.
    static func editedSupplier(_ name: String) -> Self { Self(name, "a supplier's id", .editedSuppliers) { $0 } }

    /// A catalog: a URL, a file, standard input, or a name from the settings file.
    static func catalog(_ name: String) -> Self { filled(name, "a URL, a file or a name", .catalogs) }

    /// An object store, or nothing for none.
    static func store(_ name: String) -> Self {
        Self(name, "s3://BUCKET/PREFIX") { $0.isEmpty || ObjectStoreLocation.isLocation($0) ? $0 : nil }
    }

    /// A proxy, or nothing for none.
    static func proxy(_ name: String) -> Self {
        Self(name, "the URL of an HTTP or SOCKS proxy") { ProxyRules.isUsable($0) ? $0 : nil }
    }

    /// The value of a header field; empty for no such field.
    static func fieldValue(_ name: String) -> Self {
        Self(name, "text without control characters", text: { $0 }) {
            HeaderFields.Field(name: "User-Agent", value: $0) == nil ? nil : $0
        }
    }

    private static func filled(_ name: String, _ expectation: String, _ completion: Completion) -> Self {
        Self(name, expectation, completion) { $0.isEmpty ? nil : $0 }
    }
}

extension OptionType where Value == [String] {
    /// Paths of fields, separated by commas.
    static func paths(_ name: String) -> Self {
        Self(name, "a list of fields, such as updatedAt,address.city") { text in
            let paths = Supplier.OtherFields.paths(in: text)
            return paths.contains("") ? nil : paths
        }
    }
}

extension OptionType where Value == SupplierOrder {
    /// The fields that suppliers are sorted by, each at most once.
    static func order(_ name: String) -> Self {
        let words = SupplierOrder.named.map(\.description)
        let expectation = "feed, or a list of fields, such as company,name"
        return Self(name, expectation, .choices(words), text: { "\($0)" }) { SupplierOrder($0) }
    }
}

extension OptionType where Value == [ListColumn] {
    /// Columns in their order, each at most once.
    static func columns(_ name: String) -> Self {
        let words = ListColumn.allCases.map(\.rawValue)
        let expectation = "a list of columns, such as " + words.prefix(4).joined(separator: ",")
        return Self(name, expectation, .choices(words)) { text in
            let names = Supplier.OtherFields.paths(in: text)
            let columns = names.compactMap(ListColumn.named)
            return Set(columns).count == names.count ? columns : nil
        }
    }
}

extension OptionType where Value == Int? {
    /// A whole number from 1 to 1,000,000,000, or `all`.
    static func limit(_ name: String) -> Self {
        let count = OptionType<Int>.count(name, to: 1_000_000_000)
        return Self(name, count.form.expectation + ", or all") { text in
            text == "all" ? .some(nil) : count.read(text).map { .some($0) }
        }
    }
}

extension OptionType where Value == (part: CatalogShape.Part, place: String) {
    /// The place of a part of a catalog, which ``CatalogShape`` checks.
    static func place(_ name: String) -> Self {
        let parts = CatalogShape.Part.allCases.map(\.rawValue)
        let expectation = "FIELD=PATH, with one of \(parts.joined(separator: ", ")) for FIELD"
        let form = OptionForm(name: name, expectation: expectation, completion: .choices(parts.map { $0 + "=" })) {
            guard let sign = $0.firstIndex(of: "="), let part = CatalogShape.Part.nearest(to: $0[..<sign].trimmed)
            else { return nil }
            return part + $0[sign...]
        }
        return Self(form: form) { text in
            let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let part = CatalogShape.Part(rawValue: words[0].trimmed) else { return nil }
            return (part, words[1].trimmed)
        }
    }
}

extension CatalogShape.Part {
    /// The parts by the names that columns and queries have for them.
    static let columnNames = ["name": Self.fullname, "createdAt": .created]

    /// The part that a key was most likely meant to be, or another key; `nil` if none is near.
    static func nearest(to key: String, besides others: [String] = []) -> String? {
        columnNames[key]?.rawValue ?? NearestWord.to(key, among: others + allCases.map(\.rawValue))
    }
}

extension OptionType where Value == HeaderSource {
    /// A header field, or a file of them.
    static func header(_ name: String) -> Self { Self(name, "'NAME: VALUE' or '@FILE'") { HeaderSource($0) } }
}

extension String {
    /// True if the text is ASCII digits, at least one.
    var isDecimal: Bool { !isEmpty && utf8.allSatisfy { $0.decimalValue != nil } }
}

/// The source of a `--header` option's fields, which `Arguments.headers` reads.
enum HeaderSource: Sendable, Hashable {
    /// A field that was given in the argument.
    case field(HeaderFields.Field)

    /// A file with one field a line; `-` is standard input.
    case file(path: String)

    /// Reads an option's value: `NAME: VALUE` or `@FILE`; `nil` if it is neither.
    init?(_ text: String) {
        if text.hasPrefix("@"), text.count > 1 {
            self = .file(path: String(text.dropFirst()))
        } else if let field = Self.field(text) {
            self = .field(field)
        } else {
            return nil
        }
    }

    /// Reads a line `NAME: VALUE`.
    static func field(_ line: some StringProtocol) -> HeaderFields.Field? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return HeaderFields.Field(name: String(line[..<colon]), value: String(line[line.index(after: colon)...]))
    }

    /// The `Authorization` field of a bearer token, which may be written with its scheme: `Bearer TOKEN`.
    static func bearer(_ token: String) -> HeaderFields.Field? {
        let words = token.split(separator: " ", maxSplits: 1).map { $0.trimmed }
        let token = words.count == 2 && words[0].lowercased() == "bearer" ? words[1] : token.trimmed
        return HeaderFields.Field(name: "Authorization", value: "Bearer " + token)
    }

    /// An option's value with all hidden that may be a secret: only a valid name before a colon is shown.
    static func hidingValue(of text: String) -> String {
        guard let colon = text.firstIndex(of: ":"), let field = field(text[...colon]) else {
            return String.hiddenSecret
        }
        return "\(field.name): \(String.hiddenSecret)"
    }

    /// Reads a file's lines, blank ones left out.
    ///
    /// - Throws: ``UsageError``, which names a line but does not repeat it, since it may be a secret.
    static func fields(inLines text: String, path: String) throws(UsageError) -> [HeaderFields.Field] {
        var fields: [HeaderFields.Field] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        where !line.allSatisfy(\.isWhitespace) {
            guard let field = field(line) else {
                throw UsageError("line \(index + 1) of the header file '\(path)' is not 'NAME: VALUE'", see: nil)
            }
            fields.append(field)
        }
        return fields
    }
}
