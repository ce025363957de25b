/// The part of a document in JSON that is expected next, in the containers around the records or between these.
enum ExpectedPart {
    /// In an object.
    case firstKey, key, colon, value, afterMember

    /// An element of an array, or the array's end.
    case firstElement

    /// An element, after a comma.
    case element

    /// A comma, or the array's end.
    case afterElement

    /// A record on a line of its own, and the end of its line.
    case line, afterRecord

    /// The part as a noun phrase.
    var phrase: String {
        switch self {
        case .firstKey: "a member's name or '}'"
        case .key: "a member's name"
        case .colon: "':'"
        case .value, .element, .line: "a JSON value"
        case .firstElement: "a JSON value or ']'"
        case .afterMember: "',' or '}'"
        case .afterElement: "',' or ']'"
        case .afterRecord: "a line feed before the next record"
        }
    }
}
