public import Domain

/// A loan: `id, copy, book, member, borrowedAt, borrowRecordedAt, due, open, overdue, returnedAt, returnRecordedAt`.
///
/// `overdue` is null in a receipt, which does not change from day to day.
public struct LoanDTO: JSONDocument {
    /// `loan`.
    public let kind = "loan"
    private let loan: Loan
    private let isOverdue: Bool?

    /// The shape of a loan; `today` tells whether it is overdue.
    public init(_ loan: Loan, today: LibraryDay? = nil) {
        self.loan = loan
        isOverdue = today.map(loan.isOverdue)
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("id", loan.id.value)
        json.member("copy", loan.copy.text)
        json.member("book", loan.book.value)
        json.member("member", loan.member.value)
        json.member("borrowedAt", loan.began.happenedAt)
        json.member("borrowRecordedAt", loan.began.recordedAt)
        json.member("due", loan.due)
        json.member("open", loan.isOpen)
        json.member("overdue", isOverdue)
        json.member("returnedAt", loan.returned?.happenedAt)
        json.member("returnRecordedAt", loan.returned?.recordedAt)
    }
}

/// The answer to a borrow: `replayed`, `receipt` with `operation` and `loan`, `title`, `memberName`.
///
/// The last two stand beside the receipt and are null where they could not be read.
public struct BorrowDTO: JSONDocument {
    /// `borrow`.
    public let kind = "borrow"
    private let receipt: Receipt
    private let isReplayed: Bool
    private let title, memberName: String?

    /// The shape of an answer, with what was read beside it.
    public init(_ receipt: BorrowReceipt, isReplayed: Bool, title: String?, memberName: String?) {
        self.receipt = Receipt(receipt: receipt)
        self.isReplayed = isReplayed
        self.title = title
        self.memberName = memberName
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("replayed", isReplayed)
        json.member("receipt", object: receipt)
        json.member("title", title)
        json.member("memberName", memberName)
    }

    private struct Receipt: JSONShape {
        let receipt: BorrowReceipt

        func writeMembers(into json: inout JSONWriter) {
            json.member("operation", receipt.operation.text)
            json.member("loan", object: LoanDTO(receipt.loan))
        }
    }
}

/// The answer to a return: `replayed`, `receipt`, `daysLate`, `title`, `memberName`.
///
/// The receipt has `operation, disposition, happenedAt, recordedAt, notes` and `loan`. `daysLate` is that of the loan's
/// first return. Title and name are null where they could not be read.
public struct ReturnDTO: JSONDocument {
    /// `return`.
    public let kind = "return"
    private let receipt: Receipt
    private let isReplayed: Bool
    private let daysLate: Int
    private let title, memberName: String?

    /// The shape of an answer, with what was read beside it.
    public init(_ receipt: ReturnReceipt, isReplayed: Bool, daysLate: Int, title: String?, memberName: String?) {
        self.receipt = Receipt(receipt: receipt)
        self.isReplayed = isReplayed
        self.daysLate = daysLate
        self.title = title
        self.memberName = memberName
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("replayed", isReplayed)
        json.member("receipt", object: receipt)
        json.member("daysLate", daysLate)
        json.member("title", title)
        json.member("memberName", memberName)
    }

    private struct Receipt: JSONShape {
        let receipt: ReturnReceipt

        func writeMembers(into json: inout JSONWriter) {
            json.member("operation", receipt.operation.text)
            json.member("disposition", receipt.disposition.rawValue)
            json.member("happenedAt", receipt.occurrence.happenedAt)
            json.member("recordedAt", receipt.occurrence.recordedAt)
            json.member("notes", receipt.notes.names)
            json.member("loan", object: LoanDTO(receipt.loan))
        }
    }
}
