//! The open invitations, by code and by player, and how closed ones ended.

use super::expiring_map::ExpiringMap;
use super::record::{HeldPlace, InvitationRow, Record};
use chuhe_protocol::{
    ChallengeId, InvitationCode, InvitationEnd, InvitationRefusal, PagePort, PlayerId, Refusal, Terms,
    ValidTerms, WebAddress, limits,
};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// An open invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenInvitation {
    /// Its number in the store, which it shares with no challenge.
    pub(super) id: ChallengeId,
    pub(super) code: InvitationCode,
    pub(super) from: PlayerId,
    pub(super) terms: ValidTerms,
    /// When it expires unless its place is held.
    pub(super) expires_at: Timestamp,
    pub(super) held: Option<HeldPlace>,
    /// How often its row was written.
    pub(super) revision: u32,
}

impl OpenInvitation {
    /// Returns the player who holds the place.
    pub(super) fn holder(&self) -> Option<PlayerId> {
        self.held.map(|held| held.by)
    }

    /// Returns when the invitation ends: when it expires, or when the wait does.
    pub(super) fn ends_at(&self) -> Timestamp {
        self.held.map_or(self.expires_at, |held| held.until)
    }

    /// Returns the record that stores the invitation.
    pub(super) fn write(&mut self) -> Record {
        let row = InvitationRow {
            code: self.code,
            from: self.from,
            terms: (*self.terms).clone(),
            expires_at: self.expires_at,
            held: self.held,
        };
        let revision = self.revision;
        self.revision += 1;
        Record::Invitation { id: self.id, revision, row: Some(row) }
    }

    /// Returns the record that deletes the invitation.
    pub(super) fn erase(&self) -> Record {
        Record::Invitation { id: self.id, revision: self.revision, row: None }
    }
}

/// The invitations of a hall.
#[derive(Debug)]
pub(super) struct Invitations {
    open: BTreeMap<InvitationCode, OpenInvitation>,
    by_player: BTreeMap<PlayerId, BTreeSet<InvitationCode>>,
    /// The invitation whose place a player holds.
    by_holder: BTreeMap<PlayerId, InvitationCode>,
    /// How a closed one ended, and until when that is remembered.
    closed: ExpiringMap<InvitationCode, Option<(InvitationEnd, Timestamp)>>,
    /// The address of the server's page, which links begin with.
    pub(super) web: Option<WebAddress>,
    /// The page of a server that does not know its whole address.
    pub(super) page: Option<PagePort>,
    /// The TCP port of the server, which links name.
    pub(super) port: Option<u16>,
}

impl Invitations {
    /// Creates the invitations of a server with this page and TCP port, which links need.
    pub(super) fn new(web: Option<WebAddress>, page: Option<PagePort>, port: Option<u16>) -> Self {
        let (open, by_player, by_holder) = Default::default();
        Self { open, by_player, by_holder, closed: ExpiringMap::default(), web, page, port }
    }

    /// Opens an invitation with the number and code that `new` returns.
    ///
    /// # Errors
    /// If the terms are invalid or a limit is reached.
    pub(super) fn open(
        &mut self,
        from: PlayerId,
        terms: Terms,
        new: impl FnOnce() -> (ChallengeId, InvitationCode),
        now: Timestamp,
    ) -> Result<&mut OpenInvitation, Refusal> {
        let terms = ValidTerms::parse(terms).map_err(Refusal::Terms)?;
        if self.by_player.get(&from).is_some_and(|own| own.len() >= limits::INVITATIONS_PER_PLAYER) {
            return Err(Refusal::Invitation(InvitationRefusal::TooMany));
        }
        if self.open.len() >= limits::INVITATIONS {
            return Err(Refusal::Invitation(InvitationRefusal::Full));
        }
        let (id, code) = new();
        let expires_at = now.plus_ms(limits::INVITATION_MS);
        Ok(self.insert(OpenInvitation { id, code, from, terms, expires_at, held: None, revision: 0 }))
    }

    /// Adds an invitation, new or restored. A player who holds its place must hold no other.
    pub(super) fn insert(&mut self, open: OpenInvitation) -> &mut OpenInvitation {
        let code = open.code;
        self.by_player.entry(open.from).or_default().insert(code);
        if let Some(holder) = open.holder() {
            self.by_holder.insert(holder, code);
        }
        self.open.insert(code, open);
        self.open.get_mut(&code).expect("it was inserted")
    }

    /// Returns an open invitation.
    pub(super) fn get(&self, code: InvitationCode) -> Option<&OpenInvitation> {
        self.open.get(&code)
    }

