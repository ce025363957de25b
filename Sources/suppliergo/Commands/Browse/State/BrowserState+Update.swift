import SupplierGoKit

extension BrowserState {
    /// Takes an event; returns what is to be done because of it.
    mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        let former = (position, top)
        var effects = handle(event)
        if !isArranging { awaited = nil }
        keepPositionVisible()
        effects += handleWaiting()
        // A smaller card, or a larger window, has less to scroll.
        if cardTop > 0 { scrollCard(by: 0) }
        if case .input = event, (position, top) != former { effects.append(startMovePause()) }
        return effects + requestPictures()
    }

    private mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .input(let input): return receive(input)
        case .resized(let size):
            self.size = size
        case .backgroundKnown(let background): setting.style.background = background
        case .loadingBegan: beginLoading()
        case .arrived(let table, let source): return arrive(table, from: source)
        case .loadingEnded(let end): return finishLoading(end)
        case .refreshed(let table, let changes, let end): return refresh(Refreshed(table: table, changes: changes), end)
        case .arranged(let answer): return list(answer)
        case .avatar(let endpoint, let state): store(state, of: endpoint)
        case .painted(let endpoint, let box, let picture): store(picture, in: box, of: endpoint)
        case .avatarsPending(let count): pendingAvatarCount = count
        case .done(let text): return show(text)
        case .failed(let failure, let losesWork):
            if losesWork, case .form(var form) = overlay {
                form.stored = nil
                overlay = .form(form)
            }
            return show(failure.sentence, isFailure: true, lost: losesWork ? failure : nil)
        case .exportFailed(let export, let failure):
            if overlay == nil { (overlay, exportFailure) = (.fileName(LineEditor(export.path)), failure.sentence) }
            return show(failure.sentence, isFailure: true, lost: failure)
        case .fileExists(let export): overlay = .overwrite(export)
        case .edited(let edited): self.edited = edited
        case .editEnded: editCount -= 1
        case .editKept(let id): return endEdit(of: id)
        case .editRefused(let id, let faults): refuseEdit(of: id, because: faults)
        case .expired(let timer): expire(timer)
        }
        return []
    }

    /// Shows a message for a while.
    ///
    /// - Parameter lost: the failure of an export or an edit, which is reported again if the user leaves meanwhile.
    mutating func show(_ text: String, isFailure: Bool = false, lost: Failure? = nil) -> [BrowserEffect] {
        message = Message(text: text.visibleText, isFailure: isFailure, lost: lost)
        return [start(.message, for: .seconds(isFailure ? 10 : 4))]
    }

    /// Starts a timer in place of the one before.
    mutating func start(_ kind: BrowserTimer.Kind, for time: Duration) -> BrowserEffect {
        lastTimer += 1
        timers[kind] = lastTimer
        return .wait(time, BrowserTimer(kind: kind, number: lastTimer))
    }

    private mutating func expire(_ timer: BrowserTimer) {
        guard timers[timer.kind] == timer.number else { return }
        timers[timer.kind] = nil
        switch timer.kind {
        case .message: message = nil
        case .moving: isScrolling = false
        case .changes: markedChanges = nil
        }
    }
}
