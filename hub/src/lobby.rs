//! With whom: who is here and what he does, and who has challenged whom. It
//! returns a [`Pairing`] where two have agreed and never touches a room.

use super::record::{ChallengeRow, Record};
use chuhe_protocol::{
    Activity, Challenge, ChallengeId, GameId, GameKind, PlayerId, Refusal, Terms, ValidTerms, limits,
};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// Two who have agreed to play: what one of them had challenged the other to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing(pub(super) Open);

/// What became of a new challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Challenged {
    /// It is open.
    Opened(ChallengeId),
    /// The other had challenged to the same; this counts as accepting it.
    Paired(Pairing),
}

/// A challenge that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) id: ChallengeId,
    pub(super) from: PlayerId,
    pub(super) to: PlayerId,
    pub(super) terms: ValidTerms,
    pub(super) expires_at: Timestamp,
    /// How often its row was written.
    pub(super) revision: u32,
}

/// What is seen of someone who is here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presence {
    pub(super) activity: Activity,
    pub(super) connected: bool,
}

/// Who is here, and the open challenges.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    here: BTreeMap<PlayerId, Presence>,
    changed: BTreeSet<PlayerId>,
    open: BTreeMap<ChallengeId, Open>,
    concerning: BTreeMap<PlayerId, BTreeSet<ChallengeId>>,
}

impl Lobby {
    /// Notes that a player's connection stands.
    pub(super) fn connected(&mut self, player: PlayerId) {
        self.list(player).connected = true;
    }

    fn list(&mut self, player: PlayerId) -> &mut Presence {
        self.changed.insert(player);
        self.here.entry(player).or_insert(Presence { activity: Activity::Idle, connected: false })
    }

    /// Notes that a player's connection is lost: he is gone, unless he is at a
    /// board or a challenge by or to him is open.
    pub(super) fn disconnected(&mut self, player: PlayerId) {
        if let Some(here) = self.here.get_mut(&player) {
            here.connected = false;
            self.settle(player);
        }
    }

    /// Notes that a player sits at a board; he need not be connected.
    pub(super) fn seat(&mut self, player: PlayerId, game: GameId, opponent: PlayerId, kind: GameKind) {
        self.list(player).activity = Activity::Playing { game, opponent, kind };
    }

    /// Notes that a player has left the board.
    pub(super) fn unseat(&mut self, player: PlayerId) {
        if let Some(here) = self.here.get_mut(&player) {
            here.activity = Activity::Idle;
            self.settle(player);
        }
    }

    fn settle(&mut self, player: PlayerId) {
        let concerned = self.concerning.contains_key(&player);
        let gone = |here: &Presence| !here.connected && here.activity == Activity::Idle && !concerned;
        if self.here.get(&player).is_some_and(gone) {
            self.here.remove(&player);
        }
        self.changed.insert(player);
    }

    /// Everyone who is here, in the order of their numbers.
    pub(super) fn everyone(&self) -> impl Iterator<Item = PlayerId> {
        self.here.keys().copied()
    }

    /// How many are here.
    pub(super) fn count(&self) -> usize {
        self.here.len()
    }

    /// What is seen of a player, if he is here.
    pub(super) fn presence(&self, player: PlayerId) -> Option<Presence> {
        self.here.get(&player).copied()
    }

    /// The board at which a player sits.
    pub(super) fn table(&self, player: PlayerId) -> Option<GameId> {
        match self.here.get(&player)?.activity {
            Activity::Idle => None,
            Activity::Playing { game, .. } => Some(game),
        }
    }

    /// Whether anyone's presence has changed and was not taken yet.
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Whose presence has changed since this was last asked.
    pub(super) fn take_changed(&mut self) -> BTreeSet<PlayerId> {
        std::mem::take(&mut self.changed)
    }

