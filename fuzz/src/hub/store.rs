//! A store that keeps everything at once and answers when the bytes say so. It
//! holds that each record is written at its place and over its own revision, and
//! that what is told of a game was kept before.

use super::books::timeless;
use chuhe_protocol::{Event, GameId, GameSummary, PlayerId, Seq};
use chuhe_server::core::{Answer, Ask, AskId, Entry, PasswordHash, Record};
use std::collections::BTreeMap;

/// What a record is written under, but for events, which have numbers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Room(GameId),
    Player(PlayerId),
    Session([u8; 32]),
    Challenge(u64),
}

/// What is kept, and what was asked.
#[derive(Debug, Default)]
pub(super) struct Store {
    games: BTreeMap<GameId, Vec<Entry>>,
    lists: BTreeMap<PlayerId, Vec<GameSummary>>,
    revisions: BTreeMap<Key, u32>,
    asked: Vec<(AskId, Ask)>,
}

impl Store {
    pub(super) fn save(&mut self, record: Record) {
        let (key, revision) = match record {
            Record::Event { game, n, entry } => {
                let kept = self.games.entry(game).or_default();
                assert_eq!(kept.len(), n as usize, "an event is kept in its place");
                kept.push(entry);
                return;
            }
            Record::PlayerGame { player, summary } => {
                self.lists.entry(player).or_default().push(summary);
                return;
            }
            Record::Room { game, revision, stands: _ } => (Key::Room(game), revision),
            Record::Player { player, revision, row: _ } => (Key::Player(player), revision),
            Record::Session { token, revision, row: _ } => (Key::Session(token.0), revision),
            Record::Challenge { challenge, revision, row: _ } => (Key::Challenge(challenge.0), revision),
        };
        let next = self.revisions.entry(key).or_default();
        assert_eq!(revision, *next, "{key:?} is written over its own revision");
        *next += 1;
    }

    pub(super) fn ask(&mut self, id: AskId, ask: Ask) {
        assert!(self.asked.iter().all(|(asked, _)| *asked != id), "each question has a number of its own");
        self.asked.push((id, ask));
    }

    /// The answer to one of the open questions, as it is or as a failure.
    pub(super) fn answer(&mut self, pick: usize, succeeds: bool) -> Option<(AskId, Answer)> {
        if self.asked.is_empty() {
            return None;
        }
        let (id, ask) = self.asked.swap_remove(pick % self.asked.len());
        Some((id, if succeeds { self.find_out(ask) } else { Answer::Failed }))
    }

    fn find_out(&self, ask: Ask) -> Answer {
        match ask {
            Ask::ListGames { player, before, most } => {
                let all = self.lists.get(&player).into_iter().flatten().rev();
                let rest = all.skip_while(|one| before.is_some_and(|before| one.game >= before));
                let mut games: Vec<GameSummary> = rest.take(most + 1).cloned().collect();
                let more = games.len() > most;
                games.truncate(most);
                Answer::Games { games, more }
            }
            Ask::ReadGame { game, from, most } => {
                let kept = self.games.get(&game).map_or(&[][..], Vec::as_slice);
                let rest = kept.get(from as usize..).unwrap_or_default();
                let entries = rest[..most.min(rest.len())].to_vec();
                Answer::Entries { first: kept.first().cloned(), entries, more: rest.len() > most }
            }
            Ask::HashPassword { password, salt: _ } => Answer::Hashed(PasswordHash(password.0)),
            Ask::VerifyPassword { password, hash } => Answer::Verified(password.0 == hash.0),
        }
    }

    /// What is told of a game that is kept is what is kept.
    pub(super) fn check_told(&self, game: GameId, first: Seq, events: &[Event]) {
        let Some(kept) = self.games.get(&game) else { return };
        for (n, event) in (first as usize..).zip(events) {
            let kept = &kept.get(n).expect("it is kept before it is told").event;
            assert_eq!(timeless(kept), timeless(event));
        }
    }
}