    /// Returns an open invitation whose place is free or held by the player who asks.
    ///
    /// # Errors
    /// If it is closed or unknown, the player's own, or another player holds its place.
    pub(super) fn find(
        &mut self,
        code: InvitationCode,
        by: Option<PlayerId>,
        now: Timestamp,
    ) -> Result<&OpenInvitation, Refusal> {
        let Some(open) = self.open.get(&code) else {
            // an entry that is empty expires at once
            let ended = self.closed.change(code, now, limits::CLOSED_INVITATIONS, |ended| {
                (*ended, Some(ended.map_or(now, |(_, until)| until)))
            });
            return Err(Refusal::Invitation(
                ended.map_or(InvitationRefusal::Unknown, |(how, _)| InvitationRefusal::Closed { how }),
            ));
        };
        if by == Some(open.from) {
            Err(Refusal::Invitation(InvitationRefusal::Own))
        } else if open.held.is_some() && open.holder() != by {
            Err(Refusal::Invitation(InvitationRefusal::Taken))
        } else {
            Ok(open)
        }
    }

    /// Returns whether a player has opened this invitation.
    pub(super) fn is_of(&self, code: InvitationCode, player: PlayerId) -> bool {
        self.open.get(&code).is_some_and(|open| open.from == player)
    }

    /// Gives the place of an invitation to a player who holds no other, from `now` on.
    pub(super) fn hold(
        &mut self,
        code: InvitationCode,
        by: PlayerId,
        now: Timestamp,
    ) -> Option<&mut OpenInvitation> {
        let open = self.open.get_mut(&code)?;
        self.by_holder.insert(by, code);
        open.held = Some(HeldPlace { by, until: now.plus_ms(limits::INVITATION_WAIT_MS) });
        Some(open)
    }

    /// Frees the place that a player holds, and returns the invitation, if there is one.
    pub(super) fn free(&mut self, holder: PlayerId) -> Option<&mut OpenInvitation> {
        let code = self.by_holder.remove(&holder)?;
        let open = self.open.get_mut(&code)?;
        open.held = None;
        Some(open)
    }

    /// Closes an invitation, if it is open, and remembers how it ended.
    pub(super) fn close(
        &mut self,
        code: InvitationCode,
        how: InvitationEnd,
        now: Timestamp,
    ) -> Option<OpenInvitation> {
        let open = self.open.remove(&code)?;
        if let Some(own) = self.by_player.get_mut(&open.from) {
            own.remove(&code);
            if own.is_empty() {
                self.by_player.remove(&open.from);
            }
        }
        if let Some(holder) = open.holder() {
            self.by_holder.remove(&holder);
        }
        let until = now.plus_ms(limits::CLOSED_INVITATION_MS);
        self.closed.change(code, now, limits::CLOSED_INVITATIONS, |ended| {
            *ended = Some((how, until));
            ((), Some(until))
        });
        Some(open)
    }

    /// Extends an invitation and the wait for it, and returns its record and when it ends.
    pub(super) fn extend(&mut self, code: InvitationCode, by_ms: u64) -> Option<(Record, Timestamp)> {
        let open = self.open.get_mut(&code)?;
        open.expires_at = open.expires_at.plus_ms(by_ms);
        if let Some(held) = &mut open.held {
            held.until = held.until.plus_ms(by_ms);
        }
        Some((open.write(), open.ends_at()))
    }

    /// Returns the invitations of a player, in the order of their codes.
    pub(super) fn of(&self, player: PlayerId) -> impl Iterator<Item = &OpenInvitation> {
        self.by_player.get(&player).into_iter().flatten().filter_map(|code| self.open.get(code))
    }

    /// Returns the invitation whose place a player holds.
    pub(super) fn held_by(&self, player: PlayerId) -> Option<&OpenInvitation> {
        self.by_holder.get(&player).and_then(|code| self.open.get(code))
    }

    /// Returns until when a player who is away is waited for, or waits for another one.
    pub(super) fn waits_until(&self, player: PlayerId) -> Option<Timestamp> {
        self.of(player).chain(self.held_by(player)).map(OpenInvitation::ends_at).max()
    }

    /// Returns every open invitation, in the order of their codes.
    pub(super) fn all(&self) -> impl Iterator<Item = &OpenInvitation> {
        self.open.values()
    }

