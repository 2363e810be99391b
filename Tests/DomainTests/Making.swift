import Domain

/// A moment counted from Monday 2026-07-20 00:00 UTC.
func day(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0, _ millisecond: Int64 = 0) -> Moment {
    Moment(milliseconds: 1_784_505_600_000 + ((day * 24 + hour) * 60 + minute) * 60_000 + millisecond)
}

/// 2026-07-20.
let monday = LibraryDay(stored: 20_654)

func key(_ operation: String = "1", in scope: String = "staff:desk") -> OperationKey {
    OperationKey(scope: OperationScope(stored: scope), id: OperationID(stored: operation))
}

func number<Kind>(_ value: Int64) -> Identifier<Kind> { Identifier(stored: value) }

func copy(_ barcode: String = "A1", branch: String? = nil, isWithdrawn: Bool = false) -> Copy {
    Copy(
        barcode: Barcode(stored: barcode), book: number(1), branch: branch.map { Branch(stored: $0) },
        isWithdrawn: isWithdrawn)
}

func book(revision: Int = 1, isRemoved: Bool = false) -> Book {
    let details = BookDetails(storedTitle: "T", author: nil, isbn: nil)
    return Book(id: number(1), details: details, createdAt: day(0, 0), revision: revision, isRemoved: isRemoved)
}

func member(_ id: Int64 = 1, card: String = "C1", isActive: Bool = true, revision: Int = 1) -> Member {
    let details = MemberDetails(storedCard: card, name: "N", email: nil, phone: nil)
    return Member(id: number(id), details: details, isActive: isActive, createdAt: day(0, 0), revision: revision)
}

func loan(
    _ id: Int64 = 1, of barcode: String = "A1", began: Moment = day(0, 9), due: LibraryDay = monday,
    returned: Moment? = nil
) -> Loan {
    Loan(
        id: number(id), copy: Barcode(stored: barcode), book: number(1), member: number(1),
        began: Occurrence(happenedAt: began, recordedAt: began), due: due,
        returned: returned.map { Occurrence(happenedAt: $0, recordedAt: $0) })
}

extension Ruling {
    /// The refusal, if it is one.
    var refusal: Refusal? {
        if case .refuse(let refusal) = self { refusal } else { nil }
    }

    /// What is to be written, if anything is.
    var effects: Effects? {
        if case .commit(let effects, _) = self { effects } else { nil }
    }

    /// The receipt, new or given again.
    var receipt: Receipt? {
        switch self {
        case .commit(_, let receipt), .replay(let receipt, _): receipt
        case .refuse: nil
        }
    }
}