    /// Opens a challenge under the number that `id` gives, or pairs with one
    /// that crosses it.
    pub(super) fn challenge(
        &mut self,
        from: PlayerId,
        to: PlayerId,
        terms: Terms,
        id: impl FnOnce() -> ChallengeId,
        now: Timestamp,
    ) -> Result<Challenged, Refusal> {
        if from == to {
            return Err(Refusal::ChallengeSelf);
        }
        let opponent = self.presence(to).ok_or(Refusal::NoSuchPlayer)?;
        if self.table(from).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        if opponent.activity != Activity::Idle {
            return Err(Refusal::OpponentBusy);
        }
        let terms = ValidTerms::parse(terms).map_err(Refusal::Terms)?;
        let mirrored = terms.mirrored();
        let crossing = self.of(to).find(|open| open.to == from && *open.terms == mirrored);
        if let Some(crossing) = crossing.map(|open| open.id) {
            return self.accept(from, crossing).map(Challenged::Paired);
        }
        if self.of(from).any(|open| open.from == from && open.to == to) {
            return Err(Refusal::ChallengeStands);
        }
        if self.of(from).filter(|open| open.from == from).count() >= limits::CHALLENGES_OUT {
            return Err(Refusal::TooManyChallengesOut);
        }
        if self.of(to).filter(|open| open.to == to).count() >= limits::CHALLENGES_IN {
            return Err(Refusal::TooManyChallengesIn);
        }
        let id = id();
        let expires_at = now.plus_ms(limits::CHALLENGE_MS);
        self.open(Open { id, from, to, terms, expires_at, revision: 0 });
        Ok(Challenged::Opened(id))
    }

    /// Opens a challenge, new or restored; its two are listed from now on.
    pub(super) fn open(&mut self, open: Open) {
        for player in [open.from, open.to] {
            self.list(player);
            self.concerning.entry(player).or_default().insert(open.id);
        }
        self.open.insert(open.id, open);
    }

    /// Accepts a challenge: the one place where two become a pair. One whose
    /// challenger is away stands.
    pub(super) fn accept(&mut self, by: PlayerId, id: ChallengeId) -> Result<Pairing, Refusal> {
        let away = |player| self.presence(player).is_none_or(|here| !here.connected);
        if self.open.get(&id).is_some_and(|open| open.to == by && away(open.from)) {
            return Err(Refusal::ChallengerAway);
        }
        self.take(id, |open| open.to == by).map(Pairing)
    }

    /// Closes a challenge that `by` declines.
    pub(super) fn decline(&mut self, by: PlayerId, id: ChallengeId) -> Result<Open, Refusal> {
        self.take(id, |open| open.to == by)
    }

    /// Closes a challenge that `by` takes back.
    pub(super) fn cancel(&mut self, by: PlayerId, id: ChallengeId) -> Result<Open, Refusal> {
        self.take(id, |open| open.from == by)
    }

    fn take(&mut self, id: ChallengeId, is_his: impl Fn(&Open) -> bool) -> Result<Open, Refusal> {
        let open = self.open.get(&id).ok_or(Refusal::NoSuchChallenge)?;
        if !is_his(open) {
            return Err(Refusal::NotYourChallenge);
        }
        self.close(id).ok_or(Refusal::NoSuchChallenge)
    }

    /// Closes a challenge, if it is open.
    pub(super) fn close(&mut self, id: ChallengeId) -> Option<Open> {
        let open = self.open.remove(&id)?;
        for player in [open.from, open.to] {
            if let Some(ids) = self.concerning.get_mut(&player) {
                ids.remove(&id);
                if ids.is_empty() {
                    self.concerning.remove(&player);
                }
            }
            // one who was listed for this alone is gone
            if self.here.get(&player).is_some_and(|here| !here.connected) {
                self.settle(player);
            }
        }
        Some(open)
    }

    /// The open challenges by or to a player, oldest first.
    pub(super) fn of(&self, player: PlayerId) -> impl Iterator<Item = &Open> {
        self.concerning.get(&player).into_iter().flatten().filter_map(|id| self.open.get(id))
    }

    /// Every open challenge, oldest first.
    pub(super) fn all_open(&self) -> impl Iterator<Item = ChallengeId> {
        self.open.keys().copied()
    }

    /// An open challenge.
    pub(super) fn get_mut(&mut self, id: ChallengeId) -> Option<&mut Open> {
        self.open.get_mut(&id)
    }
}

impl Open {
    /// The challenge as it is told at `now`.
    pub(super) fn as_told(&self, now: Timestamp) -> Challenge {
        let expires_in_ms = u32::try_from(self.expires_at.since(now)).unwrap_or(u32::MAX);
        Challenge { id: self.id, from: self.from, to: self.to, terms: (*self.terms).clone(), expires_in_ms }
    }

    /// The challenge as it is to be kept from now on.
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

    /// That it is to be kept no longer.
    pub(super) fn erase(&self) -> Record {
        Record::Challenge { challenge: self.id, revision: self.revision, row: None }
    }
}
