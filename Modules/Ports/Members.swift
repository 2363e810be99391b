public import Domain

/// Keeps the members.
///
/// Each change is one atomic step, durable when the call returns.
public protocol MemberKeeping: Sendable {
    /// Asks `MemberChange.add` about the card and enters the member under the next number, active, at revision 1.
    func addMember(_ details: MemberDetails, at now: Moment) throws(StoreFailure) -> HoldingsRuling<Member>

    /// Asks the change's rule about the member as it is and writes what it rules. The number of a removed member is
    /// never given to another.
    func changeMember(_ id: MemberID, by change: MemberChange) throws(StoreFailure)
        -> HoldingsRuling<MemberChange.Outcome>

    /// The member with a number; nil if there is none.
    func member(_ id: MemberID) throws(StoreFailure) -> Member?

    /// The member with a card; nil if there is none.
    func member(card: CardNumber) throws(StoreFailure) -> Member?

    /// The next members in order of their numbers, at most `limit`; an empty page ends the list.
    func members(after: MemberID?, limit: Int) throws(StoreFailure) -> [Member]
}
