//! Who is here and which challenges stand, as the server tells it.

use super::chat::Chat;
use chuhe_protocol::{Activity, Challenge, ChallengeId, GameId, Player, PlayerId, PresenceChange};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// The lobby.
#[derive(Debug, Default)]
pub struct Lobby {
    players: BTreeMap<PlayerId, (Player, Timestamp)>,
    challenges: Vec<OpenChallenge>,
    /// Only names that contain this are shown.
    pub(crate) filter: String,
    /// What is said to all.
    pub(crate) chat: Chat,
    pub(crate) shutting_down: bool,
}

/// A challenge that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenChallenge {
    /// The challenge.
    pub challenge: Challenge,
    /// When it lapses.
    pub expires_at: Timestamp,
    /// The name of the other player, who may be gone before the challenge is.
    pub name: String,
}

impl Lobby {
    /// What the names are filtered by.
    #[must_use]
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// What is said to all.
    #[must_use]
    pub const fn chat(&self) -> &Chat {
        &self.chat
    }

    /// Whether the server is about to stop, so that no game begins any more.
    #[must_use]
    pub const fn is_shutting_down(&self) -> bool {
        self.shutting_down
    }

    /// Someone who is here.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(&id).map(|(player, _)| player)
    }

    /// How many are here.
    #[must_use]
    pub fn count(&self) -> usize {
        self.players.len()
    }

    /// How many games are being played.
    #[must_use]
    pub fn games(&self) -> usize {
        let game = |player: &Player| match player.activity {
            Activity::Playing { game, .. } => Some(game),
            Activity::Idle => None,
        };
        self.players.values().filter_map(|(player, _)| game(player)).collect::<BTreeSet<GameId>>().len()
    }

    /// Whom to show: all but `me` whose name contains the filter, those who are free first.
    #[must_use]
    pub fn shown(&self, me: PlayerId) -> Vec<&Player> {
        let filter = self.filter.trim().to_lowercase();
        let named = |player: &Player| player.name.as_str().to_lowercase().contains(&filter);
        let mut shown: Vec<&Player> = self
            .players
            .values()
            .map(|(player, _)| player)
            .filter(|player| player.id != me && named(player))
            .collect();
        shown.sort_by_cached_key(|player| {
            (player.activity != Activity::Idle, player.name.as_str().to_lowercase(), player.id)
        });
        shown
    }

    /// For how long this player has been here, in seconds.
    #[must_use]
    pub fn here_for_s(&self, id: PlayerId, now: Timestamp) -> u64 {
        self.players
            .get(&id)
            .map_or(0, |(player, told)| u64::from(player.joined_ago_s) + now.since(*told) / 1000)
    }

    /// The challenges to `me`, the oldest first.
    pub fn incoming(&self, me: PlayerId) -> impl Iterator<Item = &OpenChallenge> {
        self.challenges.iter().filter(move |open| open.challenge.to == me)
    }

    /// The challenges by `me`, the oldest first.
    pub fn outgoing(&self, me: PlayerId) -> impl Iterator<Item = &OpenChallenge> {
        self.challenges.iter().filter(move |open| open.challenge.from == me)
    }

    /// Takes in a frame of the list of players.
    pub(crate) fn listed(&mut self, players: Vec<Player>, first: bool, now: Timestamp) {
        if first {
            self.players.clear();
        }
        self.players.extend(players.into_iter().map(|player| (player.id, (player, now))));
    }

    /// Takes in who came, went or does something else.
    pub(crate) fn changed(&mut self, changes: Vec<PresenceChange>, now: Timestamp) {
        for change in changes {
            match change {
                PresenceChange::Here(player) => {
                    self.players.insert(player.id, (player, now));
                }
                PresenceChange::Gone(id) => {
                    self.players.remove(&id);
                }
            }
        }
    }

    /// Takes in a challenge by or to `me`.
    pub(crate) fn opened(&mut self, challenge: Challenge, me: PlayerId, now: Timestamp) {
        self.challenges.retain(|open| open.challenge.id != challenge.id);
        let expires_at = now.plus_ms(u64::from(challenge.expires_in_ms));
        let other = if challenge.from == me { challenge.to } else { challenge.from };
        let name = self.player(other).map(|player| player.name.to_string()).unwrap_or_default();
        self.challenges.push(OpenChallenge { challenge, expires_at, name });
    }

    /// Takes out a challenge that stands no longer.
    pub(crate) fn closed(&mut self, id: ChallengeId) -> Option<OpenChallenge> {
        let at = self.challenges.iter().position(|open| open.challenge.id == id)?;
        Some(self.challenges.remove(at))
    }

    /// Forgets the challenges: after joining anew the server tells those that stand.
    pub(crate) fn joined_anew(&mut self) {
        self.challenges.clear();
        self.shutting_down = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{PlayerName, Terms};

    fn player(id: u64, name: &str) -> Player {
        Player {
            id: PlayerId(id),
            name: PlayerName::parse(name).unwrap(),
            activity: Activity::Idle,
            connected: true,
            joined_ago_s: 5,
        }
    }

    fn names(lobby: &Lobby) -> Vec<&str> {
        lobby.shown(PlayerId(1)).into_iter().map(|player| player.name.as_str()).collect()
    }

    #[test]
    fn others_are_shown_the_free_first_and_by_filter() {
        let mut lobby = Lobby::default();
        let now = Timestamp::from_ms(0);
        lobby.listed(vec![player(1, "me"), player(2, "Zoe"), player(3, "ann")], true, now);
        lobby.listed(vec![player(4, "Bo")], false, now);
        assert_eq!(names(&lobby), ["ann", "Bo", "Zoe"]);
        let mut busy = player(3, "ann");
        busy.activity = Activity::Playing { game: GameId(1), opponent: PlayerId(9) };
        lobby.changed(vec![PresenceChange::Here(busy), PresenceChange::Gone(PlayerId(4))], now);
        assert_eq!(names(&lobby), ["Zoe", "ann"]);
        assert_eq!((lobby.count(), lobby.games()), (3, 1));
        lobby.filter = " AN ".into();
        assert_eq!(names(&lobby), ["ann"]);
        assert_eq!(lobby.here_for_s(PlayerId(3), Timestamp::from_ms(3_500)), 8);
    }

    #[test]
    fn challenges_come_and_go() {
        let mut lobby = Lobby::default();
        let challenge = |id, from, to| Challenge {
            id: ChallengeId(id),
            from: PlayerId(from),
            to: PlayerId(to),
            terms: Terms::default(),
            expires_in_ms: 60_000,
        };
        let me = PlayerId(1);
        lobby.listed(vec![player(1, "me"), player(2, "Zoe")], true, Timestamp::from_ms(0));
        lobby.opened(challenge(1, 1, 2), me, Timestamp::from_ms(10));
        lobby.opened(challenge(2, 2, 1), me, Timestamp::from_ms(10));
        assert_eq!(lobby.incoming(PlayerId(1)).count(), 1);
        let mine = lobby.outgoing(PlayerId(1)).next().unwrap();
        assert_eq!(mine.expires_at, Timestamp::from_ms(60_010));
        lobby.changed(vec![PresenceChange::Gone(PlayerId(2))], Timestamp::from_ms(20));
        let closed = lobby.closed(ChallengeId(1)).unwrap();
        assert_eq!((closed.challenge, closed.name.as_str()), (challenge(1, 1, 2), "Zoe"));
        assert_eq!(lobby.closed(ChallengeId(1)), None);
    }
}
