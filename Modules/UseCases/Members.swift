public import Domain
public import Ports

/// Enters a member.
public struct AddMember: Sendable {
    private let members: any MemberKeeping
    private let clock: any WallClock

    /// Works by way of these ports.
    public init(members: any MemberKeeping, clock: any WallClock) {
        self.members = members
        self.clock = clock
    }

    /// Enters a member under a card that is nobody else's.
    public func callAsFunction(
        name: String, card: String, email: String?, phone: String?, as principal: Principal
    ) throws(HoldingsFailure) -> Member {
        try HoldingsFailure.require(.members, of: principal)
        let details = try HoldingsFailure.check(try MemberDetails(card: card, name: name, email: email, phone: phone))
        return try HoldingsFailure.ask(try members.addMember(details, at: clock.now())).row()
    }
}

/// What an edit changes: nil leaves a field as it is, blank empties it where it may be empty.
public struct MemberEdit: Hashable, Sendable {
    /// The fields to change.
    public var name, card, email, phone: String?

    /// An edit of some fields.
    public init(name: String? = nil, card: String? = nil, email: String? = nil, phone: String? = nil) {
        self.name = name
        self.card = card
        self.email = email
        self.phone = phone
    }

    func applied(to old: MemberDetails) throws(InvalidRequest) -> MemberDetails {
        guard self != MemberEdit() else { throw InvalidRequest(.changes, .missing) }
        return try MemberDetails(
            card: card ?? old.card.description, name: name ?? old.name, email: email ?? old.email,
            phone: phone ?? old.phone)
    }
}

/// Edits, activates, deactivates and removes members.
public struct ChangeMember: Sendable {
    private let members: any MemberKeeping

    /// Works by way of this port.
    public init(members: any MemberKeeping) {
        self.members = members
    }

    /// Edits a member as it was at a revision; refused if it was changed since.
    public func edit(
        _ id: Int64, revision: Int, _ edit: MemberEdit, as principal: Principal
    ) throws(HoldingsFailure) -> Member {
        try HoldingsFailure.require(.members, of: principal)
        let member = try memberID(id)
        let found = try HoldingsFailure.ask(try members.member(member))
        guard let old = found?.details else { throw .refused(.unknownMember) }
        let details = try HoldingsFailure.check(try edit.applied(to: old))
        return try change(id, by: .edit(details, revision: revision), as: principal)
    }

    /// Activates, deactivates or removes a member, or makes an edit that is checked already.
    public func change(
        _ id: Int64, by change: MemberChange, as principal: Principal
    ) throws(HoldingsFailure) -> Member {
        try HoldingsFailure.require(.members, of: principal)
        let member = try memberID(id)
        switch try HoldingsFailure.ask(try members.changeMember(member, by: change)).row() {
        case .kept(let member), .removed(let member): return member
        }
    }

    private func memberID(_ number: Int64) throws(HoldingsFailure) -> MemberID {
        try HoldingsFailure.check(try MemberID(stated: number, as: .member))
    }
}

/// Finds members.
public struct FindMembers: Sendable {
    private let members: any MemberKeeping

    /// Works by way of this port.
    public init(members: any MemberKeeping) {
        self.members = members
    }

    /// The member with a number; refused if there is none.
    public func callAsFunction(
        _ id: Int64, as principal: Principal
    ) throws(HoldingsFailure) -> Member {
        try HoldingsFailure.require(.members, of: principal)
        let member = try HoldingsFailure.check(try MemberID(stated: id, as: .member))
        return try known(try HoldingsFailure.ask(try members.member(member)))
    }

    /// The member with a card; refused if there is none.
    public func callAsFunction(
        card: String, as principal: Principal
    ) throws(HoldingsFailure) -> Member {
        try HoldingsFailure.require(.members, of: principal)
        let number = try HoldingsFailure.check(try CardNumber(card))
        return try known(try HoldingsFailure.ask(try members.member(card: number)))
    }

    /// Gives the members that a text finds, page by page, until `use` gives false.
    ///
    /// Nothing of the store is held while a page is used.
    public func each(
        finding text: SearchText, as principal: Principal, _ use: ([Member]) -> Bool
    ) throws(HoldingsFailure) {
        try HoldingsFailure.require(.members, of: principal)
        try eachPage(after: \Member.id, use: { use($0.filter(text.finds)) }) {
            (after, limit) throws(StoreFailure) in
            try members.members(after: after, limit: limit)
        }
    }

    private func known(_ found: Member?) throws(HoldingsFailure) -> Member {
        guard let found else { throw .refused(.unknownMember) }
        return found
    }
}