    /// Returns the code of every open invitation.
    pub(super) fn codes(&self) -> Vec<InvitationCode> {
        self.open.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AN: PlayerId = PlayerId(1);
    const BO: PlayerId = PlayerId(2);

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn open(invitations: &mut Invitations, from: PlayerId, n: u64) -> Result<InvitationCode, Refusal> {
        let new = || (ChallengeId(n), InvitationCode::from_random(n << 32));
        invitations.open(from, Terms::default(), new, at(0)).map(|open| open.code)
    }

    #[test]
    fn a_code_finds_an_invitation_of_somebody_else_until_it_is_closed() {
        let mut invitations = Invitations::new(None, None, None);
        let code = open(&mut invitations, AN, 1).expect("it is the first");
        assert_eq!(
            invitations.find(code, Some(AN), at(0)).err(),
            Some(Refusal::Invitation(InvitationRefusal::Own))
        );
        assert_eq!(invitations.find(code, Some(BO), at(0)).map(|open| open.from), Ok(AN));
        assert!(invitations.is_of(code, AN) && !invitations.is_of(code, BO));
        let closed = invitations.close(code, InvitationEnd::Accepted, at(5));
        assert_eq!(closed.map(|open| open.id), Some(ChallengeId(1)));
        assert_eq!(invitations.close(code, InvitationEnd::Expired, at(5)), None);
        let how = InvitationEnd::Accepted;
        let found = |invitations: &mut Invitations, ms| invitations.find(code, Some(BO), at(ms)).err();
        assert_eq!(found(&mut invitations, 5), Some(Refusal::Invitation(InvitationRefusal::Closed { how })));
        let forgotten = 5 + limits::CLOSED_INVITATION_MS;
        assert_eq!(
            found(&mut invitations, forgotten - 1),
            Some(Refusal::Invitation(InvitationRefusal::Closed { how }))
        );
        assert_eq!(found(&mut invitations, forgotten), Some(Refusal::Invitation(InvitationRefusal::Unknown)));
        assert_eq!(found(&mut invitations, forgotten), Some(Refusal::Invitation(InvitationRefusal::Unknown)));
        assert_eq!(invitations.of(AN).count(), 0);
    }

    #[test]
    fn open_and_remembered_invitations_are_limited() {
        let mut invitations = Invitations::new(None, None, None);
        let codes: Vec<InvitationCode> = (0..limits::INVITATIONS as u64)
            .map(|n| open(&mut invitations, PlayerId(n + 1), n).expect("there is room"))
            .collect();
        assert_eq!(open(&mut invitations, AN, 99_999), Err(Refusal::Invitation(InvitationRefusal::TooMany)));
        assert_eq!(
            open(&mut invitations, PlayerId(99_999), 99_999),
            Err(Refusal::Invitation(InvitationRefusal::Full))
        );
        for (n, code) in (0..).zip(codes) {
            invitations.close(code, InvitationEnd::Expired, at(n));
        }
        let more = open(&mut invitations, AN, 99_999).expect("all are closed");
        invitations.close(more, InvitationEnd::Expired, at(20_000));
        assert_eq!(invitations.closed.len() as u64, limits::CLOSED_INVITATIONS);
        let guess = InvitationCode::from_random(77);
        assert_eq!(
            invitations.find(guess, None, at(20_000)).err(),
            Some(Refusal::Invitation(InvitationRefusal::Unknown))
        );
    }

    #[test]
    fn a_place_is_held_by_one_player_until_it_is_free_or_the_wait_ends() {
        let mut invitations = Invitations::new(None, None, None);
        let code = open(&mut invitations, AN, 1).expect("it is the first");
        let until = 9 + limits::INVITATION_WAIT_MS;
        assert_eq!(invitations.hold(code, BO, at(9)).map(|open| open.ends_at()), Some(at(until)));
        let taken = Some(Refusal::Invitation(InvitationRefusal::Taken));
        for other in [None, Some(PlayerId(3))] {
            assert_eq!(invitations.find(code, other, at(9)).err(), taken);
        }
        assert!(invitations.find(code, Some(BO), at(9)).is_ok());
        assert_eq!(invitations.held_by(BO).map(|open| open.from), Some(AN));
        assert_eq!(invitations.waits_until(AN), Some(at(until)));
        assert_eq!(invitations.waits_until(BO), Some(at(until)));
        assert_eq!(invitations.extend(code, 5).map(|(_, ends_at)| ends_at), Some(at(until + 5)));
        let expires_at = at(limits::INVITATION_MS + 5);
        assert_eq!(invitations.free(BO).map(|open| open.ends_at()), Some(expires_at));
        assert_eq!((invitations.held_by(BO), invitations.waits_until(BO)), (None, None));
        assert!(invitations.free(BO).is_none() && invitations.find(code, None, at(9)).is_ok());
        invitations.hold(code, BO, at(9));
        invitations.close(code, InvitationEnd::Missed, at(until));
        assert_eq!(invitations.held_by(BO), None);
    }
}
