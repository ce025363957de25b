// What libFuzzer calls over and over; compiled by `Tests/Fuzzing/run`, in one module with the rooms that it is about.

/// Reads the bytes as what a server sends behind its settings, whole and cut in two, and holds the answers against each other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP2(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start = unsafe start, count > 1 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let frames = HTTP2Frames.settings() + HTTP2Frames.head(1) + bytes.dropFirst()
    let cut = Int(bytes[0]) * 16 % frames.count
    let whole = read([frames])
    let parts = read([Array(frames[..<cut]), Array(frames[cut...])])
    precondition(whole.steps == parts.steps, "an answer reads the same however it is cut")
    precondition(whole.session.output == parts.session.output, "what is answered is the same however it is cut")
    precondition(whole.session.output.count <= 100 * count + 100, "an answer is not much longer than what it is to")
    return 0
}

private func read(_ pieces: [[UInt8]]) -> HTTP2Conversation {
    var conversation = HTTP2Conversation(requests: 4)
    for piece in pieces {
        conversation.take(piece)
        if conversation.steps.last?.hasPrefix("failed") == true { break }
    }
    return conversation
}
