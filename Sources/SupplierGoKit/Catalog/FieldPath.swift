/// The way to a value in JSON: members' names, and indexes of arrays from 0.
package struct FieldPath: Sendable, Hashable {
    let steps: [String]

    /// The path as it was written.
    package let text: String
}

extension FieldPath {
    /// Creates the path of some steps.
    package init(_ steps: [String]) {
        let text = steps.map { step in
            step.map { #".\{}|""#.contains($0) ? "\\\($0)" : String($0) }.joined()
        }
        self.init(steps: steps, text: text.joined(separator: "."))
    }
}
