internal import CCurl

// libcurl calls these on the engine's thread, inside `curl_multi_perform` or `curl_easy_pause`.

/// `CURLOPT_HEADERFUNCTION`: one header line, its line end included.
let receiveHeader: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let accepts = unsafe transfer.receiveHeaderLine(line)
    return accepts ? size * count : 0
}

/// `CURLOPT_WRITEFUNCTION`: some of the body, decoded.
let receiveBody: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    switch unsafe transfer.receiveBodyBytes(chunk) {
    case .taken: return size * count
    case .paused: return Int(CURL_WRITEFUNC_PAUSE)
    case .refused: return 0
    }
}

extension CurlTransfer {
    /// What became of some bytes.
    enum Reception {
        case taken, paused, refused
    }

    fileprivate func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = .now
        // What comes behind the body are trailers, which nobody asked for.
        if isHeadComplete && byteCount > 0 { return true }
        var text = unsafe line[...]
        while let last = unsafe text.last, last == 0x0a || last == 0x0d { unsafe text = unsafe text.dropLast() }
        if unsafe text.starts(with: "HTTP/".utf8) {
            beginHead()
            let code = unsafe text.split(separator: 0x20, maxSplits: 2).dropFirst().first
            status = unsafe code.flatMap { unsafe Int(String(decoding: $0, as: UTF8.self)) } ?? 0
            return true
        }
        guard unsafe !text.isEmpty else { return completeHead() }
        guard let colon = unsafe text.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let name = unsafe String(decoding: text[..<colon], as: UTF8.self)
        let value = unsafe String(decoding: text[(colon + 1)...], as: UTF8.self)
        // A field that could not be sent either (RFC 9110, section 5.5) is passed over.
        if let field = HTTPFields.Field(name: name, value: value) { fields.append(field) }
        return true
    }

    private func completeHead() -> Bool {
        guard status >= 200 else { return true }
        isHeadComplete = true
        guard !isRedirect else { return true }
        if let limit = request.byteLimit, let declared = handle?.declaredLength, declared > limit {
            refusal = .bodyTooLarge(url, limit: limit)
            return false
        }
        if isStreaming {
            handOutHead()
        } else if let declared = handle?.declaredLength {
            body.reserveCapacity(min(declared, 16 << 20))
        }
        return true
    }

    private func handOutHead() {
        guard case .stream(let waiter) = delivery else { return }
        delivery = .chunks
        waiter.resume(returning: head)
    }

    fileprivate func receiveBodyBytes(_ bytes: UnsafeRawBufferPointer) -> Reception {
        lastActivity = .now
        if isRedirect {
            byteCount += bytes.count
            return byteCount <= Self.redirectBodyLimit ? .taken : .refused
        }
        if isStreaming && body.count >= Self.streamBufferLimit {
            isPaused = true
            return .paused
        }
        byteCount += bytes.count
        if let limit = request.byteLimit, byteCount > limit {
            refusal = .bodyTooLarge(url, limit: limit)
            return .refused
        }
        unsafe body.append(contentsOf: bytes)
        return .taken
    }

    /// Gives the waiting reader what is there.
    func deliverChunk() {
        guard let waiter = chunkWaiter else { return }
        if !body.isEmpty {
            chunkWaiter = nil
            waiter.resume(returning: takeBody())
        } else if let end {
            chunkWaiter = nil
            waiter.resume(with: end.map { nil })
        }
    }
}
