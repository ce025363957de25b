import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

struct MailboxTests {
    private let mailbox = Mailbox()

    @Test func handsOverAllThatCameInItsOrder() async {
        mailbox.post(.done("1"))
        mailbox.post(.editEnded)
        mailbox.post(.done("2"))
        #expect(await mailbox.next()?.names == ["done 1", "edit ended", "done 2"])
        mailbox.post(.done("3"))
        #expect(await mailbox.next()?.names == ["done 3"])
    }

    @Test func returnsWithoutAnEventWhereItIsWoken() async {
        mailbox.wake()
        #expect(await mailbox.next()?.isEmpty == true)
    }

    @Test(.timeLimit(.minutes(1))) func wakesAReaderThatWaits() async {
        let reader = Task { await mailbox.next()?.names }
        await Task.yield()
        mailbox.post(.done("1"))
        #expect(await reader.value == ["done 1"])
    }

    @Test(.timeLimit(.minutes(1))) func endsWithTheReadersTask() async {
        let reader = Task { await mailbox.next() == nil }
        await Task.yield()
        reader.cancel()
        #expect(await reader.value)
    }

    @Test func endsWhereItIsClosed() async {
        mailbox.close()
        #expect(await mailbox.next() == nil)
    }
}
