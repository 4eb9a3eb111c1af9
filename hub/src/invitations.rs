//! The open invitations, by code and by player, and how closed ones ended.

use super::expiring_map::ExpiringMap;
use super::record::{InvitationRow, Record};
use chuhe_protocol::{
    ChallengeId, Invitation, InvitationCode, InvitationEnd, InvitationRefusal, PlayerId, PlayerName, Refusal,
    Terms, ValidTerms, WebAddress, limits,
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
    pub(super) expires_at: Timestamp,
    /// How often its row was written.
    pub(super) revision: u32,
}

impl OpenInvitation {
    /// Returns the record that stores the invitation.
    pub(super) fn write(&mut self) -> Record {
        let row = InvitationRow {
            code: self.code,
            from: self.from,
            terms: (*self.terms).clone(),
            expires_at: self.expires_at,
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
    /// How a closed one ended, and until when that is remembered.
    closed: ExpiringMap<InvitationCode, Option<(InvitationEnd, Timestamp)>>,
    web: Option<WebAddress>,
    port: Option<u16>,
}

impl Invitations {
    /// Creates the invitations of a server with this page and TCP port, which links need.
    pub(super) fn new(web: Option<WebAddress>, port: Option<u16>) -> Self {
        Self { open: BTreeMap::new(), by_player: BTreeMap::new(), closed: ExpiringMap::default(), web, port }
    }

    /// Returns an invitation as it is sent at `now`.
    pub(super) fn to_message(&self, open: &OpenInvitation, name: PlayerName, now: Timestamp) -> Invitation {
        Invitation {
            code: open.code,
            from: open.from,
            name,
            terms: (*open.terms).clone(),
            expires_in_ms: u32::try_from(open.expires_at.since(now)).unwrap_or(u32::MAX),
            web: self.web.clone(),
            port: self.port,
        }
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
        Ok(self.insert(OpenInvitation { id, code, from, terms, expires_at, revision: 0 }))
    }

    /// Adds an invitation, new or restored.
    pub(super) fn insert(&mut self, open: OpenInvitation) -> &mut OpenInvitation {
        let code = open.code;
        self.by_player.entry(open.from).or_default().insert(code);
        self.open.insert(code, open);
        self.open.get_mut(&code).expect("it was inserted")
    }

    /// Returns an invitation that another player than `by` has opened.
    ///
    /// # Errors
    /// If it is closed, unknown or the player's own.
    pub(super) fn find(
        &mut self,
        code: InvitationCode,
        by: PlayerId,
        now: Timestamp,
    ) -> Result<&OpenInvitation, Refusal> {
        let Some(open) = self.open.get(&code) else {
            // an entry that is empty expires at once
            let ended = self.closed.change(code, now, limits::CLOSED_INVITATIONS, |ended| {
                (*ended, Some(ended.map_or(now, |(_, until)| until)))
            });
            return Err(match ended {
                Some((how, _)) => Refusal::Invitation(InvitationRefusal::Closed { how }),
                None => Refusal::Invitation(InvitationRefusal::Unknown),
            });
        };
        if open.from == by { Err(Refusal::Invitation(InvitationRefusal::Own)) } else { Ok(open) }
    }

    /// Returns whether a player has opened this invitation.
    pub(super) fn is_of(&self, code: InvitationCode, player: PlayerId) -> bool {
        self.open.get(&code).is_some_and(|open| open.from == player)
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
        let until = now.plus_ms(limits::CLOSED_INVITATION_MS);
        self.closed.change(code, now, limits::CLOSED_INVITATIONS, |ended| {
            *ended = Some((how, until));
            ((), Some(until))
        });
        Some(open)
    }

    /// Extends an invitation, and returns its record and when it expires.
    pub(super) fn extend(&mut self, code: InvitationCode, by_ms: u64) -> Option<(Record, Timestamp)> {
        let open = self.open.get_mut(&code)?;
        open.expires_at = open.expires_at.plus_ms(by_ms);
        Some((open.write(), open.expires_at))
    }

    /// Returns the invitations of a player, in the order of their codes.
    pub(super) fn of(&self, player: PlayerId) -> impl Iterator<Item = &OpenInvitation> {
        self.by_player.get(&player).into_iter().flatten().filter_map(|code| self.open.get(code))
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
        let mut invitations = Invitations::new(None, None);
        let code = open(&mut invitations, AN, 1).expect("it is the first");
        assert_eq!(
            invitations.find(code, AN, at(0)).err(),
            Some(Refusal::Invitation(InvitationRefusal::Own))
        );
        assert_eq!(invitations.find(code, BO, at(0)).map(|open| open.from), Ok(AN));
        assert!(invitations.is_of(code, AN) && !invitations.is_of(code, BO));
        let closed = invitations.close(code, InvitationEnd::Accepted, at(5));
        assert_eq!(closed.map(|open| open.id), Some(ChallengeId(1)));
        assert_eq!(invitations.close(code, InvitationEnd::Expired, at(5)), None);
        let how = InvitationEnd::Accepted;
        let found = |invitations: &mut Invitations, ms| invitations.find(code, BO, at(ms)).err();
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
        let mut invitations = Invitations::new(None, None);
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
            invitations.find(guess, BO, at(20_000)).err(),
            Some(Refusal::Invitation(InvitationRefusal::Unknown))
        );
    }
}
