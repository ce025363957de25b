internal import CCurl

/// What became of an answer with what came of it over a connection of the engine's own.
enum AnswerProgress {
    /// More is to come.
    case waiting

    /// The answer is whole.
    case complete

    /// It will not become whole.
    case failed(CURLcode)

    /// The connection had ended before the request came, as connections that are kept do.
    case lost

    /// The answer is not plain: its head has lines that are no fields, nobody can tell how long it is, or the body has a
    /// content coding. libcurl is asked what to make of it.
    case notPlain
}

extension CurlTransfer {
    /// Whether the answer is for somebody, and only libcurl can decode its body.
    var isLeftForItsCoding: Bool { isHeadComplete && isCoded && isDelivered }

    /// Refuses the answer.
    func refuse(_ refusal: DataLoadError.Reason) -> AnswerProgress {
        self.refusal = refusal
        return .failed(CURLE_WRITE_ERROR)
    }
}
