//! A store that keeps everything at once and answers when the bytes say so. It
//! holds that each record is written at its place and over its own revision, and
//! that what is told of a game was kept before.

use chuhe_protocol::{Event, GameId, GameSummary, PlayerId, Seq, ValidTerms};
use chuhe_rules::{luzhanqi, Viewer};
use chuhe_rules::{Color, Game};
use chuhe_hub::{Answer, Query, QueryId, JournalEntry, GameEvent, PasswordHash, Record};
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
    games: BTreeMap<GameId, Vec<JournalEntry>>,
    /// The games of luzhanqi, as what is kept makes them.
    luzhanqi: BTreeMap<GameId, luzhanqi::Game>,
    lists: BTreeMap<PlayerId, Vec<GameSummary>>,
    revisions: BTreeMap<Key, u32>,
    asked: Vec<(QueryId, Query)>,
}

impl Store {
    pub(super) fn save(&mut self, record: Record) {
        let (key, revision) = match record {
            Record::Event { game, n, entry } => {
                let kept = self.games.entry(game).or_default();
                assert_eq!(kept.len(), n as usize, "an event is kept in its place");
                kept.push(entry.clone());
                self.follow(game, &entry.event);
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

    pub(super) fn ask(&mut self, id: QueryId, ask: Query) {
        assert!(self.asked.iter().all(|(asked, _)| *asked != id), "each question has a number of its own");
        self.asked.push((id, ask));
    }

    /// The answer to one of the open questions, as it is or as a failure.
    pub(super) fn answer(&mut self, pick: usize, succeeds: bool) -> Option<(QueryId, Answer)> {
        if self.asked.is_empty() {
            return None;
        }
        let (id, ask) = self.asked.swap_remove(pick % self.asked.len());
        Some((id, if succeeds { self.find_out(ask) } else { Answer::Failed }))
    }

    fn find_out(&self, ask: Query) -> Answer {
        match ask {
            Query::ListGames { player, before, most } => {
                let all = self.lists.get(&player).into_iter().flatten().rev();
                let rest = all.skip_while(|one| before.is_some_and(|before| one.game >= before));
                let mut games: Vec<GameSummary> = rest.take(most + 1).cloned().collect();
                let more = games.len() > most;
                games.truncate(most);
                Answer::Games { games, more }
            }
            Query::ReadGame { game, from, most } => {
                let kept = self.games.get(&game).map_or(&[][..], Vec::as_slice);
                let rest = kept.get(from as usize..).unwrap_or_default();
                let entries = rest[..most.min(rest.len())].to_vec();
                Answer::Entries { first: kept.first().cloned(), entries, more: rest.len() > most }
            }
            Query::HashPassword { password, salt: _ } => Answer::Hashed(PasswordHash(password.0)),
            Query::VerifyPassword { password, hash } => Answer::Verified(password.0 == hash.0),
        }
    }

    /// A game of luzhanqi as it is.
    pub(super) fn luzhanqi(&self, game: GameId) -> Option<&luzhanqi::Game> {
        self.luzhanqi.get(&game)
    }

    /// What happens in luzhanqi is what the rules make of it.
    fn follow(&mut self, game: GameId, happened: &GameEvent) {
        if let Some(Event::Started(beginning)) = happened.public()
            && let Ok(terms) = ValidTerms::parse(beginning.terms.clone())
            && let Game::Luzhanqi(begun) = terms.new_game()
        {
            self.luzhanqi.insert(game, begun);
        }
        let GameEvent::Secret(hidden) = happened else { return };
        let luzhanqi = self.luzhanqi.get_mut(&game).expect("it has begun");
        use luzhanqi::Event as E;
        let again = match &hidden.event {
            E::Placed { by, formation } => luzhanqi.place(*by, *formation).expect("they set up"),
            E::Confirmed { by } => luzhanqi.confirm(*by).expect("they set up"),
            E::Withdrew { by } => luzhanqi.withdraw(*by).expect("they set up"),
            E::Moved(moved) => {
                let by = luzhanqi.turn().expect("it goes on");
                luzhanqi.play(by, moved.mv).expect("a legal move").event
            }
            E::Passed { by } => luzhanqi.pass(*by).expect("it is his turn").event,
            E::Revealed(_) => luzhanqi.close().expect("it is shown once"),
        };
        assert_eq!(again, hidden.event);
    }

    /// What a player is told of a game is what is kept of it, as he may know it.
    pub(super) fn check_told(&self, player: PlayerId, game: GameId, first: Seq, events: &[Event]) {
        let kept = self.games.get(&game).expect("it is kept before it is told");
        let Some(Event::Started(beginning)) = kept[0].event.public() else { panic!("{:?}", kept[0]) };
        let color = Color::ALL.into_iter().find(|&color| beginning.seats[color].player == player);
        let viewer = color.map_or(Viewer::Spectator, Viewer::Player);
        let left = |color| kept.iter().any(|entry| entry.event.public() == Some(&Event::Left { color }));
        let has_left = color.is_some_and(left);
        for (n, event) in (first as usize..).zip(events) {
            match (&kept.get(n).expect("it is kept before it is told").event, event) {
                (GameEvent::Secret(hidden), Event::Luzhanqi { seen, clocks }) => {
                    assert_eq!(hidden.clocks, *clocks);
                    // who has left may look on
                    let looks_on = has_left && **seen == hidden.event.seen_by(Viewer::Spectator);
                    assert!(looks_on || **seen == hidden.event.seen_by(viewer), "{seen:?}");
                }
                // how long he is to be waited for is told as it is then
                (GameEvent::Public(Event::WentAway { color, .. }), Event::WentAway { color: told, .. }) => {
                    assert_eq!(color, told);
                }
                (GameEvent::Public(kept), told) => assert_eq!(kept, told),
                (kept @ GameEvent::Secret(_), told) => panic!("{kept:?} is told as {told:?}"),
            }
        }
    }
}
