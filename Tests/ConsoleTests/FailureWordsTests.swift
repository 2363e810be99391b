import Console
import Domain
import Testing
import UseCases

private func told<Refusal: ExplainedRefusal>(_ refusal: Refusal) -> CommandFailure {
    CommandFailure(.refused(refusal), undone: "nothing was done", times: .utc)
}

@Suite("Failures in plain words")
struct FailureWordsTests {
    private static let loan = LoanID(stored: 12)
    private static let borrowRefusals: [BorrowRefusal] = [
        .operationConflict(.days), .operationExpired, .unknownMember, .inactiveMember, .unknownBook, .unknownCopy,
        .loanTooLong(maximumDays: 14), .futureTime, .loanLimit(maximum: 5), .unavailableBook(.onLoan(loan)),
        .unavailableBook(.withdrawn),
        .unavailableBook(.noFreeCopy), .unavailableBook(.notFreeThen(until: Moment(milliseconds: 0))),
    ]
    private static let returnRefusals: [ReturnRefusal] = [
        .operationConflict(.kind), .operationExpired, .ambiguousTime, .futureTime, .missingLoan, .unknownCopy,
        .notOnLoan,
        .uncertainLoan(nil, loan), .uncertainLoan(loan, LoanID(stored: 13)), .staleReturn,
    ]
    private static let holdingsRefusals: [HoldingsRefusal] = [
        .unknownBook, .unknownCopy, .unknownMember, .staleRevision(current: 3), .bookOnLoan(loan), .barcodeInUse,
        .cardInUse(MemberID(stored: 4)), .memberHasLoan(loan),
    ]

    private static let ledgerRefusals: [LedgerRefusal] = [
        .unknownOperation, .clockInDoubt(from: Moment(milliseconds: 0), to: Moment(milliseconds: 9_000_000_000)),
    ]

    @Test("Every refusal says what failed, why, and what to do, in a line of its own")
    func everyRefusal() {
        let failures =
            Self.borrowRefusals.map { told($0) } + Self.returnRefusals.map { told($0) }
            + Self.holdingsRefusals.map { told($0) } + Self.ledgerRefusals.map { told($0) }
        for failure in failures {
            #expect(failure.exit == .refused)
            #expect(failure.message.hasPrefix("nothing was done: "))
            #expect(failure.message.split(separator: ";").count == 2, "\(failure.message)")
            #expect(!failure.message.contains("\n"))
        }
        // Four reasons are shared: operationExpired, futureTime, unknownMember and unknownBook.
        #expect(Set(failures.map(\.message)).count == failures.count - 4)
    }

    @Test("A refusal that a loan causes names it, in words and for programs")
    func namedLoan() {
        let failure = told(BorrowRefusal.unavailableBook(.onLoan(Self.loan)))
        #expect(failure.message.contains("loan 12"))
        #expect(failure.loan == 12)
        #expect(failure.code == "unavailableBook")
    }

    @Test("A conflict names the field that differs, never a value")
    func conflict() {
        let failure = told(BorrowRefusal.operationConflict(.member))
        #expect(failure.message.contains("another member"))
        #expect(failure.field == "member")
    }

    @Test("An uncertain return gives the commands that settle it (minute stamps near the beginning of a loan)")
    func uncertain() {
        let failure = told(ReturnRefusal.uncertainLoan(Self.loan, LoanID(stored: 13)))
        #expect(failure.message.contains("'circ return 12' or 'circ return 13'"))
        #expect(told(ReturnRefusal.uncertainLoan(nil, Self.loan)).message.hasSuffix("return by loan: 'circ return 12'"))
    }

    @Test("Every field can be named in every fault, in one line")
    func invalidRequests() {
        let problems: [InvalidRequest.Problem] = [
            .missing, .tooLong(maximumBytes: 64), .controlCharacter, .notUTF8, .outOfRange(lowest: 1, highest: 365),
            .notPositive, .spreadsheetDamage, .malformed, .nonexistentTime,
            .ambiguousTime(Moment(milliseconds: 0), Moment(milliseconds: 3_600_000)),
        ]
        for field in InvalidRequest.Field.allCases {
            for problem in problems {
                let failure = CommandFailure(InvalidRequest(field, problem))
                #expect(failure.exit == .usage)
                #expect(failure.code == "invalidRequest")
                #expect(failure.field == field.rawValue)
                #expect(failure.message.hasPrefix("the ") || problem == .missing, "\(failure.message)")
                #expect(failure.message.contains(";"), "\(failure.message)")
            }
        }
    }

    @Test("A time that occurs twice is answered with both ways to state it")
    func ambiguousTime() {
        let twice = InvalidRequest.Problem.ambiguousTime(
            Moment(milliseconds: 1_792_888_200_000), Moment(milliseconds: 1_792_891_800_000))
        let message = CommandFailure(InvalidRequest(.happenedAt, twice)).message
        #expect(message.hasSuffix("state it as 2026-10-25T00:30:00Z or 2026-10-25T01:30:00Z"))
    }

    @Test("A missing permission is told as such")
    func permission() {
        let failure = CommandFailure(BorrowFailure.notPermitted(.borrow), undone: "nothing was lent", times: .utc)
        #expect(failure.exit == .notPermitted)
        #expect(failure.message.contains("'borrow'"))
    }

    @Test(
        "Exit codes follow the store's trouble",
        arguments: [
            ("storageUnavailable", 69), ("storageBusy", 75), ("storeMissing", 69), ("storeExists", 73),
            ("notAStore", 69), ("newerStore", 69), ("storeNotWritable", 69), ("storageFull", 74), ("storeDamaged", 69),
            ("storageInputOutput", 74), ("badStoreURL", 64), ("unknownZone", 64), ("unknownGroup", 64), ("other", 69),
        ])
    func exitCodes(code: String, number: Int32) {
        #expect(ExitCode(storeTrouble: code).rawValue == number)
    }
}

@Suite("A store's trouble in plain words")
struct StorageTroubleTests {
    @Test("When the outcome is unknown, the words say how to find out")
    func outcomeUnknown() {
        let trouble = StorageTrouble(
            code: "storageInputOutput", message: "the store at x failed", cause: "code 10", isOutcomeUnknown: true)
        let failure = CommandFailure(
            ReturnFailure.storage(trouble), undone: "nothing was returned", operation: "op-1", times: .utc)
        #expect(failure.message.hasPrefix("the store at x failed; it may have been recorded"))
        #expect(failure.message.hasSuffix("--operation op-1"))
        #expect(!failure.message.contains("nothing was returned"), "that is not known")
        #expect(failure.isOutcomeUnknown)
        #expect(failure.exit == .inputOutput)
    }

    @Test("The technical cause is told only when it is asked for")
    func cause() {
        let failure = CommandFailure(StorageTrouble(code: "storageBusy", message: "busy", cause: "code\u{1B} 5"))
        for isVerbose in [false, true] {
            var bytes: [UInt8] = []
            let errors = Output { part in
                bytes.append(contentsOf: part)
                return .success(part.count)
            }
            failure.tell(as: "circ", on: errors, isVerbose: isVerbose)
            let told = isVerbose ? "circ: busy\ncirc: cause: code<U+001B> 5\n" : "circ: busy\n"
            #expect(String(decoding: bytes, as: UTF8.self) == told)
        }
    }
}
