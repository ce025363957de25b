/// Why a stream or a connection ends (RFC 9113, section 7).
enum HTTP2ErrorCode: UInt32, Sendable {
    case noError, protocolError, internalError, flowControlError, settingsTimeout, streamClosed, frameSizeError,
        refusedStream, cancel, compressionError, connectError, enhanceYourCalm, inadequateSecurity, useHTTP1

    /// What a number stands for, in the words of the RFC.
    static func text(for code: UInt32) -> String {
        switch HTTP2ErrorCode(rawValue: code) {
        case .noError: "NO_ERROR"
        case .protocolError: "PROTOCOL_ERROR"
        case .internalError: "INTERNAL_ERROR"
        case .flowControlError: "FLOW_CONTROL_ERROR"
        case .settingsTimeout: "SETTINGS_TIMEOUT"
        case .streamClosed: "STREAM_CLOSED"
        case .frameSizeError: "FRAME_SIZE_ERROR"
        case .refusedStream: "REFUSED_STREAM"
        case .cancel: "CANCEL"
        case .compressionError: "COMPRESSION_ERROR"
        case .connectError: "CONNECT_ERROR"
        case .enhanceYourCalm: "ENHANCE_YOUR_CALM"
        case .inadequateSecurity: "INADEQUATE_SECURITY"
        case .useHTTP1: "HTTP_1_1_REQUIRED"
        case nil: "error \(code)"
        }
    }
}
