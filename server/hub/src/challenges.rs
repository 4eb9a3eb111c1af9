//! The open challenges, with their players, terms and expiry.

use super::challenge_waits::{ChallengeWaits, Challenger};
use super::presence::Presence;
use super::record::{ChallengeRow, Record};
use chuhe_protocol::{Challenge, ChallengeId, PlayerId, Refusal, Terms, ValidTerms, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// The result of a new challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Challenged {
    /// The challenge is open.
    Opened(ChallengeId),
    /// The opponent had sent the same challenge, which this one accepts.
    Accepted(OpenChallenge),
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenChallenge {
    pub(super) id: ChallengeId,
    pub(super) from: PlayerId,
    pub(super) to: PlayerId,
    pub(super) terms: ValidTerms,
    pub(super) expires_at: Timestamp,
    /// How often its row was written.
    pub(super) revision: u32,
}

impl OpenChallenge {
    /// Returns the challenge as it is sent at `now`.
    pub(super) fn to_message(&self, now: Timestamp) -> Challenge {
        let expires_in_ms = u32::try_from(self.expires_at.since(now)).unwrap_or(u32::MAX);
        Challenge { id: self.id, from: self.from, to: self.to, terms: (*self.terms).clone(), expires_in_ms }
    }

    /// Returns the record that stores the challenge.
    pub(super) fn write(&mut self) -> Record {
        let row = ChallengeRow {
            from: self.from,
            to: self.to,
            terms: (*self.terms).clone(),
            expires_at: self.expires_at,
        };
        let revision = self.revision;
        self.revision += 1;
        Record::Challenge { challenge: self.id, revision, row: Some(row) }
    }

    /// Returns the record that deletes the challenge.
    pub(super) fn erase(&self) -> Record {
        Record::Challenge { challenge: self.id, revision: self.revision, row: None }
    }
}

/// The open challenges, by number and by player.
#[derive(Debug, Default)]
pub(super) struct Challenges {
    open: BTreeMap<ChallengeId, OpenChallenge>,
    by_player: BTreeMap<PlayerId, BTreeSet<ChallengeId>>,
    waits: ChallengeWaits,
}

impl Challenges {
    /// Opens a challenge under the number that `id` returns, or accepts one that crosses it.
    ///
    /// `permit` says whether the opponent admits this challenger; one that crosses needs none.
    ///
    /// # Errors
    /// If either player is in a game or absent, the terms are invalid, a limit is reached, or the
    /// opponent has refused the challenger lately.
    pub(super) fn challenge(
        &mut self,
        (challenger, to): (Challenger, PlayerId),
        terms: Terms,
        permit: Result<(), Refusal>,
        presence: &Presence,
        id: impl FnOnce() -> ChallengeId,
        now: Timestamp,
    ) -> Result<Challenged, Refusal> {
        let from = challenger.player;
        if from == to {
            return Err(Refusal::ChallengeSelf);
        }
        let opponent = presence.get(to).ok_or(Refusal::NoSuchPlayer)?;
        if presence.is_playing(from) {
            return Err(Refusal::YouAreBusy);
        }
        if opponent.activity.is_playing() {
            return Err(Refusal::OpponentBusy);
        }
        let terms = ValidTerms::parse(terms).map_err(Refusal::Terms)?;
        let mirrored = terms.mirrored();
        let crossing = self.of(to).find(|open| open.to == from && *open.terms == mirrored);
        if let Some(crossing) = crossing.map(|open| open.id) {
            return self.accept(from, crossing, presence).map(Challenged::Accepted);
        }
        permit?;
        if self.of(from).any(|open| open.from == from && open.to == to) {
            return Err(Refusal::AlreadyChallenged);
        }
        if self.of(from).filter(|open| open.from == from).count() >= limits::CHALLENGES_OUT {
            return Err(Refusal::TooManyChallengesOut);
        }
        if self.of(to).filter(|open| open.to == to).count() >= limits::CHALLENGES_IN {
            return Err(Refusal::TooManyChallengesIn);
        }
        self.waits.admit(challenger, to, now).map_err(|wait_ms| Refusal::ChallengeTooSoon { wait_ms })?;
        self.waits.reset(to, from, now);
        let id = id();
        let expires_at = now.plus_ms(limits::CHALLENGE_MS);
        self.insert(OpenChallenge { id, from, to, terms, expires_at, revision: 0 });
        Ok(Challenged::Opened(id))
    }

    /// Adds a challenge, new or restored.
    pub(super) fn insert(&mut self, open: OpenChallenge) {
        for player in [open.from, open.to] {
            self.by_player.entry(player).or_default().insert(open.id);
        }
        self.open.insert(open.id, open);
    }

    /// Accepts a challenge, which is closed by that. It stays open if its challenger is away.
    ///
    /// # Errors
    /// If there is no such challenge to this player, or the challenger is away.
    pub(super) fn accept(
        &mut self,
        by: PlayerId,
        id: ChallengeId,
        presence: &Presence,
    ) -> Result<OpenChallenge, Refusal> {
        let is_away = |player| presence.get(player).is_none_or(|player| !player.connected);
        if self.open.get(&id).is_some_and(|open| open.to == by && is_away(open.from)) {
            return Err(Refusal::OpponentAway);
        }
        self.take(id, |open| open.to == by)
    }

    /// Closes a challenge that the challenged player declines.
    pub(super) fn decline(&mut self, by: PlayerId, id: ChallengeId) -> Result<OpenChallenge, Refusal> {
        self.take(id, |open| open.to == by)
    }

    /// Closes a challenge that the challenger cancels.
    pub(super) fn cancel(&mut self, by: PlayerId, id: ChallengeId) -> Result<OpenChallenge, Refusal> {
        self.take(id, |open| open.from == by)
    }

    fn take(
        &mut self,
        id: ChallengeId,
        may_close: impl Fn(&OpenChallenge) -> bool,
    ) -> Result<OpenChallenge, Refusal> {
        let open = self.open.get(&id).ok_or(Refusal::NoSuchChallenge)?;
        if !may_close(open) {
            return Err(Refusal::NotYourChallenge);
        }
        self.close(id).ok_or(Refusal::NoSuchChallenge)
    }

    /// Closes a challenge, if it is open.
    pub(super) fn close(&mut self, id: ChallengeId) -> Option<OpenChallenge> {
        let open = self.open.remove(&id)?;
        for player in [open.from, open.to] {
            if let Some(ids) = self.by_player.get_mut(&player) {
                ids.remove(&id);
                if ids.is_empty() {
                    self.by_player.remove(&player);
                }
            }
        }
        Some(open)
    }

    /// Counts a challenge that was declined or taken back, for the challenger's next wait.
    pub(super) fn count_refusal(&mut self, challenger: Challenger, to: PlayerId, now: Timestamp) {
        self.waits.count(challenger, to, now);
    }

    /// Ends the waits between two players who begin a game.
    pub(super) fn reset_waits(&mut self, one: PlayerId, other: PlayerId, now: Timestamp) {
        self.waits.reset(one, other, now);
        self.waits.reset(other, one, now);
    }

    /// Extends a challenge, and returns its record and when it expires.
    pub(super) fn extend(&mut self, id: ChallengeId, by_ms: u64) -> Option<(Record, Timestamp)> {
        let open = self.open.get_mut(&id)?;
        open.expires_at = open.expires_at.plus_ms(by_ms);
        Some((open.write(), open.expires_at))
    }

    pub(super) fn get_mut(&mut self, id: ChallengeId) -> Option<&mut OpenChallenge> {
        self.open.get_mut(&id)
    }

    /// Returns the challenges by or to a player, oldest first.
    pub(super) fn of(&self, player: PlayerId) -> impl Iterator<Item = &OpenChallenge> {
        self.by_player.get(&player).into_iter().flatten().filter_map(|id| self.open.get(id))
    }

    /// Returns whether a challenge by or to a player is open.
    pub(super) fn concern(&self, player: PlayerId) -> bool {
        self.by_player.contains_key(&player)
    }

    /// Returns every open challenge, oldest first.
    pub(super) fn ids(&self) -> impl Iterator<Item = ChallengeId> {
        self.open.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::ColorChoice;

    const AN: PlayerId = PlayerId(1);
    const BO: PlayerId = PlayerId(2);

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn present(players: &[PlayerId]) -> Presence {
        let mut presence = Presence::default();
        for &player in players {
            presence.connect(player);
        }
        presence
    }

    fn terms(color: ColorChoice) -> Terms {
        Terms { color, ..Terms::default() }
    }

    #[test]
    fn a_crossing_challenge_to_the_same_game_accepts_the_first() {
        let (mut challenges, presence) = (Challenges::default(), present(&[AN, BO]));
        let first = challenges.challenge(
            (Challenger::known(AN), BO),
            terms(ColorChoice::Red),
            Ok(()),
            &presence,
            || ChallengeId(1),
            at(0),
        );
        assert_eq!(first, Ok(Challenged::Opened(ChallengeId(1))));
        assert!(challenges.concern(AN) && challenges.concern(BO));
        let other = challenges.challenge(
            (Challenger::known(BO), AN),
            terms(ColorChoice::Red),
            Ok(()),
            &presence,
            || ChallengeId(2),
            at(0),
        );
        assert_eq!(other, Ok(Challenged::Opened(ChallengeId(2))), "both want red");
        let crossing = challenges.challenge(
            (Challenger::known(BO), AN),
            terms(ColorChoice::Black),
            Ok(()),
            &presence,
            || ChallengeId(3),
            at(0),
        );
        let Ok(Challenged::Accepted(accepted)) = crossing else { panic!("{crossing:?}") };
        assert_eq!(accepted.id, ChallengeId(1));
        assert_eq!(challenges.ids().collect::<Vec<_>>(), [ChallengeId(2)]);
    }

    #[test]
    fn a_challenge_stays_open_while_its_challenger_is_away() {
        let (mut challenges, mut presence) = (Challenges::default(), present(&[AN, BO]));
        let opened = challenges.challenge(
            (Challenger::known(AN), BO),
            Terms::default(),
            Ok(()),
            &presence,
            || ChallengeId(1),
            at(0),
        );
        assert_eq!(opened, Ok(Challenged::Opened(ChallengeId(1))));
        presence.disconnect(AN, challenges.concern(AN));
        assert_eq!(challenges.accept(BO, ChallengeId(1), &presence), Err(Refusal::OpponentAway));
        presence.connect(AN);
        assert_eq!(challenges.accept(AN, ChallengeId(1), &presence), Err(Refusal::NotYourChallenge));
        assert!(challenges.accept(BO, ChallengeId(1), &presence).is_ok());
        assert_eq!(challenges.accept(BO, ChallengeId(1), &presence), Err(Refusal::NoSuchChallenge));
        assert!(!challenges.concern(AN));
    }
}
