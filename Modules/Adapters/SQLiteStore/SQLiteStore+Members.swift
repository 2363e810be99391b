#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func addMember(_ details: MemberDetails, at now: Moment) throws(StoreFailure) -> HoldingsRuling<Member> {
            try write { (connection) throws(StoreFailure) in
                let id = MemberID(stored: try connection.counter("member"))
                let ruling = MemberChange.add(
                    Member(id: id, details: details, createdAt: now),
                    cardHolder: try connection.member(card: details.card)?.id)
                guard case .write(let member) = ruling else { return ruling }
                try connection.insert(member)
                try connection.moveCounter("member", past: id.value)
                return ruling
            }
        }

        public func changeMember(
            _ id: MemberID, by change: MemberChange
        ) throws(StoreFailure) -> HoldingsRuling<MemberChange.Outcome> {
            try write { (connection) throws(StoreFailure) in
                var cardHolder: MemberID?
                if case .edit(let details, _) = change { cardHolder = try connection.member(card: details.card)?.id }
                let openLoan = try connection.statement(
                    "SELECT min(id) FROM loan WHERE member = ? AND returned_at IS NULL"
                ).first(.integer(id.value)) { (row) throws(StoreFailure) in row.optionalInteger(0) }
                let ruling = change.ruling(
                    member: try connection.member(id), cardHolder: cardHolder,
                    openLoan: openLoan.flatMap { $0 }.map(LoanID.init(stored:)))
                switch ruling {
                case .write(.kept(let member)): try connection.update(member)
                case .write(.removed):
                    try connection.statement("DELETE FROM member WHERE id = ?").run(.integer(id.value))
                case .refuse: break
                }
                return ruling
            }
        }

        public func member(_ id: MemberID) throws(StoreFailure) -> Member? {
            try read { (connection) throws(StoreFailure) in try connection.member(id) }
        }

        public func member(card: CardNumber) throws(StoreFailure) -> Member? {
            try read { (connection) throws(StoreFailure) in try connection.member(card: card) }
        }

        public func members(after: MemberID?, limit: Int) throws(StoreFailure) -> [Member] {
            try read { (connection) throws(StoreFailure) in
                try connection.statement("SELECT \(Rows.memberColumns) FROM member WHERE id > ? ORDER BY id LIMIT ?")
                    .rows(.integer(after?.value ?? 0), .integer(Int64(limit))) { (row) throws(StoreFailure) in
                        Rows.member(row)
                    }
            }
        }
    }

    extension Connection {
        fileprivate func update(_ member: Member) throws(StoreFailure) {
            try statement(
                "UPDATE member SET card = ?, name = ?, email = ?, phone = ?, active = ?, revision = ? WHERE id = ?"
            ).run(
                .text(member.details.card.description), .text(member.details.name),
                member.details.email.map { .text($0) }, member.details.phone.map { .text($0) },
                member.isActive ? 1 : 0, .integer(Int64(member.revision)), .integer(member.id.value))
        }
    }
#endif
