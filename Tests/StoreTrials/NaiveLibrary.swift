/// The library once more, as plainly as it can be written: arrays, numbers and texts, and each rule as an `if` taken from
/// the design.
///
/// It shares nothing with the domain's rules or with any store, so that a mistake in them is not repeated here. What it
/// answers are texts, in the form in which `Rendering` puts a store's answers.
package struct NaiveLibrary: Hashable, Sendable {
    package struct Book: Hashable, Sendable {
        var title: String
        var revision = 1
        var isRemoved = false
    }

    package struct Copy: Hashable, Sendable {
        var barcode: String
        var book: Int
        var branch: String?
        var isWithdrawn = false
    }

    package struct Member: Hashable, Sendable {
        var card: String
        var isActive = true
        var revision = 1
        var isRemoved = false
    }

    package struct Loan: Hashable, Sendable {
        var copy: String
        var book: Int
        var member: Int
        var began: Int64
        var recorded: Int64
        var due: Int64
        package var returned: Int64?
        var returnRecorded: Int64 = 0
    }

    /// What was stated and answered under a key.
    private struct Known: Hashable, Sendable {
        var stated: Stated
        var receipt: String
        var recorded: Int64
        var run: Int64?
        var isPurged = false
    }

    /// What a caller states; what is absent is empty.
    struct Stated: Hashable, Sendable {
        var kind: String
        var item: String
        /// In bytes: texts are equal in more ways than one.
        var name: [UInt8]
        var member = ""
        var days = ""
        var at = ""
    }

    /// By number, from 1.
    package var books: [Book] = []
    package var copies: [Copy] = []
    /// By number, from 1.
    package var members: [Member] = []
    /// By number, from 1.
    package var loans: [Loan] = []
    var defaultDays = 14
    var maximumDays = 14
    var loanLimit: Int?
    var retentionDays = 180
    var notices = 0
    private var ledger: [String: Known] = [:]

    package var operations: Int { ledger.count }

    /// A library with nothing in it.
    package init() {}

    private static let fiveMinutes: Int64 = 5 * 60 * 1000

    package mutating func borrow(_ wish: Borrow, now: Int64) -> String {
        let (item, name) = wish.copy.map { ("copy", $0) } ?? ("book", "\(wish.book)")
        let stated = Stated(
            kind: "borrow", item: item, name: Array(name.utf8),
            member: wish.card.map { "card \($0)" } ?? "\(wish.member)",
            days: wish.days.map { "\($0)" } ?? "",
            at: wish.at.map { "\($0)" } ?? "")
        if let answer = earlier(wish.key, stated) { return answer }
        let who = wish.card.map { holder(of: $0) ?? 0 } ?? wish.member
        if who == 0 || who > members.count || members[who - 1].isRemoved { return "unknownMember" }
        if !members[who - 1].isActive { return "inactiveMember" }
        let wanted: [Copy]
        if let barcode = wish.copy {
            wanted = copies.filter { $0.barcode.utf8.elementsEqual(barcode.utf8) }
            if wanted.isEmpty { return "unknownCopy" }
        } else {
            if wish.book > books.count || books[wish.book - 1].isRemoved { return "unknownBook" }
            wanted = copies.filter { $0.book == wish.book }
        }
        let days = wish.days ?? defaultDays
        if days > maximumDays { return "loanTooLong \(maximumDays)" }
        if let at = wish.at, at > now + Self.fiveMinutes { return "futureTime" }
        let open = loans.count { $0.returned == nil && $0.member == who }
        if let loanLimit, open >= loanLimit { return "loanLimit \(loanLimit)" }

        var busyUntil: Int64?
        for copy in wanted.sorted(by: { $0.barcode.utf8.lexicographicallyPrecedes($1.barcode.utf8) }) {
            if let open = openLoan(of: copy.barcode) {
                if wish.copy != nil { return "unavailableBook onLoan \(open)" }
                continue
            }
            if copy.isWithdrawn {
                if wish.copy != nil { return "unavailableBook withdrawn" }
                continue
            }
            let past = loansOf(copy.barcode).flatMap { [loans[$0 - 1].began, loans[$0 - 1].returned ?? 0] }.max()
            if let at = wish.at, let past, at < past {
                busyUntil = min(busyUntil ?? past, past)
                continue
            }
            var begins = wish.at ?? now
            if let past, begins <= past { begins = past + 1 }
            let due = floorDay(wish.at ?? now) + Int64(days)
            loans.append(
                Loan(
                    copy: copy.barcode, book: copy.book, member: who, began: begins, recorded: now, due: due))
            notices += 1
            let receipt = "lent \(wish.key.id) \(text(loan: loans.count))"
            ledger[wish.key.text] = Known(stated: stated, receipt: receipt, recorded: now, run: nil)
            return receipt + " committed"
        }
        return busyUntil.map { "unavailableBook notFreeThen \($0)" } ?? "unavailableBook noFreeCopy"
    }

    package mutating func giveBack(_ wish: GiveBack, tolerance: Int64, run: Int64?, now: Int64) -> String {
        let (item, name) = wish.copy.map { ("copy", $0) } ?? ("loan", "\(wish.loan)")
        let stated = Stated(kind: "return", item: item, name: Array(name.utf8), at: wish.at.map { "\($0)" } ?? "")
        if let answer = earlier(wish.key, stated) { return answer }
        if let at = wish.at, at > now + Self.fiveMinutes { return "futureTime" }
        var number = wish.loan
        if let barcode = wish.copy {
            if !copies.contains(where: { $0.barcode.utf8.elementsEqual(barcode.utf8) }) { return "unknownCopy" }
            let all = loansOf(barcode)
            if all.isEmpty { return "notOnLoan" }
            if let at = wish.at {
                let early = latest(all, notAfter: at - tolerance)
                let late = latest(all, notAfter: at + wish.resolution + tolerance)
                if early != late { return "uncertainLoan \(early ?? 0) \(late ?? 0)" }
                if let lent = wish.lastLent, lent <= at + wish.resolution + tolerance,
                    late.map({ loans[$0 - 1].began < lent - tolerance }) ?? true
                {
                    return "uncertainLoan \(late.map { loans[$0 - 1].returned == nil ? $0 : 0 } ?? 0) 0"
                }
                guard let late else { return "staleReturn" }
                number = late
            } else {
                number = openLoan(of: barcode) ?? latest(all, notAfter: .max) ?? 0
            }
        } else if number > loans.count {
            return "missingLoan"
        }
        return end(number, wish, stated, run: run, now: now)
    }

    private mutating func end(_ number: Int, _ wish: GiveBack, _ stated: Stated, run: Int64?, now: Int64) -> String {
        let happened = wish.at ?? now
        var did = "alreadyReturned"
        if loans[number - 1].returned == nil {
            loans[number - 1].returned = max(happened, loans[number - 1].began)
            loans[number - 1].returnRecorded = now
            notices += 1
            did = "returned"
        }
        let loan = loans[number - 1]
        var notes: [String] = []
        for copy in copies where copy.barcode.utf8.elementsEqual(loan.copy.utf8) {
            if let here = wish.branch, let home = copy.branch, here != home { notes.append("otherBranch") }
            if copy.isWithdrawn { notes.append("withdrawnCopy") }
        }
        if let open = openLoan(of: loan.copy), open != number {
            notes.append("onLoanAgain")
            if loans[open - 1].began - happened <= 15 * 60 * 1000 { notes.append("shortly") }
        }
        let receipt = "\(did) \(wish.key.id) \(text(loan: number)) at \(happened) \(now) \(notes.sorted())"
        ledger[wish.key.text] = Known(stated: stated, receipt: receipt, recorded: now, run: run)
        return receipt + " committed"
    }

    /// The answer under a known key.
    private func earlier(_ key: Key, _ stated: Stated) -> String? {
        guard let known = ledger[key.text] else { return nil }
        if known.isPurged { return "operationExpired" }
        if known.stated == stated { return known.receipt + " replayed \(known.run ?? 0)" }
        let before = known.stated
        if before.kind != stated.kind { return "operationConflict kind" }
        if before.item != stated.item || before.name != stated.name {
            return "operationConflict \(stated.item)"
        }
        if before.member != stated.member { return "operationConflict member" }
        return before.days != stated.days ? "operationConflict days" : "operationConflict happenedAt"
    }

    /// Takes over which operations a store has purged, if each of them is old enough: by no clock is it younger than the
    /// retention, counted against the newest record.
    mutating func purge(_ given: [String], now: Int64) -> [String] {
        guard let prefix = given.first, prefix == "purged" else { return ["clockInDoubt"] }
        let newest = ledger.values.map(\.recorded).filter { $0 <= now }.max() ?? .min
        let day: Int64 = 24 * 60 * 60 * 1000
        for key in given.dropFirst() {
            guard let known = ledger[key] else { return ["\(key) is unknown"] }
            guard known.isPurged || known.recorded < newest - Int64(max(retentionDays, 7)) * day else {
                return ["\(key) is too young"]
            }
            ledger[key]?.isPurged = true
        }
        return ["purged"] + ledger.filter(\.value.isPurged).keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The numbers of a copy's loans.
    func loansOf(_ barcode: String) -> [Int] {
        loans.indices.filter { loans[$0].copy.utf8.elementsEqual(barcode.utf8) }.map { $0 + 1 }
    }

    func openLoan(of barcode: String) -> Int? { loansOf(barcode).first { loans[$0 - 1].returned == nil } }

    private func latest(_ numbers: [Int], notAfter time: Int64) -> Int? {
        numbers.filter { loans[$0 - 1].began <= time }.max { loans[$0 - 1].began < loans[$1 - 1].began }
    }

    func text(loan number: Int) -> String {
        let loan = loans[number - 1]
        let end = loan.returned.map { "\($0) \(loan.returnRecorded)" } ?? "open"
        return
            "#\(number) \(loan.copy) b\(loan.book) m\(loan.member) \(loan.began) \(loan.recorded) due \(loan.due) \(end)"
    }

    /// The number of the civil day in UTC.
    func floorDay(_ time: Int64) -> Int64 {
        let day: Int64 = 24 * 60 * 60 * 1000
        return time >= 0 ? time / day : (time - day + 1) / day
    }
}
