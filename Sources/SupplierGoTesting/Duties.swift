/// The duties of a part that a program brings to the kit, and those that it was seen to break.
struct Duties {
    /// The broken ones: a sentence for each, with what was seen.
    private(set) var broken: [String] = []

    /// Records a duty that does not hold.
    mutating func expect(_ holds: Bool, _ duty: String) {
        if !holds { broken.append(duty) }
    }

    /// Runs some checks; an error that they throw breaks the duty.
    mutating func check(_ duty: String, _ checks: (inout Duties) async throws -> Void) async {
        do {
            try await checks(&self)
        } catch {
            broken.append("\(duty): it threw \(error)")
        }
    }
}
