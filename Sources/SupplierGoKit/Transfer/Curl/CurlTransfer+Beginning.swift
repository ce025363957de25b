extension CurlTransfer {
    /// Begins again at the same server, with what is left to be had where that is possible.
    func retry() {
        metrics.retryCount += 1
        resumption = nextResumption
        if resumption == nil { forgetBody() }
        beginAnswer()
    }

    /// Whether what was delivered already can be gone on with.
    var canRetry: Bool {
        if case .chunks = delivery { return nextResumption != nil }
        return true
    }

    private var nextResumption: Resumption? {
        // The answer to a request for the rest may itself be one to forget.
        if let keptHead { return Resumption(of: keptHead, at: byteCount) }
        guard isHeadComplete, isDelivered, byteCount > 0 else { return resumption }
        return Resumption(of: answerHead, at: byteCount)
    }

    /// Forgets what there is of the body, since it begins again.
    func forgetBody() {
        body = []
        byteCount = 0
        keptHead = nil
    }

    /// Forgets the answer before this one, but for a body that is gone on with.
    func beginAnswer() {
        beginHead()
        headByteCount = 0
        discardedByteCount = 0
        repeatedByteCount = 0
        plan = .accept
        refusal = nil
        refusedAddress = false
        isPaused = false
    }

    /// Forgets the head before this one, of an interim answer (1xx) for example.
    func beginHead() {
        status = 0
        fields.removeAll()
        isHeadComplete = false
    }
}
